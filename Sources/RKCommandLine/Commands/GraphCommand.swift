internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap graph`: draws the mappers of a spec.
enum GraphCommand: Command {
  struct Options: FileOutputOptions, ReportingOptions {
    var report = ReportOptions()
    var form: MappingPicture.Form?
    var outputPath: String?
  }

  static let page = CommandPage(
    name: "graph",
    summary: "draw the descriptors and mappers of a spec",
    operands: "SPEC",
    description: """
      Prints a picture of a spec: its descriptors, its mappers with their rules, and what leads from one \
      to another by relationships, choices and connections. Mappers that no descriptor reaches are \
      marked.

      --to mermaid (the default) is for Markdown, dot for Graphviz, svg a picture and html a page that \
      can be searched; both are self-contained. With -o the name of the file decides.
      """,
    examples: [
      ("rkmap graph spec.json", "a flowchart in Mermaid"),
      ("rkmap graph spec.json -o spec.svg", "a picture"),
      ("rkmap graph spec.json --to dot | dot -Tpng > spec.png", "drawn by Graphviz"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag("to", in: .output, "the form of the picture (default mermaid)") { $0.form = $1 },
      OutputFlags.file("write to a file; .svg, .dot, .mmd and .html decide the form"),
    ] + ReportOptions.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC"], in: operands)
    let spec = operands[0]
    try refuse(operands.dropFirst())
    let path = options.outputPath == "-" ? nil : options.outputPath
    var form = options.form
    if form == nil { form = try self.form(ofFile: path) }
    try options.report.refuseSharedFiles(
      spec: spec,
      records: path ?? "-",
      called: "the picture"
    )
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let mapping = reporter.readMapping(spec)
    let status = mapping == nil ? .badSpec : reporter.status
    let reported = reporter.finish(summary: reporter.summaryOfSpec, status)
    guard reported == .success, let mapping else { return reported == .success ? status : reported }
    let text = MappingPicture(of: mapping).text(form ?? .mermaid)
    let written = write(text, to: path, console)
    return written == .success ? status : written
  }

  private static func form(ofFile path: String?) throws(DiagnosticsError) -> MappingPicture.Form {
    guard let path, let dot = path.lastIndex(of: ".") else { return .mermaid }
    switch path[path.index(after: dot)...].lowercased() {
    case "svg": return .svg
    case "dot", "gv": return .dot
    case "html", "htm": return .html
    case "mmd", "mermaid", "md": return .mermaid
    default:
      throw .refusal(
        "the name '\(path)' does not say which form the picture has",
        help: ["--to svg, dot, mermaid or html says it"]
      )
    }
  }

  private static func write(
    _ text: String,
    to path: String?,
    _ console: any Console
  ) -> ExitStatus {
    guard let path else { return console.writeOutput(text) }
    do throws(SystemError) {
      try OutputFile.replace(path, with: Array(text.utf8))
      return .success
    } catch {
      if error.isInterruption { return .interrupted }
      let finding = Diagnostic(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)")
      console.writeError(TextRenderer().render(finding))
      return .badOutput
    }
  }
}
