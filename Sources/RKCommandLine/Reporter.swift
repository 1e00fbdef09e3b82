internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Shows findings as they are made, in the forms and at the places that were asked for.
final class Reporter: DiagnosticReceiver {
  private enum Place {
    case output
    case error
    case file(Int)
  }

  private let options: ReportOptions
  private let console: any Console
  private var targets: [(renderer: any DiagnosticRenderer, isJSON: Bool, place: Place)] = []
  private var files: [ReportFile] = []
  /// How writing to the standard output went.
  private var outputStatus = ExitStatus.success
  private(set) var errorCount = 0
  private(set) var warningCount = 0

  /// `isOutput` says that the findings are what the command is asked for.
  init(_ options: ReportOptions, _ console: any Console, isOutput: Bool) {
    self.options = options
    self.console = console
    let isTerminal = isOutput ? console.outputIsTerminal : console.errorIsTerminal
    let isColored =
      switch options.coloring {
      case .always: true
      case .never: false
      case .auto: isTerminal && !console.refusesColor
      }
    let shown: Place = isOutput ? .output : .error
    let reports = options.reports
    if !reports.contains(where: { $0.file == nil }) {
      targets.append((TextRenderer(isColored: isColored), false, shown))
    }
    for report in reports {
      var place = shown
      switch report.file {
      case nil: break
      case "-": place = .output
      case let path?:
        place = .file(files.count)
        files.append(ReportFile(path: path))
      }
      switch report.form {
      case .human:
        let isColored = report.file == nil ? isColored : options.coloring == .always
        targets.append((TextRenderer(isColored: isColored), false, place))
      case .json: targets.append((JSONRenderer(), true, place))
      }
    }
  }

  func receive(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    case .note: break
    }
    if options.isQuiet && diagnostic.severity != .error { return }
    for target in targets { write(target.renderer.render(diagnostic), to: target.place) }
  }

  private func write(_ text: String, to place: Place) {
    switch place {
    case .output: if outputStatus == .success { outputStatus = console.writeOutput(text) }
    case .error: console.writeError(text)
    case .file(let number): files[number].text += text
    }
  }

  /// Opens the files of the reports, before anything else is written.
  func open() -> ExitStatus {
    for file in files {
      do { try file.open() } catch { return refuse(file, error) }
    }
    return .success
  }

  /// Ends the reports with the counts of a run; tells whether all of them could be written.
  func finish(summary: JSONObjectText) -> ExitStatus {
    for target in targets where target.isJSON { write(summary.text + "\n", to: target.place) }
    for file in files {
      do { try file.commit() } catch { return refuse(file, error) }
    }
    return outputStatus
  }

  private func refuse(_ file: ReportFile, _ error: SystemError) -> ExitStatus {
    if error.isBrokenPipe { return .closedPipe }
    if error.isInterruption { return .interrupted }
    let finding = Diagnostic(
      .unwritableOutput,
      "the report '\(file.path)' cannot be written: \(error.reason)"
    )
    console.writeError(TextRenderer().render(finding))
    return .badOutput
  }

  /// People see findings in the output or on the standard error.
  var isHuman: Bool {
    targets.contains { target in
      if case .file = target.place { false } else { !target.isJSON }
    }
  }

  /// There are warnings, and they are to fail the run.
  var failsOnWarning: Bool { options.failsOn == .warning && warningCount > 0 }

  /// The status of a run that went well otherwise.
  var status: ExitStatus { errorCount > 0 || failsOnWarning ? .badData : .success }
}
