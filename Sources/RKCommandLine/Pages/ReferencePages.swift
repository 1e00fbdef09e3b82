internal import RKDiagnostics
internal import RKMapping

/// The generated pages of docs/.
enum ReferencePages {
  /// The text of docs/cli.md.
  static func commandLine(_ commands: [any Command.Type]) -> String {
    var text = """
      # The command line

      Generated from the program by `make docs`; `rkmap help` shows the same.

      ```
      \(HelpPage.overview)```

      """
    for command in commands {
      text += "\n## rkmap \(command.page.name)\n\n```\n\(HelpPage.text(of: command))```\n"
    }
    return text
  }

  /// The table of transforms in docs/spec-format.md, under Transforms.
  static var transforms: String {
    ValueTransform.Name.allCases.reduce("| transform | takes | gives |\n|---|---|---|\n") {
      $0 + "| `\($1.example)` | \($1.domain) | \($1.result) |\n"
    }
  }
}
