internal import RKDiagnostics

/// The pages that `rkmap help` shows.
enum HelpPage {
  private static let width = 80

  static var overview: String {
    let commands = CommandLineTool.commands.filter { !$0.page.isHidden }
    let longest = commands.map { $0.page.name.count }.max() ?? 0
    let list = commands.map { command in
      "  \(command.page.name.padded(to: longest))  \(command.page.summary)"
    }
    let statuses = ExitStatus.allCases.map { status in
      "  \(String(status.rawValue).padded(to: 3))  \(status.meaning)"
    }
    return """
      rkmap maps JSON documents to records, as a mapping spec describes.

      usage: rkmap COMMAND [ARGUMENTS]

      Commands:
      \(list.joined(separator: "\n"))

      rkmap help COMMAND shows a command's flags, rkmap help CODE explains a finding,
      rkmap --version prints the version.

      Exit status:
      \(statuses.joined(separator: "\n"))

      """
  }

  /// All diagnostic codes with their titles.
  static var codes: String {
    DiagnosticCode.allCases.map { "\($0.id)  \($0.page.title)\n" }.joined()
  }

  static func text(of command: any Command.Type) -> String {
    let page = command.page
    var text = "rkmap \(page.name): \(page.summary)\n\n"
    text += "usage: rkmap \(page.name) \(page.operands)"
    text += command.flagPages.isEmpty ? "\n" : " [FLAGS]\n"
    for paragraph in page.description.split(separator: "\n\n") {
      text += "\n" + wrapped(String(paragraph), indent: 0) + "\n"
    }
    for category in FlagPage.Category.allCases {
      let flags = command.flagPages.filter { $0.category == category }
      if flags.isEmpty { continue }
      text += "\n\(category.rawValue):\n"
      for flag in flags {
        text += "  \(flag.usage)\n" + wrapped(flag.help, indent: 10) + "\n"
      }
    }
    if !page.examples.isEmpty {
      text += "\nExamples:\n"
      for example in page.examples {
        text += "  \(example.command)\n          \(example.meaning)\n"
      }
    }
    return text
  }

  static func text(of code: DiagnosticCode) -> String {
    let page = code.page
    var text = "\(code) (\(code.severity.rawValue))\n\n\(wrapped(page.title, indent: 0))\n"
    for paragraph in page.explanation.split(separator: "\n\n") {
      text += "\n" + wrapped(String(paragraph), indent: 0) + "\n"
    }
    text += "\nExample:\n"
    // The lines of an example are indented, not wrapped.
    let lines = page.transcript.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      text += line.isEmpty ? "\n" : "  \(VisibleText.escaped(String(line)))\n"
    }
    if !page.note.isEmpty { text += wrapped(page.note, indent: 2) + "\n" }
    return text
  }

  private static func wrapped(_ paragraph: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty && indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return (lines + [margin + line]).joined(separator: "\n")
  }
}
