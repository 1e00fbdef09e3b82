internal import RKDiagnostics

/// The pages of docs/ that are made from the program.
enum ReferencePages {
  /// docs/cli.md.
  static func commandLine(_ commands: [AnyCommand]) -> String {
    var text = """
      # The command line

      Made from the program by `make docs`; `rkmap help` shows the same.

      ```
      \(HelpPage.overview)```

      """
    for command in commands {
      text += "\n## rkmap \(command.page.name)\n\n```\n\(HelpPage.text(of: command))```\n"
    }
    return text
  }

  /// docs/diagnostics.md.
  static var diagnostics: String {
    var text = """
      # Diagnostic codes

      Made from the program by `make docs`; `rkmap help CODE` shows the page of one code. The \
      number of a code never changes, its words may. RK1xxx is about mapping, RK2xxx about the \
      spec, RK4xxx about the input, RK5xxx about the output and the command line.

      """
    for code in DiagnosticCode.all {
      text += """

        ## \(code.id) \(code.name)

        \(code.title) (\(code.severity.rawValue))

        \(code.explanation)

        """
    }
    return text
  }
}
