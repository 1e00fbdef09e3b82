internal import RKDiagnostics
internal import RKEngine

/// Compiles a predicate to a condition on stored rows, or explains why a database cannot evaluate it.
struct StoredPredicateCompiler {
  /// The meaning of a name of the predicate in the table.
  enum Column: Sendable, Hashable {
    case column(Int)
    /// A column of lists or objects, which a database stores as text.
    case structure(Int)
    /// A column of decimals, which a database stores as text.
    case decimal(Int)
    /// A column of decimals, which a database stores as integers.
    case scaled(Int, UInt8)
    /// Not a column, for a reason.
    case noColumn(reason: String)
  }

  /// The reason why a database cannot evaluate a predicate.
  struct Refusal: Error {
    enum Reason {
      /// An unknown name.
      case unknown(String)
      case untranslatable(String, help: String?)
    }

    var reason: Reason
    /// The range in the predicate's text, in bytes.
    var range: Range<Int>
  }

  /// Returns the column of a destination; nil for an unknown name.
  let column: (_ name: [String]) -> Column?
  /// Returns a value that is fixed for the run, such as a parameter of the request's path; nil if
  /// it is missing, or not fixed.
  let constant: (SourceKeyPath) -> ConstantValue?

  // MARK: - Predicates

  func predicate(_ expression: Expression) throws(Refusal) -> StoredPredicate {
    switch expression.kind {
    case .truth(let value): return .truth(value)
    case .and(let parts): return .and(try predicates(parts))
    case .or(let parts): return .or(try predicates(parts))
    case .not(let inner): return .not(try predicate(inner))
    case .comparison(let comparison, let left, let right):
      return try quantified(comparison, left, right, at: expression)
    default:
      throw refusal("only a comparison can be asked of stored rows", expression)
    }
  }

  private func predicates(_ parts: [Expression]) throws(Refusal) -> [StoredPredicate] {
    var made: [StoredPredicate] = []
    for part in parts { made.append(try predicate(part)) }
    return made
  }

  /// ANY and similar words treat a column as a list of one value, or an empty list if it is null.
  private func quantified(
    _ comparison: Comparison,
    _ left: Expression,
    _ right: Expression,
    at whole: Expression
  ) throws(Refusal) -> StoredPredicate {
    let made = try compare(comparison, left, right, at: whole)
    if comparison.quantifier == .none { return made }
    let isNull = StoredPredicate.equal(try operand(left), .null, ignoresCase: false)
    switch comparison.quantifier {
    case .none, .any: return .and([.not(isNull), made])
    case .all: return .or([isNull, made])
    case .no: return .not(.and([.not(isNull), made]))
    }
  }

  private func compare(
    _ comparison: Comparison,
    _ left: Expression,
    _ right: Expression,
    at whole: Expression
  ) throws(Refusal) -> StoredPredicate {
    if comparison.ignoresDiacritics {
      throw refusal("[d] folds letters that a database does not", whole)
    }
    switch comparison.comparator {
    case .equal: return try equal(comparison, left, right)
    case .notEqual: return .not(try equal(comparison, left, right))
    case .less: return try order(comparison, left, .less, right)
    case .lessOrEqual: return try order(comparison, left, .lessOrEqual, right)
    case .greater: return try order(comparison, left, .greater, right)
    case .greaterOrEqual: return try order(comparison, left, .greaterOrEqual, right)
    case .between:
      guard case .list(let bounds) = right.kind, bounds.count == 2 else {
        throw refusal("BETWEEN takes a list of two values here: {1, 10}", right)
      }
      return .and([
        try order(comparison, left, .greaterOrEqual, bounds[0]),
        try order(comparison, left, .lessOrEqual, bounds[1]),
      ])
    case .isIn:
      guard case .list(let values) = right.kind else {
        return try text(comparison, .contains, right, left)
      }
      var parts: [StoredPredicate] = []
      for value in values { parts.append(try equal(comparison, left, value)) }
      return .or(parts)
    case .contains:
      if case .list(let values) = left.kind {
        var parts: [StoredPredicate] = []
        for value in values { parts.append(try equal(comparison, right, value)) }
        return .or(parts)
      }
      return try text(comparison, .contains, left, right)
    case .beginsWith: return try text(comparison, .beginsWith, left, right)
    case .endsWith: return try text(comparison, .endsWith, left, right)
    case .like: return try like(comparison, left, right)
    case .matches:
      throw refusal(
        "a database has no regular expressions",
        whole,
        help: "LIKE, BEGINSWITH and CONTAINS can be asked of stored rows"
      )
    }
  }

