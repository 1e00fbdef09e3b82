/// Runs all checks that are part of every reading of a spec.
enum GraphCheck {
  /// `mappers` has the declarations of the graph's mappings.
  static func check(
    _ graph: MappingGraph,
    _ mappers: [MapperDeclaration],
    _ findings: SpecFindings
  ) {
    DestinationCheck.check(graph, findings)
    TemplateCheck.check(graph, findings)
    CompositionCheck.check(graph, findings)
    KeyCheck.check(graph, mappers, findings)
    DecimalColumnCheck.check(graph, findings)
    ConnectionCheck.check(graph, mappers, findings)
    InverseCheck.check(graph, findings)
    ExpressionCheck.check(graph, findings)
    StoredPredicateCheck.check(graph, findings)
    RouteCheck.check(graph, findings)
  }
}
