internal import RKDiagnostics

/// Runs the rules of the command `check` on a spec.
enum Linter {
  static var rules: [any CheckRule.Type] {
    [
      UnreachableChoices.self,
      ShadowedDescriptors.self,
      OverlappingDescriptors.self,
      UnusedDeclarations.self,
      CollidingNames.self,
      UnfitConstants.self,
      EndlessRecords.self,
      DoubtfulDateFormats.self,
      ShadowedDateFormats.self,
      OpenCardinalities.self,
      HeldDocuments.self,
      MissingIdentities.self,
      IdleHiddenAttributes.self,
      IdleDefaults.self,
      UnfilledProperties.self,
      DecimalsAsText.self,
      CopiedRelationships.self,
    ]
  }

  /// Adds the findings of the rules to those from reading the spec; each diagnostic is added once.
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let found = SpecFindings(files: graph.files)
    for rule in rules { rule.check(graph, found) }
    var seen: Set<Diagnostic> = []
    for finding in found.diagnostics where seen.insert(finding).inserted { findings.add(finding) }
  }
}
