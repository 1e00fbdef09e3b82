/// A report in the form of test runners: suites of cases, in XML that Jenkins, GitLab and GitHub's
/// actions read.
///
/// It is written at the end, because a suite begins with its number of failed cases.
package struct JUnitReport: ReportWriter {
  private struct Suite {
    let name: String
    var text = ""
    var caseCount = 0
    var failureCount = 0
    var skippedCount = 0
    var nanoseconds: Int?
  }

  /// The least severity that makes a case fail.
  private let failingSeverity: Diagnostic.Severity
  private let renderer = TextRenderer()
  private var suites: [Suite] = []
  private var numbers: [String: Int] = [:]
  /// The diagnostics of the current case.
  private var findings: [Diagnostic] = []

  package init(failingSeverity: Diagnostic.Severity = .error) {
    self.failingSeverity = failingSeverity
  }

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    findings.append(diagnostic)
    return ""
  }

  package mutating func end(_ result: CaseResult) -> String {
    let number = numbers[result.suite] ?? suites.count
    if number == suites.count {
      numbers[result.suite] = number
      suites.append(Suite(name: result.suite))
    }
    suites[number].caseCount += 1
    switch result.outcome {
    case .passed: break
    case .failed: suites[number].failureCount += 1
    case .skipped: suites[number].skippedCount += 1
    }
    if let time = result.durationNanoseconds {
      suites[number].nanoseconds = (suites[number].nanoseconds ?? 0) + time
    }
    suites[number].text += text(of: result)
    findings = []
    return ""
  }

  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String {
    if !findings.isEmpty {
      // Diagnostics that belong to no case are reported for the run.
      let hasFailed = findings.contains { $0.severity >= failingSeverity }
      let run = CaseResult(
        suite: "rkmap",
        name: "the run",
        file: "",
        outcome: hasFailed ? .failed : .passed
      )
      _ = end(run)
    }
    var all = Suite(name: "rkmap")
    for suite in suites {
      all.caseCount += suite.caseCount
      all.failureCount += suite.failureCount
      all.skippedCount += suite.skippedCount
      if let time = suite.nanoseconds { all.nanoseconds = (all.nanoseconds ?? 0) + time }
    }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(attributes(of: all))>\n"
    for suite in suites {
      text += "  <testsuite\(attributes(of: suite))>\n\(suite.text)  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  // MARK: - Parts

  private func attributes(of suite: Suite) -> String {
    XMLText.attribute("name", suite.name)
      + " tests=\"\(suite.caseCount)\" failures=\"\(suite.failureCount)\" errors=\"0\""
      + " skipped=\"\(suite.skippedCount)\"" + time(suite.nanoseconds)
  }

  /// The time in seconds; empty if it was not measured.
  private func time(_ nanoseconds: Int?) -> String {
    guard let nanoseconds else { return "" }
    let micros = nanoseconds / 1000
    let fraction = String(micros % 1_000_000 + 1_000_000).dropFirst()
    return " time=\"\(micros / 1_000_000).\(fraction)\""
  }

  private func text(of result: CaseResult) -> String {
    var attributes =
      XMLText.attribute("classname", result.suite) + XMLText.attribute("name", result.name)
    if !result.file.isEmpty { attributes += XMLText.attribute("file", result.file) }
    attributes += time(result.durationNanoseconds)
    var parts = ""
    var others = findings
    switch result.outcome {
    case .passed: break
    case .skipped:
      parts += "      <skipped"
      if let reason = result.reason { parts += XMLText.attribute("message", reason) }
      parts += "/>\n"
    case .failed:
      parts += failure(findings.filter { $0.severity >= failingSeverity }, result.reason)
      others = findings.filter { $0.severity < failingSeverity }
    }
    if !others.isEmpty {
      let words = others.map(renderer.render).joined()
      parts += "      <system-out>\(XMLText.escaped(words))</system-out>\n"
    }
    guard !parts.isEmpty else { return "    <testcase\(attributes)/>\n" }
    return "    <testcase\(attributes)>\n\(parts)    </testcase>\n"
  }

  /// A single element for all diagnostics, because not all readers accept several.
  private func failure(_ findings: [Diagnostic], _ reason: String?) -> String {
    guard let first = findings.first else {
      let message = reason ?? "it failed with findings that are not shown"
      return "      <failure\(XMLText.attribute("message", message)) type=\"rkmap\"/>\n"
    }
    var message = "\(first.severity.rawValue)[\(first.code.id)]: \(first.message)"
    if findings.count > 1 { message += " (and \(findings.count - 1) more)" }
    return "      <failure" + XMLText.attribute("message", message)
      + XMLText.attribute("type", first.code.id) + ">"
      + XMLText.escaped(findings.map(renderer.render).joined()) + "</failure>\n"
  }
}
