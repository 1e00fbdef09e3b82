/// An expression in a spec: its tree, its text, and its place.
package struct SpecExpression: Sendable, Hashable {
  package var tree: Expression
  package var text: String
  /// The text with its quotes.
  package var place: SpecPlace

  package init(_ tree: Expression, text: String, at place: SpecPlace) {
    self.tree = tree
    self.text = text
    self.place = place
  }
}
