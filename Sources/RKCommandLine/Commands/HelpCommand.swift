internal import RKDiagnostics

/// `rkmap help`: shows the page of a command or of a diagnostic code.
enum HelpCommand: Command {
  static let page = CommandPage(
    name: "help",
    summary: "show the page of a command or of a diagnostic code",
    operands: "[COMMAND|CODE]",
    description: """
      Without an argument it lists the commands. Every command has a page, and so does every \
      diagnostic code.
      """,
    examples: [
      ("rkmap help apply", "all flags of a command"),
      ("rkmap help RK1002", "what a code means, and what to do about it"),
    ]
  )

  static func run(
    _: NoOptions,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst())
    let text = try page(operands.first)
    return console.writeOutput(text)
  }

  private static func page(_ topic: String?) throws(DiagnosticsError) -> String {
    guard let topic else { return HelpPage.overview }
    if topic == "codes" { return HelpPage.codes }
    if let command = CommandLineTool.commands.first(where: { $0.page.name == topic }) {
      return HelpPage.text(of: command)
    }
    if let code = DiagnosticCode.find(topic) { return HelpPage.text(of: code) }
    guard topic.uppercased().hasPrefix("RK") else {
      throw DiagnosticsError([CommandLineTool.unknownCommand(topic)])
    }
    let suggestion = NearestName.suggestion(for: topic, among: DiagnosticCode.allCases.map(\.id))
    throw DiagnosticsError(
      .unknownCommand,
      "there is no code '\(topic)'\(suggestion)",
      help: ["rkmap help codes lists them"]
    )
  }
}
