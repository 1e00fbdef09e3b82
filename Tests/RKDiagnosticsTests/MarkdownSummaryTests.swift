import RKDiagnostics
import Testing

@Suite("The page of a step")
struct MarkdownSummaryTests {
  @Test("cases are in a table, diagnostics below it, and passed cases are counted")
  func page() {
    var report = MarkdownSummary()
    let text = report.text { report in
      report.end(Reported.result("good", .passed)) + report.add(Reported.finding())
        + report.end(Reported.result("bad", .failed))
    }
    #expect(
      text.hasPrefix("### rkmap: failed\n\n1 of 2 passed, 1 error shown, 0 warnings shown.\n")
    )
    #expect(text.contains("\n| failed | bad | spec.json | 1 |\n"))
    #expect(!text.contains("| good |"))
    #expect(text.contains("\n#### bad\n\n```text\nerror[RK1002]: it is wrong\n"))
  }

  @Test("no data breaks the page")
  func escapes() {
    var report = MarkdownSummary()
    let name = "a|b`c<i>\n*d*[x](y)"
    let text = report.text(
      of: [Reported.finding("``` and ````")],
      in: Reported.result(name, .failed)
    )
    let row = text.split(separator: "\n").filter { $0.hasPrefix("| failed") }
    #expect(row.count == 1)
    #expect(row.first?.filter { $0 == "|" }.count == 5)
    #expect(!text.contains("<i>"))
    #expect(text.contains("\n`````text\n"))
    #expect(text.contains("\n`````\n"))
  }

  @Test("a full page counts what is left out")
  func limit() {
    var report = MarkdownSummary(sizeLimit: 2000)
    let text = report.text { report in
      (1...100).map { number in
        report.add(Reported.finding("number \(number)"))
          + report.end(Reported.result("case \(number)", .failed))
      }.joined()
    }
    #expect(text.utf8.count < 3000)
    #expect(text.contains("\n0 of 100 passed") || text.contains("0 of 100 passed, 100 errors"))
    let counts = text.firstMatch(of: /This page is full: (\d+) more cases and (\d+) more findings/)
    let rows = text.matches(of: #/(?m)^\| failed/#).count
    let findings = text.matches(of: /error\[/).count
    #expect(counts.flatMap { Int($0.1) } == 100 - rows)
    #expect(counts.flatMap { Int($0.2) } == 100 - findings)
  }
}
