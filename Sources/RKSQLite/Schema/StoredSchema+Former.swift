internal import RKDiagnostics
internal import RKMapping

extension StoredSchema {
  /// Notes about join tables for relationships whose members now refer to their owner.
  ///
  /// The tables stay unchanged; each note shows the SQL that would move the data.
  func formerJoins() throws(WriteError) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for former in schema.formerJoins {
      let isOther = schema.tables.contains {
        SQLText.folded($0.name) == SQLText.folded(former.table.name)
      }
      if isOther { continue }
      do {
        let stored = try StoredTable(named: former.table.name, in: database)
        let names = former.table.columns.map { SQLText.folded($0.name) }
        guard let stored, Set(names).isSubset(of: stored.columns.map(\.name)) else { continue }
      } catch { throw .failure(error) }
      findings.append(
        Diagnostic(
          .joinTableLeft,
          "the table '\(former.table.name)' is not written any more: "
            + "'\(schema.tables[former.members].name)' refers to its owner instead",
          help: ["this carries it over: \(transfer(of: former))"]
        )
      )
    }
    return findings
  }

  /// The statements that copy the owners from a join table to its members, and drop the table.
  private func transfer(of former: TableSchema.FormerJoin) -> String {
    let members = definition(of: former.members)
    let join = SQLText.quoted(former.table.name)
    let names = former.table.columns.map { SQLText.quoted($0.name) }
    let ownerCount = former.table.foreignKeys[0].columns.count
    let keys = zip(former.table.foreignKeys[1].columns, members.table.primaryKey)
    let pairs = keys.map { "\(join).\(names[$0]) = \(members.name).\(members.columns[$1])" }
    let isOrdered = former.columns.count > ownerCount
    let values = names[..<ownerCount] + (isOrdered ? [names[names.count - 1]] : [])
    let found = "FROM \(join) WHERE \(pairs.joined(separator: " AND "))"
    return """
      UPDATE \(members.name) SET (\(members.list(former.columns))) = \
      (SELECT \(values.joined(separator: ", ")) \(found)) \
      WHERE \(members.list(former.columns.prefix(1))) IS NULL AND EXISTS (SELECT 1 \(found)); DROP TABLE \(join);
      """
  }
}
