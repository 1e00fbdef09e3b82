internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// The statements that merge the rows of the temporary tables into the actual tables.
///
/// Everything that depends on stored rows is decided on the server: which rows are older than the stored ones,
/// which values are absent, and the positions of list members. Rows with a key are merged all at once; the last
/// value that a run has for a column counts. Lists are merged in turns, and within a turn by depth. More than
/// one turn is needed only if their policy is `union` or `replace`.
struct MergeScript {
  let tables: [PostgresTable]
  let plan: TablePlan
  let rules: StoredRules
  let options: DatabaseOptions
  /// Whether some rule compares a record with the stored row.
  let hasVerdicts: Bool
  /// Whether relationships delete the rows that they replace.
  let isReplacing: Bool
  private(set) var arrivals: Arrivals
  /// Whether records that would give a member a second owner are left out.
  private(set) var leavesOutRefused = false
  /// Lists whose members refer to their owner.
  let inverses: [PostgresInverse]

  /// Whether staged rows with keys also have their owners and rules.
  var isTracked: Bool { hasVerdicts || isReplacing }

  init(
    _ tables: [PostgresTable],
    _ plan: TablePlan,
    _ rules: StoredRules,
    _ options: DatabaseOptions
  ) {
    (self.tables, self.plan, self.rules, self.options) = (tables, plan, rules, options)
    arrivals = Arrivals(tables)
    inverses = PostgresInverse.all(tables, plan)
    hasVerdicts = options.mode == .append || plan.rows.contains { $0.modification >= 0 }
    isReplacing =
      !plan.references.isEmpty || plan.lists.contains { $0.isJoin && $0.policy == .replace }
  }

  /// The tables whose rows are found by the keys of their records.
  var keyed: [PostgresTable] { tables.filter { !$0.isLoose && !$0.table.isJoin } }

  /// The columns of a table that are known to exist.
  func columns(_ table: PostgresTable) -> [Int] {
    table.table.columns.indices.filter { arrivals.columns[table.number][$0] }
  }

  /// The foreign keys whose columns and tables exist.
  func foreignKeys(_ table: PostgresTable) -> [TableSchema.ForeignKey] {
    table.foreignKeys.filter { key in
      key.columns.allSatisfy { arrivals.columns[table.number][$0] }
    }
  }

  // MARK: - The whole script

  /// The whole text; `hasCome` says for each row rule whether the run has brought rows.
  func text(
    _ arrivals: Arrivals,
    _ hasCome: [Bool],
    _ outcome: RunOutcome,
    leavesOutRefused: Bool
  ) -> String {
    var script = self
    script.arrivals = arrivals
    script.leavesOutRefused = leavesOutRefused
    return script.text(hasCome, outcome)
  }

  private func text(_ hasCome: [Bool], _ outcome: RunOutcome) -> String {
    var parts = [beginning] + keyed.map(saving)
    if !rules.identifications.isEmpty { parts += keyed.compactMap(heldByOthers) }
    if options.mode == .fail { parts += keyed.map(repeated) }
    if hasVerdicts { parts.append(verdicts) }
    if options.dangling == .null { parts += tables.flatMap(leadingNowhere) }
    if isReplacing { parts += keyed.map(droppedReferences) }
    parts += inverses.map(settle)
    parts += keyed.map(merge)
    parts += tables.filter(\.isLoose).map(insertRoots)
    parts.append(lists)
    parts += tables.flatMap(lateNulls)
    if isReplacing && !outcome.lacksRecords { parts.append(replacement) }
    parts += rules.deletions.compactMap { deletion in
      deletion.rows.contains { hasCome.indices.contains($0) && hasCome[$0] }
        ? self.deletion(deletion) : nil
    }
    parts += tables.flatMap(dangling)
    parts += ["SET CONSTRAINTS ALL IMMEDIATE;", references]
    let body = parts.filter { !$0.isEmpty }.lines
    return """
      \(Self.block("CREATE FUNCTION pg_temp._rkmap_remove() RETURNS void LANGUAGE plpgsql AS ", removal));
      \(Self.block("DO ", body));
      DROP FUNCTION pg_temp._rkmap_remove();
      \(counts)

      """
  }

  /// A block of statements, in dollar quotes that do not occur in it.
  private static func block(_ beginning: String, _ body: String) -> String {
    var quote = "$rkmap$"
    while body.contains(quote) { quote = quote.dropLast() + "_$" }
    return """
      \(beginning)\(quote)
      #variable_conflict use_column
      DECLARE
        _rkmap_base bigint; _rkmap_given bigint; _rkmap_made bigint; _rkmap_limit bigint := 0;
        _rkmap_turn bigint; _rkmap_depth integer; _rkmap_goes_on boolean; _rkmap_row record; _rkmap_root record;
        _rkmap_lacks boolean := false;
      BEGIN
      \(body)
      END
      \(quote)
      """
  }

