/// Shows diagnostics to people in the style of compilers: the message, the place, the line with a
/// caret, related places, help.
///
/// ```swift
/// print(TextRenderer(excerptWidth: 80, isColored: true).render(finding), terminator: "")
/// ```
public struct TextRenderer: DiagnosticRenderer {
  /// The most characters of a line that an excerpt shows.
  public var excerptWidth: Int
  /// Whether terminal escape sequences may be used.
  public var isColored: Bool

  /// Creates a renderer.
  public init(excerptWidth: Int = 100, isColored: Bool = false) {
    self.excerptWidth = excerptWidth
    self.isColored = isColored
  }

  /// The diagnostic in several lines, with an excerpt if its place has one.
  public func render(_ diagnostic: Diagnostic) -> String {
    var text = paint(
      "\(diagnostic.severity.rawValue)[\(diagnostic.code.id)]",
      color(of: diagnostic.severity),
      bold: true
    )
    text += paint(": \(VisibleText.escaped(diagnostic.message))", nil, bold: true) + "\n"
    let lineNumber = diagnostic.location.map { String($0.line) } ?? ""
    let margin = String(repeating: " ", count: max(lineNumber.count, 1) + 1)
    if let location = diagnostic.location {
      text += render(location, diagnostic.extent, lineNumber: lineNumber, margin: margin)
    }
    for related in diagnostic.related {
      text += margin + paint(":::", .blue) + " " + VisibleText.escaped(related.location.text)
      for part in [related.subject, related.message] where !part.isEmpty {
        text += "   " + VisibleText.escaped(part)
      }
      text += "\n"
    }
    for help in diagnostic.help {
      text += " " + margin + paint("=", .blue) + " help: \(VisibleText.escaped(help))\n"
    }
    return text
  }

  private func render(
    _ location: Location,
    _ extent: Diagnostic.Extent?,
    lineNumber: String,
    margin: String
  ) -> String {
    var text = margin + paint("-->", .blue) + " " + VisibleText.escaped(location.text)
    if let pointer = location.pointer, !pointer.isEmpty {
      text += "   " + VisibleText.escaped(pointer)
    }
    if let extent { text += "   (\(extent.words))" }
    text += "\n"
    guard !location.lineText.isEmpty else { return text }
    let excerpt = Excerpt(location, width: excerptWidth)
    text += " " + margin + paint("|", .blue) + "\n"
    text += " " + paint(lineNumber, .blue) + " " + paint("|", .blue) + " " + excerpt.line + "\n"
    text +=
      " " + margin + paint("|", .blue) + " " + excerpt.indent
      + paint(excerpt.marks, .red, bold: true) + "\n"
    return text
  }

  private enum Color: Int {
    case red = 31
    case yellow = 33
    case blue = 34
    case cyan = 36
  }

  private func color(of severity: Diagnostic.Severity) -> Color {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }

  private func paint(_ text: String, _ color: Color?, bold: Bool = false) -> String {
    guard isColored else { return text }
    let codes = (bold ? ["1"] : []) + (color.map { [String($0.rawValue)] } ?? [])
    return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
