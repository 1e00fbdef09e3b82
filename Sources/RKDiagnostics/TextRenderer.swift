/// Shows findings to people, as a compiler does: the sentence, the place, the line with a caret,
/// the other end, help.
public struct TextRenderer: DiagnosticRenderer {
  /// The most characters of a line that an excerpt shows.
  public var excerptWidth: Int
  /// Whether escape sequences of a terminal may be used.
  public var isColored: Bool

  /// Makes a renderer.
  public init(excerptWidth: Int = 100, isColored: Bool = false) {
    self.excerptWidth = excerptWidth
    self.isColored = isColored
  }

  /// The finding in several lines, with an excerpt where its place has one.
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
    if let extent { text += "   (\(words(extent)))" }
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

  private func words(_ extent: Diagnostic.Extent) -> String {
    guard extent.records > 1 else { return "\(extent.findings) times" }
    return "\(extent.records) of \(extent.recordsRead) records"
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

/// A line cut to a width around the place that is meant, and the carets under it.
private struct Excerpt {
  var line: String
  var indent: String
  var marks: String

  /// Stands for what was cut off.
  private static let ellipsis: Character = "\u{2026}"

  init(_ location: Location, width: Int) {
    let offset = min(location.lineOffset, location.lineText.count)
    let end = min(offset + location.markedCount, location.lineText.count)
    var before = Self.cells(location.lineText[..<offset])
    let marked = Self.cells(location.lineText[offset..<end])
    var after = Self.cells(location.lineText[end...])
    var meant = marked
    if meant.count > width {
      meant = Array(meant.prefix(width - 1)) + [Self.ellipsis]
      after = []
    }
    let room = max(width - meant.count, 0)
    let wantedBefore = max(room / 2, room - after.count)
    if before.count > wantedBefore {
      before = [Self.ellipsis] + before.suffix(max(wantedBefore - 1, 0))
    }
    if after.count > max(room - before.count, 0) {
      after = Array(after.prefix(max(room - before.count - 1, 0))) + [Self.ellipsis]
    }
    line = String(before + meant + after)
    indent = String(repeating: " ", count: Self.columns(before))
    marks = String(repeating: "^", count: max(1, Self.columns(meant)))
  }

  /// The characters of some bytes; a tab is a space, and other commands to a terminal are escapes.
  private static func cells(_ bytes: ArraySlice<UInt8>) -> [Character] {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\t", with: " ")
    return Array(VisibleText.escaped(text))
  }

  /// How many columns of a terminal characters take: two for those of East Asia and for emoji.
  private static func columns(_ characters: [Character]) -> Int {
    characters.reduce(0) { $0 + ($1.unicodeScalars.contains(where: isWide) ? 2 : 1) }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
