internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// Writes the rows of a run as a script: COPY loads them into temporary tables, and statements at the end merge
/// them.
struct PostgresSink: RecordSink, ~Copyable {
  /// How many bytes of rows are encoded at once, and how many bytes of a table's lines are written at once.
  private static var batchSize: Int { 128 * 1024 }
  private static var blockSize: Int { 128 * 1024 }
  /// The most bytes of lines that are held for all tables together.
  private static var mostSize: Int { 2 * 1024 * 1024 }

  private let options: DatabaseOptions
  private let specName: String
  private let specHash: String
  private let schema: PostgresSchema
  private let merge: MergeScript
  private let plan: TablePlan
  private let ending: RunEnding
  private var walk: TableWalk
  private var encoder: RowEncoder
  private var lines: StagingLines
  private var output: OutputFile
  private var text = OutputBuffer()
  private var hasBegun = false
  private let run: TableRun
  private var inputs: [String] = []
  /// Finds members with two owners; nil if nothing can conflict, or if the server has to decide.
  private var claims: BatchClaims?
  private var leavesOutRefused = false
  private var refused: [(record: Int, detail: UInt32)] = []

  init(
    _ run: TableRun,
    _ options: DatabaseOptions,
    _ keys: KeyKinds,
    _ ending: RunEnding,
    _ output: consuming OutputFile
  ) {
    self.run = run
    self.options = options
    self.ending = ending
    self.output = output
    specName = run.specName
    specHash = run.specHash
    plan = run.tables
    schema = PostgresSchema(run.schema, run.tables)
    merge = MergeScript(schema.tables, run.tables, run.rules, options)
    // If some records may not count, only the server can decide.
    claims = merge.hasVerdicts ? nil : BatchClaims(run.schema, run.tables)
    lines = StagingLines(schema.tables, merge.inverses, isTracked: merge.isTracked)
    walk = TableWalk(plan: run.tables)
    encoder = RowEncoder(plan: run.plan, tables: run.tables, keys: keys)
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    var record = 0
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let first = encoder.rows.end
      try walk.walk(Int(batch.marks[number].row), of: batch, input, &encoder)
      if claims != nil { try checkClaims(of: record, from: first) }
      if encoder.rows.size >= Self.batchSize { try writeRows() }
      record += 1
    }
  }

  mutating func begin(input name: String) {
    encoder.input = UInt32(inputs.count)
    inputs.append(name)
  }

  mutating func leaveOutRefused() -> Bool {
    leavesOutRefused = true
    return claims != nil
  }

  mutating func takeRefused() -> [(record: Int, detail: UInt32)] {
    defer { refused = [] }
    return refused
  }

  /// If a record would give a member a second owner, leaves out its rows or ends the run.
  private mutating func checkClaims(
    of record: Int,
    from first: RowBatch.End
  ) throws(SystemError) {
    guard
      let conflict = claims?.conflict(in: encoder.rows, first.event..<encoder.rows.events.count)
    else { return }
    if leavesOutRefused {
      refused.append((record, run.refusals.add(conflict.finding)))
      return encoder.rows.truncate(to: first)
    }
    let event = encoder.rows.events[conflict.event]
    var finding = conflict.finding
    if Int(event.input) < inputs.count {
      finding.location = run.location(
        ofByte: Int(event.byteOffset),
        inInput: inputs[Int(event.input)]
      )
    }
    run.report(finding)
    throw SystemError(.reportedData, code: 0, path: "")
  }

  mutating func finish() throws(SystemError) {
    try writeRows()
    for table in lines.tables.indices { try writeBlock(of: table) }
    for statement in schema.statements(options.schemaRule, late: lines.arrivals) {
      append(statement + ";\n")
    }
    append(
      merge.text(
        lines.arrivals,
        lines.hasCome,
        ending.outcome,
        leavesOutRefused: leavesOutRefused
      )
    )
    if let runID = options.runID, ending.outcome.isFailure {
      let name = PostgresName.literal(runID)
      append("UPDATE _rkmap_runs SET run_id = NULL WHERE run_id = \(name);\n")
    }
    append("COMMIT;\n")
    try flush()
    try output.commit()
  }

  /// Ends the script so that psql, which may have read a part of it, changes nothing.
  mutating func abandon() throws(SystemError) {
    guard hasBegun else { return }
    text.removeAll()
    append("ROLLBACK;\n\\quit\n")
    try flush()
  }

  // MARK: - Text

  private mutating func append(_ sql: String) { text.append(Array(sql.utf8).span) }

  private mutating func flush() throws(SystemError) {
    hasBegun = true
    try output.write(text.span)
    text.removeAll()
  }

  private mutating func begin() {
    append(
      """
      \\set ON_ERROR_STOP on
      SET client_encoding = 'UTF8';
      BEGIN;
      SET LOCAL client_min_messages = warning;
      SET LOCAL standard_conforming_strings = on;

      """
    )
    if let runID = options.runID {
      append(BookedRun(runID, specName, specHash).sql(options.schemaRule))
    }
    for statement in schema.statements(options.schemaRule, late: nil) { append(statement + ";\n") }
    for table in lines.tables { append(table.creation + ";\n") }
  }

  // MARK: - Rows

  /// Writes the rows that were encoded.
  private mutating func writeRows() throws(SystemError) {
    if !hasBegun && text.count == 0 { begin() }
    lines.add(encoder.rows, plan)
    encoder.rows.removeAll()
    let isMuch = lines.size >= Self.mostSize
    for table in lines.tables.indices
    where isMuch || lines.tables[table].text.count >= Self.blockSize {
      try writeBlock(of: table)
    }
  }

  private mutating func writeBlock(of table: Int) throws(SystemError) {
    let lines = lines.tables[table]
    if lines.text.count == 0 { return }
    append("COPY \(lines.copyTarget) FROM stdin;\n")
    text.append(lines.text)
    append("\\.\n")
    lines.text.removeAll()
    try flush()
  }
}

/// The record of a named run; a second run with that name does nothing.
struct BookedRun {
  let values: String
  let name: String

  init(_ runID: String, _ specName: String, _ specHash: String) {
    name = PostgresName.literal(runID)
    let spec = specName.isEmpty ? "NULL" : PostgresName.literal(specName)
    values = "\(name), \(spec), \(PostgresName.literal(specHash))"
  }

  func sql(_ rule: DatabaseOptions.SchemaRule) -> String {
    let creation = """
      CREATE TABLE IF NOT EXISTS _rkmap_runs (
        run bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run_id text UNIQUE, spec text, spec_hash text
      );

      """
    return (rule == .freeze ? "" : creation) + """
      SELECT EXISTS (SELECT FROM _rkmap_runs WHERE run_id = \(name)) AS rkmap_run_is_there \\gset
      \\if :rkmap_run_is_there
      SELECT 0 AS inserted, 0 AS updated, 0 AS unchanged, 0 AS deleted;
      ROLLBACK;
      \\quit
      \\endif
      INSERT INTO _rkmap_runs (run_id, spec, spec_hash) VALUES (\(values));

      """
  }
}
