/// The choice of a mapping by the representation (RestKit's RKDynamicMapping).
package struct DynamicMapping: Sendable {
  package var id: String
  /// Tried in order.
  package var matchers: [Matcher]
  /// The mapping if no matcher matches; nil to decline.
  package var otherwise: MappingID?
  /// Where the spec states that; nil if it does not.
  package var otherwisePlace: SpecPlace?
  /// What happens to a representation that no matcher matches.
  package var unmatched: UnmatchedPolicy?
  /// What happens to data that is not what the spec says, if no policy is stated for it.
  package var drift: DriftPolicy?
  /// The spec itself says to skip what no matcher matches.
  package var declinesOnPurpose = false
  /// The meaning of a null in the middle of a matcher's key path.
  package var nullPath: NullPathPolicy
  /// Makes the representation's only key an attribute of the chosen mapping; the matchers see the
  /// value under it.
  package var nesting: AttributeMapping?
  /// The same for each choice whose target declares more of it.
  package var typedNesting: [MappingID: AttributeMapping] = [:]
  package var forcesCollection = false
  package var place: SpecPlace

  package var nestingAttribute: String? { nesting?.destination.text }
}
