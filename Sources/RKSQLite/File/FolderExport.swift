internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Writes the tables of a temporary database to the files of a folder, with rows in order of
/// arrival.
struct FolderExport {
  private let schema: TableSchema
  private let form: TableFolderSink.Form
  private let files: FolderFiles
  /// For each table, the column with a row's position among those of its owner; nil if there is
  /// none.
  private let positions: [Int?]

  init(_ run: TableRun, _ form: TableFolderSink.Form, _ files: FolderFiles) {
    schema = run.schema
    self.form = form
    self.files = files
    var positions: [Int?] = schema.tables.map { _ in nil }
    let members = Set(run.tables.lists.filter(\.isInverse).map(\.table))
    for rule in run.tables.rows where !members.contains(rule.table) {
      let column = RowForm.column(of: .position, run.tables.cells[rule.cells])
      if column >= 0 { positions[Int(rule.table)] = column }
    }
    self.positions = positions
  }

  func write(_ stored: StoredSchema, _ marks: CellMarks) throws(WriteError) {
    let (reduced, tables) = schema.reduced(to: stored)
    let package = DataPackage(reduced, form)
    do throws(WriteError) {
      for (number, table) in tables.enumerated() {
        try perform { () throws(SystemError) in try files.add(named: package.paths[number]) }
        try write(table, stored, marks)
      }
      var description = OutputBuffer()
      description.append(Array(package.text(keys: tables.map { _ in .unique }).utf8).span)
      try perform { () throws(SystemError) in
        try files.add(named: DataPackage.fileName)
        try files.append(description)
        try files.finish()
      }
    } catch {
      files.discard()
      throw error
    }
  }

  private func perform(_ action: () throws(SystemError) -> Void) throws(WriteError) {
    do { try action() } catch { throw .system(error) }
  }

  // MARK: - Rows

  private func write(_ table: Int, _ stored: StoredSchema, _ marks: CellMarks) throws(WriteError) {
    let columns = schema.tables[table].columns.indices.filter {
      stored.isThere(table: table, column: $0)
    }
    let types = columns.map { schema.tables[table].columns[$0].type }
    let names = columns.map { Array(schema.tables[table].columns[$0].name.utf8) }
    var writer = StoredRowWriter(form, names: names)
    var text = OutputBuffer()
    var line = OutputBuffer(capacity: 4096)
    writer.writeHeader(to: &text)
    let rows = try Statement.make(
      stored.database,
      RowOrder(stored, positions).sql(of: table, columns)
    )
    let isJoin = schema.tables[table].isJoin
    while try rows.next() {
      let marks = isJoin ? [:] : try marks.marks(table: table, row: rows.integer(columns.count))
      writer.beginRow()
      line.removeAll()
      for (place, column) in columns.enumerated() {
        write(rows, place, types[place], marks[column], &writer, &line)
      }
      writer.end(&line, to: &text)
      try append(&text)
    }
    try append(&text)
  }

  private func append(_ text: inout OutputBuffer) throws(WriteError) {
    do { try files.append(text) } catch { throw .system(error) }
    text.removeAll()
  }

  private func write(
    _ row: Statement,
    _ place: Int,
    _ type: TableSchema.ValueType,
    _ mark: CellMarks.Mark?,
    _ writer: inout StoredRowWriter,
    _ line: inout OutputBuffer
  ) {
    let storage = type.form.storage
    switch row.kind(place) {
    case .null:
      if mark == .null { writer.writeNull(to: &line) } else { writer.writeAbsent(to: &line) }
    case .integer where mark == .other || storage == .flag:
      writer.write(literal: Array((row.integer(place) == 0 ? "false" : "true").utf8), to: &line)
    case .integer:
      if case .decimal(.scaled(let scale)) = type {
        writer.write(text: Array(StoredValue.text(of: row.integer(place), scale).utf8), to: &line)
      } else {
        writer.write(literal: Array(String(row.integer(place)).utf8), to: &line)
      }
    case .real:
      if case .decimal = type {
        writer.write(text: Array(StoredValue.text(of: row.real(place)).utf8), to: &line)
      } else {
        writer.write(literal: Array(row.real(place).description.utf8), to: &line)
      }
    case .text, .blob:
      let bytes = row.bytes(place)
      if mark == .other || storage == .json {
        writer.write(json: bytes, to: &line)
      } else if type == .plain(.number) || type == .epoch {
        writer.write(literal: bytes, to: &line)
      } else {
        writer.write(text: bytes, to: &line)
      }
    }
  }
}

