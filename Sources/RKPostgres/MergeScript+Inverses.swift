internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Lists whose members refer to their owner: their columns are set when all rows are there.
///
/// Each list of an owner is a turn. What a member says of itself counts if it comes after the list.
extension MergeScript {
  /// Notes when members have said whose they are, before the versions of rows are folded.
  func saidByMembers(_ inverse: PostgresInverse) -> String {
    let member = staged(inverse.member, "s")
    return """
      CREATE TEMP TABLE \(inverse.said) ON COMMIT DROP AS
      SELECT \(member), max(s.n) AS n FROM \(inverse.table.staging) s
      WHERE get_bit(s.said, \(inverse.owner[0])) = 1 GROUP BY \(member);
      """
  }

  func merge(_ inverse: PostgresInverse) -> String {
    let staging = inverse.staging
    let owner = staged(inverse.owner, "s")
    return """
      IF EXISTS (SELECT FROM \(staging)) THEN
      UPDATE \(staging) s SET v = h.v FROM (
      SELECT s.n, row_number() OVER (PARTITION BY \(owner) ORDER BY s.n) AS v FROM \(staging) s WHERE s.p IS NULL) h
      WHERE h.n = s.n;
      ANALYZE \(staging);
      \(missingMembers(inverse))
      FOR _rkmap_turn IN 1..(SELECT coalesce(max(v), 0) FROM \(staging)) LOOP
      \(turn(inverse))
      END LOOP;
      END IF;
      """
  }

  /// The rules of some policy, for a condition.
  private func rules(_ inverse: PostgresInverse, _ policy: ListRule.Policy) -> String {
    let rules = inverse.rules.filter { plan.lists[$0].policy == policy }
    return rules.isEmpty ? "" : "(\(rules.map(String.init).list))"
  }

  /// Members whose rows are missing, as the last lists of their owners say.
  private func missingMembers(_ inverse: PostgresInverse) -> String {
    if options.dangling == .null || options.dangling == .keep { return "" }
    let table = inverse.table
    let union = rules(inverse, .union)
    let later = """
      SELECT FROM \(inverse.staging) h WHERE h.p IS NULL AND h.n > s.n \
      AND \(inverse.owner.map { "h.c\($0) = s.c\($0)" }.all)\(union.isEmpty ? "" : " AND h.r NOT IN \(union)")
      """
    let missing = """
      FROM \(inverse.staging) s WHERE s.p IS NOT NULL AND NOT EXISTS (\(later)) \
      AND NOT EXISTS (SELECT FROM \(table.name) t WHERE \(equal(table, inverse.member, "t.", staged: "s")))
      """
    if options.dangling == .error {
      return raise(
        "a list of \(table.table.name) has a member that is not there",
        if: "EXISTS (SELECT \(missing))"
      )
    }
    return """
      INSERT INTO \(table.name) (\(table.list(inverse.member)))
      SELECT DISTINCT \(staged(inverse.member, "s")) \(missing);
      GET DIAGNOSTICS _rkmap_made = ROW_COUNT;
      UPDATE _rkmap_counts SET made = made + _rkmap_made;
      """
  }

  /// Merges one list of each owner.
  private func turn(_ inverse: PostgresInverse) -> String {
    let (table, staging) = (inverse.table, inverse.staging)
    let union = rules(inverse, .union)
    let replace = rules(inverse, .replace)
    let now = "s.v = _rkmap_turn"
    let ofOwner = equal(table, inverse.owner, "t.", staged: "s")
    let isMember = equal(table, inverse.member, "t.", staged: "s")
    let isIn = equal(table, inverse.member, "t.", staged: "i")
    let cleared = inverse.columns.map { "\(table.column($0)) = NULL" }.list
    let key = inverse.member.enumerated().map { "t.\(table.column($1)) AS k\($0)" }.list
    let release = """
      UPDATE \(table.name) t SET \(cleared) FROM \(staging) s
      WHERE \(now) AND s.p IS NULL\(union.isEmpty ? "" : " AND s.r NOT IN \(union)") AND \(ofOwner)
      AND NOT EXISTS (SELECT FROM \(staging) i WHERE i.n = s.n AND i.p IS NOT NULL AND \(isIn))
      \(notSaid(inverse))
      """
    var statements = [
      save(
        table,
        where:
          "EXISTS (SELECT FROM \(staging) s WHERE \(now) AND (\(ofOwner) OR (\(isMember)) IS TRUE))"
      )
    ]
    if replace.isEmpty {
      statements.append(release + ";")
    } else {
      let names = inverse.member.indices.map { "g.k\($0)" }.list
      statements.append(
        """
        WITH g AS (\(release) RETURNING \(key), s.n, s.r)
        INSERT INTO \(table.dropped) SELECT \(names), g.n FROM g WHERE g.r IN \(replace);
        """
      )
    }
    let set = union.isEmpty ? now : "\(now) AND s.r NOT IN \(union)"
    statements.append(claim(inverse, claims(inverse, set)))
    if !union.isEmpty {
      statements.append(claim(inverse, appended(inverse, "\(now) AND s.r IN \(union)")))
    }
    return statements.lines
  }

