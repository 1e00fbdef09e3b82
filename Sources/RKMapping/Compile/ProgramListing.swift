internal import RKEngine

/// The text of a program, for people: the format language again, with places in the plan for names.
struct ProgramListing {
  let plan: MappingPlan
  /// How a source is called.
  let name: (Source) -> String

  func text(of program: PlanID<ExpressionProgram>) -> String {
    let program = plan.programs[program]
    return text(plan.expressions[program.root], plan.expressionOperands[program.operands])
  }

  private func text(_ node: ExpressionNode, _ operands: ArraySlice<ExpressionOperand>) -> String {
    let parts = plan.expressions[node.operands]
    let texts = parts.map { text($0, operands) }
    func joined(_ sign: String) -> String {
      zip(parts, texts).map { $0.needsParentheses ? "(\($1))" : $1 }
        .joined(separator: " \(sign) ")
    }
    switch node.operation {
    case .constant: return constant(node.constant)
    case .operand:
      return text(operands[operands.startIndex + Int(node.index)]) + steps(node.steps)
    case .variable: return "$\(node.index)\(steps(node.steps))"
    case .path: return "(\(texts[0]))\(steps(node.steps))"
    case .list: return "{\(texts.joined(separator: ", "))}"
    case .negate: return "-(\(texts[0]))"
    case .not: return "NOT (\(texts[0]))"
    case .isTrue: return "TRUEPREDICATE"
    case .isFalse: return "FALSEPREDICATE"
    case .ternary: return "TERNARY(\(texts.joined(separator: ", ")))"
    case .subquery: return "SUBQUERY(\(texts[0]), $, \(texts[1]))"
    default: break
    }
    guard let sign = node.operation.sign else {
      return "\(node.operation)(\(texts.joined(separator: ", ")))"
    }
    let options = (node.ignoresCase ? "c" : "") + (node.ignoresDiacritics ? "d" : "")
    let comparison = joined(options.isEmpty ? sign : "\(sign)[\(options)]")
    switch node.quantifier {
    case .none: return comparison
    case .any: return "ANY \(comparison)"
    case .all: return "ALL \(comparison)"
    case .no: return "NONE \(comparison)"
    }
  }

  private func text(_ operand: ExpressionOperand) -> String {
    switch operand {
    case .source(let source): "<\(name(plan.sources[source]))>"
    case .column(let column): "<column \(column)>"
    case .subject: "SELF"
    }
  }

  private func constant(_ cell: Cell) -> String {
    switch cell.kind {
    case .missing, .null: "NIL"
    case .true: "true"
    case .false: "false"
    default: String(decoding: plan.text[cell.range], as: UTF8.self)
    }
  }

  private func steps(_ steps: PlanRange<PathStep>) -> String { plan.text(of: steps) }
}

extension MappingPlan {
  /// The end of a key path, for people.
  func text(of steps: PlanRange<PathStep>) -> String {
    func text(_ range: ByteRange) -> String {
      String(decoding: self.text[range.range], as: UTF8.self)
    }
    return self.steps[steps].map { step in
      switch step {
      case .key(let key): "." + text(key)
      case .index(let index): "[\(index)]"
      case .all: "[*]"
      case .glob(let glob):
        "." + keyPieces[globs[glob].pieces].map { text($0) }.joined(separator: "*")
      case .descendants(let key): ".." + text(key)
      case .collection(let collection): "." + collection.word
      }
    }.joined()
  }
}

extension ExpressionNode {
  /// It is made of others with a sign between them.
  fileprivate var needsParentheses: Bool { operation.sign != nil }
}

extension ExpressionNode.Operation {
  /// What stands between its operands; nil for a function.
  fileprivate var sign: String? {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    case .and: "AND"
    case .or: "OR"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .between: "BETWEEN"
    case .isIn: "IN"
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .isLike: "LIKE"
    case .matches: "MATCHES"
    default: nil
    }
  }
}
