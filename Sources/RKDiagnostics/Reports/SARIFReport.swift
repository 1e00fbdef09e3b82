internal import RKEngine

/// A report in the form of static analysis tools: SARIF 2.1.0 (OASIS) with one run, for code scanning.
///
/// It is written at the end, because the rules come before the results.
package struct SARIFReport: ReportWriter {
  private let version: String
  private let places: SARIFPlaces
  private var rules: [String] = []
  private var ruleNumbers: [DiagnosticCode: Int] = [:]
  private var results: [String] = []
  private var notifications: [String] = []
  /// How often each fingerprint has occurred.
  private var fingerprintCounts: [String: Int] = [:]
  /// The diagnostics of the current case.
  private var findings: [Diagnostic] = []

  /// `version` is the program's version; `path` turns a file name into one relative to the root of the
  /// repository.
  package init(version: String, path: @escaping (String) -> String = { $0 }) {
    self.version = version
    places = SARIFPlaces(path: path)
  }

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    findings.append(diagnostic)
    return ""
  }

  package mutating func end(_ result: CaseResult) -> String {
    for finding in findings { results.append(entry(of: finding, in: result.file)) }
    findings = []
    return ""
  }

  package mutating func finish(summary: JSONObjectText, exitCode: Int32) -> String {
    for finding in findings {
      // A result must have a place; diagnostics without one are reported for the run.
      if finding.location != nil {
        results.append(entry(of: finding, in: ""))
      } else {
        notifications.append(notification(finding))
      }
    }
    findings = []
    var driver = JSONObjectText()
    driver.add("name", "rkmap")
    driver.add("version", version)
    driver.add("semanticVersion", version)
    driver.add("rules", raw: Self.lines(rules))
    var tool = JSONObjectText()
    tool.add("driver", raw: driver.text)
    var invocation = JSONObjectText()
    invocation.add("executionSuccessful", raw: exitCode <= 1 ? "true" : "false")
    invocation.add("exitCode", number: Int(exitCode))
    if !notifications.isEmpty {
      invocation.add("toolExecutionNotifications", raw: Self.lines(notifications))
    }
    var run = JSONObjectText()
    run.add("tool", raw: tool.text)
    run.add("invocations", raw: Self.list([invocation.text]))
    run.add("columnKind", "utf16CodeUnits")
    run.add("results", raw: Self.lines(results))
    var log = JSONObjectText()
    log.add(
      "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    )
    log.add("version", "2.1.0")
    log.add("runs", raw: Self.list([run.text]))
    return log.text + "\n"
  }

  // MARK: - Results

  /// `file` is the file of the case, for diagnostics without a place.
  private mutating func entry(of finding: Diagnostic, in file: String) -> String {
    let rule = number(of: finding.code)
    var object = JSONObjectText()
    object.add("ruleId", finding.code.id)
    object.add("ruleIndex", number: rule)
    object.add("level", finding.severity.rawValue)
    let text = ([finding.message] + finding.help.map { "help: \($0)" }).joined(separator: "\n")
    object.add("message", raw: Self.message(text))
    if let location = finding.location {
      object.add("locations", raw: Self.list([places.location(location)]))
    } else if !file.isEmpty {
      object.add("locations", raw: Self.list([places.location(ofFile: file)]))
    }
    if !finding.related.isEmpty {
      let related = finding.related.enumerated().map { places.related($1, number: $0 + 1) }
      object.add("relatedLocations", raw: Self.list(related))
    }
    object.add("partialFingerprints", raw: fingerprints(of: finding, in: file))
    if let extent = finding.extent { object.add("occurrenceCount", number: extent.findings) }
    if let fix = places.fix(of: finding) { object.add("fixes", raw: Self.list([fix])) }
    let properties = Self.properties(of: finding)
    if !properties.isEmpty { object.add("properties", raw: properties.text) }
    return object.text
  }

  private mutating func notification(_ finding: Diagnostic) -> String {
    var rule = JSONObjectText()
    rule.add("id", finding.code.id)
    rule.add("index", number: number(of: finding.code))
    var object = JSONObjectText()
    object.add("level", finding.severity.rawValue)
    object.add("message", raw: Self.message(finding.message))
    object.add("associatedRule", raw: rule.text)
    return object.text
  }

  private static func properties(of finding: Diagnostic) -> JSONObjectText {
    var object = JSONObjectText()
    if let pointer = finding.location?.pointer { object.add("pointer", pointer) }
    if let record = finding.location?.recordNumber { object.add("record", number: record) }
    if let expected = finding.expected { object.add("expected", expected) }
    if let actual = finding.actual { object.add("actual", actual) }
    if let extent = finding.extent {
      object.add("records", number: extent.records)
      object.add("recordsRead", number: extent.recordsRead)
    }
    return object
  }

  /// Fingerprints that stay the same when lines move, and that differ between similar results.
  private mutating func fingerprints(of finding: Diagnostic, in file: String) -> String {
    let print = FindingFingerprint(finding, in: file).text
    let count = (fingerprintCounts[print] ?? 0) + 1
    fingerprintCounts[print] = count
    var object = JSONObjectText()
    object.add("rkmapFinding/v1", "\(print):\(count)")
    return object.text
  }

  // MARK: - Rules

  private mutating func number(of code: DiagnosticCode) -> Int {
    if let number = ruleNumbers[code] { return number }
    let number = rules.count
    ruleNumbers[code] = number
    rules.append(Self.rule(code))
    return number
  }

  private static func rule(_ code: DiagnosticCode) -> String {
    let page = code.page
    var help = JSONObjectText()
    help.add("text", "\(page.title)\n\n\(page.explanation)")
    help.add("markdown", "**\(page.title)**\n\n\(page.explanation)")
    var configuration = JSONObjectText()
    configuration.add("level", code.severity.rawValue)
    var object = JSONObjectText()
    object.add("id", code.id)
    object.add("name", code.name.split(separator: "-").map(capitalized).joined())
    object.add("shortDescription", raw: message(page.title))
    object.add("fullDescription", raw: message(page.explanation))
    object.add("help", raw: help.text)
    object.add("defaultConfiguration", raw: configuration.text)
    return object.text
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  // MARK: - Forms

  /// A message in which no data is taken as a link or a placeholder.
  static func message(_ text: String) -> String {
    var object = JSONObjectText()
    let plain = text.replacing(bytes: "](", with: "\\](").replacing(
      /\{(\d+)\}/.matchingSemantics(.unicodeScalar)
    ) { "{{\($0.1)}}" }
    object.add("text", plain)
    return object.text
  }

  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private static func lines(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n" + items.joined(separator: ",\n") + "\n]"
  }
}
