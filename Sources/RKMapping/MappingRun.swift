internal import RKDiagnostics
internal import RKEngine

/// One application of a mapper: opens the inputs one after the other, and leads them through the
/// pipeline into a sink.
struct MappingRun: ~Copyable {
  let compiled: CompiledMapping
  let options: Pipeline.Options
  let repairsUTF8: Bool
  let explainer: FaultExplainer
  let counter: FindingCounter
  private let csv: CSVOutput?
  private let tables: TableWriting?
  private let metadata: RunMetadata
  /// How entries of archives are mapped, where there may be such.
  let routing: ArchiveRouting?
  /// Records of one identity become one.
  var unifies = false
  /// The records that those of the run are mapped onto.
  var existing: ExistingRecords?
  private(set) var counts = RecordMapper.Counts()

  init(
    compiled: CompiledMapping,
    options: Pipeline.Options,
    repairsUTF8: Bool,
    explainer: FaultExplainer,
    counter: FindingCounter,
    csv: CSVOutput? = nil,
    tables: TableWriting? = nil,
    metadata: RunMetadata,
    routing: ArchiveRouting? = nil
  ) {
    self.compiled = compiled
    self.options = options
    self.repairsUTF8 = repairsUTF8
    self.explainer = explainer
    self.counter = counter
    self.csv = csv
    self.tables = tables
    self.metadata = metadata
    self.routing = routing
  }

  mutating func apply(to inputs: [Input], into output: Output) -> MappingReport.Ending {
    var first: OpenInput?
    if inputs.count == 1 {
      // What a single input is decides the form of the output.
      first = open(inputs[0])
      if first == nil { return endWithout(inputs[0]) }
    }
    let isStream = inputs.count > 1 || first?.format != .json
    let sink: AnyRecordSink
    do {
      if let tables {
        sink = collecting(tables.sink, output)
      } else {
        sink = collecting(
          try OutputSink.make(output, compiled, csv, counter, isStream: isStream),
          output
        )
      }
    } catch {
      return end(writing: error, output)
    }
    let writer: FailedRecordWriter?
    do {
      writer = try failedRecordWriter(output)
    } catch {
      return end(writing: error, output, isRejects: true)
    }
    let merged = merging(sink, output)
    var pipeline = Pipeline(
      plan: compiled.plan,
      sink: merged,
      receiver: counter,
      keeper: writer,
      admission: tables?.admission,
      options: options
    )
    var ending = MappingReport.Ending.complete
    for (number, input) in inputs.enumerated() where ending == .complete && !pipeline.isStopped {
      if first == nil { first = open(input) }
      guard let opened = first.take() else {
        ending = endWithout(input)
        break
      }
      ending = run(opened, of: (inputs, number), &pipeline, output, writer)
      counter.endInput(named: input.name, recordCount: pipeline.readCount)
    }
    counts = pipeline.counts
    return commit(writer, settle(ending, merged, output), output)
  }

  /// A sink behind one that merges records, where that is asked for; a database does it by itself.
  private func merging(_ sink: AnyRecordSink, _ output: Output) -> AnyRecordSink {
    guard tables == nil, unifies || existing != nil else { return sink }
    return .make(
      MergingSink(
        plan: compiled.plan,
        unifies: unifies,
        existing: existing,
        sink: sink,
        writesWhenFailed: output.destination == .standardOutput
      )
    )
  }

  /// A sink behind one that holds the records until the end, where connections ask for that.
  private func collecting(_ sink: AnyRecordSink, _ output: Output) -> AnyRecordSink {
    guard compiled.plan.hasConnections else { return sink }
    return .make(
      RecordCollector(
        plan: compiled.plan,
        sink: sink,
        writesWhenFailed: output.destination == .standardOutput,
        merges: csv == nil
      ) { [counter, explainer] in
        counter.receive(explainer.unresolved($0), times: $0.keyCount)
      }
    )
  }

  // MARK: - Failed records

  private func failedRecordWriter(_ output: Output) throws(SystemError) -> FailedRecordWriter? {
    let emits = options.failedRecordRule == .emit
    guard let path = output.rejectsPath else {
      return emits ? FailedRecordWriter(explainer, emits: true, rejects: nil) : nil
    }
    let file = path == "-" ? OutputFile() : try OutputFile(path: path)
    return FailedRecordWriter(explainer, emits: emits, rejects: file)
  }

  /// Keeps what failed, however the run has ended, unless the user wants no more of it.
  private func commit(
    _ writer: FailedRecordWriter?,
    _ ending: MappingReport.Ending,
    _ output: Output
  ) -> MappingReport.Ending {
    guard let writer, ending != .interrupted, !writer.hasFailed else { return ending }
    do {
      try writer.commit()
      return ending
    } catch {
      return end(writing: error, output, isRejects: true)
    }
  }