  private func equal(_ comparison: Comparison, _ left: Expression, _ right: Expression)
    throws(Refusal) -> StoredPredicate
  {
    // Whether there is a list is known without the database.
    let isNullTest = left.isNull || right.isNull
    let (one, other) = try operands(comparison, left, right, allowsStructure: isNullTest)
    return .equal(one, other, ignoresCase: comparison.ignoresCase)
  }

  private func order(
    _ comparison: Comparison,
    _ left: Expression,
    _ order: StoredPredicate.Order,
    _ right: Expression
  ) throws(Refusal) -> StoredPredicate {
    let (one, other) = try operands(comparison, left, right)
    return .order(one, order, other, ignoresCase: comparison.ignoresCase)
  }

  private func text(
    _ comparison: Comparison,
    _ test: StoredPredicate.TextTest,
    _ left: Expression,
    _ right: Expression
  ) throws(Refusal) -> StoredPredicate {
    let (one, other) = try operands(comparison, left, right)
    return .text(test, one, other, ignoresCase: comparison.ignoresCase)
  }

  private func like(_ comparison: Comparison, _ left: Expression, _ right: Expression)
    throws(Refusal) -> StoredPredicate
  {
    let (one, other) = try operands(comparison, left, right)
    if case .text(let pattern) = other { try refuseZero(in: pattern, right) }
    switch other {
    case .text, .null, .integer, .real:
      return .text(.isLike, one, other, ignoresCase: comparison.ignoresCase)
    case .column, .length: throw refusal("the pattern of LIKE must be a constant", right)
    }
  }

  /// Where SQL examines characters, a text ends at the first U+0000.
  private func refuseZero(in text: String, _ expression: Expression) throws(Refusal) {
    guard text.utf8.contains(0) else { return }
    throw refusal("a database compares no character U+0000 by LIKE or [c]", expression)
  }

  // MARK: - Operands

  private func operands(
    _ comparison: Comparison,
    _ left: Expression,
    _ right: Expression,
    allowsStructure: Bool = false
  ) throws(Refusal) -> (StoredPredicate.Operand, StoredPredicate.Operand) {
    let scale = scale(of: left) ?? scale(of: right)
    let one = try operand(left, allowsStructure: allowsStructure, scale: scale)
    let other = try operand(right, allowsStructure: allowsStructure, scale: scale)
    guard comparison.ignoresCase else { return (one, other) }
    if case .column = one, case .column = other {
      throw refusal(
        "a database compares only ASCII letters without regard to case, and columns may have others",
        right,
        help: "attributes with \"transform\": \"lowercase\" can be compared"
      )
    }
    for (operand, expression) in [(one, left), (other, right)] {
      guard case .text(let text) = operand else { continue }
      try refuseZero(in: text, expression)
      if !text.utf8.allSatisfy({ $0 < 0x80 }) {
        throw refusal(
          "a database compares only ASCII letters without regard to case",
          expression,
          help: "without [c], or with each form in a list: name IN {\"\\u00C4\", \"\\u00E4\"}"
        )
      }
    }
    return (one, other)
  }

  /// The number of digits after the point, for decimals stored as integers.
  private func scale(of expression: Expression) -> UInt8? {
    guard case .keyPath(let path) = expression.kind, !path.climbs else { return nil }
    let name = path.components.compactMap { if case .key(let key) = $0 { key } else { nil } }
    guard name.count == path.components.count, case .scaled(_, let scale)? = column(name) else {
      return nil
    }
    return scale
  }

  /// Converts a value to the scale of the decimals that it is compared with.
  private func operand(
    _ expression: Expression,
    allowsStructure: Bool = false,
    scale: UInt8? = nil
  ) throws(Refusal) -> StoredPredicate.Operand {
    switch expression.kind {
    case .constant(let value): return try constant(value, expression, scale)
    case .negative(let inner):
      if case .constant(let value) = inner.kind, value.kind == .number {
        let text = value.text.hasPrefix("-") ? String(value.text.dropFirst()) : "-" + value.text
        return try number(text, expression, scale)
      }
      throw arithmetic(expression)
    case .keyPath(let path): return try value(of: path, expression, allowsStructure, scale)
    case .truth(let value): return .integer(value ? 1 : 0)
    case .function(.length, let arguments) where arguments.count == 1:
      switch try operand(arguments[0]) {
      case .column(let column): return .length(of: column)
      case .text(let text): return .integer(Int64(text.unicodeScalars.count))
      case .null, .integer, .real, .length: return .null
      }
    case .arithmetic: throw arithmetic(expression)
    case .function(let function, _):
      throw refusal("a database cannot be asked for \(function.rawValue)()", expression)
    case .variable, .path, .subquery:
      throw refusal("a database cannot be asked for a SUBQUERY", expression)
    case .list: throw refusal("a list stands only after IN and BETWEEN here", expression)
    case .ternary: throw refusal("a database cannot be asked for a TERNARY", expression)
    case .and, .or, .not, .comparison:
      throw refusal("a predicate is no value that a database compares", expression)
    }
  }

