internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Writes a run's rows to a database, from either thread.
///
/// One thread owns it at a time: the writer's thread while there are batches to write, the mapper's
/// thread before and after.
final class DatabaseLoad {
  private let run: TableRun
  private let file: DatabaseFile
  /// The database's name in diagnostics.
  private let name: String
  /// Holds the connection to the database; nil once the run has ended.
  private var stored: StoredSchema?
  private var writer: RowWriter?
  private var members: MemberWriter?
  private var bookkeeping: Bookkeeping?
  /// Looks up existing keys; nil if no record's admission needs them.
  private(set) var lookup: KeyLookup?
  /// For each table, how its existing columns change values.
  let affinities: [[ColumnAffinity]]
  /// Whether the database may refuse rows, because its owner added constraints or it has unique
  /// sets.
  let mayRefuse: Bool
  /// Whether rows may be written in key order, which works best in large batches.
  let ordersRows: Bool
  /// The outcome of the run so far.
  var outcome = RunOutcome()
  /// Records the documents, if each document has a prune scope of its own.
  var scopes: PruneScopes?
  /// Whether some pruning was refused.
  private(set) var hasRefused = false
  /// The row counts; nil until everything is in place.
  private(set) var counts: RowCounts?
  private var findings: [Diagnostic] = []
  /// Exports the temporary database to a folder, if the output is one.
  private let folder: FolderExport?
  private var marks: CellMarks?

  init(
    _ run: TableRun,
    _ file: DatabaseFile,
    name: String,
    _ keys: KeyKinds,
    _ options: DatabaseOptions,
    folder: FolderExport? = nil
  ) throws(WriteError) {
    self.run = run
    self.folder = folder
    self.file = file
    self.name = name
    guard let database = file.database else {
      ordersRows = false
      mayRefuse = false
      affinities = []
      return
    }
    if run.refusals.areLeftOut,
      run.schema.tables.contains(where: { !$0.unique.isEmpty || $0.hasMembers })
    {
      try file.expectRefusals()
    }
    if run.schema.hasScatteredKeys { try file.expectScatteredKeys() }
    let stored = StoredSchema(run.schema, database, options: options)
    try stored.prepare(isEmpty: file.isNew)
    if !file.isNew { findings += try stored.formerJoins() }
    affinities = stored.affinities
    let hasInverses = run.tables.lists.contains(where: \.isInverse)
    mayRefuse =
      hasInverses
      || run.schema.tables.indices.contains { table in
        !run.schema.tables[table].unique.isEmpty
          || stored.isThere(table: table) && !stored.isNew(table: table)
      }
    do { try keys.learn(stored, run.tables) } catch { throw .failure(error) }
    let writer = try RowWriter(database, run.schema, run.tables, stored: stored, options: options)
    let asks =
      options.mode == .fail || !run.rules.identifications.isEmpty
      || stored.mayChangeKeys(run.tables)
      || run.tables.keyParts.indices.contains { keys[$0] == .mixed }
    lookup = asks && !file.isNew ? KeyLookup(writer, run.rules.identifications) : nil
    let bookkeeping = Bookkeeping(stored)
    try bookkeeping?.begin(specName: run.specName, specHash: run.specHash)
    let members = try MemberWriter(writer, bookkeeping: bookkeeping, rules: run.rules)
    if options.marksCells { marks = try CellMarks(stored, run.tables) }
    members.marks = marks
    writer.follower = members
    ordersRows = writer.mayOrderRows
    if ordersRows { try file.expectOrderedRows() }
    (self.stored, self.writer, self.members, self.bookkeeping) =
      (stored, writer, members, bookkeeping)
  }

  // MARK: - The writer's thread

  func write(_ delivery: borrowing RowDelivery) throws(WriteError) {
    guard let writer else { return }
    writer.inputs += delivery.inputs
    for name in delivery.inputs { try bookkeeping?.begin(input: name) }
    try writer.write(delivery.rows)
    try file.growCache(rows: delivery.rows.events.count)
  }

  /// Writes the rows of root records at once, without the records that the database refuses;
  /// returns their numbers and the reasons.
  ///
  /// `records` are the first event of each record, then the end of the last record's events.
  func write(_ delivery: borrowing RowDelivery, records: [Int]) throws(WriteError)
    -> [(record: Int, detail: UInt32)]
  {
    guard let writer, let stored, let members else { return [] }
    writer.inputs += delivery.inputs
    for name in delivery.inputs { try bookkeeping?.begin(input: name) }
    let attempt = BatchAttempt(writer, members, stored)
    try attempt.write(delivery.rows, records: records)
    return attempt.refused.map { refused in
      var finding = refused.finding
      if finding.code == .constraintViolated {
        finding.help = ["change the data, or the constraint"]
      }
      return (refused.record, run.refusals.add(finding))
    }
  }

  // MARK: - The end

  /// Completes what was written, and commits it.
  func finish(_ script: consuming OutputFile?) throws(WriteError) {
    guard let counts = try complete() else { return }
    if outcome.failsOnWarning, findings.contains(where: { $0.severity == .warning }) {
      throw .system(SystemError(.reportedData, code: 0, path: ""))
    }
    if folder != nil {
      file.abandon()
      return report()
    }
    guard let script else {
      if let finding = try file.commit() { findings.append(finding) }
      return complete(counts)
    }
    try write(script)
    complete(counts)
  }

  private func complete() throws(WriteError) -> RowCounts? {
    defer { letGo() }
    guard let writer, let stored else { return nil }
    let isPruned = try members?.finish(outcome) { findings.append($0) } ?? true
    hasRefused = !isPruned
    if hasRefused || outcome.isFailure { try bookkeeping?.forgetName() }
    try stored.buildIndexes()
    try stored.finish()
    if let folder, let marks { try folder.write(stored, marks) }
    return writer.counts
  }

  private func complete(_ counts: RowCounts) {
    self.counts = counts
    report()
  }

  /// Reports what was found during the run.
  private func report() {
    for finding in findings { run.report(finding) }
    findings = []
  }

  private func write(_ script: consuming OutputFile) throws(WriteError) {
    guard let database = file.database else { return }
    var script = try SQLScript(database, output: script)
    try script.write()
  }

  private func letGo() {
    (writer, members, bookkeeping, stored, lookup, marks) = (nil, nil, nil, nil, nil, nil)
  }

  func abandon() {
    letGo()
    file.abandon()
  }

  /// Rolls everything back, and returns the reason as an error.
  func end(with error: WriteError) -> SystemError {
    report()
    abandon()
    if error.isInterruption { return .interruption }
    if case .system(let error) = error { return error }
    if case .record(var finding, _, let input?, let offset) = error,
      let location = run.location(ofByte: offset, inInput: input)
    {
      finding.location = location
      run.report(finding)
    } else {
      run.report(error.diagnostic(of: name))
    }
    switch error {
    case .data, .record: return SystemError(.reportedData, code: 0, path: "")
    case .failure, .system, .output: break
    }
    return SystemError(.reportedOutput, code: 0, path: "")
  }
}

extension TableSchema.Table {
  /// Whether the table's rows are members of lists through columns of their own.
  fileprivate var hasMembers: Bool { foreignKeys.contains { !$0.membership.isEmpty } }
}

extension TableSchema {
  /// Whether rows are found by something other than integers, such as texts, which hardly ever come
  /// in order.
  fileprivate var hasScatteredKeys: Bool {
    tables.contains { table in
      table.primaryKey.contains { table.columns[$0].type != .plain(.integer) }
    }
  }
}
