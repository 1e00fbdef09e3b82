/// A report for programs: one JSON value, in a form that only ever gains members.
///
/// Diagnostics are written as they come, one per line. The cases, which refer to their diagnostics, and
/// the summary follow at the end.
package struct JSONReport: ReportWriter {
  private let renderer = JSONRenderer()
  private var findingCount = 0
  /// The index of the first diagnostic of the current case.
  private var firstFinding = 0
  private var cases: [String] = []

  package init() {}

  package mutating func begin() -> String {
    #"{"version":\#(JSONRenderer.version),"findings":["#
  }

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    findingCount += 1
    return (findingCount > 1 ? ",\n" : "\n") + renderer.object(diagnostic).text
  }

  package mutating func end(_ result: CaseResult) -> String {
    var object = JSONObjectText()
    object.add("suite", result.suite)
    object.add("name", result.name)
    object.add("file", result.file)
    object.add("outcome", result.outcome.rawValue)
    if let reason = result.reason { object.add("reason", reason) }
    object.add("read", number: result.readCount)
    object.add("declined", number: result.declinedCount)
    object.add("firstFinding", number: firstFinding)
    object.add("findings", number: findingCount - firstFinding)
    cases.append("\n" + object.text)
    firstFinding = findingCount
    return ""
  }

  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String {
    (findingCount > 0 ? "\n" : "") + #"],"cases":["# + cases.joined(separator: ",")
      + (cases.isEmpty ? "" : "\n") + #"],"summary":"# + summary.text + "}\n"
  }
}
