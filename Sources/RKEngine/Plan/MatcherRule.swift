/// One condition of a dynamic node, and where it leads.
package struct MatcherRule: Sendable, BitwiseCopyable {
  /// The test of the value that the source leads to.
  package enum Test: Sendable, Hashable, BitwiseCopyable {
    /// It equals one of the literals.
    case equals
    /// Its text is one of the literals, each of which leads to a node of its own.
    case text
    case kind(JSONKind)
    /// The representation satisfies the predicate; there is no source.
    case predicate

    /// The text between source and literals in a listing.
    package var words: String {
      switch self {
      case .equals: "equals"
      case .text: "has the text"
      case .kind(let kind): "is of kind \(kind)"
      case .predicate: "satisfies"
      }
    }
  }

  package var source: PlanID<Source>
  package var test: Test
  package var literals: PlanRange<MatcherLiteral> = .empty
  package var predicate: PlanID<ExpressionProgram> = .none
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
  /// Where it leads, if each literal has its own target; else none.
  package var node: PlanID<PlanNode>

  package init(kind: Cell.Kind, text: ByteRange, node: PlanID<PlanNode> = .none) {
    self.kind = kind
    self.text = text
    self.node = node
  }
}
