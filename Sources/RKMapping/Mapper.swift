public import RKDiagnostics
internal import RKEngine

/// A mapping compiled for use: compile it once and apply it to any number of inputs.
///
/// ```swift
/// var options = MapperOptions()
/// options.failedRecords = .skip
/// let mapper = try Mapper(Mapping(contentsOf: "specs/articles.json"), options: options)
/// let report = try mapper.apply(to: [.file("articles.json")], into: .file("articles.ndjson"))
/// print(report.recordCount, "records,", report.failedCount, "failed")
/// ```
public struct Mapper: Sendable {
  package internal(set) var mapping: Mapping
  package internal(set) var compiled: CompiledMapping
  package let options: MapperOptions
  let choice: DescriptorChoice
  let metadata: RunMetadata
  /// What to count of the values that rules read; nil to count nothing.
  let coverage: CoverageOptions?
  /// What to record of each value, step by step; `coverage` must be set as well.
  var trace: TraceOptions?
  /// How to read keyed lines; nil if the inputs have none.
  var keyed: KeyedReading?
  /// Whether the inputs are records that are taken unchanged, by a mapping that the user did not write.
  var takesRecords = false
  /// Whether it was compiled for the inputs that it is applied to.
  private let knowsInputs: Bool

  /// Compiles a mapping.
  ///
  /// - Parameters:
  ///   - mapping: The mapping.
  ///   - options: Choices in cases that the spec leaves open.
  /// - Throws: A diagnostic if it is ambiguous which descriptors apply, the mapping only describes
  ///   what requests send, an option is out of bounds, or this machine does not support the
  ///   instruction set.
  public init(
    _ mapping: Mapping,
    options: MapperOptions = MapperOptions()
  ) throws(DiagnosticsError) {
    try self.init(mapping, options, among: nil)
  }

  /// Compiles a mapping; if the inputs are known, only for the requests that they may have.
  init(
    _ mapping: Mapping,
    _ options: MapperOptions,
    among inputs: [Input]?
  ) throws(DiagnosticsError) {
    try options.check()
    try mapping.refuseSending()
    let mapping = options.drift.map(mapping.tightened) ?? mapping
    let (name, context) = (options.descriptorName, options.context)
    knowsInputs = inputs != nil
    var all: DescriptorChoice?
    if options.takesArchives || options.readsFixtureNames {
      all = DescriptorChoice(all: name, for: context, of: mapping.graph)
    }
    if var all, !all.chosen.isEmpty {
      if let inputs {
        let reached = try Self.reached(
          by: inputs,
          among: all,
          mapping.graph,
          readsFixtureNames: options.readsFixtureNames
        )
        // Coverage counts all rules.
        if options.coverage == nil { all.limit(to: reached) }
      }
      choice = all
    } else if let fixture = options.fixtureName {
      choice = try DescriptorChoice(for: fixture, context, of: mapping.graph)
    } else {
      choice = try DescriptorChoice(named: name, for: context, of: mapping.graph)
    }
    metadata = RunMetadata(
      choice,
      mapping.graph,
      adding: options.metadata,
      filePattern: try options.filePathPattern()
    )
    if let name = options.instructionSet, Self.kernel(named: name) == nil {
      let known = MapperOptions.instructionSets.joined(separator: ", ")
      throw .refusal("this machine has no instruction set '\(name)'; it has \(known)")
    }
    self.mapping = mapping
    self.options = options
    compiled = PlanCompiler.compile(
      mapping.graph,
      descriptors: choice.descriptors,
      merges: options.unifies || options.comparesRecords || options.existingRecords != nil
        || mapping.graph.hasConnections,
      notesKinds: options.notesKinds,
      notesForms: options.notesForms,
      redactions: options.redactions,
      coversRules: options.coverage != nil
    )
    let descriptors = choice.descriptors
    coverage = options.coverage.map { request in
      let places = descriptors.map(mapping.graph.place)
      let order = places.sorted()
      return CoverageOptions(
        ScopeBuilder.scopes(of: mapping.graph, descriptors),
        places: places.map { order.firstIndex(of: $0) ?? 0 },
        mostKeys: request.mostKeys,
        countsLines: request.countsLines
      )
    }
  }

