/// Chooses a mapping by the representation (RestKit's RKDynamicMapping).
package struct DynamicMapping: Sendable {
  package var id: String
  /// The matchers, tried in order.
  package var matchers: [Matcher]
  /// The mapping if no matcher matches; nil to decline the representation.
  package var otherwise: MappingID?
  /// Where the spec states `otherwise`; nil if it does not.
  package var otherwisePlace: SpecPlace?
  /// What happens to a representation that no matcher matches.
  package var unmatched: UnmatchedPolicy?
  /// The policies for what it chooses from.
  package var policies = ValuePolicies()
  /// Whether the mapper itself states a word for drift, so that no word from outside the spec counts.
  package var statesDrift = false
  /// What the function `date` of its predicates and expressions reads and writes.
  package var dates = DateRules.standard
  /// Whether the spec itself says to skip what no matcher matches.
  package var declinesOnPurpose = false
  /// What a null in the middle of a matcher's key path means.
  package var nullPath: NullPathPolicy
  /// The attribute of the chosen mapping that takes the representation's only key.
  ///
  /// The matchers then see the value under that key.
  package var nesting: AttributeMapping?
  /// This attribute for each choice whose target declares more about it.
  package var typedNesting: [MappingID: AttributeMapping] = [:]
  package var forcesCollection = false
  package var place: SpecPlace

  package var nestingAttribute: String? { nesting?.destination.text }
}