  /// Locks the tables against changes by others, and creates empty stand-ins for late tables that do not exist.
  private var beginning: String {
    var statements = tables.filter { $0.table.isLate && !arrivals.tables[$0.number] }.map { table in
      // Statements that store rows name these keys.
      let keys = table.table.unique.map {
        "CREATE UNIQUE INDEX ON \(table.name) (\(table.list($0)));"
      }
      return """
        IF to_regclass(\(PostgresName.literal(table.name))) IS NULL THEN
        \(table.creation(Array(table.table.columns.indices)).replacingStart("CREATE TABLE", "CREATE TEMP TABLE")) ON COMMIT DROP;
        \(keys.lines)
        END IF;
        """
    }
    let names = tables.map(\.name)
    if !names.isEmpty {
      statements.append("LOCK TABLE \(names.list) IN SHARE ROW EXCLUSIVE MODE;")
    }
    statements.append(
      "CREATE TEMP TABLE _rkmap_counts ON COMMIT DROP AS SELECT 0::bigint AS made, 0::bigint AS gone, 0::bigint AS changed;"
    )
    for table in tables {
      statements.append(
        """
        CREATE TEMP TABLE \(table.old) ON COMMIT DROP AS \(row(of: table)) WITH NO DATA;
        CREATE UNIQUE INDEX ON \(table.old) (place);
        CREATE TEMP TABLE \(table.gone) (place tid UNIQUE) ON COMMIT DROP;
        """
      )
      guard isReplacing, !table.table.primaryKey.isEmpty else { continue }
      let key = table.table.primaryKey.indices.map {
        "k\($0) \(table.type(table.table.primaryKey[$0]))"
      }
      statements.append(
        """
        CREATE TEMP TABLE \(table.dropped) (\(key.list), n bigint) ON COMMIT DROP;
        CREATE TEMP TABLE \(table.kept) (\(key.list), n bigint, o bigint) ON COMMIT DROP;
        """
      )
    }
    return statements.lines
  }

  // MARK: - Small parts

  /// The query for rows as a whole.
  ///
  /// It does not name their type, since PostgreSQL would take `line` or `text` for one of its own.
  private func row(of table: PostgresTable) -> String {
    "SELECT t.ctid AS place, coalesce(t.*) AS was FROM \(table.name) t"
  }

  /// Saves the state of rows before the run; the condition calls the table `t`.
  func save(_ table: PostgresTable, where condition: String) -> String {
    """
    INSERT INTO \(table.old) \(row(of: table))
    WHERE t.xmin <> pg_current_xact_id()::xid AND (\(condition)) ON CONFLICT DO NOTHING;
    """
  }

  /// Runs a statement that returns whether each row is new, and counts the new ones.
  func counted(_ insertion: String) -> String {
    """
    WITH w AS (\(insertion) RETURNING xmax = 0 AS is_new)
    UPDATE _rkmap_counts SET made = made + (SELECT count(*) FROM w WHERE w.is_new);
    """
  }

  /// The condition that columns of two tables have equal values.
  func equal(
    _ table: PostgresTable,
    _ columns: some Sequence<Int>,
    _ name: String,
    staged: String
  ) -> String {
    columns.map { "\(name)\(table.column($0)) = \(staged).c\($0)" }.all
  }

  func staged(_ columns: some Sequence<Int>, _ name: String) -> String {
    columns.map { "\(name).c\($0)" }.list
  }

  /// The clause for an insertion whose key exists: updates the columns that differ.
  func conflict(_ table: PostgresTable, _ key: [Int], _ columns: [Int]) -> String {
    let others = columns.filter { !key.contains($0) }
    let target = "ON CONFLICT (\(table.list(key))) DO"
    if others.isEmpty { return "\(target) NOTHING" }
    let values = others.map { "\(table.column($0)) = excluded.\(table.column($0))" }
    return """
      \(target) UPDATE SET \(values.list)
      WHERE (\(table.list(others, "t."))) IS DISTINCT FROM (\(table.list(others, "excluded.")))
      """
  }

  // MARK: - Counts

  /// Selects the row of counts that the script prints.
  private var counts: String {
    let compared = tables.map { table in
      let present = columns(table)
      let same = table.identity.filter { $0.allSatisfy(present.contains) }.map { key in
        let names = key.map { "(t.\(table.column($0))) = (o.was).\(table.column($0))" }
        return "(\(names.all))"
      }
      let isNew = "t.xmin = pg_current_xact_id()::xid AND ROW((o.was).*)::text <> ROW(t.*)::text"
      let found = same.isEmpty ? "false" : same.joined(separator: " OR ")
      return """
        SELECT count(*) FILTER (WHERE t.ctid IS NULL) AS deleted,
          count(*) FILTER (WHERE \(isNew)) AS updated,
          count(*) FILTER (WHERE t.ctid IS NOT NULL AND NOT (\(isNew))) AS unchanged
        FROM \(table.old) o LEFT JOIN \(table.name) t ON \(found)
        """
    }
    let none = "SELECT 0 AS deleted, 0 AS updated, 0 AS unchanged"
    return """
      SELECT made - gone + deleted AS inserted, updated + changed AS updated, unchanged, deleted
      FROM _rkmap_counts, (
      SELECT sum(deleted) AS deleted, sum(updated) AS updated, sum(unchanged) AS unchanged FROM (
      \((compared + [none]).joined(separator: "\nUNION ALL "))
      ) AS tables) AS sums;
      """
  }
}

extension Sequence<String> {
  /// The parts as a list in SQL.
  var list: String { joined(separator: ", ") }
  var all: String { joined(separator: " AND ") }
  var lines: String { joined(separator: "\n") }
}

extension String {
  /// The text with another beginning.
  fileprivate func replacingStart(_ old: String, _ new: String) -> String {
    hasPrefix(old) ? new + dropFirst(old.count) : self
  }
}
