internal import RKEngine
internal import RKMapping

/// The COPY lines for the temporary tables of a run.
///
/// Each row has its number in the run, `n`, and the number of its owner's row, `o`. A row with a key has one
/// bit for each column in `said`, which is set if the row gives the column a value. A list is a row without a
/// position, whose rule is `r`; its members or children have a position. `d` is their depth below the record
/// that they belong to, and `v` the turn in which they are merged.
struct StagingLines: ~Copyable {
  private(set) var tables: [StagingTable]
  private(set) var arrivals: Arrivals
  /// For each row rule, whether rows have come.
  private(set) var hasCome: [Bool] = []
  /// The number of the batch's first event.
  private var first = 1
  /// The depths of the batch's events.
  private var depths = UniqueArray<Int>()
  private var copy = CopyText()
  /// Lists whose members refer to their owner; their temporary tables come after the others.
  private let inverses: [PostgresInverse]

  init(_ tables: [PostgresTable], _ inverses: [PostgresInverse], isTracked: Bool) {
    self.inverses = inverses
    self.tables =
      tables.map { StagingTable($0, isTracked: isTracked) } + inverses.map(StagingTable.init)
    arrivals = Arrivals(tables)
  }

  /// The number of bytes in the lines that are held.
  var size: Int { tables.reduce(0) { $0 + $1.text.count } }

  mutating func add(_ batch: borrowing RowBatch, _ plan: TablePlan) {
    if hasCome.isEmpty { hasCome = plan.rows.map { _ in false } }
    depths.removeAll()
    for at in 0..<batch.events.count {
      let event = batch.events[at]
      let isRoot = Int(event.owner) == at
      switch event.kind {
      case .row:
        let rule = plan.rows[Int(event.rule)]
        let table = tables[Int(rule.table)]
        depths.append(isRoot || !table.isLoose ? 0 : depths[Int(event.owner)] + 1)
        hasCome[Int(event.rule)] = true
        begin(table, event, at, isRoot)
        if table.isLoose {
          table.text.append(decimal: depths[at])
          table.text.append(depths[at] == 0 ? "\t1\t\\N" : "\t\\N\t\\N")
        } else {
          writeBits(batch, Int(event.firstValue), to: table)
        }
        write(batch, from: Int(event.firstValue), to: table)
      case .list:
        depths.append(depths[Int(event.owner)] + 1)
        if plan.lists[Int(event.rule)].isInverse {
          add(inverse: at, event, batch)
        } else {
          add(list: at, event, batch, plan)
        }
      }
    }
    first += batch.events.count
  }

  /// Writes the numbers of a row, each followed by a tab.
  private func begin(_ table: StagingTable, _ event: RowBatch.Event, _ at: Int, _ isRoot: Bool) {
    table.text.append(decimal: first + at)
    table.text.append("\t")
    if !table.isTracked { return }
    if isRoot {
      table.text.append("\\N")
    } else {
      table.text.append(decimal: first + Int(event.owner))
    }
    table.text.append("\t")
    if table.isLoose || table.isJoin { return }
    table.text.append(decimal: first + Int(event.end))
    table.text.append("\t")
    table.text.append(decimal: Int(event.rule))
    table.text.append("\t")
  }

  private func writeBits(_ batch: borrowing RowBatch, _ first: Int, to table: StagingTable) {
    for place in first..<first + table.types.count {
      let value = batch.values[place]
      table.text.append(value.kind == .absent || value.isFallback ? "0" : "1")
    }
  }

  /// Writes the values of all columns.
  private mutating func write(
    _ batch: borrowing RowBatch,
    from first: Int,
    to table: StagingTable
  ) {
    for (number, type) in table.types.enumerated() {
      table.text.append("\t")
      let value = batch.values[first + number]
      copy.write(value, as: type, batch.bytes, to: &table.text)
      if table.isLate { note(value, table.number, number) }
    }
    table.text.append("\n")
    if table.isLate { arrivals.tables[table.number] = true }
  }

  private mutating func note(_ value: StoredValue, _ table: Int, _ column: Int) {
    switch value.kind {
    case .absent: break
    case .null: arrivals.nulls[table][column] = true
    case .integer, .real, .text, .ownerNumber: arrivals.columns[table][column] = true
    }
  }

  // MARK: - Lists

