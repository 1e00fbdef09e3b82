internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Checks that no list member has two owners in a run. Only the server knows which records count, so the script
/// does it.
extension MergeScript {
  /// The events to examine in order: lists, and rows that name their owner themselves.
  var claimEvents: [String] {
    inverses.enumerated().flatMap { number, inverse in
      [
        "SELECT n, NULL, \(-2 * number - 1) FROM \(inverse.staging) WHERE p IS NULL",
        "SELECT n, NULL, \(-2 * number - 2) FROM \(inverse.table.staging) WHERE \(says(inverse))",
      ]
    }
  }

  /// Conditions that some member is claimed by two owners.
  var disputed: [String] {
    inverses.map { inverse in
      let columns = columns(inverse.owner + inverse.member)
      return """
        EXISTS (SELECT FROM (SELECT \(columns) FROM \(inverse.staging) WHERE p IS NOT NULL
        UNION ALL SELECT \(columns) FROM \(inverse.table.staging) WHERE \(says(inverse))) q
        GROUP BY \(self.columns(inverse.member)) HAVING count(DISTINCT ROW(\(self.columns(inverse.owner)))) > 1)
        """
    }
  }

  /// Examines the events of one root record at a time; what a refused record has claimed becomes free again.
  func byRecord(_ events: String, _ loop: (String) -> String) -> String {
    if inverses.isEmpty { return loop("SELECT * FROM (\(events)) AS q") }
    let roots = tables.filter { !$0.table.isJoin }.map {
      "SELECT n FROM \($0.staging) WHERE o IS NULL"
    }
    let refused = (tables.map(\.staging) + inverses.map(\.staging)).map {
      "DELETE FROM \($0) s USING _rkmap_refused x WHERE s.n >= x.n AND s.n < x.z;"
    }
    let refusal = """
      INSERT INTO _rkmap_refused VALUES (_rkmap_root.n, _rkmap_root.z);
      _rkmap_limit := _rkmap_root.z;
      _rkmap_lacks := true;
      """
    return """
      CREATE TEMP TABLE _rkmap_refused (n bigint, z bigint) ON COMMIT DROP;
      CREATE TEMP TABLE _rkmap_events ON COMMIT DROP AS \(events);
      CREATE INDEX ON _rkmap_events (n);
      FOR _rkmap_root IN SELECT q.n, lead(q.n, 1, \(Int64.max)) OVER (ORDER BY q.n) AS z
      FROM (\(roots.joined(separator: " UNION ALL "))) AS q ORDER BY 1 LOOP
      BEGIN
      \(loop("SELECT * FROM _rkmap_events WHERE n >= _rkmap_root.n AND n < _rkmap_root.z"))
      EXCEPTION WHEN SQLSTATE 'RK041' THEN
      \(leavesOutRefused ? refusal : "RAISE;")
      END;
      END LOOP;
      IF _rkmap_lacks THEN
      RAISE WARNING 'records are left out, as what they contain has another owner';
      \(refused.lines)
      END IF;
      """
  }

  func preparation(_ inverse: PostgresInverse) -> String {
    let (owner, member) = (columns(inverse.owner), columns(inverse.member))
    return """
      CREATE TEMP TABLE \(inverse.claims) ON COMMIT DROP AS
      SELECT \(owner), \(member), n AS list FROM \(inverse.staging) LIMIT 0;
      CREATE UNIQUE INDEX ON \(inverse.claims) (\(member));
      CREATE TEMP TABLE \(inverse.lasts) ON COMMIT DROP AS SELECT \(owner), n AS list FROM \(inverse.staging) LIMIT 0;
      CREATE UNIQUE INDEX ON \(inverse.lasts) (\(owner));
      CREATE INDEX ON \(inverse.staging) (n);
      """
  }

  /// The statements for each kind of event, with the same rules as `OwnerClaims`.
  ///
  /// A claim without a list is made by the member itself.
  var claimVerdicts: [String] {
    inverses.enumerated().map { number, inverse in
      let (owner, member) = (inverse.owner, inverse.member)
      let union = inverse.rules.filter { plan.lists[$0].policy == .union }.map(String.init)
      let others = union.isEmpty ? "" : " AND s.r NOT IN (\(union.list))"
      let changes = (owner.map { "c\($0)" } + ["list"]).map { "\($0) = excluded.\($0)" }.list
      let last = "LEFT JOIN \(inverse.lasts) l ON \(same(owner, "l", "c"))"
      let claimed = "JOIN \(inverse.claims) c ON \(same(member, "c", "s")) \(last)"
      let isOther = "(\(staged(owner, "c"))) IS DISTINCT FROM (\(staged(owner, "s")))"
      let own = """
        \(inverse.table.staging) s \(claimed) WHERE s.n = _rkmap_row.n AND c.list = coalesce(l.list, 0)
        """
      let isWhole = owner.map { "s.c\($0) IS NOT NULL" }.all
      let columns = columns(owner + member)
      let refusal = """
        RAISE EXCEPTION USING ERRCODE = 'RK041',
        MESSAGE = \(PostgresName.literal("a record of \(inverse.table.table.name) has two owners"));
        END IF;
        """
      return """
        WHEN \(-2 * number - 1) THEN
        INSERT INTO \(inverse.lasts) SELECT \(staged(owner, "s")), s.n FROM \(inverse.staging) s
        WHERE s.n = _rkmap_row.n AND s.p IS NULL\(others)
        ON CONFLICT (\(self.columns(owner))) DO UPDATE SET list = excluded.list;
        IF EXISTS (SELECT FROM \(inverse.staging) s \(claimed) WHERE s.n = _rkmap_row.n AND \(isOther)
        AND coalesce(c.list = coalesce(l.list, 0), true)) THEN
        \(refusal)
        INSERT INTO \(inverse.claims) (\(columns), list)
        SELECT DISTINCT \(staged(owner + member, "c")), coalesce(l.list, 0) FROM \(inverse.staging) c \(last)
        WHERE c.n = _rkmap_row.n AND c.p IS NOT NULL
        ON CONFLICT (\(self.columns(member))) DO UPDATE SET \(changes);
        WHEN \(-2 * number - 2) THEN
        IF EXISTS (SELECT FROM \(own) AND \(isWhole) AND \(isOther)) THEN
        \(refusal)
        INSERT INTO \(inverse.claims) (\(columns)) SELECT \(staged(owner + member, "s")) FROM \(inverse.table.staging) s
        WHERE s.n = _rkmap_row.n AND \(isWhole) AND NOT EXISTS (SELECT FROM \(own))
        ON CONFLICT (\(self.columns(member))) DO UPDATE SET \(changes);
        """
    }
  }

  private func says(_ inverse: PostgresInverse) -> String {
    "get_bit(said, \(inverse.owner[0])) = 1 AND \(inverse.owner.map { "c\($0) IS NOT NULL" }.all)"
  }

  private func columns(_ columns: [Int]) -> String { columns.map { "c\($0)" }.list }

  private func same(_ columns: [Int], _ one: String, _ other: String) -> String {
    columns.map { "\(one).c\($0) = \(other).c\($0)" }.all
  }
}
