import Foundation
import RKDiagnostics
import Testing

@Suite("Reports in JSON")
struct JSONReportTests {
  @Test("an empty report is one value, too")
  func empty() {
    var report = JSONReport()
    #expect(
      report.text { _ in "" }
        == "{\"version\":1,\"findings\":[],\"cases\":[],\"summary\":{\"errors\":1}}\n"
    )
  }

  @Test("a case refers to its diagnostics, and later ones belong to none")
  func cases() throws {
    var report = JSONReport()
    let text = report.text { report in
      report.add(Reported.finding("one")) + report.end(Reported.result("a", .failed))
        + report.end(Reported.result("b", .skipped)) + report.add(Reported.finding("two"))
        + report.add(Reported.finding("three")) + report.end(Reported.result("c", .passed))
        + report.add(Reported.finding("four"))
    }
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let findings = try #require(value?["findings"] as? [[String: Any]])
    let cases = try #require(value?["cases"] as? [[String: Any]])
    #expect(findings.map { $0["message"] as? String } == ["one", "two", "three", "four"])
    #expect(cases.map { $0["firstFinding"] as? Int } == [0, 1, 1])
    #expect(cases.map { $0["findings"] as? Int } == [1, 0, 2])
    #expect(cases.map { $0["outcome"] as? String } == ["failed", "skipped", "passed"])
  }

  @Test("diagnostics are written as they come, one per line")
  func streaming() {
    var report = JSONReport()
    _ = report.begin()
    #expect(report.add(Reported.finding("one")).hasPrefix("\n{\"severity\":"))
    #expect(report.add(Reported.finding("two")).hasPrefix(",\n{\"severity\":"))
  }
}
