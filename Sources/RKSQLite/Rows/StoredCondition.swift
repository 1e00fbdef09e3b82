internal import RKEngine
internal import RKMapping

/// A condition on stored rows in SQL, with its parameters.
///
/// It is 1 or 0 for every row, never null. Columns are compared without their affinity and
/// collation: a number never equals a text, and texts are compared byte by byte, whatever the table
/// declares.
struct StoredCondition {
  private(set) var sql = ""
  private var values: [StoredPredicate.Operand] = []
  private let definition: TableDefinition
  /// The number of the first parameter.
  private let first: Int

  init(_ predicate: StoredPredicate, _ definition: TableDefinition, firstParameter: Int = 1) {
    self.definition = definition
    first = firstParameter
    sql = text(predicate)
  }

  func bind(to statement: Statement) throws(WriteError) {
    do { try bindValues(to: statement) } catch { throw .failure(error) }
  }

  func bindValues(to statement: Statement) throws(Database.Failure) {
    for (number, value) in values.enumerated() {
      switch value {
      case .integer(let value): try statement.bind(first + number, value)
      case .real(let value):
        try statement.bind(first + number, StoredValue(real: value), UniqueArray<UInt8>())
      case .text(let text): try statement.bind(first + number, text)
      case .null, .column, .length: break
      }
    }
  }

  // MARK: - Conditions

  private mutating func text(_ predicate: StoredPredicate) -> String {
    switch predicate {
    case .truth(let value): return value ? "1" : "0"
    case .and(let parts): return joined(parts, by: " AND ", nothing: "1")
    case .or(let parts): return joined(parts, by: " OR ", nothing: "0")
    case .not(let inner): return "NOT \(text(inner))"
    case .equal(let one, let other, let ignoresCase):
      return equal(one, other, ignoresCase)
    case .order(let one, let order, let other, let ignoresCase):
      return self.order(one, order, other, ignoresCase)
    case .text(let test, let one, let other, let ignoresCase):
      return self.test(test, one, other, ignoresCase)
    }
  }

  private mutating func joined(
    _ parts: [StoredPredicate],
    by word: String,
    nothing: String
  ) -> String {
    if parts.isEmpty { return nothing }
    var texts: [String] = []
    for part in parts { texts.append(text(part)) }
    return "(\(texts.joined(separator: word)))"
  }

  private func collation(_ ignoresCase: Bool) -> String { ignoresCase ? "NOCASE" : "BINARY" }

  private mutating func equal(
    _ one: StoredPredicate.Operand,
    _ other: StoredPredicate.Operand,
    _ ignoresCase: Bool
  ) -> String {
    switch (one, other) {
    case (.text, _) where isNumber(other): return "0"
    case (_, .text) where isNumber(one): return "0"
    default: break
    }
    let (left, right) = (value(one, ignoresCase), value(other, ignoresCase))
    return "(\(left) COLLATE \(collation(ignoresCase)) IS \(right))"
  }

  /// A comparison by order.
  ///
  /// Only two numbers or two texts are ordered; nulls are not even compared.
  private mutating func order(
    _ one: StoredPredicate.Operand,
    _ order: StoredPredicate.Order,
    _ other: StoredPredicate.Operand,
    _ ignoresCase: Bool
  ) -> String {
    let (left, right) = (quantity(one, ignoresCase), quantity(other, ignoresCase))
    let comparison = "\(left) COLLATE \(collation(ignoresCase)) \(order.rawValue) \(right)"
    return """
      (typeof(\(left)) IN ('integer', 'real') AND typeof(\(right)) IN ('integer', 'real') \
      AND \(comparison) OR typeof(\(left)) = 'text' AND typeof(\(right)) = 'text' \
      AND \(comparison))
      """
  }

  private mutating func test(
    _ test: StoredPredicate.TextTest,
    _ one: StoredPredicate.Operand,
    _ other: StoredPredicate.Operand,
    _ ignoresCase: Bool
  ) -> String {
    if isNumber(one) || isNumber(other) { return "0" }
    var other = other
    if case .text(let pattern) = other, test == .isLike {
      other = .text(Self.pattern(pattern))
    }
    var (left, right) = (value(one, ignoresCase), value(other, ignoresCase))
    let areTexts = "typeof(\(left)) = 'text' AND typeof(\(right)) = 'text'"
    if ignoresCase { (left, right) = ("lower(\(left))", "lower(\(right))") }
    // Compares bytes, since SQL's character functions stop at the first zero byte; `substr` returns
    // null instead of an empty blob.
    let (whole, part) = ("CAST(\(left) AS BLOB)", "CAST(\(right) AS BLOB)")
    switch test {
    case .contains: return "(\(areTexts) AND instr(\(left), \(right)) > 0)"
    case .beginsWith:
      return "(\(areTexts) AND coalesce(substr(\(whole), 1, length(\(part))), x'') = \(part))"
    case .endsWith:
      return """
        (\(areTexts) AND length(\(whole)) >= length(\(part)) \
        AND coalesce(substr(\(whole), length(\(whole)) - length(\(part)) + 1), x'') = \(part))
        """
    case .isLike:
      return "(\(areTexts) AND instr(\(left), char(0)) = 0 AND \(left) GLOB \(right))"
    }
  }

  /// Converts a LIKE pattern to one of GLOB, where a bracket is special and a backslash is not.
  private static func pattern(_ text: String) -> String {
    var pattern = ""
    var isLiteral = false
    for scalar in text.unicodeScalars {
      if scalar == "\\" && !isLiteral {
        isLiteral = true
        continue
      }
      if scalar == "[" || isLiteral && (scalar == "*" || scalar == "?") {
        pattern += "[\(scalar)]"
      } else {
        pattern.unicodeScalars.append(scalar)
      }
      isLiteral = false
    }
    return isLiteral ? pattern + "\\" : pattern
  }

  // MARK: - Values

  private mutating func value(_ operand: StoredPredicate.Operand, _ ignoresCase: Bool = false)
    -> String
  {
    switch operand {
    case .column(let number):
      let column = self.column(number)
      return ignoresCase && !isNumber(operand) ? Self.folded(column) : column
    case .length(let number):
      if isNumber(.column(number)) { return "NULL" }
      let column = self.column(number)
      return "CASE WHEN typeof(\(column)) = 'text' THEN length(\(column)) END"
    case .null: return "NULL"
    case .integer, .real, .text:
      values.append(operand)
      return "?\(first + values.count - 1)"
    }
  }

  /// The value for comparison by order: a number stored as text for the sake of its digits becomes
  /// the nearest real number.
  private mutating func quantity(_ operand: StoredPredicate.Operand, _ ignoresCase: Bool) -> String
  {
    let value = value(operand, ignoresCase)
    if !isNumber(operand) { return value }
    return "CASE typeof(\(value)) WHEN 'text' THEN CAST(\(value) AS REAL) ELSE \(value) END"
  }

  /// Whether the column holds only numbers, even if they are stored as texts.
  private func isNumber(_ operand: StoredPredicate.Operand) -> Bool {
    guard case .column(let column) = operand else { return false }
    return [.plain(.number), .epoch].contains(definition.table.columns[column].type)
  }

  /// Folds the two non-ASCII letters whose other case is an ASCII letter.
  private static func folded(_ column: String) -> String {
    """
    CASE typeof(\(column)) WHEN 'text' THEN replace(replace(\(column), char(8490), 'k'), \
    char(383), 's') ELSE \(column) END
    """
  }

  /// A missing column is null in every row.
  private func column(_ column: Int) -> String {
    definition.isPresent([column]) ? "+\(definition.columns[column])" : "NULL"
  }
}
