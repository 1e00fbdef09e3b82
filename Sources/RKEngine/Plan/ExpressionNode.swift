/// An expression or a predicate of the spec language, made ready to be evaluated.
///
/// What it reads is loaded before it runs, so that its evaluation asks no one: operand k of its nodes
/// is what the k-th of `operands` led to.
package struct ExpressionProgram: Sendable, BitwiseCopyable {
  package var root: PlanID<ExpressionNode>
  package var operands: PlanRange<ExpressionOperand>
  /// The keys of what it looks into are read by the plan's `keyRules`: they are those of documents.
  package var spellsKeys: Bool

  package init(
    root: PlanID<ExpressionNode>,
    operands: PlanRange<ExpressionOperand>,
    spellsKeys: Bool = false
  ) {
    self.root = root
    self.operands = operands
    self.spellsKeys = spellsKeys
  }
}

/// Something that an expression reads.
package enum ExpressionOperand: Sendable, BitwiseCopyable {
  /// What a source leads to for the representation that is being mapped.
  case source(PlanID<Source>)
  /// A column of a record.
  case column(UInt32)
  /// What `SELF` means where it is not the representation: the value that is validated, or the record.
  case subject
}

/// One operation of an expression, with those that it is applied to.
package struct ExpressionNode: Sendable, BitwiseCopyable {
  package enum Operation: Sendable, Hashable, BitwiseCopyable {
    // Values.
    /// `constant`.
    case constant
    /// The program's operand `index`, and from there on `steps`.
    case operand
    /// What the variable of a SUBQUERY stands for, and from there on `steps`; `index` counts the
    /// SUBQUERYs around it that have to be left, 0 for the nearest.
    case variable
    /// `steps` from the value of its only operand on.
    case path
    /// `{a, b}`.
    case list
    case negate
    case arithmetic(ArithmeticOperator)
    case function(ExpressionFunction)
    /// Condition, and what stands for true and for false.
    case ternary
    /// Collection and predicate: a list of the elements for which that holds.
    case subquery

    // Predicates.
    case isTrue
    case isFalse
    case and
    case or
    case not
    case comparison(ComparisonOperator)
  }

  /// What a comparison asks of the elements of its left side.
  package enum Quantifier: UInt8, Sendable, BitwiseCopyable {
    /// The left side is compared itself.
    case none
    case any
    case all
    /// None of them.
    case no
  }

  package var operation: Operation
  package var quantifier = Quantifier.none
  /// `[c]` and `[d]` of a comparison of texts.
  package var ignoresCase = false
  package var ignoresDiacritics = false
  /// The number of an operand, or of levels.
  package var index: UInt32 = 0
  /// What it is applied to, one after the other.
  package var operands: PlanRange<ExpressionNode> = .empty
  package var steps: PlanRange<PathStep> = .empty
  package var constant: Cell = .missing
  /// What MATCHES looks for.
  package var pattern: PlanID<PatternProgram> = .none

  package init(_ operation: Operation) { self.operation = operation }
}

package enum ArithmeticOperator: String, Sendable, Hashable, BitwiseCopyable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"
}

package enum ComparisonOperator: String, Sendable, Hashable, BitwiseCopyable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
}
