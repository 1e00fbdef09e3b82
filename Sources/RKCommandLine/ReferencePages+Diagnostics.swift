internal import RKDiagnostics

/// The page of the diagnostic codes.
extension ReferencePages {
  private static let families = [
    (prefix: "RK1", subject: "Mapping"),
    (prefix: "RK2", subject: "The spec"),
    (prefix: "RK3", subject: "Coverage and drift"),
    (prefix: "RK4", subject: "The input"),
    (prefix: "RK5", subject: "The output and the command line"),
  ]

  /// docs/diagnostics.md.
  static var diagnostics: String {
    var text = """
      # Diagnostic codes

      Made from the program by `make docs`; `rkmap help CODE` shows the page of one code. The \
      number of a code never changes, its words may. The first digit says what a finding is about; \
      it is not the exit status. What an example prints stands below its command, the records left \
      out where the findings are elsewhere.

      """
    for family in families {
      text += "\n**\(family.prefix)xxx: \(family.subject)**\n\n| code | what it says |\n|---|---|\n"
      for code in DiagnosticCode.all where code.id.hasPrefix(family.prefix) {
        text += "| [\(code)](#\(code.id.lowercased())-\(code.name)) | \(code.title) |\n"
      }
    }
    for code in DiagnosticCode.all {
      text += """

        ## \(code.id) \(code.name)

        \(code.title) (\(code.severity.rawValue))

        \(code.explanation)

        """
      if let example = code.example { text += self.text(of: example) }
    }
    return text
  }

  private static func text(of example: CodeExample) -> String {
    var text = "\nExample: \(example.note)".trimmingTrailingSpace + "\n"
    for file in example.files { text += "\n`\(file.name)`:\n```\n\(file.text)```\n" }
    if !example.command.isEmpty {
      text += "\n```\n$ \(example.command)\n\(example.output)```\n"
    }
    return text
  }
}

extension String {
  fileprivate var trimmingTrailingSpace: String { last == " " ? String(dropLast()) : self }
}
