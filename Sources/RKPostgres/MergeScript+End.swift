internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// The statements that follow once all rows have come.
extension MergeScript {
  // MARK: - Deletion

  /// Deletes the rows whose places were noted, with everything that belongs to them.
  var removal: String {
    let belonging = tables.flatMap { table in
      foreignKeys(table).filter(\.isOwner).map { key in
        let owner = tables[key.table]
        let same = zip(key.columns, owner.table.primaryKey).map {
          "t.\(table.column($0)) = p.\(owner.column($1))"
        }
        return """
          INSERT INTO \(table.gone) SELECT t.ctid FROM \(table.name) t
          JOIN \(owner.name) p ON \(same.all) JOIN \(owner.gone) g ON g.place = p.ctid
          ON CONFLICT DO NOTHING;
          _rkmap_goes_on := _rkmap_goes_on OR FOUND;
          """
      }
    }
    let deletions = tables.map { table in
      """
      IF EXISTS (SELECT FROM \(table.gone)) THEN
      \(save(table, where: "EXISTS (SELECT FROM \(table.gone) g WHERE g.place = t.ctid)"))
      DELETE FROM \(table.name) t USING \(table.gone) g WHERE t.ctid = g.place;
      GET DIAGNOSTICS _rkmap_made = ROW_COUNT;
      UPDATE _rkmap_counts SET gone = gone + _rkmap_made;
      DELETE FROM \(table.gone);
      END IF;
      """
    }
    let expansion =
      belonging.isEmpty
      ? ""
      : """
      LOOP
      _rkmap_goes_on := false;
      \(belonging.lines)
      EXIT WHEN NOT _rkmap_goes_on;
      END LOOP;

      """
    return expansion + released + "\n" + deletions.lines
  }

  /// Deletes the rows that match a predicate.
  func deletion(_ deletion: StoredRules.Deletion) -> String {
    let table = tables[deletion.table]
    return remove(
      table,
      where: PostgresCondition(table, "t.", columns(table)).text(deletion.predicate)
    )
  }

  private func remove(_ table: PostgresTable, where condition: String) -> String {
    """
    INSERT INTO \(table.gone) SELECT t.ctid FROM \(table.name) t WHERE \(condition) ON CONFLICT DO NOTHING;
    IF FOUND THEN PERFORM pg_temp._rkmap_remove(); END IF;
    """
  }

  // MARK: - Replaced rows

  /// Notes the rows that to-one relationships used to lead to and no longer do.
  func droppedReferences(_ table: PostgresTable) -> String {
    let key = table.table.primaryKey
    var statements: [String] = []
    for (number, rule) in plan.rows.enumerated() where Int(rule.table) == table.number {
      for reference in plan.references[rule.references] {
        let columns = plan.places[reference.columns].map { Int($0) }
        guard columns.allSatisfy({ arrivals.columns[table.number][$0] }) else { continue }
        let same = equal(table, key, "(o.was).", staged: "s")
        let before = columns.enumerated().map { place, column in
          """
          CASE WHEN row_number() OVER w = 1 THEN (o.was).\(table.column(column)) ELSE lag(s.c\(column)) OVER w END AS k\(place)
          """
        }
        let now = columns.enumerated().map { "s.c\($1) AS c\($0)" }
        let old = columns.indices.map { "d.k\($0)" }.list
        let new = columns.indices.map { "d.c\($0)" }.list
        let isWhole = columns.indices.map { "d.k\($0) IS NOT NULL" }.all
        statements.append(
          """
          INSERT INTO \(tables[Int(reference.table)].dropped) SELECT \(old), d.n FROM (
          SELECT s.n, s.r, \((before + now).list)
          FROM \(table.staging) s LEFT JOIN \(table.old) o ON \(same)
          WHERE get_bit(s.said, \(columns[0])) = 1 WINDOW w AS (PARTITION BY \(staged(key, "s")) ORDER BY s.n)) d
          WHERE d.r = \(number) AND \(isWhole) AND (\(old)) IS DISTINCT FROM (\(new));
          """
        )
      }
    }
    return statements.lines
  }

