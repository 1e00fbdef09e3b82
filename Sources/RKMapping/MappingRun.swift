internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// One application of a mapper: opens the inputs in turn, and passes them through the pipeline to a sink.
struct MappingRun: ~Copyable {
  let compiled: CompiledMapping
  let reading: InputReading
  let writing: RecordWriting
  /// Whether records with the same identity are merged.
  var unifies = false
  /// Compares records with earlier ones of their identity.
  var repeats: RepeatWatch?
  /// The existing records that the run merges onto.
  var existing: ExistingRecords?
  /// What the runs of a command have observed, by the options of their mappers.
  ///
  /// A run without companions creates it at its end, and only if there may be something to report.
  var survey: MappingSurvey?
  var surveyedOptions: MapperOptions?
  /// Whether more records have failed than may be left out.
  var hasTooManyFailures: (RootMapper.Counts) -> Bool = { _ in false }
  private var hasErrorOfRun = false
  /// Whether a diagnostic about the whole run, or about a whole document, was an error.
  var hasFailedAsWhole: Bool { hasErrorOfRun || counter.hasFailedAsWhole }
  var counts = RootMapper.Counts()
  /// The number of trailers, which are left out: lines that describe the lines before them.
  private(set) var trailerCount = 0

  init(_ compiled: CompiledMapping, _ reading: consuming InputReading, _ writing: RecordWriting) {
    self.compiled = compiled
    self.reading = reading
    self.writing = writing
  }

  var counter: FindingCounter { reading.counter }
  var options: Pipeline.Options { reading.options }

  mutating func apply(to inputs: [Input], into output: Output) -> MappingReport.Ending {
    var first: OpenInput?
    if inputs.count == 1 {
      // With a single input, the input determines the form of the output.
      first = open(inputs[0])
      if first == nil { return endWithout(inputs[0]) }
    }
    let isStream = inputs.count > 1 || first?.layout != .json
    let sink: AnyRecordSink
    do {
      let made = try output.makeSink(compiled.plan, by: writing, isStream: isStream)
      sink = collecting(made, output)
    } catch {
      return end(writing: error, output)
    }
    let writer: FailedRecordWriter?
    do {
      writer = try failedRecordWriter(output)
    } catch {
      return end(writing: error, output, isRejects: true)
    }
    let merged = observing(merging(sink, output))
    let pipeline = Pipeline(
      plan: compiled.plan,
      sink: merged,
      receiver: reading.receiver,
      keeper: writer ?? output.failureCollector,
      admission: writing.admission,
      repeats: repeats,
      options: options
    )
    if let survey, let surveyedOptions, let rules = survey.takeRules(of: surveyedOptions) {
      pipeline.resume(rules)
    }
    if let tally = survey?.takeCoverage() { pipeline.resume(tally) }
    var ending = MappingReport.Ending.complete
    let workers =
      inputs.count > 1
      ? pipeline.workers(forInputs: inputs.count, FileOpener(inputs, reading)) : nil
    var number = 0
    while number < inputs.count && ending == .complete && !pipeline.isStopped {
      do throws(SystemError) {
        if let workers, case let passed = try pass(inputs, from: number, workers, pipeline),
          passed > 0
        {
          number += passed
          continue
        }
      } catch {
        ending = end(writing: error, output)
        break
      }
      let input = inputs[number]
      if first == nil { first = open(input) }
      guard let opened = first.take() else {
        ending = endWithout(input)
        break
      }
      let turn = InputTurn(
        input: input,
        index: number,
        isStream: inputs.count > 1,
        reading: reading
      )
      let before = pipeline.counts
      ending = run(opened, turn, pipeline, output, writer)
      if ending == .complete && !pipeline.isStopped && pipeline.isInputEmpty {
        reportEmpty(input, for: output)
      }
      if ending == .complete && number == inputs.count - 1 {
        hasErrorOfRun = writing.fails(counter) || hasErrorOfRun
      }
      // A reader that stopped reading records does not want diagnostics either.
      if ending == .closedPipe { break }
      if inputs.count == 1 && ending == .complete { reportDeclined(pipeline, in: input.name) }
      if number + 1 == inputs.count { counter.tellRepeated() }
      counter.endInput(
        named: input.name,
        recordCount: pipeline.readCount,
        declinedCount: pipeline.counts.allDeclined - before.allDeclined
      )
      number += 1
    }
    workers?.end()
    if inputs.count > 1 && ending == .complete { reportDeclined(pipeline, in: nil) }
    addToSurvey(pipeline.endSurvey(), carries: output.carriesSurvey)
    if ending == .complete {
      reportSurvey(output)
      if hasFailedAsWhole && !reading.explainer.leavesOutFailures { ending = .failedRecord }
    }
    (counts, trailerCount) = (pipeline.counts, pipeline.trailerCount)
    // Nothing may follow a trailer, and the failed records of a group are complete before rows are committed.
    if output.trailer != nil || output.group != nil && output.rejectsPath != "-" {
      return finishOutput(commit(writer, ending, output), merged, output)
    }
    return commit(writer, finishOutput(ending, merged, output), output)
  }

