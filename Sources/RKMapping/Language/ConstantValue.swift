package import RKEngine

/// A constant of a spec, as compact JSON text.
package struct ConstantValue: Sendable, Hashable {
  package var kind: Cell.Kind
  /// The JSON text; a string has its quotes.
  package var text: String
  /// The text without quotes and escapes if it is a string; otherwise equal to `text`.
  package var plainText: String

  // Compares the bytes, because a constant is a value, not a name.
  package static func == (left: ConstantValue, right: ConstantValue) -> Bool {
    left.kind == right.kind && left.text.exact == right.text.exact
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text.exact)
  }
}
