/// A comparison of a value with constants of the spec.
///
/// Most predicates are one, or several that must all hold. These are asked one after the other without
/// the machine of expressions, which is left what takes more than a look: texts with escapes, long
/// numbers, values that are of another kind than the constant or are not there.
struct ConstantComparison: BitwiseCopyable {
  /// Where the value is.
  enum Operand: BitwiseCopyable {
    case slot(UInt32)
    case column(UInt32)
    case subject
  }

  let operand: Operand
  let operation: ExpressionNode.Operation
  /// What the value is compared with, or the least that it may be.
  let constant: Cell
  let number: ShortNumber?
  /// The most that it may be.
  let most: ShortNumber?
}

extension MappingPlan {
  /// The comparisons that a predicate consists of, all of which must hold; empty where it is made of
  /// anything else.
  func constantComparisons(of program: PlanID<ExpressionProgram>) -> [ConstantComparison] {
    let program = programs[program]
    return comparisons(at: Int(program.root.index), program) ?? []
  }

  private func comparisons(at number: Int, _ program: ExpressionProgram) -> [ConstantComparison]? {
    let node = expressions[number]
    guard node.operation == .and else { return comparison(node, program).map { [$0] } }
    var found: [ConstantComparison] = []
    for operand in node.operands.indices {
      guard let inner = comparisons(at: operand, program) else { return nil }
      found += inner
    }
    return found
  }

  private func comparison(_ node: ExpressionNode, _ program: ExpressionProgram)
    -> ConstantComparison?
  {
    guard node.quantifier == .none, !node.ignoresCase, !node.ignoresDiacritics,
      node.operands.count == 2
    else { return nil }
    let (left, right) = (
      expressions[node.operands][node.operands.indices.lowerBound],
      expressions[node.operands.indices.lowerBound + 1]
    )
    guard left.operation == .operand, left.steps.isEmpty else { return nil }
    let operand: ConstantComparison.Operand
    switch expressionOperands[program.operands.indices.lowerBound + Int(left.index)] {
    case .source(let source):
      guard let slot = sources[source].memberSlot else { return nil }
      operand = .slot(slot)
    case .column(let column): operand = .column(column)
    case .subject: operand = .subject
    }
    switch node.operation {
    case .equal, .notEqual:
      guard let constant = constant(right) else { return nil }
      let number = number(constant)
      guard number != nil || constant.kind == .string else { return nil }
      return ConstantComparison(
        operand: operand,
        operation: node.operation,
        constant: constant,
        number: number,
        most: nil
      )
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let constant = constant(right), let number = number(constant) else { return nil }
      return ConstantComparison(
        operand: operand,
        operation: node.operation,
        constant: constant,
        number: number,
        most: nil
      )
    case .between:
      guard right.operation == .list, right.operands.count == 2 else { return nil }
      let bounds = right.operands.indices.compactMap { self.constant(expressions[$0]) }
      guard bounds.count == 2, let least = number(bounds[0]), let most = number(bounds[1]) else {
        return nil
      }
      return ConstantComparison(
        operand: operand,
        operation: .between,
        constant: bounds[0],
        number: least,
        most: most
      )
    default: return nil
    }
  }

  private func constant(_ node: ExpressionNode) -> Cell? {
    guard node.operation == .constant, node.constant.space == .plan else { return nil }
    let bytes = text[node.constant.range]
    return bytes.contains(.backslash) ? nil : node.constant
  }

  private func number(_ cell: Cell) -> ShortNumber? {
    cell.kind == .number ? ShortNumber(text.span, cell.range) : nil
  }
}

extension ConstantComparison {
  /// Whether it holds for a value; nil where that takes more than a look.
  @inline(__always)
  func holds(for value: Cell, _ bytes: CellBytes) -> Bool? {
    switch value.kind {
    case .number:
      guard let number, let value = ShortNumber(bytes.around(value), value.range),
        let order = ShortNumber.order(value, number)
      else { return nil }
      switch operation {
      case .equal: return order == 0
      case .notEqual: return order != 0
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .greater: return order > 0
      case .greaterOrEqual: return order >= 0
      case .between:
        if order < 0 { return false }
        guard let most, let order = ShortNumber.order(value, most) else { return nil }
        return order <= 0
      default: return nil
      }
    case .string:
      guard constant.kind == .string, value.space == .input, value.traits.isEmpty
      else { return nil }
      let areEqual = TextSearch.areEqual(bytes.content(of: value), bytes.content(of: constant))
      return operation == .equal ? areEqual : operation == .notEqual ? !areEqual : nil
    default: return nil
    }
  }
}
