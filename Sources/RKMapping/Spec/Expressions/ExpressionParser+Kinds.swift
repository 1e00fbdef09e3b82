internal import RKEngine

/// Checks of expressions that do not depend on data.
extension ExpressionParser {
  /// Requires a predicate, which is true or false.
  func demandPredicate(_ expression: Expression) throws(ExpressionError) {
    if expression.isPredicate { return }
    let text = scanner.text(expression.range)
    var help = "compare it with something: \(text) == YES"
    switch expression.kind {
    case .constant(let value) where value.kind == .true: help = "write TRUEPREDICATE"
    case .constant(let value) where value.kind == .false: help = "write FALSEPREDICATE"
    case .constant, .list: help = "a predicate compares something, as in name == 'x'"
    default: break
    }
    throw ExpressionError("this is a value, and no predicate", at: expression.range, help: help)
  }

  /// Requires a number; expressions of unknown kind are accepted.
  func demandNumber(_ expression: Expression) throws(ExpressionError) {
    if expression.isPredicate {
      throw ExpressionError("a predicate is no number", at: expression.range)
    }
    switch expression.kind {
    case .constant(let value) where value.kind != .number && value.kind != .null:
      throw ExpressionError("\(value.nameOfKind) is no number", at: expression.range)
    case .list: throw ExpressionError("a list is no number", at: expression.range)
    default: return
    }
  }

  /// Rejects comparisons that are false for all values.
  func check(_ comparison: Comparison, _ left: Expression, _ right: Expression)
    throws(ExpressionError)
  {
    if comparison.quantifier != .none, case .constant = left.kind {
      throw ExpressionError(
        "ANY, SOME, ALL and NONE ask for elements, which a single value does not have",
        at: left.range
      )
    }
    let comparator = comparison.comparator
    switch comparator {
    case .equal, .notEqual, .contains: return
    case .less, .lessOrEqual, .greater, .greaterOrEqual: try checkOrder(left, right)
    case .between: try checkBounds(right)
    case .isIn:
      if case .constant(let value) = right.kind, value.kind != .string {
        throw ExpressionError(
          "\(value.nameOfKind) has nothing in it",
          at: right.range,
          help: "a list is written {1, 2}"
        )
      }
    case .beginsWith, .endsWith, .like, .matches:
      try demandText(left, comparator)
      try demandText(right, comparator)
      if comparator == .matches { try checkPattern(right) }
    }
  }

  private func checkOrder(_ left: Expression, _ right: Expression) throws(ExpressionError) {
    for side in [left, right] {
      switch side.kind {
      case .constant(let value) where value.kind == .null:
        throw ExpressionError("NIL comes neither before nor after anything", at: side.range)
      case .list: throw ExpressionError("lists have no order", at: side.range)
      default: break
      }
    }
    guard case .constant(let first) = left.kind, case .constant(let second) = right.kind,
      (first.kind == .string) != (second.kind == .string)
    else { return }
    throw ExpressionError(
      "\(first.nameOfKind) comes neither before nor after \(second.nameOfKind)",
      at: left.range.lowerBound..<right.range.upperBound
    )
  }

  private func checkBounds(_ right: Expression) throws(ExpressionError) {
    let help = "BETWEEN takes the least and the greatest value: BETWEEN {1, 10}"
    switch right.kind {
    case .list(let items):
      guard items.count == 2 else {
        throw ExpressionError(
          "BETWEEN takes a list of two values, found \(items.count)",
          at: right.range,
          help: help
        )
      }
      try checkOrder(items[0], items[1])
    case .constant(let value):
      throw ExpressionError(
        "BETWEEN takes a list of two values, found \(value.nameOfKind)",
        at: right.range,
        help: help
      )
    default: return
    }
  }

  private func demandText(_ expression: Expression, _ comparator: ComparisonOperator)
    throws(ExpressionError)
  {
    let name: String
    switch expression.kind {
    case .constant(let value) where value.kind != .string: name = value.nameOfKind
    case .list: name = "a list"
    case _ where expression.isPredicate: name = "a predicate"
    default: return
    }
    throw ExpressionError("\(comparator.rawValue) takes texts, found \(name)", at: expression.range)
  }

  private func checkPattern(_ expression: Expression) throws(ExpressionError) {
    guard case .constant(let value) = expression.kind else {
      throw ExpressionError(
        "the pattern of MATCHES is not known before the run",
        at: expression.range,
        help: "MATCHES takes a text, as in name MATCHES '[a-z]+'; LIKE takes any value"
      )
    }
    do throws(TextError) {
      _ = try Pattern(value.plainText)
    } catch {
      throw ExpressionError(error.message, at: place(of: error.offset, in: expression))
    }
  }

  /// Requires the format of a date, if there is one.
  func checkFormat(_ expression: Expression?) throws(ExpressionError) {
    guard let expression else { return }
    guard case .constant(let value) = expression.kind, value.kind == .string else {
      throw ExpressionError(
        "the format of a date is not known before the run",
        at: expression.range,
        help: "date takes a text, as in date(at, 'd/M/yyyy')"
      )
    }
    do throws(TextError) {
      _ = try DatePattern(value.plainText)
    } catch {
      throw ExpressionError(
        error.message,
        at: place(of: error.offset, in: expression),
        help: error.help
      )
    }
  }

  /// The position of a byte of a text literal without escapes; else the whole literal.
  private func place(of offset: Int, in literal: Expression) -> Range<Int> {
    guard case .constant(let value) = literal.kind,
      value.plainText.utf8.count + 2 == literal.range.count
    else { return literal.range }
    let start = literal.range.lowerBound + 1 + offset
    return min(start, literal.range.upperBound - 1)..<(literal.range.upperBound - 1)
  }
}

extension ConstantValue {
  /// The kind of the expression, for messages.
  fileprivate var nameOfKind: String {
    switch kind {
    case .null: "NIL"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string: "a text"
    default: "a list"
    }
  }
}
