import Foundation
import RKDiagnostics
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports in the form of test runners")
struct JUnitReportTests {
  private func document(_ text: String) throws -> XMLElement {
    try #require(try XMLDocument(xmlString: text).rootElement())
  }

  @Test("suites are separate, and count their cases")
  func suites() throws {
    var report = JUnitReport()
    let text = report.text { report in
      report.add(Reported.finding()) + report.end(Reported.result("a", .failed, suite: "s"))
        + report.end(Reported.result("b", .passed, suite: "t"))
        + report.end(Reported.result("c", .skipped, suite: "s"))
    }
    let root = try document(text)
    #expect(root.attribute(forName: "tests")?.stringValue == "3")
    #expect(root.attribute(forName: "failures")?.stringValue == "1")
    #expect(root.attribute(forName: "skipped")?.stringValue == "1")
    let suites = root.elements(forName: "testsuite")
    #expect(suites.map { $0.attribute(forName: "name")?.stringValue } == ["s", "t"])
    #expect(suites.map { $0.attribute(forName: "tests")?.stringValue } == ["2", "1"])
    #expect(suites[0].elements(forName: "testcase").count == 2)
  }

  @Test("a failed case has one failure, with the first message and all diagnostics' text")
  func failure() throws {
    var report = JUnitReport()
    let findings = [Reported.finding("first"), Reported.finding("second", .warning)]
    let text = report.text(of: findings + findings, in: Reported.result("a", .failed))
    let found = try document(text).nodes(forXPath: "//failure").compactMap { $0 as? XMLElement }
    #expect(found.count == 1)
    #expect(
      found.first?.attribute(forName: "message")?.stringValue
        == "error[RK1002]: first (and 1 more)"
    )
    #expect(found.first?.attribute(forName: "type")?.stringValue == "RK1002")
    #expect(found.first?.stringValue?.contains("--> in.json:5:9") == true)
    #expect(found.first?.stringValue?.contains("second") == false)
    let output = try document(text).nodes(forXPath: "//system-out").first?.stringValue
    #expect(output?.contains("warning[RK1002]: second") == true)
  }

  @Test("warnings are failures if they fail the run")
  func warnings() throws {
    var report = JUnitReport(failingSeverity: .warning)
    let finding = Reported.finding("dubious", .warning)
    let text = report.text(of: [finding], in: Reported.result("a", .failed))
    #expect(text.contains("<failure message=\"warning[RK1002]: dubious\""))
    #expect(!text.contains("system-out"))
  }

  @Test("a failed case has a failure even when its findings are not shown")
  func quiet() throws {
    var report = JUnitReport()
    let text = report.text(of: [], in: Reported.result("a", .failed))
    #expect(try document(text).nodes(forXPath: "//failure").count == 1)
  }

  @Test("diagnostics of no case are reported for the run")
  func run() throws {
    var report = JUnitReport()
    let text = report.text { report in
      report.end(Reported.result("a", .passed)) + report.add(Reported.finding())
    }
    let root = try document(text)
    #expect(root.attribute(forName: "tests")?.stringValue == "2")
    #expect(root.attribute(forName: "failures")?.stringValue == "1")
    #expect(text.contains("<testcase classname=\"rkmap\" name=\"the run\">"))
  }

  @Test(
    "a warning of no case fails the run if warnings do",
    arguments: [(Diagnostic.Severity.error, "0"), (.warning, "1")]
  )
  func warningOfTheRun(failingSeverity: Diagnostic.Severity, failures: String) throws {
    var report = JUnitReport(failingSeverity: failingSeverity)
    let text = report.text { $0.add(Reported.finding("dubious", .warning)) }
    #expect(try document(text).attribute(forName: "failures")?.stringValue == failures)
  }

  @Test("times are in seconds, and only if known")
  func times() {
    var report = JUnitReport()
    let text = report.text { report in
      var result = Reported.result("a", .passed)
      result.durationNanoseconds = 1_002_003_004
      return report.end(result) + report.end(Reported.result("b", .passed, suite: "other"))
    }
    #expect(text.contains("name=\"a\" file=\"a\" time=\"1.002003\"/>"))
    #expect(text.contains("name=\"b\" file=\"b\"/>"))
  }

  @Test(
    "any text gives valid XML, from which it can be read if XML can represent it",
    arguments: [
      ("]]> & <b> \"'", "]]> & <b> \"'"), ("\u{0}\u{8}", "\\u{0}\\u{8}"),
      ("\u{FFFE}x\u{FFFF}", "\u{FFFD}x\u{FFFD}"), ("\u{1F600} \u{E9}", "\u{1F600} \u{E9}"),
    ]
  )
  func escapes(text: String, shown: String) throws {
    var report = JUnitReport()
    let xml = report.text(of: [Reported.finding(text)], in: Reported.result(text, .failed))
    let failure = try document(xml).nodes(forXPath: "//failure").first as? XMLElement
    #expect(failure?.attribute(forName: "message")?.stringValue == "error[RK1002]: \(shown)")
    #expect(!xml.contains("]]>"))
  }

  @Test("names are on one line, in visible characters")
  func names() {
    var report = JUnitReport()
    let text = report.text(of: [], in: Reported.result("a\nb\u{9B}\u{202E}", .failed))
    #expect(text.contains("name=\"a\\u{A}b\\u{9B}\\u{202E}\""))
  }
}
