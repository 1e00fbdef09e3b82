/// A check for something in a valid spec that is probably unintended.
///
/// These rules run only in the command `check`, never when a spec is applied.
protocol CheckRule {
  /// Reports what the rule finds in a graph.
  ///
  /// A finding about a rule that several mappers share may be reported for each of them: equal
  /// diagnostics are shown once.
  static func check(_ graph: MappingGraph, _ findings: SpecFindings)
}
