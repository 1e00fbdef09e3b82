/// One thing that `check` looks for in a spec that can be used: legal, but hardly meant.
///
/// Rules are asked by `check` alone, never where a spec is applied.
protocol CheckRule {
  /// Reports what the rule finds in a graph.
  ///
  /// Rules that several mappers share may be reported for each of them: equal findings are shown
  /// once.
  static func check(_ graph: MappingGraph, _ findings: SpecFindings)
}
