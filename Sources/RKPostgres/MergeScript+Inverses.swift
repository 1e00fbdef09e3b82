internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Lists whose members refer to their owner. The owner of each member at the end of the run is found out before
/// any row is written.
///
/// A stay is the time that a member spends with an owner. It begins with the member's stored row (`n` is 0),
/// with a list that has the member, or with the member naming its owner (`r` is -1). It ends when the member's
/// next stay begins, at `next`, or when a later list of the owner lacks the member, at `gone`. The last stay of
/// each member is merged into the staged rows, so that every row is written once.
extension MergeScript {
  func settle(_ inverse: PostgresInverse) -> String {
    let staging = inverse.staging
    var statements = [
      "CREATE INDEX ON \(staging) (\(staged(inverse.owner).list), n) WHERE p IS NULL;",
      "ANALYZE \(staging), \(inverse.table.staging);",
      stays(inverse),
    ]
    if inverse.position != nil {
      let union = rules(inverse, .union)
      if !union.isEmpty { statements.append(appending(inverse, "r IN \(union)")) }
      statements.append(keptPlaces(inverse))
    }
    let replace = rules(inverse, .replace)
    if !replace.isEmpty {
      statements.append(
        """
        INSERT INTO \(inverse.table.dropped) SELECT \(staged(inverse.member, "e")), e.gone
        FROM \(inverse.stays) e JOIN \(staging) h ON h.n = e.gone AND h.p IS NULL AND h.r IN \(replace);
        """
      )
    }
    return """
      IF EXISTS (SELECT FROM \(staging)) THEN
      \((statements + merging(inverse)).lines)
      END IF;
      """
  }

  /// The inverse's list rules with a policy, as the operand of an SQL condition.
  private func rules(_ inverse: PostgresInverse, _ policy: ListRule.Policy) -> String {
    let rules = inverse.rules.filter { plan.lists[$0].policy == policy }
    return rules.isEmpty ? "" : "(\(rules.map(String.init).list))"
  }

  private func staged(_ columns: [Int]) -> [String] { columns.map { "c\($0)" } }

  /// The condition that two stays have equal values in some columns, those of the member or of the owner.
  private func same(_ columns: [Int], _ one: String, _ other: String) -> String {
    staged(columns).map { "\(one).\($0) = \(other).\($0)" }.all
  }

  // MARK: - Stays

  /// Notes all stays of members with owners that have come, including the members that are stored.
  private func stays(_ inverse: PostgresInverse) -> String {
    let (table, columns) = (inverse.table, inverse.owner + inverse.member)
    let (member, values) = (staged(inverse.member, "m"), staged(columns, "s"))
    let place = inverse.position.map { "t.\(table.column($0))" } ?? "NULL::bigint"
    let isMember = equal(table, inverse.member, "t.", staged: "s")
    let says = "get_bit(s.said, \(inverse.owner[0])) = 1"
    let stored = [
      "\(inverse.staging) s WHERE s.p IS NULL AND \(equal(table, inverse.owner, "t.", staged: "s"))",
      "\(inverse.staging) s WHERE s.p IS NOT NULL AND \(isMember)",
      "\(table.staging) s WHERE \(says) AND \(isMember)",
    ].map {
      """
      SELECT 0 AS n, -2 AS r, \(place) AS p, \(table.list(columns, "t.")), false AS is_vain
      FROM \(table.name) t WHERE EXISTS (SELECT FROM \($0))
      """
    }
    // In append mode, rows from before the run stay unchanged.
    let isVain =
      options.mode == .append ? "EXISTS (SELECT FROM \(table.name) t WHERE \(isMember))" : "false"
    let union = rules(inverse, .union)
    let isAppended = union.isEmpty ? "false" : "w.r IN \(union)"
    let isWhole = union.isEmpty ? "" : " AND h.r NOT IN \(union)"
    return """
      CREATE TEMP TABLE \(inverse.stays) ON COMMIT DROP AS
      SELECT w.*, dense_rank() OVER (PARTITION BY \(isAppended), \(staged(inverse.owner, "w")) ORDER BY w.n) AS v,
      (SELECT min(h.n) FROM \(inverse.staging) h WHERE NOT w.is_vain AND h.p IS NULL\(isWhole)
        AND \(same(inverse.owner, "h", "w")) AND h.n > w.n AND h.n < coalesce(w.next, h.n + 1)) AS gone
      FROM (SELECT m.*, lead(m.n) OVER places AS next, count(*) FILTER (WHERE m.r <> -1) OVER places AS g FROM (
      SELECT q.* FROM (\(stored.joined(separator: "\nUNION "))) q (n, r, p, \(staged(columns).list), is_vain)
      UNION ALL SELECT s.n, s.r, \(inverse.position == nil ? "NULL" : "min(s.p)"), \(values), \(isVain)
      FROM \(inverse.staging) s WHERE s.p IS NOT NULL GROUP BY s.n, s.r, \(values)
      UNION ALL SELECT s.n, -1, NULL, \(values), false FROM \(table.staging) s WHERE \(says)) m
      WINDOW places AS (PARTITION BY \(member), m.is_vain ORDER BY m.n)) w;
      ANALYZE \(inverse.stays);
      """
  }

