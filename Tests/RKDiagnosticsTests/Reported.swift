import RKDiagnostics

/// Diagnostics and cases for the tests of reports.
enum Reported {
  static let rule = Diagnostic.Related(
    location: Location(file: "spec.json", byteRange: 100..<110, line: 12, column: 7),
    subject: "mappers.user.attributes.age",
    message: "type integer"
  )

  static func finding(
    _ message: String = "it is wrong",
    code: DiagnosticCode = .conversionFailed,
    _ severity: Diagnostic.Severity = .error,
    file: String = "in.json",
    line: Int = 5,
    pointer: String = "/users/3/age"
  ) -> Diagnostic {
    let place = Location(
      file: file,
      byteRange: 40..<45,
      line: line,
      column: 9,
      characterColumn: 8,
      pointer: pointer,
      lineText: Array("  \"\u{E9}\": \"old\"".utf8),
      lineOffset: 8,
      markedCount: 5
    )
    return Diagnostic(code, severity: severity, message, at: place, related: [rule])
  }

  static func result(
    _ name: String,
    _ outcome: CaseResult.Outcome,
    suite: String = "spec.json"
  ) -> CaseResult {
    CaseResult(suite: suite, name: name, file: name, outcome: outcome)
  }

  static var summary: JSONObjectText {
    var object = JSONObjectText()
    object.add("errors", number: 1)
    return object
  }
}

extension ReportWriter {
  /// The complete report.
  mutating func text(exitCode: Int32 = 1, _ tell: (inout Self) -> String) -> String {
    begin() + tell(&self) + finish(summary: Reported.summary, exitCode: exitCode)
  }

  /// The same for some diagnostics, each followed by the end of a case if there is one.
  mutating func text(of findings: [Diagnostic], in result: CaseResult? = nil) -> String {
    text { report in
      findings.map { report.add($0) }.joined() + (result.map { report.end($0) } ?? "")
    }
  }
}