  private func value(
    of path: SourceKeyPath,
    _ expression: Expression,
    _ allowsStructure: Bool,
    _ scale: UInt8?
  ) throws(Refusal) -> StoredPredicate.Operand {
    if path.climbs {
      if path.isOfRun {
        guard let value = constant(path) else { return .null }
        return try constant(value, expression, scale)
      }
      throw refusal("a stored row has no '\(path.text)'", expression)
    }
    var name: [String] = []
    for component in path.components {
      guard case .key(let key) = component else {
        throw refusal(
          "'\(path.text)' is more than a name, which a database cannot follow",
          expression
        )
      }
      name.append(key)
    }
    if name.isEmpty { throw refusal("a row as a whole is compared with nothing", expression) }
    switch column(name) {
    case .column(let column):
      if scale == nil { return .column(column) }
      throw otherThanNumber(expression)
    case .scaled(let column, let own):
      if scale == nil || scale == own { return .column(column) }
      throw otherThanNumber(expression)
    case .structure(let column):
      if allowsStructure { return .column(column) }
      throw refusal(
        "'\(path.text)' is a list or an object, which a database has as text",
        expression
      )
    case .decimal(let column):
      if allowsStructure { return .column(column) }
      throw refusal("'\(path.text)' is a decimal, which a database has as text", expression)
    case .noColumn(let reason): throw refusal(reason, expression)
    case nil: throw Refusal(reason: .unknown(name.joined(separator: ".")), range: expression.range)
    }
  }

  private func constant(_ value: ConstantValue, _ expression: Expression, _ scale: UInt8?)
    throws(Refusal) -> StoredPredicate.Operand
  {
    switch value.kind {
    case .missing, .null: return .null
    case .false: return .integer(0)
    case .true: return .integer(1)
    case .string where scale != nil: throw otherThanNumber(expression)
    case .string: return .text(value.plainText)
    case .number: return try number(value.text, expression, scale)
    default: throw refusal("a list or an object is compared with nothing here", expression)
    }
  }

  private func number(_ text: String, _ expression: Expression, _ scale: UInt8?) throws(Refusal)
    -> StoredPredicate.Operand
  {
    let scaled = scale.flatMap { StoredValue(number: text, as: .scaled($0)) }
    // A value with more digits than the column has is between two of its values.
    guard
      let value = scaled ?? StoredValue(number: scale.map { text.shifted(by: Int($0)) } ?? text)
    else {
      throw refusal("a database does not hold all digits of \(text)", expression)
    }
    return value.kind == .integer ? .integer(value.integer) : .real(value.real)
  }

  // MARK: - Refusals

  private func otherThanNumber(_ expression: Expression) -> Refusal {
    refusal(
      "a decimal that is stored as an integer is compared with numbers, and with decimals of its "
        + "own scale",
      expression
    )
  }

  private func refusal(_ message: String, _ expression: Expression, help: String? = nil) -> Refusal
  {
    Refusal(reason: .untranslatable(message, help: help), range: expression.range)
  }

  private func arithmetic(_ expression: Expression) -> Refusal {
    refusal(
      "arithmetic is exact here, and a database's is not",
      expression,
      help: "an attribute with an \"expression\" stores the result, which can be compared"
    )
  }
}

extension SourceKeyPath {
  /// Whether its value is fixed for the run.
  var isOfRun: Bool {
    if case .metadata(let names) = root { names.first != "file" } else { false }
  }
}

extension Expression {
  fileprivate var isNull: Bool {
    if case .constant(let value) = kind { value.kind == .null } else { false }
  }

  /// The key paths that it reads whose values are fixed for the run.
  var pathsOfRun: [SourceKeyPath] {
    sourcePaths.filter(\.isOfRun)
  }
}

extension String {
  /// The number times a power of ten.
  fileprivate func shifted(by power: Int) -> String {
    let parts = split(whereSeparator: { $0 == "e" || $0 == "E" })
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return "\(parts.first ?? "")e\(exponent + power)"
  }
}
