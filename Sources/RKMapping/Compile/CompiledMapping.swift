package import RKEngine

/// A plan, and what the parts of it were made from.
package struct CompiledMapping: Sendable {
  package var plan: MappingPlan
  package var sites: [RuleSite]
  /// The key paths of the result, in the order of the descriptors.
  package var keyPaths: [String]
}
