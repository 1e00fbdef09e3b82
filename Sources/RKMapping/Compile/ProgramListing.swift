internal import RKEngine

/// A program as text, for people: in the predicate language, but with indices of the plan instead of names.
struct ProgramListing {
  let plan: MappingPlan
  /// Returns the name of a source.
  let name: (Source) -> String

  func text(of program: PlanID<ExpressionProgram>) -> String {
    let program = plan.programs[program]
    return text(plan.expressions[program.root], plan.expressionOperands[program.operands])
  }

  private func text(_ node: ExpressionNode, _ operands: ArraySlice<ExpressionOperand>) -> String {
    let parts = plan.expressions[node.operands]
    let texts = parts.map { text($0, operands) }
    func joined(_ sign: String) -> String {
      zip(parts, texts).map { $0.operation.isInfix ? "(\($1))" : $1 }.joined(separator: " \(sign) ")
    }
    let list = texts.joined(separator: ", ")
    switch node.operation {
    case .constant: return constant(node.constant)
    case .operand, .dated:
      return text(operands[operands.startIndex + Int(node.index)]) + steps(node.steps)
    case .variable: return "$\(node.index)\(steps(node.steps))"
    case .path: return "(\(list))\(steps(node.steps))"
    case .list: return "{\(list)}"
    case .negate: return "-(\(list))"
    case .arithmetic(let sign): return joined(sign.rawValue)
    case .function(let function): return "\(function.rawValue)(\(list))"
    case .ternary: return "TERNARY(\(list))"
    case .subquery: return "SUBQUERY(\(texts[0]), $, \(texts[1]))"
    case .isTrue: return "TRUEPREDICATE"
    case .isFalse: return "FALSEPREDICATE"
    case .and: return joined("AND")
    case .or: return joined("OR")
    case .not: return "NOT (\(list))"
    case .comparison(let comparator):
      let options = (node.ignoresCase ? "c" : "") + (node.ignoresDiacritics ? "d" : "")
      let word = comparator.rawValue
      return node.quantifier.word + joined(options.isEmpty ? word : "\(word)[\(options)]")
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
      case .collection(let collection): "." + collection.rawValue
      }
    }.joined()
  }
}

extension ExpressionNode.Operation {
  /// Whether the operator is written between its operands.
  fileprivate var isInfix: Bool {
    switch self {
    case .arithmetic, .and, .or, .comparison: true
    case .constant, .operand, .dated, .variable, .path, .list, .negate, .function, .ternary,
      .subquery, .isTrue, .isFalse, .not:
      false
    }
  }
}

extension ExpressionNode.Quantifier {
  /// The modifier before a comparison.
  fileprivate var word: String {
    switch self {
    case .none: ""
    case .any: "ANY "
    case .all: "ALL "
    case .no: "NONE "
    }
  }
}
