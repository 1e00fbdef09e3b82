internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Rows that are found by the keys of their records.
extension MergeScript {
  /// Saves the stored rows whose keys have come.
  func saving(_ table: PostgresTable) -> String {
    let come = """
      EXISTS (SELECT FROM \(table.staging) s \
      WHERE \(equal(table, table.table.primaryKey, "t.", staged: "s")))
      """
    return """
      IF EXISTS (SELECT FROM \(table.name)) THEN
      ANALYZE \(table.staging);
      \(save(table, where: come))
      END IF;
      """
  }

  /// Merges the rows of a table: inserts new keys first, then writes the last values of keys that are stored or
  /// come again.
  func merge(_ table: PostgresTable) -> String {
    let (key, columns) = (table.table.primaryKey, columns(table))
    let others = columns.filter { !key.contains($0) }
    let stagedKey = staged(key, "s")
    // All versions of a stored key may have been skipped.
    let come =
      hasVerdicts
      ? "EXISTS (SELECT FROM \(table.staging) s WHERE \(equal(table, key, "(o.was).", staged: "s")))"
      : "true"
    var statements = """
      SELECT count(*) INTO _rkmap_given FROM \(table.staging);
      IF _rkmap_given > 0 THEN
      INSERT INTO \(table.name) (\(table.list(columns)))
      SELECT DISTINCT ON (\(stagedKey)) \(staged(columns, "s")) FROM \(table.staging) s
      WHERE NOT EXISTS (SELECT FROM \(table.old) o WHERE \(equal(table, key, "(o.was).", staged: "s")))
      ORDER BY \(stagedKey), s.n;
      GET DIAGNOSTICS _rkmap_made = ROW_COUNT;
      UPDATE _rkmap_counts SET made = made + _rkmap_made;
      """
    if !others.isEmpty || isReplacing {
      statements += """

        IF _rkmap_made < _rkmap_given THEN
        IF _rkmap_given > _rkmap_made + (SELECT count(*) FROM \(table.old) o WHERE \(come)) THEN
        \(fold(table))
        END IF;
        \(others.isEmpty ? "" : update(table, others))
        END IF;
        """
    }
    return statements + "\nEND IF;"
  }

  /// Folds several versions of a key into one staged row.
  private func fold(_ table: PostgresTable) -> String {
    let (key, folded) = (table.table.primaryKey, "_rkmap_folded_\(table.number)")
    let others = table.table.columns.indices.filter { !key.contains($0) }
    var names = ["n", "said"] + (key + others).map { "c\($0)" }
    var values = ["max(s.n)", "bit_or(s.said)"] + key.map { "s.c\($0)" }
    values += others.map {
      "(array_agg(s.c\($0) ORDER BY s.n DESC) FILTER (WHERE get_bit(s.said, \($0)) = 1))[1]"
    }
    if isTracked {
      // A record counts as a root record only if all of its versions are.
      names.append("o")
      values.append("CASE WHEN bool_and(s.o IS NOT NULL) THEN max(s.o) END")
    }
    let list = names.list
    return """
      CREATE TEMP TABLE \(folded) (LIKE \(table.staging)) ON COMMIT DROP;
      INSERT INTO \(folded) (\(list)) SELECT \(values.list)
      FROM \(table.staging) s GROUP BY \(staged(key, "s")) HAVING count(*) > 1;
      DELETE FROM \(table.staging) s USING \(folded) f
      WHERE \(key.map { "s.c\($0) = f.c\($0)" }.all);
      INSERT INTO \(table.staging) SELECT * FROM \(folded);
      ANALYZE \(table.staging);
      """
  }

  /// Updates stored rows with the values that have come; absent values stay unchanged.
  private func update(_ table: PostgresTable, _ others: [Int]) -> String {
    let key = table.table.primaryKey
    let values = others.map {
      "CASE get_bit(s.said, \($0)) WHEN 1 THEN s.c\($0) ELSE b.\(table.column($0)) END"
    }
    // ON CONFLICT locks a row, and so writes it, even if nothing differs.
    let differs = others.map {
      "get_bit(s.said, \($0)) = 1 AND b.\(table.column($0)) IS DISTINCT FROM s.c\($0)"
    }
    return """
      INSERT INTO \(table.name) AS t (\(table.list(key + others)))
      SELECT \(staged(key, "s")), \(values.list)
      FROM \(table.staging) s JOIN \(table.name) b ON \(equal(table, key, "b.", staged: "s"))
      WHERE \(differs.joined(separator: " OR "))
      \(conflict(table, key, key + others));
      """
  }

  /// Fails the run if a row's key existed before.
  func repeated(_ table: PostgresTable) -> String {
    raise(
      "a row of \(table.table.name) is there already, and --mode fail changes none",
      if: "EXISTS (SELECT FROM \(table.old))"
    )
  }

  /// Fails the run if an identificationPredicate does not accept a stored row.
  func heldByOthers(_ table: PostgresTable) -> String? {
    let conditions = Set(
      plan.rows.filter { Int($0.table) == table.number && $0.identification >= 0 }
        .map { Int($0.identification) }
    )
    if conditions.isEmpty { return nil }
    let accepted = conditions.sorted().map {
      PostgresCondition(table, "(o.was).", columns(table)).text(rules.identifications[$0])
    }
    return raise(
      "a row of \(table.table.name) is not accepted by the identificationPredicate of the spec",
      if: "EXISTS (SELECT FROM \(table.old) o WHERE NOT (\(accepted.all)))"
    )
  }

  func raise(_ message: String, if condition: String) -> String {
    """
    IF \(condition) THEN
    RAISE EXCEPTION USING MESSAGE = \(PostgresName.literal(message));
    END IF;
    """
  }

  /// Inserts rows that cannot be found by a key: those of root records without identification.
  func insertRoots(_ table: PostgresTable) -> String {
    let columns = columns(table)
    let number = """
      SELECT coalesce(max(t."_id"), 0) INTO _rkmap_base FROM \(table.name) t;
      UPDATE \(table.staging) SET c0 = _rkmap_base + n WHERE d = 0;

      """
    return """
      \(table.isNumbered ? number : "")INSERT INTO \(table.name) (\(table.list(columns)))
      SELECT \(staged(columns, "s")) FROM \(table.staging) s WHERE s.d = 0 ORDER BY s.n;
      GET DIAGNOSTICS _rkmap_made = ROW_COUNT;
      UPDATE _rkmap_counts SET made = made + _rkmap_made;
      """
  }

  /// Clears late columns for which this run has only nulls, if an earlier run has created them.
  func lateNulls(_ table: PostgresTable) -> [String] {
    let columns = table.table.columns.indices.filter {
      arrivals.nulls[table.number][$0] && !arrivals.columns[table.number][$0]
    }
    let key = table.table.primaryKey
    return columns.compactMap { column in
      let said = table.isLoose ? "s.v IS NOT NULL" : "get_bit(s.said, \(column)) = 1"
      if key.isEmpty || table.table.isJoin { return nil }
      let sql = """
        UPDATE \(table.name) t SET \(table.column(column)) = NULL FROM \(table.staging) s \
        WHERE \(equal(table, key, "t.", staged: "s")) AND \(said) AND t.\(table.column(column)) IS NOT NULL
        """
      let name = PostgresName.literal(table.table.columns[column].name)
      return """
        IF EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass(\(PostgresName.literal(table.name)))
          AND a.attname = \(name) AND NOT a.attisdropped) THEN
        EXECUTE \(PostgresName.literal(sql));
        END IF;
        """
    }
  }
}
