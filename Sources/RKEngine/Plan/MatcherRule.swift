/// One condition of a dynamic node.
package struct MatcherRule: Sendable, BitwiseCopyable {
  package enum Test: Sendable, BitwiseCopyable {
    /// The value equals one of these.
    case equals(PlanRange<MatcherLiteral>)
    /// The value's text is one of these.
    case text(PlanRange<MatcherLiteral>)
    /// The value is of this kind.
    case kind(JSONKind)
    /// The representation satisfies it; there is no source.
    case predicate(PlanID<ExpressionProgram>)
  }

  package var source: PlanID<Source>
  package var test: Test
  /// None to decline.
  package var node: PlanID<PlanNode>

  package init(source: PlanID<Source>, test: Test, node: PlanID<PlanNode>) {
    self.source = source
    self.test = test
    self.node = node
  }
}

/// A value that a matcher looks for.
package struct MatcherLiteral: Sendable, BitwiseCopyable {
  package var kind: Cell.Kind
  /// A number's text, or a string's text without quotes and escapes, among the plan's constants.
  package var text: ByteRange
  /// Where a value map leads; none elsewhere.
  package var node: PlanID<PlanNode>

  package init(kind: Cell.Kind, text: ByteRange, node: PlanID<PlanNode> = .none) {
    self.kind = kind
    self.text = text
    self.node = node
  }
}
