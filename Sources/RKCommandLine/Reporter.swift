internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Reports diagnostics as they are found, and what was validated, in the requested forms and places.
final class Reporter: DiagnosticReceiver {
  private enum Place: Hashable {
    case output
    case error
    case file(Int)
    /// The summary page of a step on GitHub.
    case stepSummary
  }

  private struct Report {
    /// Nil for the page of a step, which is not requested by name.
    let form: ReportOptions.Form?
    var writer: any ReportWriter
    let place: Place
    /// The beginning of the report, kept until there is something to write after it, so that a run that is
    /// interrupted before writes nothing.
    var beginning: String
  }

  let options: ReportOptions
  private let console: any Console
  private var reports: [Report] = []
  private var files: [ReportFile] = []
  /// The files that get their places together at the end.
  let group: FileGroup
  /// The files of the command's own reports, in order; nil for the standard output.
  private var documents: [ReportFile?] = []
  /// The file of the last diagnostic.
  private var lastFile = ""
  /// Whether the reader of the output has gone away, so that nothing more is written.
  private var isClosed = false
  /// The status of writes to the standard output.
  private(set) var outputStatus = ExitStatus.success
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// The error and warning counts of the cases that have ended.
  private var countsBefore = (errors: 0, warnings: 0)
  /// The progress of the run, if shown.
  var progress: ProgressLine?
  /// All findings, collected if a page shows them.
  private(set) var findings: [Diagnostic] = []
  /// The suite that the inputs belong to in reports: the name of the spec.
  var suite = ""

  /// `isOutput` says that the diagnostics are the command's output, not messages on the standard error.
  init(
    _ options: ReportOptions,
    _ console: any Console,
    isOutput: Bool,
    group: FileGroup = FileGroup()
  ) {
    self.options = options
    self.group = group
    self.console = console
    let shown: Place = isOutput ? .output : .error
    for report in options.reports {
      var place = shown
      switch report.file {
      case nil: break
      case "-": place = .output
      case let path?:
        place = .file(files.count)
        files.append(ReportFile(path: path, in: group))
      }
      add(report.form, at: place)
    }
    if !reports.contains(where: { $0.place == shown }) { add(.human, at: shown) }
    documents = options.documents.map { document in
      document.file == "-" ? nil : ReportFile(path: document.file, in: group)
    }
    for case let file? in documents {
      file.isMade = false
      files.append(file)
    }
  }

  private func add(_ form: ReportOptions.Form, at place: Place) {
    var writer: any ReportWriter =
      switch form {
      case .human: RenderedReport(TextRenderer(isColored: isColored(place)))
      case .json: JSONReport()
      case .junit: JUnitReport(failingSeverity: options.failsOn == .warning ? .warning : .error)
      case .sarif: SARIFReport(version: CommandLineTool.version, path: repository.name)
      case .github:
        GitHubReport(hasSummary: !stepSummaryPath.isEmpty, path: repository.name)
      case .gcc: GCCReport()
      }
    let beginning = writer.begin()
    reports.append(Report(form: form, writer: writer, place: place, beginning: beginning))
    if form == .github && !stepSummaryPath.isEmpty
      && !reports.contains(where: { $0.place == .stepSummary })
    {
      reports.append(
        Report(
          form: nil,
          writer: MarkdownSummary(takenCount: stepSummarySize),
          place: .stepSummary,
          beginning: ""
        )
      )
    }
  }

  /// Shortens file names to start at the root of the repository, if GitHub says where that is.
  private var repository: RepositoryPath {
    RepositoryPath(root: console.environment("GITHUB_WORKSPACE") ?? "")
  }

  private var stepSummaryPath: String { console.environment("GITHUB_STEP_SUMMARY") ?? "" }

  /// The size of the step's page in bytes; other commands of the step write to it, too.
  private var stepSummarySize: Int {
    guard FileDescriptor.isSeen(stepSummaryPath, as: .regular) else { return 0 }
    do { return try FileDescriptor.reading(stepSummaryPath).byteCount ?? 0 } catch { return 0 }
  }

  private func isColored(_ place: Place) -> Bool {
    switch (options.coloring, place) {
    case (.always, _): true
    case (.never, _), (.auto, .file), (.auto, .stepSummary): false
    case (.auto, .output): console.outputIsTerminal && !console.refusesColor
    case (.auto, .error): console.errorIsTerminal && !console.refusesColor
    }
  }

  // MARK: - Diagnostics

