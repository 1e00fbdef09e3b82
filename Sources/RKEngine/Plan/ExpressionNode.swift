/// An expression or a predicate of the spec language, compiled for evaluation.
///
/// The values that it reads are loaded before it runs, so evaluation looks nothing up: operand k of
/// its nodes is the value of the k-th of `operands`.
package struct ExpressionProgram: Sendable, BitwiseCopyable {
  package var root: PlanID<ExpressionNode>
  package var operands: PlanRange<ExpressionOperand>
  /// The keys of the examined values are those of documents, so the plan's `keyRules` apply to
  /// them.
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
  /// The value of a source for the current representation.
  case source(PlanID<Source>)
  /// A column of a record.
  case column(UInt32)
  /// The value of `SELF` if that is not the representation: the validated value, or the record.
  case subject
}

/// A column of dates in the records of one shape.
package struct DateColumn: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  package var column: UInt32
  package var date: PlanID<DateConversion>

  package init(record: PlanID<RecordShape>, column: UInt32, date: PlanID<DateConversion>) {
    self.record = record
    self.column = column
    self.date = date
  }
}

/// One operation of an expression, with its operands.
package struct ExpressionNode: Sendable, BitwiseCopyable {
  package enum Operation: Sendable, Hashable, BitwiseCopyable {
    // Values.
    /// `constant`.
    case constant
    /// The program's operand `index`, followed by `steps`.
    case operand
    /// The same, where the operand is a column of dates, which `date` has made.
    case dated
    /// The value of the variable of a SUBQUERY, followed by `steps`; `index` counts the enclosing
    /// SUBQUERYs to skip, 0 for the nearest.
    case variable
    /// `steps` from the value of its only operand.
    case path
    /// `{a, b}`.
    case list
    case negate
    case arithmetic(ArithmeticOperator)
    case function(ExpressionFunction)
    /// Condition, value if true, value if false.
    case ternary
    /// Collection and predicate: a list of the elements for which it holds.
    case subquery

    // Predicates.
    case isTrue
    case isFalse
    case and
    case or
    case not
    case comparison(ComparisonOperator)
  }

  /// How a comparison applies to the elements of its left side.
  package enum Quantifier: UInt8, Sendable, BitwiseCopyable {
    /// The left side itself is compared.
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
  /// The number of an operand, or of enclosing levels.
  package var index: UInt32 = 0
  /// Its operands, in order.
  package var operands: PlanRange<ExpressionNode> = .empty
  package var steps: PlanRange<PathStep> = .empty
  package var constant: Cell = .missing
  /// The pattern of MATCHES.
  package var pattern: PlanID<PatternProgram> = .none
  /// The conversion that the function `date` applies, or that made an operand's dates.
  package var date: PlanID<DateConversion> = .none

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

  /// Whether both sides must be texts.
  package var takesTexts: Bool {
    switch self {
    case .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }
}
