import RKDiagnostics
import RKEngine
import RKMapping

/// A tree in its canonical form: one spelling for every operator, with as few parentheses as
/// possible.
struct ExpressionText {
  /// How tightly a part binds.
  private enum Level: Int, Comparable {
    case or
    case and
    case not
    case comparison
    case sum
    case product
    case sign
    case power
    case operand

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  static func text(of expression: Expression) -> String { text(expression).text }

  private static func text(_ part: Expression, atLeast level: Level) -> String {
    let (text, own) = text(part)
    return own < level ? "(\(text))" : text
  }

  private static func text(_ expression: Expression) -> (text: String, level: Level) {
    switch expression.kind {
    case .constant(let value):
      return (constant(value), value.text.hasPrefix("-") ? .sign : .operand)
    case .truth(let value): return (value ? "TRUEPREDICATE" : "FALSEPREDICATE", .operand)
    case .keyPath(let path): return (text(path), .operand)
    case .variable(let name, let steps): return ("$\(name)\(text(steps))", .operand)
    case .path(let inner, let steps): return (beginning(inner) + text(steps), .operand)
    case .list(let items): return ("{\(list(items))}", .operand)
    case .negative(let inner): return ("-" + text(inner, atLeast: .sign), .sign)
    case .arithmetic(let sign, let left, let right): return arithmetic(sign, left, right)
    case .function(let function, let items): return ("\(function)(\(list(items)))", .operand)
    case .ternary(let condition, let first, let second):
      return ("TERNARY(\(list([condition, first, second])))", .operand)
    case .subquery(let collection, let variable, let predicate):
      return ("SUBQUERY(\(text(of: collection)), $\(variable), \(text(of: predicate)))", .operand)
    case .or(let parts):
      return (parts.map { text($0, atLeast: .and) }.joined(separator: " OR "), .or)
    case .and(let parts):
      return (parts.map { text($0, atLeast: .not) }.joined(separator: " AND "), .and)
    case .not(let inner): return ("NOT " + text(inner, atLeast: .not), .not)
    case .comparison(let comparison, let left, let right):
      let quantifier: String
      switch comparison.quantifier {
      case .none: quantifier = ""
      case .any: quantifier = "ANY "
      case .all: quantifier = "ALL "
      case .no: quantifier = "NONE "
      }
      let letters =
        (comparison.ignoresCase ? "c" : "") + (comparison.ignoresDiacritics ? "d" : "")
      let options = letters.isEmpty ? "" : "[\(letters)]"
      let (left, right) = (text(left, atLeast: .sum), text(right, atLeast: .sum))
      let text = "\(quantifier)\(left) \(comparison.comparator.rawValue)\(options) \(right)"
      return (text, .comparison)
    }
  }

  private static func arithmetic(
    _ sign: ArithmeticOperator,
    _ left: Expression,
    _ right: Expression
  ) -> (text: String, level: Level) {
    let levels: (left: Level, right: Level, own: Level) =
      switch sign {
      case .add, .subtract: (.sum, .product, .sum)
      case .multiply, .divide: (.product, .sign, .product)
      case .power: (.operand, .sign, .power)
      }
    let (first, second) = (text(left, atLeast: levels.left), text(right, atLeast: levels.right))
    return ("\(first) \(sign.rawValue) \(second)", levels.own)
  }

  private static func list(_ items: [Expression]) -> String {
    items.map { text(of: $0) }.joined(separator: ", ")
  }

  /// The beginning of a path.
  private static func beginning(_ inner: Expression) -> String {
    switch inner.kind {
    case .list, .function, .ternary, .subquery: text(of: inner)
    case _ where inner.isSubject: "SELF"
    default: "(\(text(of: inner)))"
    }
  }

  private static func constant(_ value: ConstantValue) -> String {
    switch value.kind {
    case .null: "NIL"
    case .true: "TRUE"
    case .false: "FALSE"
    case .string:
      "'"
        + value.plainText.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        .replacing("\n", with: "\\n") + "'"
    default: value.text
    }
  }

  // MARK: - Key paths

  private static func text(_ path: SourceKeyPath) -> String {
    let steps = text(path.components)
    switch path.root {
    case .representation where path.components.isEmpty: return "SELF"
    case .representation:
      let isKey = steps.hasPrefix(".") && !steps.hasPrefix("..")
      return isKey ? String(steps.dropFirst()) : steps
    case .nestingAttribute(let name): return "(\(name))\(steps)"
    case .parent(let levels):
      return Array(repeating: "@parent", count: levels).joined(separator: ".") + steps
    case .root: return "@root" + steps
    case .document: return "@document" + steps
    case .key: return "@key"
    default: return path.text
    }
  }

  private static func text(_ steps: [SourceKeyPath.Component]) -> String {
    steps.map { step in
      switch step {
      case .key(let key): isPlain(key) ? ".\(key)" : "[\(JSONObjectText.quoted(key))]"
      case .index(let index): "[\(index)]"
      case .all(let isList): isList ? "[*]" : ".*"
      case .glob(let glob): "." + glob.pieces.joined(separator: "*")
      case .descendants(let key): "..\(key)"
      case .collection(let collection): ".\(collection.rawValue)"
      }
    }.joined()
  }

  private static let reserved: Set<String> = [
    "and", "or", "not", "any", "some", "all", "none", "between", "in", "contains", "beginswith",
    "endswith", "like", "matches", "self", "nil", "null", "true", "yes", "false", "no",
    "truepredicate", "falsepredicate",
  ]

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && !reserved.contains(key.lowercased()) && !("0"..."9").contains(key.prefix(1))
      && key.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .ascii("_") }
  }
}

extension Expression {
  /// The tree without its positions, for comparison.
  var unplaced: Expression {
    func unplaced(_ comparison: Comparison, _ left: Expression, _ right: Expression) -> Kind {
      .comparison(comparison, left.unplaced, right.unplaced)
    }
    func whole(_ path: SourceKeyPath) -> SourceKeyPath {
      var path = path
      path.text = ""
      return path
    }
    let kind: Kind =
      switch self.kind {
      case .constant, .truth, .variable: self.kind
      case .keyPath(let path): .keyPath(whole(path))
      case .path(let inner, let steps): .path(inner.unplaced, steps)
      case .list(let items): .list(items.map(\.unplaced))
      case .negative(let inner): .negative(inner.unplaced)
      case .arithmetic(let sign, let left, let right):
        .arithmetic(sign, left.unplaced, right.unplaced)
      case .function(let function, let items): .function(function, items.map(\.unplaced))
      case .ternary(let condition, let first, let second):
        .ternary(condition.unplaced, first.unplaced, second.unplaced)
      case .subquery(let collection, let variable, let predicate):
        .subquery(collection.unplaced, variable: variable, predicate.unplaced)
      case .and(let parts): .and(parts.map(\.unplaced))
      case .or(let parts): .or(parts.map(\.unplaced))
      case .not(let inner): .not(inner.unplaced)
      case .comparison(let comparison, let left, let right): unplaced(comparison, left, right)
      }
    return Expression(kind, at: 0..<0)
  }
}
