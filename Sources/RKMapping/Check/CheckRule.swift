/// One thing that `check` looks for in a valid spec: valid but probably unintended.
///
/// Rules run in `check` alone, never where a spec is applied.
protocol CheckRule {
  /// Reports what the rule finds in a graph.
  ///
  /// Rules that several mappers share may be reported for each of them: equal diagnostics are shown
  /// once.
  static func check(_ graph: MappingGraph, _ findings: SpecFindings)
}
