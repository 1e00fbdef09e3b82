internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// What a page of a report shows about one input.
package struct ReportSection {
  package var input: ReportedInput
  package var hasFailed: Bool
  package var percent: String?
  package var findings: [Diagnostic]
  /// Whether records are shown; if not, only the input's values are.
  package var showsRecords = true

  package init(_ input: ReportedInput, hasFailed: Bool, percent: String?, findings: [Diagnostic]) {
    self.input = input
    self.hasFailed = hasFailed
    self.percent = percent
    self.findings = findings
  }
}

/// The data of a report's page, as JSON.
struct ReportData {
  /// Data larger than this many bytes is compressed; browsers unpack it when the page is opened.
  private static let largestPlain = 1_000_000

  let coverage: SourceCoverage
  let sections: [ReportSection]
  /// Findings about the run as a whole, or about the spec.
  let findings: [Diagnostic]

  /// The text; nothing in it ends the HTML element that contains it.
  var text: String {
    let documents = sections.map { section in
      Self.list(section.input.documents.map { document($0, showsRecords: section.showsRecords) })
    }
    let isPacked = documents.reduce(0) { $0 + $1.utf8.count } > Self.largestPlain
    var data = JSONObjectText()
    data.add("version", number: 1)
    data.add("coverage", raw: String(CoverageJSON.text(of: coverage).dropLast()))
    data.add("findings", raw: Self.list(findings.map(finding)))
    data.add(
      "inputs",
      raw: Self.list(
        zip(sections, documents).map { section, documents in
          input(section, documents, isPacked: isPacked)
        }
      )
    )
    return data.text.replacing(bytes: "<", with: "\\u003c")
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private func input(_ section: ReportSection, _ documents: String, isPacked: Bool) -> String {
    var object = JSONObjectText()
    object.add("file", raw: JSONObjectText.quoted(section.input.name))
    object.add("state", raw: section.hasFailed ? "\"failed\"" : "\"passed\"")
    object.add("percent", raw: section.percent ?? "null")
    object.add("findings", raw: Self.list(section.findings.map(finding)))
    let lines = section.findings.flatMap(\.differences).flatMap(lines)
    if !lines.isEmpty { object.add("diff", raw: Self.list(lines)) }
    if isPacked, let packed = PackedText.packed(documents) {
      let count = section.input.documents.reduce(0) { $0 + $1.records.count }
      object.add("count", number: section.showsRecords ? count : 0)
      object.add("packed", raw: JSONObjectText.quoted(packed))
    } else {
      object.add("documents", raw: documents)
    }
    return object.text
  }

  /// What was expected, and what came instead.
  private func lines(_ difference: Diagnostic.Difference) -> [String] {
    let lines: [(operation: String, text: String?)] = [
      ("same", difference.subject), ("del", difference.expected), ("ins", difference.actual),
    ]
    return lines.compactMap { operation, text in
      guard let text else { return nil }
      var object = JSONObjectText()
      object.add("op", raw: JSONObjectText.quoted(operation))
      object.add("text", raw: JSONObjectText.quoted(text))
      return object.text
    }
  }

  private func finding(_ finding: Diagnostic) -> String {
    var object = JSONObjectText()
    object.add("code", raw: JSONObjectText.quoted(finding.code.id))
    object.add("severity", raw: JSONObjectText.quoted(finding.severity.rawValue))
    object.add("message", raw: JSONObjectText.quoted(finding.message))
    if let location = finding.location {
      object.add("place", raw: JSONObjectText.quoted(location.text))
      if let pointer = location.pointer {
        object.add("pointer", raw: JSONObjectText.quoted(pointer))
      }
    }
    return object.text
  }

  private func document(_ document: ReportedInput.Document, showsRecords: Bool) -> String {
    var object = JSONObjectText()
    object.add("text", raw: JSONObjectText.quoted(document.text))
    var states = JSONObjectText()
    for (pointer, state) in document.states {
      states.add(pointer, raw: JSONObjectText.quoted(state))
    }
    object.add("states", raw: states.text)
    if showsRecords { object.add("records", raw: Self.list(document.records.map(record))) }
    return object.text
  }

  private func record(_ record: ReportedInput.Record) -> String {
    var object = JSONObjectText()
    object.add("target", raw: JSONObjectText.quoted(record.target))
    object.add("key", raw: record.key.map { JSONObjectText.quoted($0) } ?? "null")
    if let parent = record.parent { object.add("parent", number: parent) }
    object.add("pointer", raw: JSONObjectText.quoted(record.pointer))
    object.add("rule", raw: JSONObjectText.quoted(record.rule))
    object.add("cells", raw: Self.list(record.cells.map(cell)))
    return object.text
  }

  private func cell(_ cell: ExplainedCell) -> String {
    var object = JSONObjectText()
    object.add("attribute", raw: JSONObjectText.quoted(cell.attribute))
    object.add("rule", raw: JSONObjectText.quoted(cell.rule))
    if let value = cell.value { object.add("value", raw: JSONObjectText.quoted(value)) }
    if cell.isHidden { object.add("hidden", raw: "true") }
    object.add("from", raw: Self.list(cell.sources.map { JSONObjectText.quoted($0.pointer) }))
    let steps = ExplainedText(tellsDocuments: false).steps(of: cell)
    if !steps.isEmpty { object.add("text", raw: JSONObjectText.quoted(steps)) }
    return object.text
  }
}
