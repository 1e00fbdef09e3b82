/// The choice of a mapping by looking at the representation (RestKit's RKDynamicMapping).
package struct DynamicMapping: Sendable {
  package var id: String
  /// Tried in order.
  package var matchers: [Matcher]
  /// What is taken when no matcher is; nil to decline.
  package var otherwise: MappingID?
  /// A representation that no matcher takes is an error.
  package var failsUnmatched: Bool
  /// What a null in the middle of a matcher's key path means.
  package var nullPath: NullPathPolicy
  /// Makes an attribute of the representation's only key, for what is chosen; the matchers see the
  /// value under it.
  package var nesting: AttributeMapping?
  /// The same by what is chosen, where its target says more of it.
  package var typedNesting: [MappingID: AttributeMapping] = [:]
  package var forcesCollection: Bool
  package var place: SpecPlace

  package var nestingAttribute: String? { nesting?.destination.text }
}