/// The order in which a table's rows are written: order of arrival, or for rows that belong to
/// others the order of their owners, then their position.
private struct RowOrder {
  private let stored: StoredSchema
  private let positions: [Int?]

  init(_ stored: StoredSchema, _ positions: [Int?]) {
    self.stored = stored
    self.positions = positions
  }

  /// Selects columns of a table in its order, followed by the row number.
  func sql(of table: Int, _ columns: [Int]) -> String {
    let definition = stored.definition(of: table)
    var joins = ""
    var order: [String] = []
    var chain = [table]
    while let owner = owner(of: chain[chain.count - 1]), !chain.contains(owner.table) {
      let (child, alias) = (chain[chain.count - 1], "t\(chain.count - 1)")
      let key = stored.schema.tables[owner.table].primaryKey
      let conditions = zip(owner.columns, key).map {
        "t\(chain.count).\(name(owner.table, $1)) = \(alias).\(name(child, $0))"
      }
      joins +=
        " LEFT JOIN \(stored.definition(of: owner.table).name) AS t\(chain.count) ON "
        + conditions.joined(separator: " AND ")
      if let position = position(of: child) {
        order.insert("\(alias).\(name(child, position))", at: 0)
      }
      chain.append(owner.table)
    }
    let last = chain[chain.count - 1]
    order.insert("t\(chain.count - 1).\(stored.definition(of: last).rowName)", at: 0)
    var selected = columns.map { "t0.\(definition.columns[$0])" }
    if !definition.isWithoutRowID {
      selected.append("t0.\(definition.rowName)")
      if chain.count > 1 { order.append("t0.\(definition.rowName)") }
    }
    return
      "SELECT \(selected.joined(separator: ", ")) FROM \(definition.name) AS t0\(joins) "
      + "ORDER BY \(order.joined(separator: ", "))"
  }

  private func name(_ table: Int, _ column: Int) -> String {
    stored.definition(of: table).columns[column]
  }

  /// The foreign key to a table's owners, if there is exactly one and the rows have positions under
  /// it.
  private func owner(of table: Int) -> TableSchema.ForeignKey? {
    let owners = stored.owners(of: table)
    return owners.count == 1 && position(of: table) != nil ? owners[0] : nil
  }

  private func position(of table: Int) -> Int? {
    positions[table].flatMap { stored.isThere(table: table, column: $0) ? $0 : nil }
  }
}

extension TableSchema {
  /// The part of the schema that a database has, and the numbers that those tables have here.
  fileprivate func reduced(to stored: StoredSchema) -> (schema: TableSchema, tables: [Int]) {
    let kept = tables.indices.filter { stored.isThere(table: $0) }
    var reduced = self
    reduced.tables = []
    for number in kept {
      var table = tables[number]
      let columns = table.columns.indices.filter { stored.isThere(table: number, column: $0) }
      func places(_ old: [Int]) -> [Int] { old.compactMap { columns.firstIndex(of: $0) } }
      table.foreignKeys = table.foreignKeys.compactMap { key in
        var new = key
        new.columns = places(key.columns)
        guard let other = kept.firstIndex(of: key.table), new.columns.count == key.columns.count
        else { return nil }
        new.table = other
        return new
      }
      table.primaryKey = places(table.primaryKey)
      table.columns = columns.map { table.columns[$0] }
      reduced.tables.append(table)
    }
    return (reduced, kept)
  }
}
