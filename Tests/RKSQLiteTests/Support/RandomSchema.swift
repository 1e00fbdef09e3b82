@testable import RKMapping
@testable import RKSQLite
import TestSupport

/// Random schemas, for tests: names that are hard to write, keys of all kinds, references in all
/// directions, and columns and tables that come late.
struct RandomSchema {
  private var generator: SeededGenerator
  private var schema = TableSchema()

  private static let words = [
    "User", "city", "select", "ORDER", "table", "a b", "it's", "\"", "x\"y", "gr\u{F6}\u{DF}e",
    "\u{1F600}", "", ".", "a.b", "4", "_", "--", "/*", "[x]", "`", "null", "rowid", "NEW", "\n",
    "a\tb",
    "sqlite", "$v", "?1", ";", "\\", "true", "index", "_id", "position",
  ]

  /// The schema of a seed; with late parts only if requested.
  static func schema(seed: UInt64, isLate: Bool) -> TableSchema {
    var random = RandomSchema(generator: SeededGenerator(seed: seed))
    random.makeEntities()
    random.makeReferences(isLate: isLate)
    random.makeJoins(isLate: isLate)
    random.makeConstraints()
    return random.schema
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func name(besides taken: [String]) -> String {
    let taken = Set(taken.map(SQLText.folded))
    while true {
      var name = ""
      for _ in 0..<number(1...2) { name += generator.pick(Self.words) }
      let folded = SQLText.folded(name)
      if !taken.contains(folded) && !folded.hasPrefix("sqlite_") { return name }
    }
  }

  private mutating func addColumn(_ type: TableSchema.ValueType, to table: Int, isLate: Bool) -> Int
  {
    let name = name(besides: schema.tables[table].columns.map(\.name))
    schema.tables[table].columns.append(
      TableSchema.Column(name: name, type: type, isLate: isLate)
    )
    return schema.tables[table].columns.count - 1
  }

  private mutating func makeEntities() {
    for table in 0..<number(1...5) {
      schema.tables.append(TableSchema.Table(name: name(besides: schema.tables.map(\.name))))
      for _ in 0..<number(1...6) {
        _ = addColumn(generator.pick(TableSchema.ValueType.all), to: table, isLate: false)
      }
      let columns = schema.tables[table].columns.indices.shuffled(using: &generator)
      schema.tables[table].primaryKey = Array(columns.prefix(number(0...2)))
      for column in schema.tables[table].primaryKey where generator.oneIn(2) {
        schema.tables[table].columns[column].isRequired = true
      }
    }
  }

  private mutating func makeReferences(isLate: Bool) {
    for table in schema.tables.indices {
      for _ in 0..<number(0...3) {
        let target = number(0...(schema.tables.count - 1))
        let isLate = isLate && generator.oneIn(2)
        var columns: [Int] = []
        for part in schema.tables[target].primaryKey {
          let type = schema.tables[target].columns[part].type
          columns.append(addColumn(type, to: table, isLate: isLate))
        }
        if columns.isEmpty { continue }
        schema.tables[table].foreignKeys.append(
          TableSchema.ForeignKey(columns: columns, table: target)
        )
      }
    }
  }

  private mutating func makeJoins(isLate: Bool) {
    let entities = schema.tables.indices.filter { !schema.tables[$0].primaryKey.isEmpty }
    for _ in 0..<number(0...2) where !entities.isEmpty {
      let table = schema.tables.count
      schema.tables.append(
        TableSchema.Table(name: name(besides: schema.tables.map(\.name)), isJoin: true)
      )
      schema.tables[table].isLate = isLate && generator.oneIn(2)
      for _ in 0..<2 {
        let target = generator.pick(entities)
        var columns: [Int] = []
        for part in schema.tables[target].primaryKey {
          let type = schema.tables[target].columns[part].type
          columns.append(addColumn(type, to: table, isLate: false))
        }
        schema.tables[table].primaryKey += columns
        schema.tables[table].foreignKeys.append(
          TableSchema.ForeignKey(columns: columns, table: target)
        )
      }
      _ = addColumn(.integer, to: table, isLate: false)
    }
  }

  private mutating func makeConstraints() {
    for table in schema.tables.indices {
      for _ in 0..<number(0...2) {
        let columns = schema.tables[table].columns.indices.shuffled(using: &generator)
        let some = Array(columns.prefix(number(1...2)))
        if generator.oneIn(2) {
          schema.tables[table].unique.append(some)
        } else {
          schema.tables[table].indexes.append(some)
        }
      }
    }
  }
}
