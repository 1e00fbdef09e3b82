/// A member whose values are not shown, in whatever record of a target it stands.
package struct Redaction: Sendable, Hashable {
  package var target: String
  /// The names of the objects that it lies in, and its own.
  package var keys: [String]

  package init(target: String, keys: [String]) {
    self.target = target
    self.keys = keys
  }

  /// What stands in its place.
  static let text: StaticString = "\"<redacted>\""
}
