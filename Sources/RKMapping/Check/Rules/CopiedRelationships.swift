internal import RKDiagnostics

/// Finds relationships without a mapper: the records that are probably meant are copied unchanged.
enum CopiedRelationships: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    for relationship in graph.copiedRelationships {
      findings.report(
        .copiedRelationship,
        "the relationship '\(relationship.value)' has no map-ref and copies the value as it is",
        at: relationship.place,
        help: "name the mapper of its records in \"map-ref\", or move it to \"attributes\""
      )
    }
  }
}
