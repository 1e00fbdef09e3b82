/// The index of a value map in its graph.
package struct ValueMappingID: Sendable, Hashable {
  package var index: Int

  package init(_ index: Int) { self.index = index }
}

/// A value map: what values are mapped to, by their text.
package struct ValueMapping: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var text: String
    package var value: ConstantValue
    /// The place of its key; nil if it is in no spec.
    package var place: SpecPlace?
  }

  /// The name; nil for a map inside an attribute.
  package var name: String?
  /// The entries; if a text occurs twice, the last one counts.
  package var entries: [Entry]
  /// The value for all other values; nil if they cannot be converted.
  package var otherwise: ConstantValue?
  /// The place of the key for all other values.
  package var otherwisePlace: SpecPlace?
}
