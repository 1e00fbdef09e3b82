internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKSQLite
internal import RKVerdict

/// A run of `rkmap diff`, from reading the two sides to writing the differences.
struct DifferenceRun {
  private let options: DiffCommand.Options
  /// The sides as the user named them: files, or a hyphen.
  private let names: [String]
  private let reporter: Reporter
  private let console: any Console
  private let mapper: Mapper
  /// The snapshots among the sides.
  private let snapshots: [ComparedSnapshot?]
  /// Reads the records of both sides if one of them is a snapshot.
  private let reading: Mapper.RecordReading?
  private let rules: ComparisonRules

  /// Compiles the mapping, and decides what is compared and how; throws if the flags do not fit the spec.
  init(
    _ options: DiffCommand.Options,
    _ mapping: Mapping,
    _ names: [String],
    _ reporter: Reporter,
    _ console: any Console
  ) throws(DiagnosticsError) {
    self.options = options
    self.names = names
    self.reporter = reporter
    self.console = console
    var snapshots: [ComparedSnapshot?] = []
    for name in names { snapshots.append(try ComparedSnapshot(name, of: mapping)) }
    self.snapshots = snapshots
    let inputs = zip(names, snapshots).filter { $0.1 == nil }.map { Self.input($0.0, options) }
    var mapperOptions = options.mapperOptions(for: inputs)
    mapperOptions.comparesRecords = true
    mapperOptions.isStrict = options.report.isStrict
    reporter.tellIdle(mapperOptions.drift, mapping)
    mapperOptions.failureLimit = .count(.max)
    mapper = try Mapper(mapping, options: mapperOptions, for: inputs)
    let isOfSnapshots = inputs.count < names.count
    let isOfTables = options.format == .sql || names.contains(where: ComparedDatabase.isDatabase)
    if isOfSnapshots && isOfTables {
      throw .refusal("a snapshot is compared with documents and snapshots, and not as a script")
    }
    reading = isOfSnapshots ? try Mapper.reading(recordsOf: mapping) : nil
    var rules = ComparisonRules(reading?.mapper ?? mapper)
    let redacted = snapshots.flatMap { $0?.redacted ?? [] }
    for name in options.ignored + redacted { try rules.ignore(name, in: mapping) }
    for text in options.tolerances { try rules.tolerate(text, in: mapping) }
    self.rules = rules
  }

  private static func input(_ name: String, _ options: DiffCommand.Options) -> Input {
    let input: Input =
      name == "-"
      ? .standardInput(format: options.inputFormat) : .file(name, format: options.inputFormat)
    return input.typed(by: options.mapper.context)
  }

  /// Compares the sides, and writes the differences.
  func run() -> ExitStatus {
    do throws(Trouble) {
      let inputs = try self.inputs()
      let mapper = reading?.mapper ?? self.mapper
      let holdsDatabase = inputs.contains { $0 == nil }
      var databases: [ComparedDatabase] = []
      if holdsDatabase || options.format == .sql {
        for (name, input) in zip(names, inputs) { databases.append(try database(name, input)) }
      }
      let sources: [any ComparedSource] =
        holdsDatabase
        ? databases : inputs.compactMap { $0 }.map { ComparedInput($0, by: mapper) }
      var rules = rules
      if !databases.isEmpty { rules.compareTables() }
      let differences = RecordDifferences(
        mapper,
        rules: rules,
        old: sources[0],
        new: sources[1],
        ignoresNull: holdsDatabase,
        findsPlaces: tellsPlaces
      )
      // For a script, inputs were read before, into temporary databases.
      try read(differences, isReported: !databases.isEmpty && !holdsDatabase)
      let form = options.format.form(isStat: options.isStat, tellsPlaces: options.tellsPlaces)
      let written =
        if let form { write(differences, form) } else { try writeScript(databases) }
      if written != .success { return written }
      return differences.areSame && !reporter.failsOnWarning() ? .success : .badData
    } catch {
      return error.status
    }
  }

  /// Thrown if nothing can be compared; the reason has been reported.
  private struct Trouble: Error {
    var status: ExitStatus
  }

  // MARK: - Sides

  /// The inputs in a form that can be read twice; nil for a database.
  private func inputs() throws(Trouble) -> [Input?] {
    var inputs: [Input?] = []
    for (name, snapshot) in zip(names, snapshots) {
      if let snapshot {
        inputs.append(try lines(of: snapshot, name))
        continue
      }
      if name != "-" && ComparedDatabase.isDatabase(name) {
        inputs.append(nil)
        continue
      }
      let input: Input
      do throws(SystemError) {
        input = try Self.input(name, options).readableTwice()
      } catch {
        if error.isInterruption { throw Trouble(status: .interrupted) }
        reporter.receive(
          Diagnostic(.unreadableInput, "'\(displayed(name))' cannot be read: \(error.reason)")
        )
        throw Trouble(status: .badInput)
      }
      inputs.append(reading == nil ? input : try lines(of: records(of: input, name), name))
    }
    return inputs
  }

