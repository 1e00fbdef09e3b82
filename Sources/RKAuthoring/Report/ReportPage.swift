package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// A page that shows inputs, the records made from them, and the spec between the two; it loads nothing.
package struct ReportPage {
  private let coverage: SourceCoverage
  private let spec: [SourceFile]
  private let data: ReportData

  package init(
    _ coverage: SourceCoverage,
    _ spec: [SourceFile],
    _ sections: [ReportSection],
    findings: [Diagnostic]
  ) {
    self.coverage = coverage
    self.spec = spec
    data = ReportData(coverage: coverage, sections: sections, findings: findings)
  }

  package var text: String {
    HTMLPage(
      title: "Report",
      style: EmbeddedText.reportStyle.text,
      attributes: #" id="report" data-version="1""#,
      content: """
        <h1>Report</h1>
        <p><label for="search">Search</label> <input id="search" type="search"> \
        <output id="search-count" for="search"></output></p>
        <section id="coverage" aria-labelledby="coverage-title" \
        data-percent="\(coverage.percent ?? "")">
        <h2 id="coverage-title">Coverage</h2>
        \(CoverageSections.summary(of: coverage))
        \(CoverageSections.table(of: coverage))
        </section>
        <section id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">Findings</h2>
        <ul></ul>
        </section>
        <section id="inputs" aria-labelledby="inputs-title">
        <h2 id="inputs-title">Inputs</h2>
        </section>
        <section id="spec" aria-labelledby="spec-title">
        <h2 id="spec-title">Spec</h2>
        \(spec.map { SpecListing($0, coverage.rules).text }.joined(separator: "\n"))
        </section>
        """,
      script: EmbeddedText.reportScript.text,
      data: "<script type=\"application/json\" id=\"rkmap-data\">\(data.text)</script>\n"
    ).text
  }

}

/// A file of a spec in a page; each rule is marked with how often it was used.
struct SpecListing {
  private let file: SourceFile
  private let rules: [CoverageRule]

  init(_ file: SourceFile, _ rules: [CoverageRule]) {
    self.file = file
    self.rules = rules.filter { $0.location.file == file.name }
  }

  var text: String {
    var start = 0
    var items: [String] = []
    for line in file.bytes.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      let end = start + line.count
      items.append("<li><code>\(marked(Array(line), start..<end))</code></li>")
      start = end + 1
    }
    return "<h3>\(HTMLPage.escaped(file.name))</h3>\n<ol>\n\(items.joined(separator: "\n"))\n</ol>"
  }

  /// A line of the file; the text of each rule that begins on it is marked, up to the end of the line.
  private func marked(_ line: [UInt8], _ range: Range<Int>) -> String {
    var spans: [(start: Int, end: Int, rule: CoverageRule)] = []
    for rule in rules {
      let bytes = rule.location.byteRange
      guard range.contains(bytes.lowerBound) || bytes.lowerBound == range.upperBound else {
        continue
      }
      spans.append(
        (
          bytes.lowerBound - range.lowerBound,
          min(bytes.upperBound, range.upperBound) - range.lowerBound, rule
        )
      )
    }
    spans.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
    var text = ""
    var at = 0
    var open: [Int] = []
    func pass(to end: Int) {
      text += HTMLPage.escaped(
        String(decoding: line[at..<max(at, min(end, line.count))], as: UTF8.self)
      )
      at = max(at, min(end, line.count))
    }
    for span in spans {
      while let end = open.last, end <= span.start {
        pass(to: end)
        text += "</span>"
        open.removeLast()
      }
      pass(to: span.start)
      text +=
        "<span\(XMLText.attribute("data-rule", span.rule.name)) "
        + "data-hits=\"\(span.rule.counts.hits)\" tabindex=\"0\">"
      open.append(min(span.end, open.last ?? span.end))
    }
    while let end = open.popLast() {
      pass(to: end)
      text += "</span>"
    }
    pass(to: line.count)
    return text
  }
}
