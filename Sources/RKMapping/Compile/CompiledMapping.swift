package import RKEngine

/// A plan, and what its parts were made from.
package struct CompiledMapping: Sendable {
  package var plan: MappingPlan
  package var sites: [RuleSite]
  /// The key paths of the result, in the order of the descriptors.
  package var keyPaths: [String]
  /// For each node of the plan, the mapping that it is made from.
  package var mappings: [MappingID]
  /// For each node, the columns of its attributes, by destination.
  package var columns: [KeyedValues<String, Int>]
  /// The descriptors that it applies, in the plan's order.
  package var descriptors: [ResponseDescriptor]
  /// For conversions of dates in formats that the spec does not declare, the site of the only
  /// attribute that uses it; -1 for others.
  var dateSites: [Int] = []
  /// For each value map, and for one of a single attribute that is counted also for each mapper, the
  /// one of the plan.
  var valueMaps: [PlanCompiler.MapKey: PlanID<ValueMap>] = [:]
}
