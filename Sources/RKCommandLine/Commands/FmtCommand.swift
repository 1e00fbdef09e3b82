internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap fmt`: rewrites specs as canonical JSON.
enum FmtCommand: Command {
  struct Options: ReportingOptions {
    var report = ReportOptions()
    var onlyChecks = false
    var writesToOutput = false
  }

  static let page = CommandPage(
    name: "fmt",
    summary: "rewrite specs and test files as canonical JSON",
    operands: "SPEC...",
    description: """
      Rewrites specs and test files in place as strict JSON with the same meaning: commas and quotes \
      are corrected, the comments of an object become a list under its "$comment", and every file has \
      the same layout. The forms and the order of members are kept. A SPEC is a file, a glob, or - \
      for the standard input, which is written to the standard output.

      The spec need not be valid; a text that cannot be parsed is exit 3 and stays unchanged. The \
      exit status is 1 when --check finds a file that is not in its canonical form, and 5 when a \
      file cannot be written.
      """,
    examples: [
      ("rkmap fmt specs/*.json", "format these files"),
      ("rkmap fmt --check specs/*.json", "name those that are not formatted"),
      ("rkmap fmt --stdout spec.json", "print what would be written"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag("check", in: .output, "write nothing; files that would be changed are errors") {
        $0.onlyChecks = true
      },
      Flag("stdout", in: .output, "write to the standard output, and do not change the files") {
        $0.writesToOutput = true
      },
    ] + ReportOptions.flags().filter { ["color", "report"].contains($0.page.long) }
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(options, operands)
    let names = try InputOperands.expand(operands)
    try options.report.refuseSharedFiles(spec: "-", read: names)
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    var statuses: Set<ExitStatus> = []
    for name in names {
      let status = format(name, options, reporter, console)
      reporter.end(CaseResult(suite: "fmt", name: name, file: name, outcome: reporter.outcome()))
      if status == .closedPipe || status == .interrupted { return status }
      statuses.insert(status)
    }
    return reporter.end(
      [.badSpec, .badOutput, .badData].first(where: statuses.contains) ?? .success
    )
  }

  private static func refuse(_ options: Options, _ operands: [String]) throws(DiagnosticsError) {
    try require(["a SPEC"], in: operands)
    if options.onlyChecks && options.writesToOutput {
      throw .refusal("--check writes nothing, so it cannot be used with --stdout")
    }
    let writes = options.writesToOutput || operands.contains("-") && !options.onlyChecks
    if writes && options.report.reports.contains(where: { $0.file == "-" }) {
      throw .refusal(
        "the formatted spec and a report both write to the standard output",
        help: ["--report json=FILE writes the report to a file"]
      )
    }
  }

  private static func format(
    _ name: String,
    _ options: Options,
    _ reporter: Reporter,
    _ console: any Console
  ) -> ExitStatus {
    guard let file = read(name, reporter) else { return .badSpec }
    let formatted: [UInt8]
    do {
      formatted = try SpecFormatter.formatted(file)
    } catch {
      for diagnostic in error.diagnostics { reporter.receive(diagnostic) }
      return .badSpec
    }
    if options.onlyChecks {
      guard let finding = SpecFormatter.difference(of: file, from: formatted) else {
        return .success
      }
      reporter.receive(finding)
      return .badData
    }
    if options.writesToOutput || name == "-" {
      return console.writeOutput(String(decoding: formatted, as: UTF8.self))
    }
    return formatted == file.bytes ? .success : write(formatted, to: name, reporter)
  }

  private static func read(_ name: String, _ reporter: Reporter) -> SourceFile? {
    if FileGlob.isUnmatched(name) {
      reporter.receive(Diagnostic(.unreadableSpec, "no file matches '\(name)'"))
      return nil
    }
    if let refusal = OutsideFile.refusal(of: name) {
      reporter.receive(refusal)
      return nil
    }
    let isStream = name == "-"
    let shown = isStream ? "<stdin>" : name
    Emergency.note(work: "'\(VisibleText.escaped(shown))' was formatted")
    do throws(SystemError) {
      let limit = FileDescriptor.mostText
      let bytes =
        isStream
        ? try FileDescriptor.standardInput.readAll(atMost: limit)
        : try FileDescriptor.readingGiven(name).readAll(atMost: limit)
      return SourceFile(name: shown, bytes: bytes)
    } catch {
      reporter.receive(
        Diagnostic(.unreadableSpec, "the spec '\(shown)' cannot be read: \(error.reason)")
      )
      return nil
    }
  }

  private static func write(_ bytes: [UInt8], to name: String, _ reporter: Reporter) -> ExitStatus {
    do throws(SystemError) {
      guard try FileDescriptor.kind(of: name) == .regular else {
        reporter.receive(
          Diagnostic(
            .unwritableOutput,
            "'\(name)' is not a file that can be replaced",
            help: ["--stdout writes to the standard output"]
          )
        )
        return .badOutput
      }
      try SpecFile.replace(name, with: bytes)
      return .success
    } catch {
      reporter.receive(
        Diagnostic(.unwritableOutput, "the spec '\(name)' cannot be written: \(error.reason)")
      )
      return .badOutput
    }
  }
}
