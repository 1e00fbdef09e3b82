internal import RKEngine
internal import RKMapping

/// Lists: the members of join tables, and rows that belong to others.
extension MergeScript {
  /// How the rows of a table refer to their owners.
  private struct Owner {
    var table: PostgresTable
    var columns: [Int]
    var relationship: Int?
    var position: Int

    /// The columns that identify a list of an owner, and a row in it.
    var list: [Int] { columns + [relationship].compactMap { $0 } }
    var row: [Int] { list + [position] }
  }

  private func owners(of table: PostgresTable) -> [Owner] {
    var owners: [Owner] = []
    for rule in plan.lists where Int(rule.table) == table.number && !rule.isInverse {
      let columns = plan.places[rule.ownerColumns].map { Int($0) }
      if owners.contains(where: { $0.columns == columns }) { continue }
      guard let key = table.table.foreignKeys.first(where: { $0.columns == columns }) else {
        continue
      }
      let isHere = columns.allSatisfy { arrivals.columns[table.number][$0] }
      if !isHere && !table.table.isLate { continue }
      owners.append(
        Owner(
          table: tables[key.table],
          columns: columns,
          relationship: rule.relationshipColumn < 0 ? nil : Int(rule.relationshipColumn),
          position: Int(rule.positionColumn)
        )
      )
    }
    return owners
  }

  /// A table's list rules with a policy, as the operand of an SQL condition.
  func rules(_ table: PostgresTable, _ policy: ListRule.Policy) -> String {
    let rules = plan.lists.indices.filter {
      Int(plan.lists[$0].table) == table.number && plan.lists[$0].policy == policy
    }
    return rules.isEmpty ? "" : "(\(rules.map(String.init).list))"
  }

  /// Whether every version of a list counts, not only the last one, because the table has lists that are
  /// appended, or its rows own such lists.
  private func takesTurns(_ table: PostgresTable, below: Set<Int> = []) -> Bool {
    let own =
      table.isLoose && !replacingReferences(table).isEmpty
      || plan.lists.contains { list in
        Int(list.table) == table.number
          && (list.policy == .union
            || list.isJoin && list.policy == .replace && !hasKeyedOwner(table))
      }
    if own || !table.isLoose || below.contains(table.number) { return own }
    return tables.contains { other in
      other.table.foreignKeys.contains { $0.isOwner && $0.table == table.number }
        && takesTurns(other, below: below.union([table.number]))
    }
  }

  /// Whether the owners of a join table's members have keys.
  private func hasKeyedOwner(_ table: PostgresTable) -> Bool {
    table.table.foreignKeys.contains { $0.isOwner && !tables[$0.table].isLoose }
  }

  private var now: String { "s.v = _rkmap_turn AND s.d = _rkmap_depth" }

  /// Merges all lists; the lists of a record come before those of the records that it contains.
  var lists: String {
    let listed = tables.filter { !owners(of: $0).isEmpty }
    if listed.isEmpty { return "" }
    let turns = listed.flatMap { table in owners(of: table).map { turn(table, $0) } }
    let bodies = listed.map { table in
      let owners = owners(of: table)
      let numbering = owners.filter(\.table.isNumbered).map { resolution(table, $0) }
      let merging = owners.map { table.table.isJoin ? members(table, $0) : children(table, $0) }
      return """
        IF EXISTS (SELECT FROM \(table.staging) s WHERE s.d = _rkmap_depth) THEN
        \((numbering + merging).lines)
        END IF;
        """
    }
    // The rows of an owner without a key have the owner's turn, which is known already.
    let numbered = listed.flatMap { owners(of: $0) }.map(\.table).filter(\.isNumbered)
    let stagings = Set((listed + numbered).map(\.staging)).sorted()
    let both = stagings.map { "SELECT v, d FROM \($0)" }.joined(separator: " UNION ALL ")
    return """
      \(listed.map { "ANALYZE \($0.staging);" }.lines)
      \(turns.lines)
      FOR _rkmap_turn IN 1..(SELECT coalesce(max(v), 0) FROM (\(both)) AS all_turns) LOOP
      FOR _rkmap_depth IN 1..(SELECT coalesce(max(d), 0) FROM (\(both)) AS all_depths) LOOP
      \(bodies.lines)
      END LOOP;
      END LOOP;
      """
  }