  private static func kernel(named name: String?) -> ScanKernel? {
    guard let name else { return .best }
    return ScanKernel.available.first { $0.name == name }
  }

  /// The part of the run's metadata that each descriptor sees.
  ///
  /// For archives, only the part that is the same for all entries.
  var scopes: [RunScope?] {
    if options.takesArchives || options.readsFixtureNames {
      return choice.chosen.map { _ in RunScope(metadata: metadata.added, isOfDocuments: true) }
    }
    return zip(choice.chosen, metadata.descriptors).map {
      $0.applies ? RunScope(metadata: $1) : nil
    }
  }

  /// The compiled plan, for people.
  public var planListing: String { PlanListing.text(of: compiled, mapping.graph) }

  /// Maps all documents of some inputs.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order. Several inputs form a stream of documents.
  ///   - output: Where the records go.
  /// - Returns: A report of the run, without errors.
  /// - Throws: All diagnostics if at least one of them is an error.
  @discardableResult
  public func apply(
    to inputs: [Input],
    into output: Output
  ) throws(DiagnosticsError) -> MappingReport {
    let collector = FindingCollector()
    let report = apply(to: inputs, into: output, reportingTo: collector)
    if report.ending == .complete { return report }
    if collector.diagnostics.isEmpty {
      // A command does not report these endings, but a caller needs to know.
      let reason = report.ending == .interrupted ? "it was interrupted" : "nobody reads it any more"
      collector.receive(Diagnostic(.unwritableOutput, "the output is not complete: \(reason)"))
    }
    throw DiagnosticsError(collector.diagnostics)
  }

  /// Maps all documents of some inputs, and reports diagnostics as they are found.
  ///
  /// Takes time linear in the size of the inputs, and memory for a window of them: a block of 256
  /// KiB, or the largest element, line or unstreamed document.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order. Several inputs form a stream of documents.
  ///   - output: Where the records go.
  ///   - receiver: Receives the diagnostics.
  /// - Returns: A report of the run.
  public func apply(
    to inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    apply(to: inputs, into: output, reportingTo: receiver, surveying: nil)
  }

  /// A way to consume records other than writing them in an output's format.
  struct Taking {
    /// Prepares the consumer of the records.
    var prepare: (CompiledMapping) -> PreparedOutput
    /// Describes a record that cannot be written.
    var words: (_ detail: UInt32, InputPlace) -> Diagnostic
  }

  /// Maps some of a command's inputs; findings about all of them together are left to `survey`.
  package func apply(
    to inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver,
    surveying survey: MappingSurvey?
  ) -> MappingReport {
    apply(to: inputs, into: output, reportingTo: receiver, surveying: survey, taking: nil)
  }

