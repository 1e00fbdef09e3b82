import Foundation
import RKDiagnostics
import Testing

@Suite("Reports in SARIF")
struct SARIFReportTests {
  private typealias Members = [String: Any]

  private func run(_ text: String) throws -> Members {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let log = try #require(value as? Members)
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [Members])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func results(_ run: Members) throws -> [Members] {
    try #require(run["results"] as? [Members])
  }

  private func place(_ location: Members?) -> (uri: String?, region: Members?) {
    let physical = location?["physicalLocation"] as? Members
    let artifact = physical?["artifactLocation"] as? Members
    return (artifact?["uri"] as? String, physical?["region"] as? Members)
  }

  @Test("each used code is a rule, once, with its page")
  func rules() throws {
    var report = SARIFReport(version: "1.2.3")
    let findings = [
      Reported.finding(), Reported.finding(code: .unmappable), Reported.finding(),
    ]
    let run = try run(report.text(of: findings, in: Reported.result("in.json", .failed)))
    let driver = (run["tool"] as? Members)?["driver"] as? Members
    #expect(driver?["version"] as? String == "1.2.3")
    let rules = try #require(driver?["rules"] as? [Members])
    #expect(rules.map { $0["id"] as? String } == ["RK1002", "RK1003"])
    #expect(rules.map { $0["name"] as? String } == ["ConversionFailed", "Unmappable"])
    let help = rules[0]["help"] as? [String: String]
    #expect(help?["markdown"]?.contains(DiagnosticCode.conversionFailed.page.explanation) == true)
    #expect(try results(run).map { $0["ruleIndex"] as? Int } == [0, 1, 0])
  }

