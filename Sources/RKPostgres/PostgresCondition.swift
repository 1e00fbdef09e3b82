internal import RKMapping

/// A condition on stored rows in PostgreSQL's SQL, which is never null.
///
/// A value is a number or a text. For each operand there are two expressions, one for each kind; the expression
/// of the other kind is null.
struct PostgresCondition {
  private let table: PostgresTable
  /// The name of the row, with a dot.
  private let row: String
  private let columns: Set<Int>

  private struct Value {
    var number = "NULL::numeric"
    var text = "NULL::text"
  }

  init(_ table: PostgresTable, _ row: String, _ columns: [Int]) {
    (self.table, self.row, self.columns) = (table, row, Set(columns))
  }

  func text(_ predicate: StoredPredicate) -> String {
    switch predicate {
    case .truth(let value): return value ? "true" : "false"
    case .and(let parts): return joined(parts, " AND ", "true")
    case .or(let parts): return joined(parts, " OR ", "false")
    case .not(let inner): return "NOT \(text(inner))"
    case .equal(let one, let other, let ignoresCase):
      let (left, right) = (value(one, ignoresCase), value(other, ignoresCase))
      return """
        (\(left.number) IS NOT DISTINCT FROM \(right.number) \
        AND \(left.text) COLLATE "C" IS NOT DISTINCT FROM \(right.text))
        """
    case .order(let one, let order, let other, let ignoresCase):
      let (left, right) = (value(one, ignoresCase), value(other, ignoresCase))
      return """
        coalesce(\(left.number) \(order.rawValue) \(right.number), \
        \(left.text) COLLATE "C" \(order.rawValue) \(right.text), false)
        """
    case .text(let test, let one, let other, let ignoresCase):
      let (left, right) = (value(one, ignoresCase).text, value(other, ignoresCase).text)
      let condition =
        switch test {
        case .contains: "strpos(\(left), \(right)) > 0"
        case .beginsWith: "starts_with(\(left), \(right))"
        case .endsWith: "right(\(left), length(\(right))) = \(right)"
        case .isLike: "\(left) LIKE \(folded(pattern(other), ignoresCase))"
        }
      return "coalesce(\(condition), false)"
    }
  }

  private func joined(_ parts: [StoredPredicate], _ word: String, _ nothing: String) -> String {
    parts.isEmpty ? nothing : "(\(parts.map(text).joined(separator: word)))"
  }

  // MARK: - Values

  private func value(_ operand: StoredPredicate.Operand, _ ignoresCase: Bool) -> Value {
    switch operand {
    case .null: return Value()
    case .integer(let number): return Value(number: "(\(number))::numeric")
    case .real(let number): return Value(number: "'\(number)'::numeric")
    case .text(let text): return Value(text: folded(PostgresName.literal(text), ignoresCase))
    case .length(let column): return Value(number: "length(\(value(column).text))::numeric")
    case .column(let column):
      var value = value(column)
      value.text = folded(value.text, ignoresCase)
      return value
    }
  }

  /// The value of a column in the form that SQLite would have; a missing column is null in every row.
  private func value(_ column: Int) -> Value {
    guard columns.contains(column) else { return Value() }
    let name = row + table.column(column)
    switch table.table.columns[column].type.postgres {
    case .bigint, .numeric, .double: return Value(number: "\(name)::numeric")
    case .scaled(let scale):
      return Value(number: "(\(name) * 1\(String(repeating: "0", count: Int(scale))))")
    case .boolean: return Value(number: "\(name)::integer::numeric")
    case .text: return Value(text: name)
    case .uuid: return Value(text: "\(name)::text")
    case .bytea: return Value(text: "replace(encode(\(name), 'base64'), chr(10), '')")
    case .day: return Value(text: "to_char(\(name), 'YYYY-MM-DD')")
    case .timestamp, .local:
      let isLocal = table.table.columns[column].type.postgres == .local
      let time = isLocal ? name : "(\(name) AT TIME ZONE 'UTC')"
      return Value(
        text: """
          (to_char(\(time), 'YYYY-MM-DD"T"HH24:MI:SS') \
          || rtrim(rtrim(to_char(\(time), '.US'), '0'), '.')\(isLocal ? "" : " || 'Z'"))
          """
      )
    case .json:
      return Value(
        number: """
          (CASE jsonb_typeof(\(name)) WHEN 'number' THEN \(name)::numeric \
          WHEN 'boolean' THEN \(name)::boolean::integer::numeric END)
          """,
        text: """
          (CASE WHEN jsonb_typeof(\(name)) NOT IN ('number', 'boolean', 'null') THEN \(name) #>> '{}' END)
          """
      )
    }
  }

  /// The text in lower case.
  ///
  /// As in SQLite only ASCII letters are folded, and the two other letters whose other case is an ASCII
  /// letter.
  private func folded(_ text: String, _ ignoresCase: Bool) -> String {
    guard ignoresCase else { return text }
    let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return
      "translate(\(text), '\(capitals)' || chr(8490) || chr(383), '\(capitals.lowercased())ks')"
  }

  /// The pattern of LIKE with SQL's wildcards.
  private func pattern(_ operand: StoredPredicate.Operand) -> String {
    guard case .text(let text) = operand else { return value(operand, false).text }
    var pattern = ""
    var isLiteral = false
    for scalar in text.unicodeScalars {
      if scalar == "\\" && !isLiteral {
        isLiteral = true
        continue
      }
      if !isLiteral && (scalar == "*" || scalar == "?") {
        pattern += scalar == "*" ? "%" : "_"
      } else {
        if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
        pattern.unicodeScalars.append(scalar)
      }
      isLiteral = false
    }
    return PostgresName.literal(isLiteral ? pattern + "\\\\" : pattern)
  }
}