  private mutating func addToSurvey(_ seen: RunSurvey, carries: Bool) {
    let unjudged = counter.takeUnjudged()
    let told = reading.keyedFaults?.told ?? []
    let tells = carries || !told.isEmpty || !unjudged.isEmpty
    if survey == nil && (tells || seen.mayHaveFindings(compiled.plan)) {
      survey = MappingSurvey()
    }
    survey?.add(
      seen,
      of: surveyedOptions ?? MapperOptions(),
      reading.explainer,
      sitesOfMissing: counter.sitesOfMissing,
      unjudged: unjudged,
      clashes: counter.clashes
    )
    guard let keyed = reading.keyed else { return }
    for part in told { survey?.take(part, reading.explainer.graph, keyed.written) }
  }

  /// Reports the findings of a survey of this run alone, but for those that a trailer carries.
  private mutating func reportSurvey(_ output: Output) {
    guard surveyedOptions == nil, let survey else { return }
    let seesAll =
      reading.keyed.map { $0.partCount != nil } ?? (output.keyed == nil && !output.answersLines)
    for finding in survey.findings(listsAll: false, seesAll: seesAll)
    where !output.carriesSurvey || finding.severity == .error || finding.code == .notJudged {
      report(finding)
    }
  }

  /// Reports something about the run as a whole.
  mutating func report(_ finding: Diagnostic) {
    counter.receive(finding)
    hasErrorOfRun = hasErrorOfRun || finding.severity == .error
  }

  /// Reports descriptors that declined all their representations.
  ///
  /// A `when` that accepts nothing is a working filter, so it is reported only if validation was requested.
  private mutating func reportDeclined(_ pipeline: Pipeline, in input: String?) {
    for declined in pipeline.endSurvey().declines.allDeclined {
      let finding = reading.explainer.allDeclined(
        declined,
        in: input,
        reportsConditions: options.mapping.expectsRecords
      )
      if let finding { report(finding) }
    }
  }

  // MARK: - Failed records

  func failedRecordWriter(_ output: Output) throws(SystemError) -> FailedRecordWriter? {
    let emits = options.failedRecordRule == .emit
    guard let path = output.rejectsPath else {
      return emits ? FailedRecordWriter(reading.explainer, emits: true, rejects: nil) : nil
    }
    let file = path == "-" ? OutputFile() : try Output.file(named: path, in: output.group)
    return FailedRecordWriter(
      reading.explainer,
      emits: emits,
      rejects: file,
      positions: reading.positions
    )
  }

  /// Writes the failed records, however the run has ended, unless the user interrupted it.
  func commit(
    _ writer: FailedRecordWriter?,
    _ ending: MappingReport.Ending,
    _ output: Output
  ) -> MappingReport.Ending {
    guard let writer, ending != .interrupted, ending != .badOutput, !writer.hasFailed else {
      return ending
    }
    do {
      try writer.commit()
      return ending
    } catch {
      return end(writing: error, output, isRejects: true)
    }
  }

