/// How the coverage of a spec is counted.
package struct CoverageRequest: Sendable, Hashable {
  /// An object with more keys than that which no rule names has keys as data.
  package var mostKeys = 1000
  /// The lines of the inputs are counted, too.
  package var countsLines = false

  package init() {}
}
