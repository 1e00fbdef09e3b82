internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Skips records that are older than the stored ones, or that are stored already; everything below them is
/// skipped, too.
extension MergeScript {
  /// Compares records one after the other, as each may change what the next is compared with.
  ///
  /// If no key comes twice or was stored before, no record can be older.
  var verdicts: String {
    let judged = keyed.filter { options.mode == .append || modification($0) != nil }
    let tables = self.tables
    let finding = judged.map { table in
      """
      EXISTS (SELECT FROM \(table.old)) OR EXISTS (SELECT FROM \(table.staging) s \
      GROUP BY \(staged(table.table.primaryKey, "s")) HAVING count(*) > 1)
      """
    }
    let events =
      judged.map { "SELECT n, z, \($0.number) AS place FROM \($0.staging)" } + claimEvents
    let after = (tables.map(\.staging) + inverses.map(\.staging)).map { staging in
      """
      DELETE FROM \(staging) s
      WHERE (SELECT x.z FROM _rkmap_skipped x WHERE x.n < s.n ORDER BY x.n DESC LIMIT 1) > s.n;
      """
    }
    let unmet = keyed.map { table in
      """
      DELETE FROM \(table.old) o WHERE NOT EXISTS (
      SELECT FROM \(table.staging) s WHERE \(equal(table, table.table.primaryKey, "(o.was).", staged: "s")));
      \(isReplacing ? noting(table) : "")
      DELETE FROM \(table.staging) s USING _rkmap_skipped x WHERE x.n = s.n;
      """
    }
    let loop = { (events: String) in
      """
      FOR _rkmap_row IN \(events) ORDER BY n, place DESC LOOP
      CONTINUE WHEN _rkmap_row.n < _rkmap_limit;
      CASE _rkmap_row.place
      \((judged.map(verdict) + claimVerdicts).lines)
      END CASE;
      END LOOP;
      """
    }
    return """
      IF \((finding + disputed).joined(separator: "\nOR ")) THEN
      CREATE TEMP TABLE _rkmap_skipped (n bigint PRIMARY KEY, z bigint) ON COMMIT DROP;
      \((judged.map(preparation) + inverses.map(preparation)).lines)
      \(byRecord(events.joined(separator: " UNION ALL "), loop))
      \((after + unmet).lines)
      END IF;
      """
  }

  /// Notes skipped rows, so that they are not deleted as replaced rows: a record has come for them even if it
  /// does not count.
  private func noting(_ table: PostgresTable) -> String {
    """
    INSERT INTO \(table.kept) SELECT \(staged(table.table.primaryKey, "s")), s.n, s.o
    FROM \(table.staging) s JOIN _rkmap_skipped x ON x.n = s.n;
    """
  }

  /// The column of a table's modification attribute, and the rules that use it.
  private func modification(_ table: PostgresTable) -> (column: Int, rules: [Int])? {
    let rules = plan.rows.indices.filter {
      Int(plan.rows[$0].table) == table.number && plan.rows[$0].modification >= 0
    }
    return rules.first.map { (Int(plan.rows[$0].modification), rules) }
  }

  private func latest(_ table: PostgresTable) -> String { "_rkmap_latest_\(table.number)" }

  /// Creates a table with the latest value of each row's modification attribute.
  private func preparation(_ table: PostgresTable) -> String {
    let key = table.table.primaryKey
    let index = "CREATE INDEX ON \(table.staging) (n);"
    guard let (column, _) = modification(table) else { return index }
    let names = key.map { "c\($0)" }
    let columns = key.map { "c\($0) \(table.type($0))" } + ["m \(table.type(column))"]
    let stored = key.map { "(o.was).\(table.column($0))" } + ["(o.was).\(table.column(column))"]
    return """
      \(index)
      CREATE TEMP TABLE \(latest(table)) (\(columns.list), PRIMARY KEY (\(names.list)))
      ON COMMIT DROP;
      INSERT INTO \(latest(table)) SELECT \(stored.list) FROM \(table.old) o;
      """
  }

  private func verdict(_ table: PostgresTable) -> String {
    var statements = "WHEN \(table.number) THEN"
    let key = table.table.primaryKey
    let skip = """
      INSERT INTO _rkmap_skipped VALUES (_rkmap_row.n, _rkmap_row.z);
      _rkmap_limit := _rkmap_row.z;
      CONTINUE;
      """
    if options.mode == .append {
      statements += """

        IF EXISTS (SELECT FROM \(table.staging) s JOIN \(table.old) o
        ON \(equal(table, key, "(o.was).", staged: "s")) WHERE s.n = _rkmap_row.n) THEN
        \(skip)
        END IF;
        """
    }
    guard let (column, rules) = modification(table) else { return statements + "\nNULL;" }
    let same = key.map { "l.c\($0) = s.c\($0)" }.all
    let from = "\(table.staging) s JOIN \(latest(table)) l ON \(same) WHERE s.n = _rkmap_row.n"
    let list = rules.map(String.init).list
    let old =
      "EXISTS (SELECT FROM \(from) AND s.r IN (\(list)) AND get_bit(s.said, \(column)) = 1 AND \(holds(table, column)))"
    let relating = rules.filter { plan.rows[$0].relatesUnmodified }.map(String.init)
    var action = skip
    if !relating.isEmpty {
      // References to other records are written all the same.
      let related = Set(table.table.foreignKeys.flatMap(\.columns))
      let mask = table.table.columns.indices.map { related.contains($0) ? "1" : "0" }.joined()
      action = """
        IF (SELECT s.r IN (\(relating.list)) FROM \(table.staging) s WHERE s.n = _rkmap_row.n) THEN
        UPDATE \(table.staging) SET said = said & B'\(mask)' WHERE n = _rkmap_row.n;
        CONTINUE;
        END IF;
        \(skip)
        """
    }
    let names = (key.map { "c\($0)" } + ["m"]).list
    return statements + """

      IF \(old) THEN
      \(action)
      END IF;
      INSERT INTO \(latest(table)) (\(names)) SELECT \(staged(key + [column], "s")) FROM \(table.staging) s
      WHERE s.n = _rkmap_row.n ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
      UPDATE \(latest(table)) l SET m = s.c\(column) FROM \(table.staging) s
      WHERE s.n = _rkmap_row.n AND \(same) AND get_bit(s.said, \(column)) = 1;
      END IF;
      """
  }

  /// The condition that the stored value `l.m` is at least as late as that of the staged row `s`, as
  /// every value is if that is null.
  private func holds(_ table: PostgresTable, _ column: Int) -> String {
    let new = "s.c\(column)"
    let isLate =
      switch table.table.columns[column].type.form.order {
      case .number, .instant: "l.m >= \(new)"
      case .equality: "l.m = \(new)"
      case .undeclared:
        """
        CASE WHEN jsonb_typeof(l.m) = 'number' AND jsonb_typeof(\(new)) = 'number' \
        THEN l.m::numeric >= \(new)::numeric ELSE l.m = \(new) END
        """
      }
    return "(\(isLate) OR l.m IS NOT NULL AND \(new) IS NULL)"
  }
}
