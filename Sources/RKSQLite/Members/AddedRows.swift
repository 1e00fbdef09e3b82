internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Tells of rows that nothing identifies and that were added to others: another run adds them again.
struct AddedRows {
  private let schema: TableSchema
  private let plan: TablePlan
  private let mappers: [Int: String]
  /// The row counts before the run, of tables that had rows.
  private var before: [Int: Int] = [:]
  /// The most rows that are counted, as counting reads them.
  private static let mostCounted = 100_000

  /// `mappers` are those of the records to be told of, by their row rules.
  init(_ writer: RowWriter, _ mappers: [Int: String]) throws(WriteError) {
    (schema, plan, self.mappers) = (writer.schema, writer.plan, mappers)
    for table in Set(mappers.keys.map { Int(plan.rows[$0].table) })
    where writer.rows.remembers(table: table) {
      let name = SQLText.quoted(schema.tables[table].name)
      let sql = "SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT \(Self.mostCounted + 1))"
      do { before[table] = try writer.database.integer(sql).map { Int($0) } } catch {
        throw .failure(error)
      }
    }
  }

  func finish(_ hasCome: [RowWriter.Come], report: (Diagnostic) -> Void) {
    for (table, count) in before.sorted(by: { $0.key < $1.key }) {
      let rules = mappers.keys.sorted().filter {
        Int(plan.rows[$0].table) == table && hasCome[$0].inserted > 0
      }
      guard let first = rules.first, let mapper = mappers[first] else { continue }
      let added = rules.reduce(0) { $0 + hasCome[$1].inserted }
      let others = count > Self.mostCounted ? "more than \(Self.mostCounted)" : "\(count)"
      report(
        Diagnostic(
          .rowsAddedAgain,
          "\(added.counting("row")) of \(schema.tables[table].name), which has no identification, "
            + "\(added == 1 ? "was" : "were") added to \(others): "
            + "another run adds \(added == 1 ? "it" : "them") again",
          help: [
            "\"identification\" in mappers.\(mapper) lets another run find its rows",
            "a new file has no rows before",
            "\"onRepeat\": \"last\" in mappers.\(mapper) says that it is meant",
          ]
        )
      )
    }
  }
}
