internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap explain`: shows every step from a value of the input to a cell of the output.
enum ExplainCommand: Command {
  struct Options: InputOptions, ReportingOptions {
    enum Form: String, CaseIterable {
      case human
      case json
      case ndjson
    }

    var report = ReportOptions()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var form = Form.human
    var record: String?
    var row: Int?
    var pointer: String?
    var document: Int?
    var attribute: String?
  }

  static let page = CommandPage(
    name: "explain",
    summary: "show every step from a value of the input to a cell of the output",
    operands: "SPEC INPUT",
    description: """
      Maps an input, and shows how values became cells: which descriptor, relationship and matcher \
      led to the record, what was found where, and what each transform, map, type, policy and \
      validation made of it, up to the pointer and the column that the cell has in the output.

      --record, --row and --at say which cells; without them all are shown. --at asks for the other \
      direction: which cells a value of the input went to, and why if it went nowhere. Where records \
      of one identity came more than once, each later representation says what it did to the stored \
      value.

      The exit status is 0 when what was asked for is there, and 1 when there is no such record, row \
      or pointer, or no record at all.
      """,
    examples: [
      ("rkmap explain spec.json page.json --record 'Article id=7' --attribute title", "one cell"),
      ("rkmap explain spec.json page.json --row 3", "all cells of the third record"),
      ("rkmap explain spec.json page.json --at /articles/0/date", "where a value went"),
      ("rkmap explain spec.json log.ndjson --at /user --document 12", "in the twelfth line"),
      ("rkmap explain spec.json page.json --to ndjson", "every cell, one a line"),
    ]
  )

  static var flags: [Flag<Options>] {
    selectionFlags + InputFlags.all() + InputFlags.csv() + [InputFlags.drift()]
      + ReportOptions.flags(strict: .ofConversions)
  }

  private static var selectionFlags: [Flag<Options>] {
    [
      Flag("to", in: .output, "the form of the output (default human)") { $0.form = $1 },
      Flag(
        "record",
        value: "'TARGET NAME=VALUE...'",
        in: .output,
        "the records of a target that have these values; a value with spaces is a JSON string"
      ) { $0.record = $1 },
      Flag("row", from: 1, in: .output, "the N-th root record") { $0.row = $1 },
      Flag(
        "at",
        value: "POINTER",
        in: .output,
        "the cells that the value at a JSON Pointer went to, or a value in it"
      ) { $0.pointer = $1 },
      Flag(
        "document",
        from: 1,
        in: .output,
        "the document that --at is about, of several (default 1)"
      ) { $0.document = $1 },
      Flag("attribute", value: "NAME", in: .output, "only the cells of this name") {
        $0.attribute = $1
      },
    ]
  }

  // MARK: - Running

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC", "an INPUT"], in: operands)
    try refuse(operands.dropFirst(2))
    try refuseSelections(options)
    let given = try InputOperands([operands[1]], spec: operands[0])
    try options.report.refuseSharedFiles(spec: operands[0], read: given.names, records: "-")
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(operands[0], beside: given.names) else {
      return reporter.end(.badSpec)
    }
    let status: ExitStatus
    do throws(DiagnosticsError) {
      status = try run(options, mapping, given, reporter, console)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    return reporter.end(status)
  }

  private static func refuseSelections(_ options: Options) throws(DiagnosticsError) {
    let given = [
      ("--record", options.record != nil), ("--row", options.row != nil),
      ("--at", options.pointer != nil),
    ].filter(\.1)
    if given.count > 1 {
      throw .refusal(
        "\(given[0].0) and \(given[1].0) both say which cells are meant",
        help: ["give one of them"]
      )
    }
    if options.document != nil && options.pointer == nil {
      throw .refusal(
        "--document has no meaning without --at",
        help: ["--at POINTER says which value of the document is meant"]
      )
    }
    if let pointer = options.pointer, !pointer.isEmpty, !pointer.hasPrefix("/") {
      throw .refusal(
        "'\(pointer)' is no JSON Pointer, which begins with a slash",
        help: ["as in --at /articles/0/title; --at '' is the whole document"]
      )
    }
  }

  private static func run(
    _ options: Options,
    _ mapping: Mapping,
    _ given: InputOperands,
    _ reporter: Reporter,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    var request = ExplainRequest()
    request.attribute = options.attribute
    if let record = options.record { try request.select(records: record, in: mapping) }
    if let row = options.row { request.selection = .row(row) }
    if let pointer = options.pointer {
      request.selection = .pointer(pointer, document: options.document ?? 1)
    }
    try request.check(in: mapping)
    given.warn(reporter)
    let inputs = given.inputs(options.inputFormat, options.mapper.context)
    guard inputs.count == 1 else {
      throw .refusal(
        "'explain' takes one INPUT, and '\(given.names[0])' names \(inputs.count)",
        help: ["name one of them"]
      )
    }
    if given.names.contains("-") { console.promptForInput() }
    let input: Input
    do throws(SystemError) {
      input = try inputs[0].readableTwice()
    } catch {
      if error.isInterruption { return .interrupted }
      reporter.receive(
        Diagnostic(.unreadableInput, "'\(inputs[0].name)' cannot be read: \(error.reason)")
      )
      return .badInput
    }
    var mapperOptions = Explainer.options(options.mapperOptions(for: [input]))
    mapperOptions.isStrict = options.report.isStrict
    reporter.tellIdle(mapperOptions.drift, mapping)
    let mapper = try Mapper(mapping, options: mapperOptions, for: [input])
    let receiver = InputTrouble(reporter)
    let (explanation, report) = Explainer(mapper, request).run(on: input, reportingTo: receiver)
    if report.ending == .interrupted { return .interrupted }
    if explanation.isNotThere && report.ending != .badInput && !receiver.hasErrors {
      reporter.receive(notThere(explanation, report, options, mapping))
      return reporter.status
    }
    let written = write(explanation, options.form, console)
    guard written == .success else { return written }
    return report.ending == .badInput || receiver.hasErrors ? .badInput : reporter.status
  }

  private static func write(
    _ explanation: Explanation,
    _ form: Options.Form,
    _ console: any Console
  ) -> ExitStatus {
    switch form {
    case .human:
      let text = ExplainedText(tellsDocuments: explanation.hasDocuments)
      return console.writeOutput(text.text(of: explanation))
    case .json: return console.writeOutput(ExplainedJSON(explanation).text(of: explanation))
    case .ndjson: return console.writeOutput(ExplainedJSON(explanation).lines(of: explanation))
    }
  }

  /// The diagnostic that the requested cell or value does not exist.
  private static func notThere(
    _ explanation: Explanation,
    _ report: MappingReport,
    _ options: Options,
    _ mapping: Mapping
  ) -> Diagnostic {
    var finding = Diagnostic(.nothingToExplain, "no record is made of the input")
    if let pointer = options.pointer {
      let document = options.document.map { " of document \($0)" } ?? ""
      finding.message = "the input has no value at '\(pointer)'\(document)"
      let keys = mapping.graph.descriptors.first?.keyPath.leadingKeys ?? []
      let list = keys.map(JSONPointer.part).joined()
      finding.help = [
        "the pointer counts from the document, and elements of a list from 0: \(list)/0"
      ]
      return finding
    }
    if let record = options.record {
      finding.message = "the input has no record '\(record)'"
      let nearest = explanation.nearestIdentities
      if !nearest.isEmpty { finding.help = ["the nearest are \(nearest.joined(separator: ", "))"] }
    } else if let row = options.row {
      finding.message = "the input has no root record \(row)"
    }
    if report.failedCount + report.declinedCount > 0 {
      finding.help.append("'rkmap check' tells why others have failed or were declined")
    } else if explanation.identities.isEmpty {
      finding.help.append("--at '' shows where each value went")
    }
    return finding
  }
}
