import RKDiagnostics
import Testing

@Suite("Reports for compilers' readers")
struct GCCReportTests {
  @Test("a diagnostic is a line, and the rule a note")
  func lines() {
    var report = GCCReport()
    #expect(
      report.text(of: [Reported.finding()]) == """
        in.json:5:9: error: it is wrong [RK1002]
        spec.json:12:7: note: mappers.user.attributes.age: type integer

        """
    )
  }

  @Test("a line shows how often a diagnostic occurred")
  func extent() {
    var report = GCCReport()
    var finding = Reported.finding()
    finding.related = []
    finding.extent = Diagnostic.Extent(findings: 5, records: 2, recordsRead: 40)
    #expect(
      report.add(finding) == "in.json:5:9: error: it is wrong (2 of 40 records) [RK1002]\n"
    )
    finding.extent = Diagnostic.Extent(findings: 3, records: 1, recordsRead: 1)
    #expect(report.add(finding) == "in.json:5:9: error: it is wrong (3 times) [RK1002]\n")
  }

  @Test("a diagnostic without a place is reported for the program")
  func nowhere() {
    var report = GCCReport()
    let finding = Diagnostic(.unreadableInput, "it cannot be read")
    #expect(report.text(of: [finding]) == "rkmap: error: it cannot be read [RK4001]\n")
  }

  @Test("no data can start a new line")
  func lineFeeds() {
    var report = GCCReport()
    let finding = Reported.finding("a\nb.json:1:1: error: c", file: "x\ny")
    #expect(report.text(of: [finding]).split(separator: "\n").count == 2)
  }
}