  /// Maps inputs, and passes the records to `taking` instead of an output's format.
  func apply(
    to inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver,
    surveying survey: MappingSurvey? = nil,
    taking: Taking?
  ) -> MappingReport {
    if !options.takesArchives, inputs.contains(where: \.isArchive) {
      return applyToArchives(inputs, into: output, reportingTo: receiver, surveying: survey)
    }
    let prepared: PreparedOutput
    let inputs =
      !options.takesFixtures && !options.readsFixtureNames
      ? inputs : inputs.map { options.takesFixtures || $0.fixtureName != nil ? $0.asFixture : $0 }
    do {
      if !knowsInputs, options.takesArchives || options.readsFixtureNames {
        _ = try Self.reached(
          by: inputs,
          among: choice,
          mapping.graph,
          readsFixtureNames: options.readsFixtureNames
        )
      }
      prepared =
        if let taking { taking.prepare(self.compiled) } else {
          try output.writer.prepare(output, records)
        }
    } catch {
      return Self.refusal(error, receiver)
    }
    var compiled = prepared.compiled
    let routing = ArchiveRouting(
      graph: mapping.graph,
      wanted: options.context,
      descriptorName: options.descriptorName,
      readsFixtureNames: options.readsFixtureNames,
      takesOnlyJSON: options.takesOnlyJSON,
      descriptors: choice.descriptors,
      metadata: metadata
    )
    var explainer = FaultExplainer(
      graph: mapping.graph,
      compiled: compiled,
      isStrict: options.isStrict,
      leavesOutFailures: options.failedRecords != .fail,
      statesDuplicateKeys: options.statedDuplicateKeys != nil,
      statesDepth: options.maximumDepth != MapperOptions().maximumDepth,
      unmatched: choice.isNone ? choice : nil
    )
    explainer.notWritable = taking?.words
    explainer.takesRecords = takesRecords
    explainer.hasInputFlags = options.hasInputFlags
    explainer.hasFormatFlag = options.hasFormatFlag
    if case .tables(let place) = output.destination {
      explainer.hasRows = place.destination.hasRows
    }
    if options.readsFixtureNames {
      let choices = inputs.compactMap { input in routing.choice(of: input).map { (input.name, $0) }
      }
      explainer.unmatchedInputs = Dictionary(choices.filter(\.1.isNone)) { first, _ in first }
    }
    let counter = FindingCounter(explainer, receiver, largestCount: options.reportLimit)
    counter.groupsFindings = options.groupsFindings
    for warning in prepared.warnings { counter.receive(warning) }
    if let warning = unnamed(inputs) { counter.receive(warning) }
    for input in options.readsFixtureNames ? inputs : [] {
      guard let name = input.fixtureName,
        let warning = mapping.graph.misspelling(in: name, ofFile: input.name)
      else { continue }
      counter.receive(warning)
    }
    let writing: RecordWriting
    do {
      guard let ready = try prepared.begin(&compiled.plan, counter) else {
        return Self.nothingToDo(counter)
      }
      writing = ready
    } catch {
      return Self.refusal(error, receiver)
    }
    compiled.plan.repeats = repeatRules(compiled, mergesRows: writing.mergesRows)
    let repeats = compiled.plan.repeats.isEmpty ? nil : RepeatWatch(compiled.plan)
    if let repeats {
      explainer.repeats.begin(repeats, compiled) { place in
        inputs.indices.contains(place.input)
          ? inputs[place.input].location(ofByte: place.offset) : nil
      }
    }
    var engine = engineOptions
    engine.locatesRecords = output.keyed != nil
    engine.mapping.surveysFractions = output.hasTextColumns
    let reading = InputReading(
      options: engine,
      repairsUTF8: options.replacesInvalidUTF8,
      csv: options.inputCSV,
      xmlForm: options.xmlForm,
      metadata: metadata,
      readsMetadata: !compiled.plan.metadataPaths.isEmpty || writing.pruneScopes != nil,
      routing: routing,
      keyed: keyed,
      positions: writing.positions,
      log: writing.log,
      counter: counter,
      keyedFaults: keyed.map { _ in KeyedFaults(counter) }
    )
    var run = MappingRun(compiled, reading, writing)
    var report = MappingReport()
    do {
      if let survey { (run.survey, run.surveyedOptions) = (survey, options) }
      run.unifies = options.unifies
      run.repeats = repeats
      run.hasTooManyFailures = { options.failedRecords == .skip && !isWithinLimit($0) }
      run.existing = try existingRecords(output, counter)
      report.ending =
        output.answersLines
        ? run.answer(inputs[0], into: output) : run.apply(to: inputs, into: output)
    } catch {
      report.ending = Interruption.isPending ? .interrupted : .badInput
    }
    if report.ending == .complete && run.hasFailedAsWhole { report.ending = .failedRecord }
    report.rows = writing.counts()
    if report.ending != .closedPipe { counter.endRun(report.rows) }
    report.readCount = run.counts.read
    report.recordCount = run.counts.records
    report.trailerCount = run.trailerCount
    report.declinedCount = run.counts.allDeclined
    report.failedCount = run.counts.failed + run.counts.failedRelated
    if report.ending == .complete && run.hasTooManyFailures(run.counts) {
      report.ending = .failedRecord
    }
    report.repeatedCount = repeats?.recordCount ?? 0
    report.byteCount = counter.byteCount
    report.errorCount = counter.errorCount
    report.warningCount = counter.warningCount
    return report
  }

  /// How records with one identity are compared: where the output merges them, or the run validates.
  private func repeatRules(_ compiled: CompiledMapping, mergesRows: Bool) -> RepeatRules {
    let mergesLines = keyed.map { !$0.takesPositions } ?? false
    let mergesRoots = options.unifies || options.existingRecords != nil || mergesLines
    guard mergesRows || mergesRoots || options.expectsRecords, !options.comparesRecords else {
      return RepeatRules()
    }
    return compiled.repeatRules(
      mapping.graph,
      ofRoots: mergesRoots && !mergesRows && !options.expectsRecords,
      ofDocuments: options.expectsRecords
    )
  }