  /// A row that says itself whose it is, after the list `s`, is left alone.
  private func notSaid(_ inverse: PostgresInverse) -> String {
    let isSame = equal(inverse.table, inverse.member, "t.", staged: "x")
    return "AND NOT EXISTS (SELECT FROM \(inverse.said) x WHERE \(isSame) AND x.n > s.n)"
  }

  /// The members of lists, each at its first place, that no later list of another owner has.
  private func claims(_ inverse: PostgresInverse, _ condition: String) -> String {
    let member = staged(inverse.member, "s")
    let isSame = inverse.member.map { "l.c\($0) = s.c\($0)" }.all
    return """
      SELECT DISTINCT ON (s.n, \(member)) s.* FROM \(inverse.staging) s
      WHERE \(condition) AND s.p IS NOT NULL
      AND NOT EXISTS (SELECT FROM \(inverse.staging) l WHERE l.p IS NOT NULL AND l.n > s.n AND \(isSame)
        AND (\(inverse.owner.map { "l.c\($0)" }.list)) IS DISTINCT FROM (\(staged(inverse.owner, "s"))))
      ORDER BY s.n, \(member), s.p
      """
  }

  /// Those that their owner does not have, after those that it has.
  private func appended(_ inverse: PostgresInverse, _ condition: String) -> String {
    let table = inverse.table
    guard let position = inverse.position else { return claims(inverse, condition) }
    let ofOwner = equal(table, inverse.owner, "t.", staged: "s")
    let isMember = equal(table, inverse.member, "t.", staged: "s")
    let others = (inverse.owner + inverse.member).map { "s.c\($0)" }.list
    return """
      SELECT s.n, \(others),
      CASE WHEN s.base > 0 THEN s.base + row_number() OVER (PARTITION BY s.n ORDER BY s.p) - 1 ELSE s.p END AS p
      FROM (SELECT s.*, (SELECT max(t.\(table.column(position))) + 1 FROM \(table.name) t WHERE \(ofOwner)) AS base
      FROM (\(claims(inverse, condition))) s
      WHERE NOT EXISTS (SELECT FROM \(table.name) t WHERE \(isMember) AND \(ofOwner))) s
      """
  }

  /// Gives members their owner, and their place.
  private func claim(_ inverse: PostgresInverse, _ members: String) -> String {
    let table = inverse.table
    let values = inverse.owner.map { "s.c\($0)" } + (inverse.position == nil ? [] : ["s.p"])
    let changes = zip(inverse.columns, values).map { "\(table.column($0)) = \($1)" }.list
    let isNew = options.mode == .append ? " AND t.xmin = pg_current_xact_id()::xid" : ""
    return """
      UPDATE \(table.name) t SET \(changes) FROM (\(members)) s
      WHERE \(equal(table, inverse.member, "t.", staged: "s"))\(isNew)
      AND (\(table.list(inverse.columns, "t."))) IS DISTINCT FROM (\(values.list))
      \(notSaid(inverse));
      """
  }

  /// Rows whose owners are deleted have none.
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
  /// The table of the owners.
  func ownerTable(_ tables: [PostgresTable]) -> PostgresTable {
    let key = table.table.foreignKeys.first { $0.columns == owner }
    return tables[key?.table ?? table.number]
  }
}