  @Test("a result has its place in characters and bytes, and the rule as a related place")
  func places() throws {
    var report = SARIFReport(version: "1") { "api/" + $0 }
    let run = try run(
      report.text(of: [Reported.finding(file: "a b.json")], in: Reported.result("x", .failed))
    )
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    let result = try #require(try results(run).first)
    let (uri, region) = place((result["locations"] as? [Members])?.first)
    #expect(uri == "api/a%20b.json")
    let numbers = [
      "startLine": 5, "startColumn": 8, "endColumn": 13, "byteOffset": 40, "byteLength": 5,
    ]
    for (name, number) in numbers { #expect(region?[name] as? Int == number, "\(name)") }
    #expect((region?["snippet"] as? [String: String])?["text"] == "\"old\"")
    let related = try #require((result["relatedLocations"] as? [Members])?.first)
    #expect(place(related).uri == "api/spec.json")
    #expect(place(related).region?["startLine"] as? Int == 12)
    #expect(place(related).region?["startColumn"] == nil)
    let logical = (related["logicalLocations"] as? [Members])?.first
    #expect(logical?["fullyQualifiedName"] as? String == "mappers.user.attributes.age")
  }

  @Test(
    "a path is a reference",
    arguments: [
      ("a/b.json", "a/b.json"), ("../a%b.json", "../a%25b.json"),
      ("a:b#?.json", "a%3Ab%23%3F.json"),
      ("/tmp/\u{E9}.json", "file:///tmp/%C3%A9.json"), ("<stdin>", "%3Cstdin%3E"),
    ]
  )
  func references(path: String, uri: String) throws {
    var report = SARIFReport(version: "1")
    let run = try run(report.text(of: [Reported.finding(file: path)]))
    #expect(try place((results(run).first?["locations"] as? [Members])?.first).uri == uri)
  }

  @Test("a diagnostic without a place is in the file of its case, else reported for the run")
  func withoutPlace() throws {
    var report = SARIFReport(version: "1")
    let finding = Diagnostic(.unreadableInput, "it cannot be read")
    let text = report.text { report in
      report.add(finding) + report.end(Reported.result("in.json", .failed)) + report.add(finding)
    }
    let run = try run(text)
    let results = try results(run)
    #expect(results.count == 1)
    #expect(place((results[0]["locations"] as? [Members])?.first).uri == "in.json")
    let invocation = try #require((run["invocations"] as? [Members])?.first)
    #expect(invocation["exitCode"] as? Int == 1)
    #expect(invocation["executionSuccessful"] as? Bool == true)
    let notifications = invocation["toolExecutionNotifications"] as? [Members]
    #expect(notifications?.count == 1)
  }

  @Test("a fingerprint stays when lines and elements move, and distinguishes similar results")
  func fingerprints() throws {
    func prints(_ findings: [Diagnostic]) throws -> [String] {
      var report = SARIFReport(version: "1")
      let run = try run(report.text(of: findings, in: Reported.result("in.json", .failed)))
      return try results(run).compactMap {
        ($0["partialFingerprints"] as? [String: String])?["rkmapFinding/v1"]
      }
    }
    let first = try prints([Reported.finding("got 1", line: 5, pointer: "/users/3/age")])
    #expect(try prints([Reported.finding("got 2", line: 9, pointer: "/users/10/age")]) == first)
    #expect(try prints([Reported.finding(pointer: "/users/3/size")]) != first)
    #expect(try prints([Reported.finding(file: "other.json")]) != first)
    #expect(try prints([Reported.finding(code: .unmappable)]) != first)
    // What has neither a rule nor a place in a document is distinguished by its message.
    let placeless = ["one", "two", "one"].map { Diagnostic(.unmappable, $0) }
    let printed = try prints(placeless).map { $0.prefix { $0 != ":" } }
    #expect(printed[0] != printed[1] && printed[0] == printed[2])
    let twice = try prints([Reported.finding(), Reported.finding()])
    #expect(Set(twice).count == 2 && twice[0] == first[0])
  }

  @Test("a fix-it is a replacement on its line")
  func fixes() throws {
    var finding = Reported.finding()
    finding.fixIts = [FixIt("write it", replacing: 41..<44, with: "new")]
    var report = SARIFReport(version: "1")
    let run = try run(report.text(of: [finding]))
    let fix = try #require((results(run).first?["fixes"] as? [Members])?.first)
    let change = (fix["artifactChanges"] as? [Members])?.first
    let replacement = try #require((change?["replacements"] as? [Members])?.first)
    let region = replacement["deletedRegion"] as? Members
    #expect(region?["startLine"] as? Int == 5)
    #expect(region?["startColumn"] as? Int == 9)
    #expect(region?["endColumn"] as? Int == 12)
    #expect((replacement["insertedContent"] as? [String: String])?["text"] == "new")
  }

  @Test("the fix-its of a diagnostic are one fix; one elsewhere leaves none")
  func severalFixes() throws {
    var finding = Reported.finding()
    finding.fixIts = [
      FixIt("write it", replacing: 41..<44, with: "new"),
      FixIt("close it", replacing: 44..<44, with: "}"),
    ]
    var report = SARIFReport(version: "1")
    let fixes = try #require(
      results(run(report.text(of: [finding]))).first?["fixes"] as? [Members]
    )
    #expect(fixes.count == 1)
    let change = (fixes.first?["artifactChanges"] as? [Members])?.first
    #expect((change?["replacements"] as? [Members])?.count == 2)
    finding.fixIts.append(FixIt("open it", replacing: 0..<1, with: "{"))
    report = SARIFReport(version: "1")
    #expect(try results(run(report.text(of: [finding]))).first?["fixes"] == nil)
  }

  @Test("data makes neither links nor placeholders in a message")
  func messages() throws {
    var report = SARIFReport(version: "1")
    let run = try run(report.text(of: [Reported.finding("[x](http://y) {0} {\"a\":1}")]))
    let message = try results(run).first?["message"] as? [String: String]
    #expect(message?["text"] == "[x\\](http://y) {{0}} {\"a\":1}")
  }
}
