/// The index of a value map in its graph.
package struct ValueMappingID: Sendable, Hashable {
  package var index: Int

  package init(_ index: Int) { self.index = index }
}

/// What values are mapped to, by their text: a value map of a spec.
package struct ValueMapping: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var text: String
    package var value: ConstantValue
    /// Where its key stands; nil for one that is in no spec.
    package var place: SpecPlace?
  }

  /// nil if it is inside an attribute.
  package var name: String?
  /// If a text occurs twice the last entry counts.
  package var entries: [Entry]
  /// What replaces all other values; nil if they cannot be converted.
  package var otherwise: ConstantValue?
  /// Where the key of that stands.
  package var otherwisePlace: SpecPlace?
}