  /// Sets the turn in which lists of records with a key are merged: only the last list of each, or one after
  /// the other.
  private func turn(_ table: PostgresTable, _ owner: Owner) -> String {
    if owner.table.isLoose { return "" }
    let takesTurns = takesTurns(table)
    let relationship = owner.relationship.map { "s.c\($0)" }
    let mention = (["s.o"] + owner.columns.map { "s.c\($0)" } + [relationship].compactMap { $0 })
    let list = staged(owner.list, "s")
    let same =
      relationship.map { _ in " AND h.c\(owner.relationship ?? 0) = s.c\(owner.relationship ?? 0)" }
      ?? ""
    return """
      UPDATE \(table.staging) s SET v = h.v FROM (
      SELECT \(mention.list),
      row_number() OVER (PARTITION BY \(list) ORDER BY max(s.n)\(takesTurns ? "" : " DESC")) AS v
      FROM \(table.staging) s WHERE s.c\(owner.position) IS NULL AND s.d > 0 AND s.c\(owner.columns[0]) IS NOT NULL
      GROUP BY \(mention.list)) h
      WHERE h.o = s.o\(same) AND s.d > 0 AND s.c\(owner.columns[0]) IS NOT NULL\(takesTurns ? "" : " AND h.v = 1");
      """
  }

  /// Finds the row numbers of owners, and with them the turns of their rows.
  private func resolution(_ table: PostgresTable, _ owner: Owner) -> String {
    // A table whose rows own rows of the same table also has rows of other owners.
    let others = owners(of: table).filter { $0.columns != owner.columns && !$0.table.isNumbered }
    let free = others.map { " AND s.c\($0.columns[0]) IS NULL" }.joined()
    return """
      UPDATE \(table.staging) s SET c\(owner.columns[0]) = p.c0, v = p.v FROM \(owner.table.staging) p
      WHERE p.n = s.o AND p.v = _rkmap_turn AND s.d = _rkmap_depth AND s.d > 0\(free);
      """
  }

  /// The references of child rows that delete the rows they replace.
  private func replacingReferences(_ table: PostgresTable) -> [([Int], PostgresTable)] {
    var found: [[Int]: PostgresTable] = [:]
    for rule in plan.rows where Int(rule.table) == table.number {
      for reference in plan.references[rule.references] {
        let columns = plan.places[reference.columns].map { Int($0) }
        let isThere = columns.allSatisfy { arrivals.columns[table.number][$0] }
        if isThere { found[columns] = tables[Int(reference.table)] }
      }
    }
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }

  // MARK: - Children

