package import RKEngine

/// A constant of a spec: its JSON text, compact.
package struct ConstantValue: Sendable, Hashable {
  package var kind: Cell.Kind
  /// For a string, with its quotes.
  package var text: String
  /// For a string, without quotes and escapes; otherwise the same.
  package var plainText: String

  // By its bytes: it is a value, not a name.
  package static func == (left: ConstantValue, right: ConstantValue) -> Bool {
    left.kind == right.kind && left.text.exact == right.text.exact
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text.exact)
  }
}
