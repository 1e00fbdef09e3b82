import RKDiagnostics
import Testing

@Suite("Diagnostics for people")
struct TextRendererTests {
  /// A diagnostic at the bytes of `line` that are in brackets.
  private func finding(
    in line: String,
    at number: Int = 5,
    pointer: String? = nil
  ) throws -> Diagnostic {
    let open = try #require(line.firstIndex(of: "\u{AB}"))
    let close = try #require(line.firstIndex(of: "\u{BB}"))
    let before = Array(line[..<open].utf8)
    let marked = Array(line[open..<close].dropFirst().utf8)
    let after = Array(line[close...].dropFirst().utf8)
    let place = Location(
      file: "in.json",
      byteRange: before.count..<(before.count + marked.count),
      line: number,
      column: before.count + 1,
      pointer: pointer,
      lineText: before + marked + after,
      lineOffset: before.count,
      markedCount: marked.count
    )
    return Diagnostic(.conversionFailed, "it is wrong", at: place)
  }

  @Test("the diagnostic in the documentation is rendered as shown there")
  func documentedExample() {
    let place = Location(
      file: "articles.json",
      byteRange: 0..<5,
      line: 5,
      column: 27,
      pointer: "/articles/0/publication_date",
      lineText: Array(#"      "publication_date": "n/a""#.utf8),
      lineOffset: 26,
      markedCount: 5
    )
    let rule = Location(file: "spec.json", byteRange: 0..<1, line: 12, column: 7)
    var finding = Diagnostic(
      .conversionFailed,
      severity: .error,
      #"Article.publicationDate expects a date, got string "n/a""#,
      at: place,
      related: [
        Diagnostic.Related(
          location: rule,
          subject: "mappers.article.attributes.publicationDate",
          message: "type date, formats d/M/yyyy, iso8601"
        )
      ],
      help: [#""onError": "null" on this attribute, or add the format"#]
    )
    finding.extent = Diagnostic.Extent(findings: 2, records: 2, recordsRead: 40)
    let rulePath = "mappers.article.attributes.publicationDate"
    #expect(
      TextRenderer().render(finding) == """
        error[RK1002]: Article.publicationDate expects a date, got string "n/a"
          --> articles.json:5:27   /articles/0/publication_date   (2 of 40 records)
           |
         5 |       "publication_date": "n/a"
           |                           ^^^^^
          ::: spec.json:12:7   \(rulePath)   type date, formats d/M/yyyy, iso8601
           = help: "onError": "null" on this attribute, or add the format

        """
    )
  }

  @Test("a finding without a place is one line")
  func noPlace() {
    #expect(
      TextRenderer().render(Diagnostic(.unknownCommand, "there is no command 'aply'"))
        == "error[RK5901]: there is no command 'aply'\n"
    )
  }