  /// A member that names its owner itself keeps its position.
  private func keptPlaces(_ inverse: PostgresInverse) -> String {
    let isSame = { (other: String) in
      "\(other).g = e.g AND \(self.same(inverse.member, other, "e"))"
    }
    return """
      UPDATE \(inverse.stays) e SET p = q.p FROM \(inverse.stays) q
      WHERE e.r = -1 AND q.r <> -1 AND NOT q.is_vain AND \(isSame("q"))
      AND NOT EXISTS (SELECT FROM \(inverse.stays) x WHERE x.gone < e.n AND \(isSame("x")));
      """
  }

  /// Finds the positions of members in lists that are appended to the stored members: one list of each owner
  /// after the other.
  private func appending(_ inverse: PostgresInverse, _ isAppended: String) -> String {
    let (stays, owner) = (inverse.stays, inverse.owner)
    let now = "e.v = _rkmap_turn AND e.\(isAppended)"
    let isThere = """
      q.next = e.n AND q.gone IS NULL AND NOT q.is_vain \
      AND \(same(inverse.member, "q", "e")) AND \(same(owner, "q", "e"))
      """
    return """
      CREATE INDEX ON \(stays) (\(staged(owner).list));
      CREATE INDEX ON \(stays) (\(staged(inverse.member).list));
      CREATE INDEX ON \(stays) (v);
      FOR _rkmap_turn IN 1..(SELECT coalesce(max(v), 0) FROM \(stays) WHERE \(isAppended)) LOOP
      \(keptPlaces(inverse))
      UPDATE \(stays) e SET p = x.place FROM (
      SELECT e.n, \(staged(inverse.member, "e")),
      coalesce(b.base + row_number() OVER (PARTITION BY e.n ORDER BY e.p) - 1, e.p) AS place
      FROM \(stays) e LEFT JOIN (
      SELECT e.n, max(q.p) + 1 AS base FROM (SELECT DISTINCT e.n, \(staged(owner, "e")) FROM \(stays) e WHERE \(now)) e
      JOIN \(stays) q ON \(same(owner, "q", "e")) AND NOT q.is_vain AND q.n < e.n
      AND coalesce(q.next, e.n) >= e.n AND coalesce(q.gone, e.n) >= e.n
      GROUP BY e.n) b ON b.n = e.n
      WHERE \(now) AND NOT EXISTS (SELECT FROM \(stays) q WHERE \(isThere))) x
      WHERE \(now) AND x.n = e.n AND \(same(inverse.member, "x", "e"));
      UPDATE \(stays) e SET p = q.p FROM \(stays) q WHERE \(now) AND \(isThere);
      END LOOP;
      """
  }

