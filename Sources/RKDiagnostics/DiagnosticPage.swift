internal import RKEngine

/// The page of a code: its section of docs/diagnostics.md, which is embedded in the program.
///
/// `make golden` generates that file from the pages and cases in fixtures/diagnostics. It is parsed
/// only when a page is needed.
///
/// ```swift
/// let page = DiagnosticCode.unmappable.page
/// print(page.title, page.transcript)
/// ```
public struct DiagnosticPage: Sendable, Hashable {
  /// The title, one line.
  public private(set) var title = ""
  /// What the code means and how to fix it, in Markdown.
  public private(set) var explanation = ""
  /// What the example cannot show; the example itself if no command provokes the diagnostic.
  public private(set) var note = ""
  /// Files that provoke the diagnostic, a command, and its output as in a terminal.
  public private(set) var transcript = ""

  /// The pages by the numbers of their codes.
  fileprivate static let all: [String: DiagnosticPage] = {
    var lines = EmbeddedText.diagnostics.bytes.split(
      separator: .lineFeed,
      omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }[...]
    var pages: [String: DiagnosticPage] = [:]
    lines = lines.drop { !$0.hasPrefix(headingStart) }
    while let heading = lines.popFirst() {
      let section = lines.prefix { !$0.hasPrefix(headingStart) }
      pages[String(heading.dropFirst(3).prefix(6))] = DiagnosticPage(section)
      lines = lines[section.endIndex...]
    }
    return pages
  }()

  private static let headingStart = "## RK"
  private static let exampleStart = "Example:"

  fileprivate init() {}

  /// Parses a section: the title with the severity, the explanation and the example, separated by empty
  /// lines.
  private init(_ section: ArraySlice<String>) {
    let prose = section.prefix { !$0.hasPrefix(Self.exampleStart) }
    let paragraphs = prose.joined(separator: "\n").split(separator: "\n\n", maxSplits: 1)
    title = paragraphs.first.map { String($0.drop { $0 == "\n" }) } ?? ""
    if let severity = title.lastIndex(of: "(") { title = String(title[..<severity].dropLast()) }
    explanation = paragraphs.dropFirst().joined()
    while explanation.last == "\n" { explanation.removeLast() }
    readExample(section[prose.endIndex...])
  }

  private mutating func readExample(_ lines: ArraySlice<String>) {
    let words = lines.prefix { !$0.isEmpty }
    note = String(
      words.joined(separator: "\n").dropFirst(Self.exampleStart.count).drop { $0 == " " }
    )
    var isInBlock = false
    for line in lines[words.endIndex...] {
      if line == "```" {
        isInBlock.toggle()
      } else if isInBlock {
        transcript += line + "\n"
      } else if line.hasPrefix("`") {
        transcript += "$ cat \(line.dropFirst().prefix { $0 != "`" })\n"
      }
    }
  }
}

extension DiagnosticCode {
  /// The page of this code.
  public var page: DiagnosticPage { DiagnosticPage.all[id] ?? DiagnosticPage() }
}
