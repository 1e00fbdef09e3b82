/// The choice of a mapping by looking at the representation (RestKit's RKDynamicMapping).
package struct DynamicMapping: Sendable {
  package var id: String
  /// Tried in order.
  package var matchers: [Matcher]
  /// What is taken when no matcher is; nil to decline.
  package var otherwise: MappingID?
  /// A representation that no matcher takes is an error.
  package var failsUnmatched: Bool
  /// The matchers see the value under the representation's only key.
  package var nestingAttribute: String?
  package var forcesCollection: Bool
  package var place: SpecPlace
}