  /// Deletes replaced rows that nothing refers to, and repeats this while it frees others.
  var replacement: String {
    let targets = keyed.filter { table in
      plan.references.contains { Int($0.table) == table.number }
        || plan.lists.contains {
          $0.isJoin && $0.policy == .replace && Int($0.target) == table.number
        }
    }
    let steps = targets.map { table in
      let key = table.table.primaryKey
      let names = key.indices.map { "x.k\($0)" }.list
      let same = key.enumerated().map { "t.\(table.column($1)) = x.k\($0)" }.joined(
        separator: " AND "
      )
      let again = key.enumerated().map { "s.c\($1) = x.k\($0)" }.all
      let kept = key.indices.map { "s.k\($0) = x.k\($0)" }.all
      return """
        INSERT INTO \(table.gone) SELECT t.ctid FROM \(table.name) t
        JOIN (SELECT \(names), max(x.n) AS n FROM \(table.dropped) x GROUP BY \(names)) x ON \(same)
        WHERE NOT EXISTS (SELECT FROM \(table.staging) s WHERE \(again) AND (s.o IS NULL OR s.n > x.n))
        AND NOT EXISTS (SELECT FROM \(table.kept) s WHERE \(kept) AND (s.o IS NULL OR s.n > x.n))
        \(uses(of: table).map { "AND NOT \($0)" }.lines)
        \(inverses.filter { $0.table.number == table.number }.map { "AND t.\(table.column($0.owner[0])) IS NULL" }.lines)
        ON CONFLICT DO NOTHING;
        _rkmap_goes_on := _rkmap_goes_on OR FOUND;
        """
    }
    return """
      LOOP
      EXIT WHEN _rkmap_lacks;
      _rkmap_goes_on := false;
      \(steps.lines)
      EXIT WHEN NOT _rkmap_goes_on;
      PERFORM pg_temp._rkmap_remove();
      END LOOP;
      """
  }

  /// Conditions that other rows, which would not be deleted with it, refer to the row `t`.
  private func uses(of target: PostgresTable) -> [String] {
    tables.flatMap { table in
      let keys = foreignKeys(table).filter {
        $0.table == target.number && !$0.isOwner && $0.membership.isEmpty
      }
      return keys.map { key in
        let same = zip(key.columns, target.table.primaryKey).map {
          "u.\(table.column($0)) = t.\(target.column($1))"
        }
        let own = table.number == target.number ? " AND u.ctid <> t.ctid" : ""
        let belongs = belonging(table, "u", to: target, depth: 0)
        return """
          EXISTS (SELECT FROM \(table.name) u
          WHERE \(same.all)\(own)\(belongs.map { " AND NOT (\($0))" } ?? ""))
          """
      }
    }
  }

