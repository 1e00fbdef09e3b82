import RKDiagnostics
import Testing

@Suite("Reports for compilers' readers")
struct GCCReportTests {
  @Test("a finding is a line, and the rule a note")
  func lines() {
    var report = GCCReport()
    #expect(
      report.text(of: [Reported.finding()]) == """
        in.json:5:9: error: it is wrong [RK1002]
        spec.json:12:7: note: mappers.user.attributes.age: type integer

        """
    )
  }

  @Test("what has no place is said of the program")
  func nowhere() {
    var report = GCCReport()
    let finding = Diagnostic(.unreadableInput, "it cannot be read")
    #expect(report.text(of: [finding]) == "rkmap: error: it cannot be read [RK4001]\n")
  }

  @Test("no data makes a line of its own")
  func lineFeeds() {
    var report = GCCReport()
    let finding = Reported.finding("a\nb.json:1:1: error: c", file: "x\ny")
    #expect(report.text(of: [finding]).split(separator: "\n").count == 2)
  }
}