  @Test("help without a place is on a line of its own")
  func helpWithoutPlace() {
    let finding = Diagnostic(.unknownCommand, "what", help: ["this", "that"])
    #expect(
      TextRenderer().render(finding) == """
        error[RK5901]: what
           = help: this
           = help: that

        """
    )
  }

  @Test("the margin is as wide as the line's number")
  func wideLineNumber() throws {
    let text = try TextRenderer().render(finding(in: "x \u{AB}y\u{BB}", at: 1234))
    #expect(
      text.split(separator: "\n").dropFirst() == [
        "     --> in.json:1234:3",
        "      |",
        " 1234 | x y",
        "      |   ^",
      ]
    )
  }

  @Test("a place without a line to show has no excerpt")
  func noExcerpt() {
    let place = Location(file: "in.json", byteRange: 0..<0, line: 1, column: 1)
    #expect(
      TextRenderer().render(Diagnostic(.inputSyntax, "it ends", at: place))
        == "error[RK4002]: it ends\n  --> in.json:1:1\n"
    )
  }

  @Test("the severity comes first", arguments: Diagnostic.Severity.allCases)
  func severity(severity: Diagnostic.Severity) {
    let finding = Diagnostic(.notFound, severity: severity, "what")
    #expect(TextRenderer().render(finding) == "\(severity.rawValue)[RK1001]: what\n")
  }

  @Test(
    "the carets are under the marked text, whatever precedes it",
    arguments: [
      ("a \u{AB}bc\u{BB} d", "  ^^"),
      ("\t\u{AB}b\u{BB}", " ^"),
      ("\u{E9}\u{AB}\u{E9}\u{BB}", " ^"),
      ("\u{65E5}\u{AB}\u{672C}\u{BB}", "  ^^"),
      ("\u{1F600}\u{AB}x\u{BB}", "  ^"),
      ("e\u{301}\u{AB}x\u{BB}", " ^"),
      ("\u{1B}\u{AB}x\u{BB}", "      ^"),
      ("a\u{AB}\u{202E}\u{BB}", " ^^^^^^^^"),
    ]
  )
  func carets(line: String, expected: String) throws {
    let text = try TextRenderer().render(finding(in: line))
    #expect(text.hasSuffix("\n   | \(expected)\n"))
  }

  @Test(
    "a control character cannot reach the terminal",
    arguments: ["\u{1B}", "\u{7}", "\u{7F}", "\u{9B}"]
  )
  func controlCharacters(character: String) throws {
    let text = try TextRenderer().render(finding(in: "a\(character)\u{AB}b\u{BB}"))
    #expect(!text.contains(character))
  }

  @Test("a control character is shown as an escape in every part of a finding")
  func escapes() {
    let place = Location(
      file: "f\u{1B}",
      byteRange: 0..<1,
      line: 1,
      column: 1,
      pointer: "/p\u{9B}",
      lineText: Array("\u{1B}[2J".utf8),
      lineOffset: 0,
      markedCount: 1
    )
    let rule = Location(file: "r\n", byteRange: 0..<1, line: 2, column: 1)
    let finding = Diagnostic(
      .notFound,
      "m\u{7}",
      at: place,
      related: [Diagnostic.Related(location: rule, subject: "s\u{202D}", message: "t\u{7F}")],
      help: ["h\u{2069}"]
    )
    #expect(
      TextRenderer().render(finding) == #"""
        error[RK1001]: m\u{7}
          --> f\u{1B}:1:1   /p\u{9B}
           |
         1 | \u{1B}[2J
           | ^^^^^^
          ::: r\u{A}:2:1   s\u{202D}   t\u{7F}
           = help: h\u{2069}

        """#
    )
  }

  @Test("a long line is trimmed on both sides of the marked text")
  func longLine() throws {
    let side = String(repeating: "a", count: 300)
    let text = try TextRenderer(excerptWidth: 21).render(
      finding(in: side + "\u{AB}X\u{BB}" + side)
    )
    let lines = text.split(separator: "\n")
    #expect(lines[3] == " 5 | \u{2026}aaaaaaaaaXaaaaaaaaa\u{2026}")
    #expect(lines[4] == "   |           ^")
  }

  @Test("a long line is trimmed only after the marked text if that is near its beginning")
  func longLineBehind() throws {
    let text = try TextRenderer(excerptWidth: 10).render(
      finding(in: "\u{AB}X\u{BB}" + String(repeating: "a", count: 300))
    )
    #expect(text.split(separator: "\n")[3] == " 5 | Xaaaaaaaa\u{2026}")
  }

  @Test("a line of the full width is not trimmed")
  func fullWidth() throws {
    let text = try TextRenderer(excerptWidth: 10).render(finding(in: "12345\u{AB}6\u{BB}7890"))
    #expect(text.split(separator: "\n")[3] == " 5 | 1234567890")
  }

  @Test("something meant that is longer than the width is cut")
  func longMark() throws {
    let text = try TextRenderer(excerptWidth: 10).render(
      finding(in: "\u{AB}" + String(repeating: "x", count: 50) + "\u{BB}")
    )
    let lines = text.split(separator: "\n")
    #expect(lines[3] == " 5 | xxxxxxxxx\u{2026}")
    #expect(lines[4] == "   | ^^^^^^^^^^")
  }

  @Test("marked text longer than the width is trimmed once, also within its line")
  func longMarkWithin() throws {
    let text = try TextRenderer(excerptWidth: 10).render(
      finding(in: "abc\u{AB}" + String(repeating: "x", count: 50) + "\u{BB}def")
    )
    let lines = text.split(separator: "\n")
    #expect(lines[3] == " 5 | \u{2026}xxxxxxxxx\u{2026}")
    #expect(lines[4] == "   |  ^^^^^^^^^^")
  }

  @Test("without colours there is no escape sequence")
  func plain() throws {
    #expect(!(try TextRenderer().render(finding(in: "\u{AB}x\u{BB}"))).contains("\u{1B}"))
  }

  @Test("colours do not change the text")
  func colored() throws {
    let finding = try finding(in: "a \u{AB}b\u{BB}", pointer: "/a")
    let colored = TextRenderer(isColored: true).render(finding)
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == TextRenderer().render(finding))
  }

  @Test(
    "the head has the colour of its severity",
    arguments: [(Diagnostic.Severity.error, 31), (.warning, 33), (.note, 36)]
  )
  func headColor(severity: Diagnostic.Severity, color: Int) {
    let text = TextRenderer(isColored: true).render(Diagnostic(.notFound, severity: severity, ""))
    #expect(text.hasPrefix("\u{1B}[1;\(color)m\(severity.rawValue)[RK1001]\u{1B}[0m"))
  }

  @Test("a diagnostic that represents several counts the records, or the occurrences in one")
  func extent() throws {
    var finding = try finding(in: "a \u{AB}b\u{BB} c", pointer: "/a")
    finding.extent = Diagnostic.Extent(findings: 3, records: 2, recordsRead: 40)
    #expect(TextRenderer().render(finding).contains("in.json:5:3   /a   (2 of 40 records)\n"))
    finding.extent = Diagnostic.Extent(findings: 3, records: 1, recordsRead: 40)
    #expect(TextRenderer().render(finding).contains("in.json:5:3   /a   (3 times)\n"))
  }
}
