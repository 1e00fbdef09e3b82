/// How the coverage of a spec is counted.
package struct CoverageRequest: Sendable, Hashable {
  /// An object with more keys than this that no rule names has keys that are data.
  package var mostKeys = 1000
  /// Whether the lines of the inputs are counted, too.
  package var countsLines = false

  package init() {}
}