  /// The condition that a row belongs to the row `t`, directly or over several levels; nil if it cannot.
  private func belonging(
    _ table: PostgresTable,
    _ name: String,
    to target: PostgresTable,
    depth: Int
  )
    -> String?
  {
    if depth > 3 { return nil }
    let conditions = foreignKeys(table).filter(\.isOwner).compactMap { key -> String? in
      let owner = tables[key.table]
      func same(_ other: String) -> String {
        zip(key.columns, owner.table.primaryKey).map {
          "\(name).\(table.column($0)) = \(other).\(owner.column($1))"
        }.all
      }
      if key.table == target.number { return "(\(same("t"))) IS TRUE" }
      let next = "\(name)\(depth)"
      return belonging(owner, next, to: target, depth: depth + 1).map {
        "EXISTS (SELECT FROM \(owner.name) \(next) WHERE \(same(next)) AND (\($0)))"
      }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  // MARK: - References

  /// Clears references that will dangle before they are written, so that a repeated run does not write them
  /// again.
  func leadingNowhere(_ table: PostgresTable) -> [String] {
    foreignKeys(table).filter { !$0.isOwner && !tables[$0.table].isLoose }.map { key in
      let target = tables[key.table]
      let pairs = Array(zip(key.columns, target.table.primaryKey))
      let given = key.columns.map { "s.c\($0) IS NOT NULL" }
      let stored = pairs.map { "p.\(target.column($1)) = s.c\($0)" }
      let coming = pairs.map { "q.c\($1) = s.c\($0)" }
      let condition = """
        \(given.all)
        AND NOT EXISTS (SELECT FROM \(target.name) p WHERE \(stored.all))
        AND NOT EXISTS (SELECT FROM \(target.staging) q WHERE \(coming.all))
        """
      if table.table.isJoin {
        let union = rules(table, .union)
        let isKept = union.isEmpty ? "" : " AND s.r NOT IN \(union)"
        return "DELETE FROM \(table.staging) s WHERE \(condition)\(isKept);"
      }
      let values = key.columns.map { "c\($0) = NULL" }.list
      return "UPDATE \(table.staging) s SET \(values) WHERE \(condition);"
    }
  }

  /// Creates missing rows that are referred to, or clears the references.
  func dangling(_ table: PostgresTable) -> [String] {
    if options.dangling == .error || options.dangling == .keep { return [] }
    return foreignKeys(table).map { key in
      let target = tables[key.table]
      let isGiven = key.columns.map { "t.\(table.column($0)) IS NOT NULL" }
      let same = zip(key.columns, target.table.primaryKey).map {
        "p.\(target.column($1)) = t.\(table.column($0))"
      }
      let condition = """
        \(isGiven.all) AND NOT EXISTS (SELECT FROM \(target.name) p \
        WHERE \(same.all))
        """
      if options.dangling == .stub {
        return """
          INSERT INTO \(target.name) (\(target.list(target.table.primaryKey)))
          SELECT DISTINCT \(table.list(key.columns, "t.")) FROM \(table.name) t WHERE \(condition);
          GET DIAGNOSTICS _rkmap_made = ROW_COUNT;
          UPDATE _rkmap_counts SET made = made + _rkmap_made;
          """
      }
      let isOfRow =
        key.isOwner
        || key.columns.contains {
          table.table.primaryKey.contains($0) || table.table.columns[$0].isRequired
        }
      if isOfRow { return remove(table, where: condition) }
      let values = key.columns.map { "\(table.column($0)) = NULL" }.list
      // Rows without a key cannot be found again.
      let noted =
        table.identity.isEmpty
        ? """
        UPDATE _rkmap_counts SET changed = changed + (SELECT count(*) FROM \(table.name) t
        WHERE t.xmin <> pg_current_xact_id()::xid AND \(condition));
        """ : save(table, where: condition)
      return "\(noted)\nUPDATE \(table.name) t SET \(values) WHERE \(condition);"
    }
  }

  /// Adds the missing foreign keys.
  var references: String {
    if options.dangling == .keep || options.schemaRule == .freeze { return "" }
    let rows = tables.filter { arrivals.tables[$0.number] }.flatMap { table in
      foreignKeys(table).filter { arrivals.tables[$0.table] }.map { key in
        let names = key.columns.map { PostgresName.literal(table.table.columns[$0].name) }
        let values = [
          PostgresName.literal(table.name), PostgresName.literal(tables[key.table].name),
          "ARRAY[\(names.list)]", PostgresName.literal(table.addition(of: key)),
        ]
        return "(\(values.list))"
      }
    }
    if rows.isEmpty { return "" }
    return """
      FOR _rkmap_row IN SELECT * FROM (VALUES
      \(rows.joined(separator: ",\n"))) AS k (child, parent, columns, statement) LOOP
      IF NOT EXISTS (SELECT FROM pg_constraint c
        WHERE c.contype = 'f' AND c.conrelid = to_regclass(_rkmap_row.child) AND c.confrelid = to_regclass(_rkmap_row.parent)
        AND ARRAY(SELECT a.attname::text FROM pg_attribute a
          WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) ORDER BY 1)
          = ARRAY(SELECT unnest(_rkmap_row.columns) ORDER BY 1)) THEN
      EXECUTE _rkmap_row.statement;
      END IF;
      END LOOP;
      """
  }
}
