internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// One run of `rkmap coverage`, from reading the spec to writing the report.
struct CoverageRun {
  private let options: CoverageCommand.Options
  private let reporter: Reporter
  private let console: any Console
  /// Whether an input could not be read, or is not JSON.
  private var isUnread = false
  /// The first diagnostic that nothing was found in a document.
  private var nothingFound: Diagnostic?
  private var counts = MappingReport()

  init(_ options: CoverageCommand.Options, _ reporter: Reporter, _ console: any Console) {
    self.options = options
    self.reporter = reporter
    self.console = console
  }

  /// The summary at the end of the report.
  var summary: JSONObjectText { reporter.summary(of: counts) }

  /// Counts how a spec covers inputs, or merges reports of such counts, and writes the result; returns the
  /// status.
  mutating func run(_ spec: String, _ given: InputOperands) throws(DiagnosticsError) -> ExitStatus {
    guard let mapping = reporter.readMapping(spec, beside: options.merges ? [] : given.names) else {
      return .badSpec
    }
    given.warn(reporter)
    var baseline: CoverageBaseline?
    if let path = options.baselinePath, !options.updatesBaseline {
      baseline = readBaseline(path)
      if baseline == nil { return .badInput }
    }
    let inputs =
      options.merges
      ? []
      : ReportPages.held(
        given.inputs(options.inputFormat, options.mapper.context),
        for: options.report
      )
    let mapper: Mapper
    do throws(DiagnosticsError) {
      try options.report.refuseSharedFiles(
        spec: spec,
        includes: mapping.files,
        baseline: options.writtenBaseline
      )
      mapper = try self.mapper(mapping, inputs)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    let coverage = options.merges ? merged(given.names, mapper) : counted(inputs, mapper)
    guard let coverage else {
      return counts.ending == .interrupted ? .interrupted : .badInput
    }
    let written = try write(coverage, mapping, inputs)
    guard written == .success else { return written }
    report(coverage, baseline)
    // An input that could not be read would be missing from the baseline.
    if let path = options.writtenBaseline, !isUnread, !isNothingFound(coverage) {
      let updated = reporter.replace(path, with: Array(CoverageBaseline.text(of: coverage).utf8))
      guard updated == .success else { return updated }
    }
    return isUnread ? .badInput : reporter.status
  }

  private func mapper(_ mapping: Mapping, _ inputs: [Input]) throws(DiagnosticsError) -> Mapper {
    var mapperOptions = options.mapperOptions(for: inputs)
    mapperOptions.failedRecords = .skip
    mapperOptions.coverage = options.request
    do {
      return try Mapper(mapping, options: mapperOptions, for: inputs)
    } catch {
      let isAmbiguous = error.diagnostics.contains { $0.code == .ambiguousDescriptors }
      guard options.merges, isAmbiguous else { throw error }
      // Reports of inputs whose names are requests have the rules of all descriptors.
      mapperOptions.readsFixtureNames = true
      return try Mapper(mapping, options: mapperOptions)
    }
  }

  // MARK: - Counting

  /// Maps each input on its own; nil if the run was interrupted.
  private mutating func counted(_ inputs: [Input], _ mapper: Mapper) -> SourceCoverage? {
    let survey = MappingSurvey()
    for input in inputs {
      guard !FileGlob.isUnmatched(input.name) else {
        refuse("no file matches '\(input.name)'")
        isUnread = true
        continue
      }
      let receiver = InputTrouble(reporter)
      let report = mapper.apply(
        to: [input],
        into: .nowhere,
        reportingTo: receiver,
        surveying: survey
      )
      counts.readCount += report.readCount
      counts.recordCount += report.recordCount
      counts.declinedCount += report.declinedCount
      counts.failedCount += report.failedCount
      counts.ending = report.ending
      nothingFound = nothingFound ?? receiver.nothingFound
      if report.ending == .interrupted { return nil }
      if report.ending == .badInput || receiver.hasErrors { isUnread = true }
    }
    return mapper.coverage(in: survey, inputCount: inputs.count)
  }

  /// Merges reports; nil if one has another form or is about another spec.
  private func merged(_ names: [String], _ mapper: Mapper) -> SourceCoverage? {
    guard let tree = mapper.sourceTree else { return nil }
    var shards = CoverageShards(mapper.coverageRules, tree)
    for name in names {
      guard let bytes = bytes(of: name, "report") else { return nil }
      if let fault = shards.add(bytes) {
        refuse("the report '\(name)' \(fault)")
        return nil
      }
    }
    var coverage = shards.merged()
    if !options.request.countsLines { coverage.files = nil }
    return coverage
  }

  private func readBaseline(_ path: String) -> CoverageBaseline? {
    guard let bytes = bytes(of: path, "baseline") else { return nil }
    if let baseline = CoverageBaseline(bytes) { return baseline }
    refuse(
      "the baseline '\(path)' is not of the form {\"version\": 2, \"paths\": [...]}",
      help: ["rkmap coverage --update-baseline writes it"]
    )
    return nil
  }

  private func bytes(of path: String, _ what: String) -> [UInt8]? {
    do throws(SystemError) {
      return path == "-"
        ? try FileDescriptor.standardInput.readAll() : try FileDescriptor.bytes(ofNamed: path)
    } catch {
      refuse("the \(what) '\(path)' cannot be read: \(error.reason)")
      return nil
    }
  }

  private func refuse(_ message: String, help: [String] = []) {
    reporter.receive(Diagnostic(.unreadableInput, message, help: help))
  }

  // MARK: - Output

  private func write(
    _ coverage: SourceCoverage,
    _ mapping: Mapping,
    _ inputs: [Input]
  ) throws(DiagnosticsError) -> ExitStatus {
    let written = try reporter.make { (name) throws(DiagnosticsError) in
      guard let form = CoverageReport(rawValue: name) else {
        preconditionFailure("no form '\(name)'")
      }
      return form == .html && !options.merges
        ? try ReportPages.page(of: inputs, mapping, options.mapper, coverage)
        : form.text(of: coverage, mapping.sourceFiles)
    }
    guard written == .success else { return written }
    switch options.form {
    case .json: return console.writeOutput(CoverageJSON.text(of: coverage))
    case .human:
      // A report that is a document has the standard output to itself.
      if options.report.hasDocumentInOutput { return .success }
      return console.writeOutput(CoverageTable(coverage).text(listsAll: options.listsAll))
    }
  }

  // MARK: - Findings

  /// Whether no descriptor found anything although something was read.
  private func isNothingFound(_ coverage: SourceCoverage) -> Bool {
    !coverage.hasFound && (coverage.documentCount > 0 || nothingFound != nil || !isUnread)
  }

  private func report(_ coverage: SourceCoverage, _ baseline: CoverageBaseline?) {
    if isNothingFound(coverage) {
      receive(
        nothingFound
          ?? Diagnostic(.notFound, "no descriptor of the spec has found anything in any input")
      )
    }
    for path in baseline?.newPaths(of: coverage) ?? [] {
      let place = Location(
        file: path.example.file,
        byteRange: 0..<0,
        line: path.example.line,
        column: path.example.column,
        pointer: path.example.pointer
      )
      receive(
        Diagnostic(
          .newSourcePath,
          "new source path '\(path.text)'" + (path.set.isEmpty ? "" : " of '\(path.set)'"),
          at: place,
          help: [
            "map it, name it in \"ignoreKeys\", or add it to the baseline by --update-baseline"
          ]
        )
      )
    }
    let (mapped, all) = coverage.fraction
    guard let limit = options.limit, !limit.isMet(by: mapped, of: all) else { return }
    let found =
      coverage.percent.map { "\(mapped) of \(all) source paths are mapped: \($0) %" }
      ?? "there is no source path"
    receive(Diagnostic(.coverageBelowLimit, "\(found), and --fail-under asks for \(limit.text) %"))
  }

  private func receive(_ finding: Diagnostic) {
    reporter.receive(
      finding,
      inOutput: options.form == .human && !options.report.hasDocumentInOutput
    )
  }
}
