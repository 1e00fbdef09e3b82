/// The choice of a mapping by looking at the representation (RestKit's RKDynamicMapping).
package struct DynamicMapping: Sendable {
  package var id: String
  /// Tried in order.
  package var matchers: [Matcher]
  /// What is taken when no matcher is; nil to decline.
  package var otherwise: MappingID?
  /// What happens to a representation that no matcher takes.
  package var unmatched: UnmatchedPolicy?
  /// What happens to data that is not what the spec says, where no policy is stated for it.
  package var drift: DriftPolicy?
  /// The spec says itself that what no matcher takes is skipped.
  package var declinesOnPurpose = false
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
