import RKDiagnostics
import Testing

@Suite("Reports as GitHub's annotations")
struct GitHubReportTests {
  @Test("a diagnostic is a command with its place and its message")
  func command() {
    var report = GitHubReport(hasSummary: false) { "api/" + $0 }
    #expect(
      report.text(of: [Reported.finding()])
        == "::error file=api/in.json,line=5,col=8,endColumn=13,title=RK1002 conversion-failed::"
        + "it is wrong%0Aat /users/3/age%0Aspec.json:12:7   mappers.user.attributes.age   "
        + "type integer\n"
    )
  }

  @Test("special characters of GitHub are escaped, in properties more than in messages")
  func escapes() {
    var report = GitHubReport(hasSummary: false)
    let finding = Diagnostic(
      .notFound,
      "100%: a,b\r\n::error::c",
      at: Location(file: "C:a,b%.json", byteRange: 0..<1, line: 1, column: 1)
    )
    #expect(
      report.text(of: [finding])
        == "::error file=C%3Aa%2Cb%25.json,line=1,col=1,title=RK1001 not-found::"
        + "100%25: a,b\\u{D}\\u{A}::error::c\n"
    )
  }

  @Test("kinds of findings have names of their own")
  func kinds() {
    var report = GitHubReport(hasSummary: false)
    let text = report.text(
      of: [Reported.finding("", .warning), Diagnostic(.findingsNotShown, severity: .note, "more")]
    )
    #expect(text.hasPrefix("::warning file="))
    #expect(text.contains("\n::notice title=RK5909 findings-not-shown::more\n"))
  }

  @Test("ten of a kind are shown; of more, nine and the count of the rest")
  func limit() {
    let ten = (1...10).map { Reported.finding("number \($0)") }
    var report = GitHubReport(hasSummary: false)
    let all = report.text(of: ten)
    #expect(all.matches(of: #/(?m)^::error /#).count == 10)
    #expect(all.contains("::number 10%0A"))
    report = GitHubReport(hasSummary: true)
    let more = report.text(
      of: ten + [Reported.finding("number 11"), Reported.finding("dubious", .warning)]
    )
    #expect(more.matches(of: #/(?m)^::error /#).count == 10)
    #expect(more.contains("::number 9%0A"))
    #expect(!more.contains("::number 10%0A"))
    #expect(more.contains("::error title=2 more::2 more errors are not shown here: "))
    #expect(more.matches(of: #/(?m)^::warning /#).count == 1)
  }
}