  /// The records of an input that are compared with those of a snapshot.
  private func records(of input: Input, _ name: String) throws(Trouble) -> ComparedSnapshot {
    let collection = RecordCollection()
    let receiver = LeftOutReceiver(reporter, skips: skips)
    let report = mapper.apply(to: [input], into: .collection(collection), reportingTo: receiver)
    receiver.end(report, of: displayed(name))
    guard report.ending == .complete else { throw Self.trouble(report) }
    return ComparedSnapshot(collection)
  }

  private func lines(of records: ComparedSnapshot, _ name: String) throws(Trouble) -> Input? {
    guard let reading else { return nil }
    do throws(DiagnosticsError) {
      return .bytes(try records.lines(for: reading), name: name, format: .ndjson)
    } catch {
      for finding in error.diagnostics { reporter.receive(finding) }
      throw Trouble(status: .badInput)
    }
  }

  /// The database of a side: its own, or a temporary one with its records.
  private func database(
    _ name: String,
    _ input: Input?
  ) throws(Trouble) -> ComparedDatabase {
    let receiver = LeftOutReceiver(reporter, skips: skips)
    let made: (database: ComparedDatabase?, report: MappingReport)
    do throws(DiagnosticsError) {
      guard let input else { return try ComparedDatabase(path: name, for: mapper) }
      made = try ComparedDatabase.make(of: input, by: mapper, reportingTo: receiver)
    } catch {
      for finding in error.diagnostics { reporter.receive(finding) }
      throw Trouble(status: Interruption.isPending ? .interrupted : .badOutput)
    }
    receiver.end(made.report, of: displayed(name))
    guard let database = made.database else { throw Self.trouble(made.report) }
    return database
  }

  private var skips: Bool { options.mapper.failedRecords == .skip }

  private func displayed(_ name: String) -> String { name == "-" ? "<stdin>" : name }

  private func read(
    _ differences: RecordDifferences,
    isReported: Bool
  ) throws(Trouble) {
    let receivers = names.map { _ in
      LeftOutReceiver(reporter, skips: skips, isSilent: isReported)
    }
    let reports = differences.read(reportingTo: receivers)
    for ((receiver, name), report) in zip(zip(receivers, names), reports) {
      receiver.end(report, of: displayed(name))
    }
    if let report = reports.first(where: { $0.ending != .complete }) { throw Self.trouble(report) }
  }

  /// Treats a failed record like an unreadable input, because nothing can be said about it.
  private static func trouble(_ report: MappingReport) -> Trouble {
    switch report.ending {
    case .complete, .failedRecord, .badInput: Trouble(status: .badInput)
    case .badOutput: Trouble(status: .badOutput)
    case .closedPipe: Trouble(status: .closedPipe)
    case .interrupted: Trouble(status: .interrupted)
    }
  }

  // MARK: - Output

  private var tellsPlaces: Bool {
    // The lines of records that are compared with a snapshot are no places for users.
    reading == nil && !options.isStat && (options.tellsPlaces || options.format.tellsPlaces)
  }

  private func write(
    _ differences: RecordDifferences,
    _ form: any DifferenceForm
  ) -> ExitStatus {
    var form = form
    let limit = options.isStat ? 0 : options.limit
    let places = differences.places(
      limit: tellsPlaces ? limit : 0,
      findsPointers: options.format != .human && options.format != .markdown
    )
    var text = form.begin(differences.counts)
    var status = ExitStatus.success
    var count = 0
    differences.forEach { change in
      if count == limit { return false }
      count += 1
      text += form.text(of: change, places)
      if text.utf8.count < 64 * 1024 { return true }
      status = console.writeOutput(text)
      text = ""
      return status == .success
    }
    if status != .success { return status }
    return console.writeOutput(
      text + form.end(differences.counts, leftOut: differences.count - count)
    )
  }

  private func writeScript(_ databases: [ComparedDatabase]) throws(Trouble) -> ExitStatus {
    var status = ExitStatus.success
    do throws(DiagnosticsError) {
      var script = DifferenceScript(from: databases[0], to: databases[1])
      try script.write { text in
        status = console.writeOutput(text)
        return status == .success
      }
      return status
    } catch {
      for finding in error.diagnostics { reporter.receive(finding) }
      throw Trouble(status: Interruption.isPending ? .interrupted : .badInput)
    }
  }
}
