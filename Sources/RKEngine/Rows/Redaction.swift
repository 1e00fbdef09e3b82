/// A member whose values are hidden, in every record of a target.
package struct Redaction: Sendable, Hashable {
  package var target: String
  /// The names of the objects around the member, and its own.
  package var keys: [String]

  package init(target: String, keys: [String]) {
    self.target = target
    self.keys = keys
  }

  /// What replaces its value.
  static let text: StaticString = "\"<redacted>\""
}
