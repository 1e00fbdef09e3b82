package import RKEngine

/// The description of a folder of tables as a tabular data package (Frictionless Data, version 1).
package struct DataPackage {
  package static let fileName = "datapackage.json"

  private let schema: TableSchema
  private let form: TableFolderSink.Form
  /// The name of each table's resource, and of its file.
  private let names: [String]
  package let paths: [String]

  package init(_ schema: TableSchema, _ form: TableFolderSink.Form) {
    self.schema = schema
    self.form = form
    names = Self.distinct(schema.tables.map { Self.resourceName($0.name) })
    let ending = if case .csv = form { ".csv" } else { ".ndjson" }
    paths = Self.distinct(schema.tables.map { Self.fileName($0.name) }).map { $0 + ending }
  }

  // MARK: - Names

  /// Makes the name of a file: without path separators and invisible characters, without what
  /// readers of packages take for a hidden file, a variable or a home folder, and not too long for
  /// file systems.
  private static func fileName(_ table: String) -> String {
    var name = ""
    for scalar in table.unicodeScalars {
      let isPlain = !"/\\$".unicodeScalars.contains(scalar) && scalar.value >= 0x20
      let next = isPlain && scalar.value != 0x7F ? String(scalar) : "_"
      if name.utf8.count + next.utf8.count > longestFileName { break }
      name += next
    }
    let isTaken = [".", "~", "%"].contains { name.hasPrefix($0) }
    return name.isEmpty || isTaken ? "_" + name : name
  }

  /// File systems allow 255 bytes.
  ///
  /// The rest is reserved for a number, the extension, and a temporary name.
  private static let longestFileName = 200

  /// Makes the name of a resource, of lower-case letters, digits and `-._`.
  private static func resourceName(_ table: String) -> String {
    let name = table.lowercased().unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains(scalar))
      return isPlain ? Character(scalar) : "_"
    }
    return name.isEmpty ? "_" : String(name)
  }

  /// Appends numbers to names that differ from earlier ones at most in case.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var distinct = name
      var number = 2
      while !taken.insert(distinct.lowercased()).inserted {
        distinct = "\(name)_\(number)"
        number += 1
      }
      return distinct
    }
  }

  // MARK: - Text

  /// The text of the description, given the state of each table's keys.
  package func text(keys: [TableFolderSink.KeyState]) -> String {
    var resources: [DescriptorValue] = []
    for (number, table) in schema.tables.enumerated() {
      resources.append(resource(number, table, isKeyKept: keys[number] == .unique))
    }
    let package = DescriptorValue.object([
      ("profile", .text("tabular-data-package")),
      ("name", .text("records")),
      ("resources", .list(resources)),
    ])
    return package.text() + "\n"
  }

  private func resource(_ number: Int, _ table: TableSchema.Table, isKeyKept: Bool)
    -> DescriptorValue
  {
    var members: [(String, DescriptorValue)] = [
      ("profile", .text("tabular-data-resource")),
      ("name", .text(names[number])),
      ("title", .text(table.name)),
      ("path", .text(paths[number])),
    ]
    switch form {
    case .csv(let dialect):
      members += [
        ("format", .text("csv")), ("mediatype", .text("text/csv")), ("encoding", .text("utf-8")),
        ("dialect", Self.description(of: dialect)),
      ]
    case .ndjson:
      members += [
        ("format", .text("ndjson")), ("mediatype", .text("application/x-ndjson")),
        ("encoding", .text("utf-8")),
      ]
    }
    members.append(("schema", schemaDescription(table, isKeyKept: isKeyKept)))
    return .object(members)
  }

  private static func description(of dialect: CSVDialect) -> DescriptorValue {
    .object([
      ("delimiter", .text(String(UnicodeScalar(dialect.delimiter)))),
      ("lineTerminator", .text(dialect.endsWithCarriageReturn ? "\r\n" : "\n")),
      ("quoteChar", .text("\"")),
      ("doubleQuote", .flag(true)),
      ("skipInitialSpace", .flag(false)),
      ("header", .flag(dialect.hasHeader)),
    ])
  }

  private func schemaDescription(_ table: TableSchema.Table, isKeyKept: Bool) -> DescriptorValue {
    var members: [(String, DescriptorValue)] = [("fields", .list(table.columns.map(field)))]
    // JSON has no empty text for missing values.
    var missing: [String] = []
    if case .csv(let dialect) = form {
      missing = dialect.null.isEmpty ? [""] : ["", String(decoding: dialect.null, as: UTF8.self)]
    }
    members.append(("missingValues", .list(missing.map { .text($0) })))
    if isKeyKept && !table.primaryKey.isEmpty {
      members.append(("primaryKey", names(of: table.primaryKey, table)))
    }
    let references = table.foreignKeys.map { key -> DescriptorValue in
      let other = schema.tables[key.table]
      // A reference of a table to itself uses an empty name.
      let name = other.name == table.name ? "" : names[key.table]
      return .object([
        ("fields", names(of: key.columns, table)),
        (
          "reference",
          .object([("resource", .text(name)), ("fields", names(of: other.primaryKey, other))])
        ),
      ])
    }
    if !references.isEmpty { members.append(("foreignKeys", .list(references))) }
    return .object(members)
  }

  private func names(of columns: [Int], _ table: TableSchema.Table) -> DescriptorValue {
    .list(columns.map { .text(name(of: table.columns[$0])) })
  }

  private func field(_ column: TableSchema.Column) -> DescriptorValue {
    // Joined elements are not JSON.
    var type = column.type.form.fieldType
    if case .csv(let dialect) = form, column.type == .list, dialect.listSeparator != nil {
      type = "string"
    }
    return .object([("name", .text(name(of: column))), ("type", .text(type))])
  }

  /// The name of a column in its file.
  private func name(of column: TableSchema.Column) -> String {
    if case .csv(let dialect) = form { CSVText.heading(column.name, dialect) } else { column.name }
  }
}

/// A value of the description; it is written as indented JSON.
private enum DescriptorValue {
  case text(String)
  case flag(Bool)
  case list([DescriptorValue])
  case object([(String, DescriptorValue)])

  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .flag(let flag): return "\(flag)"
    case .list(let values):
      if values.isEmpty { return "[]" }
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.map { inner + Self.quoted($0) + ": " + $1.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONText.quoted(text), as: UTF8.self)
  }
}