  /// Makes an owner's child rows match the list.
  private func children(_ table: PostgresTable, _ owner: Owner) -> String {
    let here = "\(now) AND s.c\(owner.columns[0]) IS NOT NULL"
    let head = "\(here) AND s.c\(owner.position) IS NULL"
    let union = rules(table, .union)
    let isKept = union.isEmpty ? "" : " AND s.r NOT IN \(union)"
    let ofList = equal(table, owner.list, "t.", staged: "s")
    let ofRow = equal(table, owner.row, "t.", staged: "s")
    let columns = columns(table)
    var statements: [String] = []
    if !union.isEmpty {
      statements.append(shift(table, owner, "\(head) AND s.r IN \(union)", here))
    }
    statements.append(
      save(
        table,
        where: "EXISTS (SELECT FROM \(table.staging) s WHERE \(head)\(isKept) AND \(ofList))"
      )
    )
    let stays = owner.list.map { "i.c\($0) = s.c\($0)" }.all
    statements.append(
      """
      INSERT INTO \(table.gone) SELECT t.ctid FROM \(table.name) t JOIN \(table.staging) s ON \(ofList)
      WHERE \(head)\(isKept) AND NOT EXISTS (SELECT FROM \(table.staging) i
      WHERE i.o = s.o AND i.v = s.v AND \(stays) AND i.c\(owner.position) = t.\(table.column(owner.position)))
      ON CONFLICT DO NOTHING;
      IF FOUND THEN PERFORM pg_temp._rkmap_remove(); END IF;
      """
    )
    if table.isNumbered {
      statements.append(
        """
        SELECT coalesce(max(t."_id"), 0) INTO _rkmap_base FROM \(table.name) t;
        UPDATE \(table.staging) s SET c0 = _rkmap_base + s.n WHERE \(here);
        UPDATE \(table.staging) s SET c0 = t."_id" FROM \(table.name) t WHERE \(here) AND \(ofRow);
        """
      )
    }
    for (columns, target) in replacingReferences(table) {
      let old = table.list(columns, "t.")
      let isWhole = columns.map { "t.\(table.column($0)) IS NOT NULL" }
      statements.append(
        """
        INSERT INTO \(target.dropped) SELECT \(old), s.n FROM \(table.staging) s JOIN \(table.name) t ON \(ofRow)
        WHERE \(here) AND \(isWhole.all) AND (\(old)) IS DISTINCT FROM (\(staged(columns, "s")));
        """
      )
    }
    statements.append(
      counted(
        """
        INSERT INTO \(table.name) AS t (\(table.list(columns)))
        SELECT \(staged(columns, "s")) FROM \(table.staging) s
        WHERE \(here) AND s.c\(owner.position) IS NOT NULL ORDER BY s.n
        \(conflict(table, owner.row, columns.filter { $0 != 0 || !table.isNumbered } + owner.row))
        """
      )
    )
    return statements.lines
  }

  /// Shifts the rows of appended lists to the positions after the stored ones.
  private func shift(_ table: PostgresTable, _ owner: Owner, _ head: String, _ here: String)
    -> String
  {
    let names = (["o"] + owner.list.map { "c\($0)" })
    let heads = names.map { "s.\($0)" }.list
    let same = names.map { "h.\($0) = s.\($0)" }.all
    let place = "c\(owner.position)"
    return """
      UPDATE \(table.staging) s SET \(place) = s.\(place) + h.base FROM (
      SELECT \(heads), max(t.\(table.column(owner.position))) + 1 AS base
      FROM \(table.staging) s JOIN \(table.name) t ON \(equal(table, owner.list, "t.", staged: "s"))
      WHERE \(head) GROUP BY \(heads)) h
      WHERE \(here) AND s.\(place) IS NOT NULL AND \(same);
      """
  }

  // MARK: - Members

  /// Notes the members that lists have lost, with the number of the first list without them after the lists
  /// that had them.
  private func droppedMembers(
    _ table: PostgresTable,
    _ owner: Owner,
    _ members: [Int],
    _ target: PostgresTable,
    _ replace: String
  ) -> String {
    let key = owner.columns + members
    let names = key.map { "c\($0)" }.list
    let stored = key.map { "t.\(table.column($0))" }.list
    let ofOwner = owner.columns.map { "h.c\($0) = x.c\($0)" }.all
    return """
      INSERT INTO \(target.dropped) SELECT \(staged(members, "x")), h.n FROM (
      SELECT \(names), max(n) AS n FROM (
      SELECT \(names), n FROM \(table.staging) WHERE c\(owner.position) IS NOT NULL
      UNION ALL SELECT \(stored), 0 FROM \(table.name) t WHERE EXISTS (
      SELECT FROM \(table.staging) s WHERE \(now) AND \(equal(table, owner.columns, "t.", staged: "s")))) AS m
      GROUP BY \(names)) x CROSS JOIN LATERAL (
      SELECT h.n, h.r FROM \(table.staging) h WHERE \(ofOwner) AND h.c\(owner.position) IS NULL AND h.n > x.n
      ORDER BY h.n LIMIT 1) h WHERE h.r IN \(replace);
      """
  }

