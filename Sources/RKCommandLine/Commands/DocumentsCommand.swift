internal import RKDiagnostics

/// `rkmap documents`: prints the generated pages of the project's docs folder.
enum DocumentsCommand: Command {
  static let page = CommandPage(
    name: "documents",
    summary: "print a page of the project's documentation that is generated from the program",
    operands: "man|cli|transforms",
    description: "For the project's own use: make docs.",
    isHidden: true
  )

  static func run(
    _: NoOptions,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst())
    let commands = CommandLineTool.commands.filter { !$0.page.isHidden }
    let text: String
    switch operands.first {
    case "man": text = ManPage.text(for: commands)
    case "cli": text = ReferencePages.commandLine(commands)
    case "transforms": text = ReferencePages.transforms
    default:
      throw DiagnosticsError(.missingArgument, "'documents' needs one of man, cli, transforms")
    }
    return console.writeOutput(text)
  }
}
