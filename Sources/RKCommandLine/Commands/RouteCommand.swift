internal import RKDiagnostics
internal import RKMapping

/// `rkmap route`: shows which descriptors match a request.
enum RouteCommand: Command {
  /// The format of the list.
  enum Form: String, CaseIterable {
    case human
    case json
  }

  struct Options: ReportingOptions {
    var report = ReportOptions()
    var form = Form.human
    /// The file of the records whose paths are requested.
    var recordPath: String?
    var paths = RouteFinder.Options()
    /// The given flags that apply only to records.
    var recordFlags: [String] = []
  }

  static let page = CommandPage(
    name: "route",
    summary: "show which descriptors of a spec apply to a request",
    operands: "SPEC METHOD PATH [STATUS] | SPEC --record FILE",
    description: """
      Lists every descriptor: it applies, with the values of its path's parameters; it matches, but a \
      more specific one of its key path applies; or it does not match, with the first of path, method \
      and status that differs. Without a STATUS, status codes are ignored.

      The exit status is 1 when no descriptor matches.

      With --record FILE the paths of the records in FILE are printed, a line each: the spec's routes \
      turn parameters into the values of a record. The route is that of the record's target for the \
      method, of its --relationship, or the one that --name says. The exit status is 1 when a record \
      has no path; the others are printed.
      """,
    examples: [
      ("rkmap route spec.json GET /articles/42 200", "every descriptor"),
      ("rkmap route spec.json GET '/articles/42?page=2' --to json", "the same as JSON"),
      ("rkmap route spec.json --record r.json --method PUT", "where the records are put"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag("to", in: .output, "the output format (default human)") { $0.form = $1 }
    ] + recordFlags + ReportOptions.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    if let path = options.recordPath { return try paths(path, options, operands, console) }
    if let flag = options.recordFlags.first {
      throw .refusal("\(flag) is for the paths of records", help: ["--record FILE"])
    }
    let (spec, context) = try request(operands)
    try options.report.refuseSharedFiles(spec: spec, records: "-")
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let mapping = reporter.readMapping(spec)
    let descriptors = mapping?.routing(of: context)
    let status = status(descriptors, reporter)
    let reported = reporter.finish(summary: reporter.summaryOfSpec, status)
    guard reported == .success else { return reported }
    guard let descriptors else { return status }
    let text =
      switch options.form {
      case .human: table(descriptors)
      case .json: json(descriptors)
      }
    let written = console.writeOutput(text)
    return written == .success ? status : written
  }

  private static func status(
    _ descriptors: [RoutedDescriptor]?,
    _ reporter: Reporter
  ) -> ExitStatus {
    guard let descriptors else { return .badSpec }
    return descriptors.contains { $0.isMatched } ? reporter.status : .badData
  }

  // MARK: - The request

  private static func request(
    _ operands: [String]
  ) throws(DiagnosticsError) -> (spec: String, context: RequestContext) {
    try require(["a SPEC", "a METHOD", "a PATH"], in: operands)
    try refuse(operands.dropFirst(4))
    var context = RequestContext()
    context.path = operands[2]
    do throws(FlagError) {
      context.method = try ContextFlags.method(operands[1])
      if operands.count > 3 { context.statusCode = try ContextFlags.status(operands[3]) }
    } catch {
      let message = error.message.replacing("--status", with: "STATUS")
      throw .refusal(message, help: [error.help ?? "rkmap route \(page.operands)"])
    }
    return (operands[0], context)
  }

  // MARK: - The answer

  private static func table(_ descriptors: [RoutedDescriptor]) -> String {
    let rows = descriptors.enumerated().map { number, descriptor in
      let name = VisibleText.escaped(descriptor.name ?? "descriptor \(number + 1)")
      return [name, descriptor.verdict, descriptor.details]
    }
    return TextColumns.lines(rows).map { VisibleText.line($0) + "\n" }.joined()
  }

  private static func json(_ descriptors: [RoutedDescriptor]) -> String {
    let objects = descriptors.map { descriptor in
      var object = JSONObjectText()
      if let name = descriptor.name {
        object.add("name", name)
      } else {
        object.add("name", raw: "null")
      }
      object.add("matched", raw: descriptor.isMatched ? "true" : "false")
      switch descriptor.outcome {
      case .applies(let bindings): object.add("parameters", raw: parameters(bindings))
      case .shadowed(let bindings, _):
        object.add("parameters", raw: parameters(bindings))
        object.add("applies", raw: "false")
      case .mismatched(let mismatch, _): object.add("reason", mismatch.rawValue)
      }
      return object.text
    }
    return "[" + objects.joined(separator: ",") + "]\n"
  }

  private static func parameters(_ bindings: [PathPattern.Binding]) -> String {
    var object = JSONObjectText()
    for binding in bindings { object.add(binding.name, binding.value) }
    return object.text
  }
}

extension RoutedDescriptor {
  fileprivate var verdict: String {
    switch outcome {
    case .applies: "applies"
    case .shadowed: "shadowed"
    case .mismatched: "no match"
    }
  }

  fileprivate var details: String {
    switch outcome {
    case .applies(let bindings): subject + Self.text(bindings)
    case .shadowed(let bindings, let others):
      subject + Self.text(bindings) + "; more specific: " + others.joined(separator: ", ")
    case .mismatched(_, let reason): reason
    }
  }

  private static func text(_ bindings: [PathPattern.Binding]) -> String {
    bindings.isEmpty
      ? "" : " with " + bindings.map { "\($0.name) '\($0.value)'" }.joined(separator: ", ")
  }
}
