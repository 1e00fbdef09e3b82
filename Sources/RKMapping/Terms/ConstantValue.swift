package import RKEngine

/// A constant of a spec: its JSON text, compact.
package struct ConstantValue: Sendable, Hashable {
  package var kind: Cell.Kind
  /// A string's with its quotes.
  package var text: String
  /// A string's without quotes and escapes; else the same.
  package var plainText: String
}
