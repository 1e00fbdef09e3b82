/// The manual page `rkmap.1`.
enum ManPage {
  static func text(for commands: [any Command.Type]) -> String {
    var lines = [
      ".TH RKMAP 1 \"\" \"rkmap \(CommandLineTool.version)\" \"User Commands\"",
      ".SH NAME", "rkmap \\- map JSON documents to records, as a mapping spec describes",
      ".SH SYNOPSIS",
    ]
    for command in commands {
      lines += [".B rkmap \(command.page.name)", ".I \(escaped(command.page.operands))"]
      lines.append(command.flagPages.isEmpty ? ".br" : "[FLAGS]\n.br")
    }
    for command in commands {
      lines += [".SH \(command.page.name.uppercased())"]
      for (number, paragraph) in command.page.description.split(separator: "\n\n").enumerated() {
        if number > 0 { lines.append(".PP") }
        lines.append(escaped(String(paragraph)))
      }
      for flag in command.flagPages { lines += entry(flag) }
      if !command.page.examples.isEmpty { lines.append(".SS Examples") }
      for example in command.page.examples {
        lines += [".TP", ".B \(escaped(example.command))", escaped(example.meaning)]
      }
    }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases {
      lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)]
    }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "When set, findings have no colours.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(_ flag: FlagPage) -> [String] {
    var names = (flag.short.map { "\\-\($0), " } ?? "") + "\\-\\-" + escaped(flag.long)
    if let value = flag.valueName { names += " \\fI\(escaped(value))\\fR" }
    return [".TP", "\\fB\(names)\\fR", escaped(flag.help)]
  }

  /// Escapes text for the formatter.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
