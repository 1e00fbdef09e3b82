internal import RKEngine

/// A report as GitHub annotations: workflow commands that the runner reads from the output of a step
/// and shows beside the lines that they name.
///
/// GitHub shows at most ten errors, ten warnings and ten notices per step. If there are more, the tenth
/// annotation says how many are missing.
package struct GitHubReport: ReportWriter {
  private static let shownCount = 10

  /// A kind of annotation: how many there were, and the tenth one.
  private struct Kind {
    var count = 0
    var last = ""
  }

  /// Turns a file name into one relative to the root of the repository.
  private let path: (String) -> String
  private let hasSummary: Bool
  private var kinds: [Diagnostic.Severity: Kind] = [:]

  /// `hasSummary` says that a summary of the step lists all diagnostics.
  package init(hasSummary: Bool, path: @escaping (String) -> String = { $0 }) {
    self.hasSummary = hasSummary
    self.path = path
  }

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    var kind = kinds[diagnostic.severity] ?? Kind()
    kind.count += 1
    var text = ""
    if kind.count <= Self.shownCount {
      text = annotation(diagnostic)
      if kind.count == Self.shownCount { swap(&kind.last, &text) }
    }
    kinds[diagnostic.severity] = kind
    return text
  }

  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String {
    Diagnostic.Severity.allCases.reversed().compactMap { severity in
      kinds[severity].map { kind in
        guard kind.count > Self.shownCount else { return kind.last }
        let rest = kind.count - Self.shownCount + 1
        let place =
          hasSummary
          ? "the step summary lists them"
          : "--report human lists them"
        return "::\(name(of: severity)) title=\(rest) more::"
          + "\(rest) more \(severity.rawValue)s are not shown here: \(place)\n"
      }
    }.joined()
  }

  // MARK: - Annotations

  private func annotation(_ diagnostic: Diagnostic) -> String {
    var properties: [(String, String)] = []
    if let location = diagnostic.location {
      properties = [
        ("file", path(location.file)), ("line", "\(location.line)"),
        ("col", "\(location.characterColumn ?? location.column)"),
      ]
      if let end = location.characterEndColumn { properties.append(("endColumn", "\(end)")) }
    }
    properties.append(("title", diagnostic.code.description))
    var lines = [diagnostic.messageWithExtent]
    if let pointer = diagnostic.location?.pointer, !pointer.isEmpty {
      lines.append("at \(pointer)")
    }
    for related in diagnostic.related {
      let words = [related.location.text, related.subject, related.message]
      lines.append(words.filter { !$0.isEmpty }.joined(separator: "   "))
    }
    lines += diagnostic.help.map { "help: \($0)" }
    let text = lines.map { VisibleText.escaped($0) }.joined(separator: "\n")
    let list = properties.map { "\($0)=\(Self.property(VisibleText.escaped($1)))" }
    return "::\(name(of: diagnostic.severity)) \(list.joined(separator: ","))::"
      + "\(Self.data(text))\n"
  }

  private func name(of severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func data(_ text: String) -> String {
    text.replacing(bytes: "%", with: "%25").replacing(bytes: "\r", with: "%0D").replacing(
      bytes: "\n",
      with: "%0A"
    )
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(bytes: ":", with: "%3A").replacing(bytes: ",", with: "%2C")
  }
}