  /// Writes what a good run has made, and takes back what a bad one has.
  private func settle(
    _ ending: MappingReport.Ending,
    _ sink: AnyRecordSink,
    _ output: Output
  ) -> MappingReport.Ending {
    Emergency.note(work: "\(VisibleText.escaped(output.name)) was written")
    do {
      switch ending {
      case .complete:
        let hasFailures = counts.failed + counts.failedRelated > 0
        tables?.willFinish(
          RunCourse(lacksRecords: hasFailures, hasErrors: hasFailures || counter.errorCount > 0)
        )
        try sink.finish()
        if tables?.hasRefused() == true { return .failedRecord }
      case .failedRecord, .badInput: try sink.abandon()
      case .badOutput, .closedPipe, .interrupted: break
      }
      return ending
    } catch {
      return end(writing: error, output)
    }
  }

  // MARK: - Inputs

  private func open(_ input: Input) -> OpenInput? {
    Emergency.note(work: "'\(VisibleText.escaped(input.name))' was mapped")
    do {
      let opened = try OpenInput(input, repairsUTF8: repairsUTF8, kernel: options.kernel)
      guard let foreign = opened.foreign else { return opened }
      counter.receive(foreign.diagnostic(of: input.name))
    } catch {
      if error.isInterruption { return nil }
      counter.receive(
        Diagnostic(.unreadableInput, "'\(input.name)' cannot be read: \(error.reason)")
      )
    }
    return nil
  }

  /// How the run ends when an input cannot be opened.
  private func endWithout(_ input: Input) -> MappingReport.Ending {
    counter.endInput(named: input.name, recordCount: 0)
    return Interruption.isPending ? .interrupted : .badInput
  }

  private func run(
    _ input: consuming OpenInput,
    of place: (inputs: [Input], index: Int),
    _ pipeline: inout Pipeline,
    _ output: Output,
    _ writer: FailedRecordWriter?
  ) -> MappingReport.Ending {
    let name = input.name
    let format = input.format
    let offset = input.byteOffset
    let mayBeLines = input.mayBeLines
    do {
      let source = input.takeSource()
      let ending: Pipeline.Ending
      if format == .archive, let routing {
        let file = metadata.file(place.inputs[place.index], index: place.index)
        ending = try run(archive: source, named: name, byteOffset: offset, &pipeline, routing, file)
      } else {
        ending = try pipeline.run(
          source,
          name: name,
          format: format,
          byteOffset: offset,
          isStream: place.inputs.count > 1,
          mayBeLines: mayBeLines,
          context: metadata.context(of: place.inputs[place.index], index: place.index)
        )
      }
      switch ending {
      case .complete, .limit: return .complete
      case .failedRecord: return .failedRecord
      case .noJSON: return .badInput
      }
    } catch {
      guard error.operation == .read, !error.isInterruption else {
        return end(writing: error, output, isRejects: writer?.hasFailed ?? false)
      }
      counter.receive(
        Diagnostic(.unreadableInput, "'\(name)' cannot be read: \(error.reason)")
      )
      return .badInput
    }
  }

  // MARK: - Outputs

  private func end(
    writing error: SystemError,
    _ output: Output,
    isRejects: Bool = false
  ) -> MappingReport.Ending {
    if error.operation == .reportedOutput { return .badOutput }
    if error.operation == .reportedData { return .failedRecord }
    if error.isExcess {
      counter.receive(
        Diagnostic(
          .recordTooLarge,
          "a record and those that its connections lead to take more memory than they may",
          help: ["connect fewer records to one, or by fewer connections"]
        )
      )
      return .failedRecord
    }
    if error.isInterruption { return .interrupted }
    if error.isBrokenPipe { return .closedPipe }
    let name = isRejects ? output.rejectsName : output.name
    counter.receive(
      Diagnostic(
        .unwritableOutput,
        "\(name) cannot be written: \(error.reason)",
        help: ((isRejects || output.isFile)
          ? error.wordsOfRest : []) + (isRejects ? [] : output.folderHelp)
      )
    )
    return .badOutput
  }
}

extension SystemError {
  /// What is to be said of the files that were there before a run.
  fileprivate var wordsOfRest: [String] {
    switch operation {
    case .sync: []
    case .swap: [path]
    default: ["what was there before is as it was"]
    }
  }
}

extension Output {
  /// What findings call it.
  var name: String {
    switch destination {
    case .standardOutput, .nowhere, .collection, .memory: "the standard output"
    case .file(let path): "'\(path)'"
    case .tables(let place):
      place.destination.path.isEmpty ? "the standard output" : "'\(place.destination.path)'"
    }
  }

  fileprivate var rejectsName: String {
    rejectsPath.map { $0 == "-" ? "the standard output" : "'\($0)'" } ?? ""
  }

  fileprivate var isFile: Bool {
    switch destination {
    case .file: true
    case .tables(let place): !place.destination.path.isEmpty
    case .standardOutput, .nowhere, .collection, .memory: false
    }
  }

  /// A folder without a slash behind its name may be meant for tables.
  fileprivate var folderHelp: [String] {
    guard case .file(let path) = destination, !path.hasSuffix("/"),
      FileDescriptor.isSeen(path, as: .directory)
    else { return [] }
    return ["'\(path)/' is for a folder of tables"]
  }
}
