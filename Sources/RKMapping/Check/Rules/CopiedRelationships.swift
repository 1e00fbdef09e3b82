internal import RKDiagnostics

/// Finds relationships without a mapper: they copy values unchanged, but were probably meant to
/// make records.
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
