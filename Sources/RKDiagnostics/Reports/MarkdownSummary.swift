/// A report in Markdown for the page of a step on GitHub: a table of the cases, and their diagnostics
/// in the form for people.
///
/// GitHub accepts at most 1 MiB per step; what does not fit is only counted.
package struct MarkdownSummary: ReportWriter {
  private let sizeLimit: Int
  private let renderer = TextRenderer()
  private var counts: [Diagnostic.Severity: Int] = [:]
  private var outcomes: [CaseResult.Outcome: Int] = [:]
  /// The diagnostics of the current case.
  private var pending = ""
  private var pendingCount = 0
  private var rows = ""
  private var sections = ""
  private var hiddenRowCount = 0
  private var hiddenFindingCount = 0

  /// `takenCount` is the number of bytes that the page already has.
  package init(sizeLimit: Int = 900 * 1024, takenCount: Int = 0) {
    self.sizeLimit = max(0, sizeLimit - takenCount)
  }

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    counts[diagnostic.severity, default: 0] += 1
    let text = renderer.render(diagnostic)
    if size + pending.utf8.count + text.utf8.count <= sizeLimit {
      pending += text
      pendingCount += 1
    } else {
      hiddenFindingCount += 1
    }
    return ""
  }

  package mutating func end(_ result: CaseResult) -> String {
    outcomes[result.outcome, default: 0] += 1
    // Cases without diagnostics are only counted, because there may be thousands.
    if result.outcome != .passed || pendingCount > 0 {
      let words = result.reason.map { ": \($0)" } ?? ""
      let row =
        "| \(result.outcome.rawValue)\(Self.escaped(words)) | \(Self.escaped(result.name)) "
        + "| \(Self.escaped(result.suite)) | \(pendingCount) |\n"
      if size + pending.utf8.count + row.utf8.count <= sizeLimit {
        rows += row
      } else {
        hiddenRowCount += 1
      }
    }
    closeSection(titled: result.name)
    return ""
  }

  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String {
    closeSection(titled: "The run")
    var text = "### rkmap: " + (exitCode == 0 ? "passed" : "failed") + "\n\n"
    let total = outcomes.values.reduce(0, +)
    var parts = ["\(outcomes[.passed] ?? 0) of \(total) passed"]
    for (severity, noun) in [(Diagnostic.Severity.error, "error"), (.warning, "warning")] {
      let count = counts[severity] ?? 0
      parts.append("\(count.counting(noun)) shown")
    }
    text += parts.joined(separator: ", ") + ".\n"
    if !rows.isEmpty {
      text += "\n| outcome | case | validated by | findings |\n| --- | --- | --- | ---: |\n" + rows
    }
    text += sections
    if hiddenRowCount + hiddenFindingCount > 0 {
      text +=
        "\nThis page is full: \(hiddenRowCount) more cases and \(hiddenFindingCount) more findings "
        + "are left out.\n"
    }
    return text + "\n"
  }

  private var size: Int { rows.utf8.count + sections.utf8.count }

  private mutating func closeSection(titled title: String) {
    if !pending.isEmpty {
      // The fence must be longer than any sequence of grave accents in the text.
      let longest = pending.split { $0 != "`" }.map(\.count).max() ?? 0
      let fence = String(repeating: "`", count: max(3, longest + 1))
      sections += "\n#### \(Self.escaped(title))\n\n\(fence)text\n\(pending)\(fence)\n"
    }
    pending = ""
    pendingCount = 0
  }

  /// Escapes text for Markdown and HTML, and puts it on one line.
  static func escaped(_ text: String) -> String {
    VisibleText.escaped(text).unicodeScalars.map { scalar in
      switch scalar {
      case "`", "*", "_", "[", "]", "<", ">", "&", "|", "\\", "#", "!", "~", "$", "@", "(", ")",
        "\"":
        "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