  private mutating func add(
    list at: Int,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ plan: TablePlan
  ) {
    let rule = plan.lists[Int(event.rule)]
    let table = tables[Int(rule.table)]
    let owners = plan.places[rule.ownerColumns].map { Int($0) }
    begin(list: at, event, table)
    for (number, type) in table.types.enumerated() {
      table.text.append("\t")
      if let place = owners.firstIndex(of: number) {
        copy.write(
          batch.values[Int(event.firstValue) + place],
          as: type,
          batch.bytes,
          to: &table.text
        )
      } else if number == Int(rule.relationshipColumn) {
        let bytes = Array(plan.text[rule.relationship.range])
        CopyText.escape(bytes.span, 0..<bytes.count, to: &table.text)
      } else {
        table.text.append("\\N")
      }
    }
    table.text.append("\n")
    guard rule.isJoin else { return }
    for member in 0..<Int(event.count) {
      begin(list: at, event, table)
      let first = Int(event.firstValue) + owners.count + member * table.types.count
      write(batch, from: first, to: table)
    }
  }

  /// Adds a list whose members refer to their owner: a line without a position, then one for each member.
  private mutating func add(inverse at: Int, _ event: RowBatch.Event, _ batch: borrowing RowBatch) {
    guard let number = inverses.firstIndex(where: { $0.rules.contains(Int(event.rule)) }) else {
      return
    }
    let inverse = inverses[number]
    let table = tables[tables.count - inverses.count + number]
    let width = inverse.table.table.columns.count
    for member in -1..<Int(event.count) {
      table.text.append(decimal: first + at)
      table.text.append("\t")
      table.text.append(decimal: Int(event.rule))
      table.text.append("\t")
      let values = Int(event.firstValue) + inverse.owner.count + max(member, 0) * width
      if member < 0 {
        table.text.append("\\N")
      } else if let position = inverse.position {
        table.text.append(decimal: Int(batch.values[values + position].integer))
      } else {
        table.text.append("0")
      }
      for (place, type) in table.types.enumerated() {
        table.text.append("\t")
        let key = place - inverse.owner.count
        if key >= 0 && member < 0 {
          table.text.append("\\N")
        } else {
          let value = key < 0 ? Int(event.firstValue) + place : values + inverse.member[key]
          copy.write(batch.values[value], as: type, batch.bytes, to: &table.text)
        }
      }
      table.text.append("\n")
    }
  }

  private func begin(list at: Int, _ event: RowBatch.Event, _ table: StagingTable) {
    begin(table, event, at, false)
    table.text.append(decimal: depths[at])
    table.text.append("\t\\N\t")
    table.text.append(decimal: Int(event.rule))
  }
}

/// A temporary table for the rows of a run, and the lines that have yet to be written to it.
final class StagingTable {
  let number: Int
  let isLoose: Bool
  let isJoin: Bool
  /// Whether rows also have their owner and rule.
  let isTracked: Bool
  /// Whether the table or some of its columns may be missing.
  let isLate: Bool
  let types: [PostgresType]
  /// The statement that creates it, and the target of COPY.
  let creation: String
  let copyTarget: String
  var text = OutputBuffer(capacity: 4096)

  init(_ table: PostgresTable, isTracked: Bool) {
    number = table.number
    isLoose = table.isLoose
    isJoin = table.table.isJoin
    self.isTracked = isTracked || table.isLoose || table.table.isJoin
    isLate = table.table.isLate || table.table.columns.contains(where: \.isLate)
    types = table.table.columns.map(\.type.postgres)
    var columns = ["n bigint"]
    if self.isTracked { columns.append("o bigint") }
    if isLoose || isJoin {
      columns += ["d integer", "v bigint", "r integer"]
    } else {
      if isTracked { columns += ["z bigint", "r integer"] }
      columns.append("said bit(\(types.count))")
    }
    columns += types.enumerated().map { "c\($0) \($1.name)" }
    creation =
      "CREATE TEMP TABLE \(table.staging) (\(columns.joined(separator: ", "))) ON COMMIT DROP"
    copyTarget = table.staging
  }

  init(_ inverse: PostgresInverse) {
    number = inverse.table.number
    (isLoose, isJoin, isTracked, isLate) = (false, false, false, false)
    let columns = inverse.owner + inverse.member
    types = columns.map { inverse.table.table.columns[$0].type.postgres }
    let values = zip(columns, types).map { "c\($0) \($1.name)" }
    creation = """
      CREATE TEMP TABLE \(inverse.staging) (n bigint, r integer, p bigint, \(values.list)) \
      ON COMMIT DROP
      """
    copyTarget = inverse.staging
  }
}
