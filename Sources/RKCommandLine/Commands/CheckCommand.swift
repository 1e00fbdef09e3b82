internal import RKDiagnostics
internal import RKMapping

/// `rkmap check`: says what is wrong with a spec.
enum CheckCommand: Command {
  struct Options {
    var report = ReportOptions()
    var showsPlan = false
    var descriptorName: String?
    var context = RequestContext()
  }

  static var defaults: Options { Options() }

  static let page = CommandPage(
    name: "check",
    summary: "say everything that is wrong with a spec",
    operands: "SPEC",
    description: """
      Reads a spec and the files that it includes, and reports all faults of all of them in one \
      run, each with its place and the nearest name that may have been meant.

      The findings are the output. The exit status is 3 when the spec cannot be used.
      """,
    examples: [
      ("rkmap check specs/articles.json", "all findings"),
      ("rkmap check --strict spec.json", "slips that are otherwise forgiven are errors"),
      ("rkmap check --plan spec.json", "and what the spec is compiled to"),
      ("rkmap check --plan --descriptor list spec.json", "that of one descriptor alone"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag(
        "plan",
        in: .output,
        """
        list what the spec is compiled to; descriptors of one key path that are for different \
        requests have a plan each
        """
      ) { $0.showsPlan = true },
      Flag("descriptor", value: "NAME", in: .output, "list the plan of that descriptor alone") {
        $0.descriptorName = $1
      },
    ] + ContextFlags.request(at: \.context) + ReportOptions.flags(at: \.report)
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    guard let spec = operands.first else {
      throw DiagnosticsError([
        Diagnostic(.missingArgument, "'check' needs a SPEC", help: ["rkmap check SPEC"])
      ])
    }
    guard operands.count == 1 else {
      throw DiagnosticsError([
        Diagnostic(.unsupportedFlag, "this version checks a spec, but no inputs yet")
      ])
    }
    let choosing = options.descriptorName != nil ? "--descriptor" : options.context.flags.first
    if let choosing, !options.showsPlan {
      throw DiagnosticsError([
        Diagnostic(.flagValue, "\(choosing) chooses what --plan lists, and --plan is not there")
      ])
    }
    guard !options.showsPlan || !options.report.writesDocumentToOutput else {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "--plan and a report of one piece both write to the standard output",
          help: ["--report json=FILE writes the report to a file"]
        )
      ])
    }
    try options.report.refuseSharedFiles(spec: spec)
    let reporter = Reporter(options.report, console, isOutput: true)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let mapping = reporter.readMapping(spec, isStrict: options.report.isStrict)
    let reported = reporter.finish(
      summary: reporter.summaryOfSpec,
      mapping == nil ? .badSpec : reporter.status
    )
    guard reported == .success else { return reported }
    if reporter.isHuman && !options.report.isQuiet {
      let written = console.writeOutput(summaryLine(reporter, VisibleText.escaped(spec)))
      guard written == .success else { return written }
    }
    guard let mapping else { return .badSpec }
    if options.showsPlan {
      let plan = try mapping.planListing(
        ofDescriptor: options.descriptorName,
        for: options.context
      )
      let written = console.writeOutput(VisibleText.escaped(lines: plan))
      guard written == .success else { return written }
    }
    return reporter.status
  }

  private static func summaryLine(_ reporter: Reporter, _ spec: String) -> String {
    let errors = reporter.errorCount == 1 ? "1 error" : "\(reporter.errorCount) errors"
    let warnings = reporter.warningCount == 1 ? "1 warning" : "\(reporter.warningCount) warnings"
    return "\(spec == "-" ? "<stdin>" : spec): \(errors), \(warnings)\n"
  }
}

extension RequestContext {
  /// The flags that it was given by.
  fileprivate var flags: [String] {
    [
      method == nil ? nil : "--method", path == nil ? nil : "--path",
      statusCode == nil ? nil : "--status",
    ].compactMap { $0 }
  }
}