  /// Makes the members in a join table match the list.
  private func members(_ table: PostgresTable, _ owner: Owner) -> String {
    let key = table.table.primaryKey
    let members = key.filter { !owner.columns.contains($0) }
    let place = owner.position
    let here = "\(now) AND s.c\(owner.columns[0]) IS NOT NULL"
    let union = rules(table, .union)
    let ofOwner = equal(table, owner.columns, "t.", staged: "s")
    let ofRow = equal(table, key, "t.", staged: "s")
    let isKept = union.isEmpty ? "" : " AND s.r NOT IN \(union)"
    let saved = union.isEmpty ? ofOwner : "\(ofOwner) AND (s.r NOT IN \(union) OR \(ofRow))"
    var statements = [
      save(table, where: "EXISTS (SELECT FROM \(table.staging) s WHERE \(here) AND \(saved))")
    ]
    let stays = members.map { "i.c\($0) = t.\(table.column($0))" }.all
    let target = plan.lists.first { Int($0.table) == table.number }.map { tables[Int($0.target)] }
    var drop = ""
    let replace = rules(table, .replace)
    if let target, !replace.isEmpty, !takesTurns(table) {
      statements.append(droppedMembers(table, owner, members, target, replace))
    } else if let target, !replace.isEmpty {
      let values = members.indices.map { "g.k\($0)" }.list
      drop = """
        , x AS (INSERT INTO \(target.dropped) SELECT \(values), g.n FROM g WHERE g.r IN \(replace))
        """
    }
    let deleted = members.enumerated().map { "t.\(table.column($1)) AS k\($0)" }.joined(
      separator: ", "
    )
    statements.append(
      """
      WITH g AS (DELETE FROM \(table.name) t USING \(table.staging) s
      WHERE \(here) AND s.c\(place) IS NULL\(isKept) AND \(ofOwner)
      AND NOT EXISTS (SELECT FROM \(table.staging) i WHERE i.n = s.n AND i.c\(place) IS NOT NULL AND \(stays))
      RETURNING \(deleted), s.n, s.r)\(drop)
      UPDATE _rkmap_counts SET gone = gone + (SELECT count(*) FROM g);
      """
    )
    let all = Array(table.table.columns.indices)
    let given = "\(here) AND s.c\(place) IS NOT NULL"
    statements.append(
      counted(
        """
        INSERT INTO \(table.name) AS t (\(table.list(all)))
        SELECT DISTINCT ON (\(staged(key, "s"))) \(staged(all, "s")) FROM \(table.staging) s
        WHERE \(given)\(isKept) ORDER BY \(staged(key, "s")), s.c\(place)
        \(conflict(table, key, all))
        """
      )
    )
    if union.isEmpty { return statements.lines }
    let values = all.map { column in
      column == place
        ? "CASE WHEN s.base > 0 THEN s.base + row_number() OVER (PARTITION BY s.o ORDER BY s.c\(place)) - 1 ELSE s.c\(place) END"
        : "s.c\(column)"
    }
    statements.append(
      counted(
        """
        INSERT INTO \(table.name) AS t (\(table.list(all))) SELECT \(values.list) FROM (
        SELECT DISTINCT ON (s.o, \(staged(key, "s"))) s.*,
        (SELECT coalesce(max(t.\(table.column(place))) + 1, 0) FROM \(table.name) t WHERE \(ofOwner)) AS base
        FROM \(table.staging) s WHERE \(given) AND s.r IN \(union) ORDER BY s.o, \(staged(key, "s")), s.c\(place)) s
        WHERE NOT EXISTS (SELECT FROM \(table.name) t WHERE \(ofRow))
        """
      )
    )
    return statements.lines
  }
}