  /// Commits the output of a successful run, and rolls back the output of a failed one.
  private func finishOutput(
    _ ending: MappingReport.Ending,
    _ sink: AnyRecordSink,
    _ output: Output
  ) -> MappingReport.Ending {
    Emergency.note(work: "\(VisibleText.escaped(output.name)) was written")
    do {
      switch ending {
      case .complete:
        let hasFailures = counts.failed + counts.failedRelated > 0
        var outcome = RunOutcome(lacksRecords: hasFailures)
        outcome.hasErrors = hasFailures || counter.errorCount > 0
        outcome.isFailure = hasFailedAsWhole || hasTooManyFailures(counts)
        outcome.counts = counts
        if output.carriesSurvey { outcome.told = survey?.told ?? "" }
        outcome.failsOnWarning = counter.receiver.failsOnWarning(1)
        if output.isHeldBack, counter.receiver.failsOnWarning(counter.warningCount) {
          try sink.abandon()
          return .failedRecord
        }
        writing.willFinish(outcome)
        try sink.finish()
        if output.isTables { output.group?.others.append(output.name) }
        if writing.hasRefused() { return .failedRecord }
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
      let opened = try OpenInput(
        input,
        repairsUTF8: reading.repairsUTF8,
        kernel: options.kernel
      ) { writing.isStream && !compiled.plan.readsIndex }
      if let foreign = opened.foreign {
        counter.receive(foreign.diagnostic(of: input.name))
      } else if let found = opened.foreignText {
        counter.receive(
          found.text.diagnostic(
            at: found.location,
            hasFormatFlag: counter.explainer.hasInputFlags && counter.explainer.hasFormatFlag
          )
        )
      } else {
        return opened
      }
    } catch {
      if error.isInterruption { return nil }
      counter.receive(error.diagnostic(ofInput: input.name))
    }
    return nil
  }

  /// Reports an input without a document as an error or a warning.
  ///
  /// Nobody leaves a file empty on purpose, but a filter may have nothing to send, and some responses
  /// have no content.
  private func reportEmpty(_ input: Input, for output: Output) {
    let expectsRecords = options.mapping.expectsRecords
    if let status = reading.routing.statusCode(of: input), HTTPExchange.hasNoContent(status) {
      return
    }
    if !expectsRecords, !input.isFile, !output.makesDocument { return }
    counter.receive(.empty(input, isError: expectsRecords))
  }

  /// Returns how the run ends when an input cannot be opened.
  private func endWithout(_ input: Input) -> MappingReport.Ending {
    counter.endInput(named: input.name, recordCount: 0)
    return Interruption.isPending ? .interrupted : .badInput
  }

  private func run(
    _ opened: consuming OpenInput,
    _ turn: InputTurn,
    _ pipeline: Pipeline,
    _ output: Output,
    _ writer: FailedRecordWriter?
  ) -> MappingReport.Ending {
    let (name, unpacking) = (opened.name, opened.unpacking)
    counter.namesPlaces = opened.door.hasCells
    let door = opened.door.init(opened, turn)
    pipeline.beginInput(named: name)
    var ending = Pipeline.Ending.complete
    do {
      while ending == .complete, let part = try door.next() {
        switch consume part {
        case .documents(let documents):
          writing.pruneScopes?.begin(documents.context)
          ending = try pipeline.run(documents)
        case .badDocument(let fault, let place, let text):
          ending = try pipeline.refuse(fault, at: place, text: text)
        case .badPart(let finding, let place, let text):
          counter.receive(finding, at: place)
          let reason = FailedRecord.Reason.told(code: finding.code.id, message: finding.message)
          ending = try pipeline.refuse(reason, at: place, text: text)
        case .failedRecord(let finding, let place, let text):
          counter.receive(finding, at: place)
          ending = try pipeline.refuse(.replaced, at: place, text: text)
        case .badInput: ending = .noJSON
        }
      }
      if door.end() { ending = pipeline.refuseInput() }
      // What looked wrong may be due to a damaged file, which is known only after reading to its end.
      if ending != .complete && ending != .limit { try unpacking?.skipAll() }
      if reading.hasBadLine { return .badInput }
      switch ending {
      case .complete, .limit: return .complete
      case .failedRecord: return .failedRecord
      case .noJSON: return .badInput
      }
    } catch {
      guard error.operation == .read, !error.isInterruption else {
        return end(writing: error, output, isRejects: writer?.hasFailed ?? false)
      }
      counter.receive(error.diagnostic(ofInput: name))
      return .badInput
    }
  }

  // MARK: - Outputs

  func end(
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
    output.group?.discard()
    let name = isRejects ? output.rejectsName : output.name
    counter.receive(
      Diagnostic(
        .unwritableOutput,
        "\(name) cannot be written: \(error.reason)",
        help: ((isRejects || output.isFile)
          ? (output.group ?? FileGroup()).wordsOfRest(after: error) : [])
          + (isRejects ? [] : output.folderHelp)
      )
    )
    return .badOutput
  }
}

extension Output {
  /// Whether what is to be told at the end goes to those who read all parts.
  fileprivate var carriesSurvey: Bool { keyed != nil && trailer != nil }

  /// Whether something is made even if nothing comes: a file, a script, or a JSON value that was asked for.
  fileprivate var makesDocument: Bool {
    switch destination {
    case .standardOutput: format == .json || format == .sql
    case .tables: true
    default: isFile
    }
  }

  fileprivate var rejectsName: String {
    rejectsPath.map { $0 == "-" ? "the standard output" : "'\($0)'" } ?? ""
  }

  /// Whether nothing of it can be seen until the run has succeeded; the text that a pipe has taken is gone.
  fileprivate var isHeldBack: Bool { isFile || isTables }

  fileprivate var isTables: Bool { if case .tables = destination { true } else { false } }

  fileprivate var isFile: Bool {
    switch destination {
    case .file(let path):
      !OutputFile.standardOutputNames.contains(path) && !FileDescriptor.isSeen(path, as: .other)
    case .tables(let place): !place.destination.path.isEmpty
    case .standardOutput, .nowhere, .sink, .memory: false
    }
  }

  /// A path without a trailing slash may have been meant as a folder of tables.
  fileprivate var folderHelp: [String] {
    guard case .file(let path) = destination, !path.hasSuffix("/"),
      FileDescriptor.isSeen(path, as: .directory)
    else { return [] }
    return ["'\(path)/' is for a folder of tables"]
  }
}
