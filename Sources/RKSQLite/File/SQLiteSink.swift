internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Loads the rows of a run into a database.
///
/// The mapper's thread makes rows from records, and a separate thread writes them. The mapper's
/// thread writes them itself at the end if there are few, and writes everything if a record's
/// admission reads the database.
struct SQLiteSink: RecordSink, ~Copyable {
  /// How many bytes of rows are passed on together.
  private var batchSize = 512 * 1024
  /// The batch size in bytes if batches are sorted, used once there are many rows.
  ///
  /// With three batches of this size and the page cache, a run takes less than 32 MB.
  private static var largestBatch: Int { 1280 * 1024 }

  private var walk: TableWalk
  private var encoder: RowEncoder
  private var delivery = RowDelivery()
  private var inputCount = 0
  private let load: DatabaseLoad
  private let worker: WorkerThread<RowDelivery, WriteError>?
  private var hasHandedOver = false
  private var handedOverSize = 0
  /// The indices of the key paths where records were found.
  private var sections: Set<UInt32> = []
  private var lastSection = UInt32.max
  private var script: OutputFile?
  /// Whether records that the database refuses are left out.
  ///
  /// Each batch is then written while its input is still available.
  private var leavesOutRefused = false
  private var refused: [(record: Int, detail: UInt32)] = []
  /// The first event of each record of the batch.
  private var firstEvents: [Int] = []

  /// Prepares to write the rows of a run; nil if there is nothing to do.
  ///
  /// `name` is the database's name in diagnostics. A script or a folder of tables is made from the
  /// database at the end.
  static func writing(
    _ run: TableRun,
    to file: DatabaseFile,
    name: String,
    _ options: DatabaseOptions,
    script: consuming OutputFile? = nil,
    folder: FolderExport? = nil
  ) throws(WriteError) -> RecordWriting? {
    if let database = file.database,
      let finding = try Bookkeeping.repetition(of: options.runID, in: database)
    {
      run.report(finding)
      return nil
    }
    let keys = KeyKinds(partCount: run.tables.keyParts.count)
    let load = try DatabaseLoad(run, file, name: name, keys, options, folder: folder)
    let admission = TableAdmission(
      plan: run.plan,
      tables: run.tables,
      keys: keys,
      stored: load.lookup,
      affinities: load.affinities
    )
    let sink = SQLiteSink(run, load, keys, overlaps: load.lookup == nil, script: script)
    let scopes = options.prunes ? PruneScopes(run.rules, run.tables) : nil
    load.scopes = scopes
    var writing = RecordWriting(sink: .make(sink), admission: admission) {
      load.outcome = $0
    } hasRefused: {
      load.hasRefused
    } counts: {
      load.counts
    }
    writing.pruneScopes = scopes
    return writing
  }

  private init(
    _ run: TableRun,
    _ load: DatabaseLoad,
    _ keys: KeyKinds,
    overlaps: Bool,
    script: consuming OutputFile?
  ) {
    walk = TableWalk(plan: run.tables)
    encoder = RowEncoder(plan: run.plan, tables: run.tables, keys: keys)
    self.load = load
    worker = overlaps ? WorkerThread(spare: RowDelivery.init, work: load.write) : nil
    self.script = script
  }

  mutating func begin(input name: String) {
    delivery.inputs.append(name)
    encoder.input = UInt32(inputCount)
    inputCount += 1
  }

  mutating func leaveOutRefused() -> Bool {
    leavesOutRefused = load.mayRefuse
    return leavesOutRefused
  }

  mutating func takeRefused() -> [(record: Int, detail: UInt32)] {
    defer { refused = [] }
    return refused
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      if leavesOutRefused { firstEvents.append(encoder.rows.events.count) }
      try walk.walk(Int(batch.marks[number].row), of: batch, input, &encoder)
      if batch.marks[number].section != lastSection {
        lastSection = batch.marks[number].section
        sections.insert(lastSection)
      }
      if !leavesOutRefused && encoder.rows.size >= batchSize { try handOver() }
    }
    if leavesOutRefused { try writeAtOnce() }
  }

  /// Writes the batch now, and records what the database refuses.
  private mutating func writeAtOnce() throws(SystemError) {
    firstEvents.append(encoder.rows.events.count)
    swap(&encoder.rows, &delivery.rows)
    do throws(WriteError) {
      refused = try load.write(delivery, records: firstEvents)
    } catch {
      throw end(with: error)
    }
    delivery.removeAll()
    swap(&encoder.rows, &delivery.rows)
    firstEvents.removeAll(keepingCapacity: true)
  }

  private mutating func handOver() throws(SystemError) {
    handedOverSize += encoder.rows.size
    if load.ordersRows { batchSize = min(max(batchSize, handedOverSize), Self.largestBatch) }
    let capacities = encoder.rows.capacities(
      ofSize: load.ordersRows ? Self.largestBatch : batchSize
    )
    swap(&encoder.rows, &delivery.rows)
    do throws(WriteError) {
      if let worker {
        hasHandedOver = true
        try worker.handOver(&delivery)
      } else {
        try load.write(delivery)
      }
    } catch {
      throw end(with: error)
    }
    delivery.removeAll()
    swap(&encoder.rows, &delivery.rows)
    encoder.rows.reserve(capacities)
  }

  mutating func finish() throws(SystemError) {
    if hasHandedOver { try handOver() }
    do throws(WriteError) {
      if hasHandedOver {
        try worker?.finish()
      } else {
        swap(&encoder.rows, &delivery.rows)
        try load.write(delivery)
      }
      load.outcome.sections = sections
      load.outcome.scopes = load.scopes?.all
      try load.finish(script.take())
    } catch {
      throw end(with: error)
    }
  }

  mutating func abandon() throws(SystemError) {
    worker?.abandon()
    load.abandon()
  }

  private func end(with error: WriteError) -> SystemError {
    worker?.abandon()
    return load.end(with: error)
  }
}