  // MARK: - Rows

  /// Merges the last stays into the staged rows, and adds rows for members that only lists mention.
  private func merging(_ inverse: PostgresInverse) -> [String] {
    let (table, stays) = (inverse.table, inverse.stays)
    let values = staged(inverse.owner) + (inverse.position == nil ? [] : ["p"])
    let isMember = equal(table, inverse.member, "t.", staged: "e")
    let isMet = """
      EXISTS (SELECT FROM \(stays) e WHERE \(isMember) AND NOT e.is_vain AND (e.gone IS NOT NULL
      OR (\(values.map { "e.\($0)" }.list)) IS DISTINCT FROM (\(table.list(inverse.columns, "t.")))))
      """
    let isStaged = "EXISTS (SELECT FROM \(table.staging) s WHERE \(same(inverse.member, "s", "e")))"
    let isMissing = """
      NOT \(isStaged) AND NOT e.is_vain AND e.r >= 0 AND e.next IS NULL AND e.gone IS NULL
      AND NOT EXISTS (SELECT FROM \(table.name) t WHERE \(isMember))
      """
    let key = staged(inverse.member).list
    let names = (isTracked ? "n, o, said, " : "n, said, ") + key
    let none = String(repeating: "0", count: table.table.columns.count)
    let row = (isTracked ? "0, 0, B'\(none)', " : "0, B'\(none)', ") + staged(inverse.member, "e")
    let isSame = equal(table, inverse.member, "(o.was).", staged: "e")
    let mask = table.table.columns.indices.map { inverse.columns.contains($0) ? "1" : "0" }.joined()
    let changes = zip(inverse.columns, values).map {
      "c\($0) = CASE WHEN e.gone IS NULL THEN e.\($1) END"
    }
    var statements = [
      save(table, where: isMet),
      """
      INSERT INTO \(table.staging) (\(names)) SELECT DISTINCT \(row) FROM \(stays) e
      WHERE NOT \(isStaged) AND EXISTS (SELECT FROM \(table.old) o WHERE \(isSame));
      """,
      """
      UPDATE \(table.staging) s SET said = s.said | B'\(mask)', \(changes.list) FROM \(stays) e
      WHERE e.next IS NULL AND NOT e.is_vain AND \(same(inverse.member, "s", "e"));
      """,
    ]
    if options.dangling == .error {
      statements.insert(
        raise(
          "a list of \(table.table.name) has a member that is not there",
          if: "EXISTS (SELECT FROM \(stays) e WHERE \(isMissing))"
        ),
        at: 0
      )
    } else if options.dangling == .stub {
      statements.insert(
        "INSERT INTO \(table.staging) (\(names)) SELECT \(row) FROM \(stays) e WHERE \(isMissing);",
        at: 2
      )
    }
    return statements
  }

  // MARK: - Owners

  /// Clears the owners of rows whose owners are deleted.
  var released: String {
    inverses.map { inverse in
      let (table, owner) = (inverse.table, inverse.ownerTable(tables))
      let same = zip(inverse.owner, owner.table.primaryKey).map {
        "t.\(table.column($0)) = p.\(owner.column($1))"
      }
      let leaving = """
        EXISTS (SELECT FROM \(owner.name) p JOIN \(owner.gone) g ON g.place = p.ctid WHERE \(same.all))
        AND NOT EXISTS (SELECT FROM \(table.gone) g WHERE g.place = t.ctid)
        """
      return """
        IF EXISTS (SELECT FROM \(owner.gone)) THEN
        \(save(table, where: leaving))
        UPDATE \(table.name) t SET \(inverse.columns.map { "\(table.column($0)) = NULL" }.list) WHERE \(leaving);
        END IF;
        """
    }.lines
  }
}

extension PostgresInverse {
  func ownerTable(_ tables: [PostgresTable]) -> PostgresTable {
    let key = table.table.foreignKeys.first { $0.columns == owner }
    return tables[key?.table ?? table.number]
  }
}
