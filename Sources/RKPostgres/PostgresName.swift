package import RKDiagnostics
package import RKMapping
internal import RKEngine

/// Names and constants in PostgreSQL's SQL.
enum PostgresName {
  /// The most bytes of a name.
  static let limit = 63

  /// A name in quotes.
  static func quoted(_ name: String) -> String { inQuotes(name, "\"") }

  /// A text as a constant.
  static func literal(_ text: String) -> String { inQuotes(text, "'") }

  private static func inQuotes(_ text: String, _ quote: Unicode.Scalar) -> String {
    var quoted = String.UnicodeScalarView([quote])
    for scalar in text.unicodeScalars {
      if scalar == quote { quoted.append(quote) }
      quoted.append(scalar)
    }
    quoted.append(quote)
    return String(quoted)
  }

  /// The name of an index.
  ///
  /// A long name is cut, and made distinct by a hash; nobody chose it.
  static func shortened(_ name: String) -> String {
    if name.utf8.count <= limit { return name }
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var text = ""
    for scalar in name.unicodeScalars {
      if text.utf8.count + scalar.utf8.count > limit - 9 { break }
      text.unicodeScalars.append(scalar)
    }
    let digits = String(hash, radix: 16)
    return text + "_" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The system columns, which every table of PostgreSQL has.
  private static let systemColumns: Set<String> = [
    "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid",
  ]

  /// Why a table cannot exist in PostgreSQL.
  fileprivate static func refusals(_ table: TableSchema.Table, _ storages: [ColumnStorage])
    -> [Diagnostic]
  {
    var found: [Diagnostic] = []
    for name in [table.name] + table.columns.map(\.name) where name.utf8.count > limit {
      found.append(
        refusal(
          "the name '\(name)' has \(name.utf8.count) bytes, and PostgreSQL's have \(limit) at most",
          help: "give it a shorter name in the spec"
        )
      )
    }
    if table.name.hasPrefix("pg_") {
      found.append(
        refusal(
          "a table cannot be called '\(table.name)': PostgreSQL reserves names that begin with pg_",
          help: "give the target another name"
        )
      )
    }
    for column in table.columns where systemColumns.contains(column.name) {
      found.append(
        refusal(
          "'\(table.name)' cannot have a column '\(column.name)': each table of PostgreSQL has one",
          help: "give the attribute another destination"
        )
      )
    }
    if table.columns.count > mostColumns {
      found.append(
        refusal(
          "'\(table.name)' has \(table.columns.count) columns, and PostgreSQL has \(mostColumns) at most",
          help: "\"identification\" on the related mappers makes tables of their own"
        )
      )
    }
    for (column, storage) in zip(table.columns, storages)
    where storage.keyPart >= 0 && column.type != .text {
      found.append(
        refusal(
          "'\(column.name)' of '\(table.name)' is a key, or refers to one, and has no type",
          help: "PostgreSQL compares values of one type: give the attribute a \"type\""
        )
      )
    }
    for column in table.primaryKey.map({ table.columns[$0] }) where column.type.hasSeveralTexts {
      found.append(
        refusal(
          "'\(column.name)' of '\(table.name)' is a key of values that are written in several ways",
          help:
            "of a decimal \"column\": \"scaled\" has one way; \"type\": \"string\" compares texts"
        )
      )
    }
    return found
  }

  private static let mostColumns = 1_600

  private static func refusal(_ message: String, help: String) -> Diagnostic {
    Diagnostic(.notForDialect, message, help: [help])
  }
}

extension TableSchema.ValueType {
  /// Whether PostgreSQL takes values as equal that are different texts in SQLite, such as `1.5` and `1.50`.
  fileprivate var hasSeveralTexts: Bool {
    switch self {
    case .decimal(.text), .plain(.decimal), .plain(.object), .list: true
    case .decimal, .plain, .preciseDate, .epoch, .text: false
    }
  }
}

extension TableRun {
  /// Why the tables cannot exist in PostgreSQL; empty if they can.
  package var postgresRefusals: [Diagnostic] {
    zip(schema.tables, tables.storages).flatMap(PostgresName.refusals)
  }
}
