/// One condition of a dynamic node, and the node that it chooses.
package struct MatcherRule: Sendable, BitwiseCopyable {
  /// How the value of the source is tested.
  package enum Test: Sendable, Hashable, BitwiseCopyable {
    /// It equals one of the literals.
    case equals
    /// Its text is one of the literals, each of which chooses its own node.
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
  /// The chosen node; none to decline the representation.
  package var node: PlanID<PlanNode>

  package init(source: PlanID<Source>, test: Test, node: PlanID<PlanNode>) {
    self.source = source
    self.test = test
    self.node = node
  }
}

/// A value that a matcher compares with.
package struct MatcherLiteral: Sendable, BitwiseCopyable {
  package var kind: Cell.Kind
  /// A number's text, or a string's text without quotes and escapes, among the plan's constants.
  package var text: ByteRange
  /// The chosen node, if each literal has its own; otherwise none.
  package var node: PlanID<PlanNode>

  package init(kind: Cell.Kind, text: ByteRange, node: PlanID<PlanNode> = .none) {
    self.kind = kind
    self.text = text
    self.node = node
  }
}
