internal import RKDiagnostics
internal import RKMapping

/// The paths of records.
extension RouteCommand {
  static var recordFlags: [Flag<Options>] {
    [
      Flag(
        "record",
        value: "FILE",
        in: .request,
        "print the paths of the records in a file, as apply writes them (- is the standard input)"
      ) { $0.recordPath = $1 },
      ContextFlags.method("the method of the request (default GET); with --record") {
        $0.paths.method = $1
        $0.recordFlags.append("--method")
      },
      flag("name", "take the route of that name") { $0.paths.name = $1 },
      flag("relationship", "take the route to that relationship of the records") {
        $0.paths.relationship = $1
      },
      flag("type-key", "the member that holds a record's type") { $0.paths.typeKey = $1 },
    ]
  }

  /// A flag that applies only together with --record.
  private static func flag(
    _ name: String,
    _ explanation: String,
    apply: @escaping (inout Options, String) -> Void
  ) -> Flag<Options> {
    Flag(name, value: "NAME", in: .request, "\(explanation); with --record") {
      apply(&$0, $1)
      $0.recordFlags.append("--\(name)")
    }
  }

  static func paths(
    _ path: String,
    _ options: Options,
    _ operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC"], in: operands, usage: "SPEC --record FILE")
    let spec = operands[0]
    try refuse(operands.dropFirst())
    if options.paths.name != nil && options.paths.relationship != nil {
      throw .refusal("--name and --relationship cannot both be given")
    }
    let input = try SerializeCommand.input(path, spec: spec)
    try options.report.refuseSharedFiles(spec: spec, read: [path], records: "-")
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(spec, beside: [path]) else {
      return reporter.end(.badSpec)
    }
    var finding = options.paths
    finding.isJSON = options.form == .json
    finding.reading.countsCharacters = options.report.countsCharacters
    let finder: RouteFinder
    do throws(DiagnosticsError) {
      finder = try RouteFinder(mapping, options: finding)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    let report = finder.run(on: input, into: .standardOutput(), reportingTo: reporter)
    return reporter.end(reporter.status(of: report), reporter.summary(of: report))
  }
}