  func receive(_ diagnostic: Diagnostic) { receive(diagnostic, inOutput: false) }

  /// Receives a diagnostic; `inOutput` says that the command's own output shows it to people.
  func receive(_ diagnostic: Diagnostic, inOutput: Bool) {
    switch diagnostic.severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    case .note: break
    }
    if !documents.isEmpty { findings.append(diagnostic) }
    // A file that has a diagnostic is a file that was read.
    if !files.isEmpty, let file = diagnostic.location?.file, file.exact != lastFile.exact {
      lastFile = file
      protect([file])
    }
    if options.isQuiet && diagnostic.severity != .error { return }
    for number in reports.indices {
      let isMoved = inOutput && reports[number].form == .human && reports[number].place == .error
      write(number, at: isMoved ? .output : reports[number].place) { $0.add(diagnostic) }
    }
  }

  /// Ends a case, to which the diagnostics since the previous case belong.
  func end(_ result: CaseResult) {
    countsBefore = (errorCount, warningCount)
    write { $0.end(result) }
  }

  func endInput(named name: String, _ outcome: InputOutcome) {
    var result = CaseResult(
      suite: suite,
      name: name,
      file: name,
      outcome: self.outcome(
        hasFailed: outcome.errorCount > 0 || options.failsOn == .warning && outcome.warningCount > 0
      )
    )
    result.readCount = outcome.readCount
    result.declinedCount = outcome.declinedCount
    end(result)
  }

  func advance(byteCount: Int, recordCount: Int) {
    progress?.advance(byteCount: byteCount, recordCount: recordCount)
  }

  /// The outcome of the next case, from the diagnostics since the last one.
  func outcome(hasFailed: Bool = false) -> CaseResult.Outcome {
    let hasErrors = errorCount > countsBefore.errors
    let hasWarnings = warningCount > countsBefore.warnings
    return hasFailed || hasErrors || (hasWarnings && options.failsOn == .warning)
      ? .failed : .passed
  }

  private func write(_ next: (inout any ReportWriter) -> String) {
    for number in reports.indices { write(number, at: reports[number].place, next) }
  }

  private func write(
    _ number: Int,
    at place: Place,
    _ next: (inout any ReportWriter) -> String
  ) {
    let text = next(&reports[number].writer)
    if text.isEmpty { return }
    write(reports[number].beginning + text, to: place)
    reports[number].beginning = ""
  }

  private func write(_ text: String, to place: Place) {
    progress?.wipe()
    switch place {
    case .output: if outputStatus == .success { outputStatus = console.writeOutput(text) }
    case .error: if !isClosed { console.writeError(text) }
    case .file(let number): files[number].text += text
    case .stepSummary: appendToStepSummary(text)
    }
  }

  /// Appends to the page of the step; if that fails, it is reported, but the step does not fail.
  private func appendToStepSummary(_ text: String) {
    do {
      let bytes = Array(text.utf8)
      try FileDescriptor.appending(to: stepSummaryPath).write(bytes.span)
    } catch {
      if error.isInterruption { return }
      let finding = Diagnostic(
        .unwritableOutput,
        severity: .warning,
        "the step summary '\(stepSummaryPath)' cannot be written: \(error.reason)"
      )
      console.writeError(TextRenderer(isColored: isColored(.error)).render(finding))
    }
  }

  // MARK: - Beginning and end

  /// Opens the files of the reports, before anything else is written.
  func open() -> ExitStatus {
    if let finding = sharedStream {
      console.writeError(TextRenderer(isColored: isColored(.error)).render(finding))
      return .badCommandLine
    }
    for file in files {
      do { try file.open() } catch { return refuse(file.path, error) }
    }
    return .success
  }

  /// Makes the command's own reports.
  ///
  /// They are written when the run has ended. Returns the status of writing to the standard output.
  func make(_ text: (_ form: String) throws(DiagnosticsError) -> String) throws(DiagnosticsError)
    -> ExitStatus
  {
    for (document, file) in zip(options.documents, documents) {
      let text = try text(document.form)
      if let file {
        (file.text, file.isMade) = (text, true)
      } else {
        let written = console.writeOutput(text)
        guard written == .success else { return written }
      }
    }
    return .success
  }

  /// Replaces a whole file at the end; reports a failure.
  func replace(_ path: String, with bytes: [UInt8]) -> ExitStatus {
    do throws(SystemError) {
      try OutputFile.replace(path, with: bytes, in: group)
      return .success
    } catch {
      if error.isInterruption { return .interrupted }
      receive(Diagnostic(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)"))
      return .badOutput
    }
  }

  /// Protects files that are read from being replaced by a report.
  func protect(_ paths: [String]) {
    for file in files where !FileDescriptor.isSeen(file.path, as: .other) {
      let place = ReportOptions.place(file.path)
      if !file.isRead { file.isRead = paths.contains { ReportOptions.place($0) == place } }
    }
  }

  /// Ends the reports with the counts and the status of a run; returns a failure if not all could be written.
  func finish(summary: JSONObjectText, _ status: ExitStatus) -> ExitStatus {
    let told = outputStatus == .success ? status : outputStatus
    isClosed = told == .closedPipe
    write { $0.finish(summary: summary, exitCode: told.rawValue) }
    // A report of an interrupted run would lack what the run did not reach, so files keep their contents.
    if status == .interrupted {
      group.discard()
      return outputStatus
    }
    if let file = files.first(where: \.isRead) {
      group.discard()
      let error = ReportOptions.refusal(of: "what is read and a report", file.path)
      let renderer = TextRenderer(isColored: isColored(.error))
      let isTold = status == .badCommandLine
      for finding in error.diagnostics where !isTold {
        console.writeError(renderer.render(finding))
      }
      return .badCommandLine
    }
    for file in files {
      do { try file.commit() } catch {
        return refuse(file.path, error, group.wordsOfRest(after: error))
      }
    }
    do { try group.commit() } catch {
      return refuse(error.path, error, group.wordsOfRest(after: error))
    }
    return outputStatus
  }

  /// Ends the reports with the status of a run and its counts, by default those about a spec; returns the
  /// final status.
  func end(_ status: ExitStatus, _ summary: JSONObjectText? = nil) -> ExitStatus {
    let reported = finish(summary: summary ?? summaryOfSpec, status)
    return reported == .success ? status : reported
  }

  /// Ends the reports of a run whose flags do not fit what was read, with the errors.
  ///
  /// Returns the errors that are left to report: none if a report other than the one for people is on the
  /// standard error.
  func refuse(
    _ error: DiagnosticsError,
    _ summary: (Reporter) -> JSONObjectText
  ) -> DiagnosticsError {
    errorCount += error.diagnostics.count
    for number in reports.indices where reports[number].form != .human {
      for diagnostic in error.diagnostics {
        write(number, at: reports[number].place) { $0.add(diagnostic) }
      }
    }
    _ = finish(summary: summary(self), .badCommandLine)
    let isTold = reports.contains { $0.place == .error && $0.form != .human }
    return isTold ? DiagnosticsError([]) : error
  }

  /// A diagnostic if a report that is one document does not have its stream to itself.
  private var sharedStream: Diagnostic? {
    for place in [Place.output, .error] {
      let forms = reports.filter { $0.place == place }.compactMap(\.form)
      guard forms.count > 1, let whole = forms.first(where: \.isDocument) else { continue }
      let name = place == .output ? "the standard output" : "the standard error"
      return Diagnostic(
        .flagValue,
        "--report \(whole.rawValue) and another report both write to \(name)",
        help: ["--report \(whole.rawValue)=FILE writes it to a file"]
      )
    }
    return nil
  }

  private func refuse(_ path: String, _ error: SystemError, _ help: [String] = []) -> ExitStatus {
    group.discard()
    if error.isBrokenPipe { return .closedPipe }
    if error.isInterruption { return .interrupted }
    let finding = Diagnostic(
      .unwritableOutput,
      (files.contains { $0.path == path } ? "the report " : "")
        + "'\(path)' cannot be written: \(error.reason)",
      help: help
    )
    console.writeError(TextRenderer().render(finding))
    return .badOutput
  }

  /// Whether the standard output is still open.
  var isRead: Bool { outputStatus == .success }

  /// Whether people see the diagnostics, in the output or on the standard error.
  var isHuman: Bool {
    reports.contains { report in
      if case .file = report.place { false } else { report.form == .human }
    }
  }

  /// Whether a report that is one document is on the standard error.
  var errorHoldsDocument: Bool {
    reports.contains { $0.place == .error && $0.form?.isDocument == true }
  }

  /// Whether there are warnings, shown or not, that make the run fail.
  func failsOnWarning(_ count: Int = 0) -> Bool {
    options.failsOn == .warning && max(count, warningCount) > 0
  }

  /// The exit status, if nothing else has failed.
  var status: ExitStatus { errorCount > 0 || failsOnWarning() ? .badData : .success }
}