  /// Returns a diagnostic if some inputs' names do not match the file pattern.
  private func unnamed(_ inputs: [Input]) -> Diagnostic? {
    let unnamed = metadata.unnamed(among: inputs)
    guard let first = unnamed.first, let pattern = options.filePattern else { return nil }
    let others = unnamed.count - 1
    let subject =
      others == 0
      ? "the name '\(first.name)' does"
      : "the names '\(first.name)' and \(others) other\(others == 1 ? "" : "s") do"
    return Diagnostic(
      .unnamedInput,
      "\(subject) not have the form '\(pattern)'",
      help: ["@metadata.file.parameters has nothing for such an input"]
    )
  }

  /// The report of a run that cannot write its output.
  static func refusal(
    _ error: DiagnosticsError,
    _ receiver: any DiagnosticReceiver
  ) -> MappingReport {
    for diagnostic in error.diagnostics { receiver.receive(diagnostic) }
    var report = MappingReport()
    report.ending = .badOutput
    report.errorCount = error.diagnostics.count
    return report
  }

  /// The report of a run with nothing to do.
  private static func nothingToDo(_ counter: FindingCounter) -> MappingReport {
    counter.endRun()
    var report = MappingReport()
    report.warningCount = counter.warningCount
    report.rows = RowCounts()
    return report
  }

  /// Throws a diagnostic if the mapping's records cannot be written to an output.
  package func check(_ output: Output) throws(DiagnosticsError) {
    _ = try output.writer.prepare(output, records)
  }

  /// A related record that failed counts as one more record read.
  private func isWithinLimit(_ counts: RootMapper.Counts) -> Bool {
    let failed = counts.failed + counts.failedRelated
    switch options.failureLimit {
    case .count(let most): return failed <= most
    case .share(let perMillion):
      return failed * 1_000_000 <= perMillion * (counts.read + counts.failedRelated)
    }
  }

  /// The targets whose records have a member with this name.
  package func targets(withMember name: String) -> [String] {
    let schema = compiled.plan.schema
    let wanted = Array(name.utf8)
    return schema.records.compactMap { record in
      let hasMember = schema.members[record.members].contains { member in
        schema.text[member.name.range].elementsEqual(wanted)
      }
      return hasMember ? String(decoding: schema.text[record.name.range], as: UTF8.self) : nil
    }
  }

  var engineOptions: Pipeline.Options {
    var engine = Pipeline.Options()
    engine.mapping.isStrict = options.isStrict
    engine.mapping.expectsRecords = options.expectsRecords
    engine.mapping.failsMissingParts = options.expectsRecords || mapping.graph.drift == .fail
    engine.mapping.looksIntoFailed = options.looksIntoFailed
    engine.mapping.surveysRules = options.surveysRules || coverage != nil
    engine.mapping.coverage = coverage
    engine.mapping.trace = trace
    engine.mapping.keepsFirstOfDuplicates = options.duplicateKeys == .first
    engine.refusesDuplicates = options.duplicateKeys == .error
    engine.reading.maximumDepth = options.maximumDepth
    engine.reading.countsCharacters = options.countsCharacters
    engine.recordLimit = options.recordLimit
    engine.readsKeptValues = options.readsKeptValues
    // Records are taken unchanged.
    engine.mapping.takesEmptyObjects = !options.readsKeptValues
    engine.mapping.takesDocuments = options.takesDocuments
    engine.mapping.takesElements = options.takesElements
    engine.mapping.splitsLists = options.splitsLists
    engine.threadCount = options.threadCount ?? Processors.count
    if let size = options.segmentSize {
      engine.segmentSize = size
      engine.reading.blockSize = max(size / 4, 64)
    }
    engine.failedRecordRule =
      switch options.failedRecords {
      case .fail: .fail
      case .skip: .skip
      case .emit: .emit
      }
    engine.kernel = Self.kernel(named: options.instructionSet) ?? .best
    return engine
  }
}
