package import RKEngine

/// A plan, and the parts of the spec that its parts were made from.
package struct CompiledMapping: Sendable {
  package var plan: MappingPlan
  package var sites: [RuleSite]
  /// The key paths of the result, in the order of descriptors.
  package var keyPaths: [String]
  /// For each node of the plan, its mapping.
  package var mappings: [MappingID]
  /// For each node, the columns of its attributes, by destination.
  package var columns: [KeyedValues<String, Int>]
  /// The descriptors that the plan applies, in its order.
  package var descriptors: [ResponseDescriptor]
  /// For each date conversion in a format that the spec does not declare, the site of the only
  /// attribute that uses it; -1 for other conversions.
  var dateSites: [Int] = []
  /// The predicates and expressions that the programs were made from.
  var programs: [PlanCompiler.Program] = []
  /// The value maps of the plan.
  ///
  /// If look-ups are counted, a map of a single attribute has a copy for each mapper.
  var valueMaps: [PlanCompiler.MapKey: PlanID<ValueMap>] = [:]
}
