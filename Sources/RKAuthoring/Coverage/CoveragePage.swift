internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The coverage of a spec in a page of its own, which asks for nothing else.
struct CoveragePage {
  private let coverage: SourceCoverage
  private let spec: [SourceFile]

  init(_ coverage: SourceCoverage, _ spec: [SourceFile]) {
    self.coverage = coverage
    self.spec = spec
  }

  var text: String {
    let percent = coverage.percent ?? ""
    return HTMLPage(
      title: "Coverage",
      style: Self.style,
      attributes: #" id="report" data-version="1" data-ready="true""#,
      content: """
        <h1>Coverage</h1>
        <section id="coverage" aria-labelledby="coverage-title" data-percent="\(percent)">
        <h2 id="coverage-title">Source paths</h2>
        <p>\(HTMLPage.escaped(summary)) <meter aria-label="source paths mapped" min="0" max="100" \
        value="\(coverage.percent ?? "0")"></meter></p>
        <table>
        <thead><tr><th scope="col">state</th><th scope="col">path</th><th scope="col">times</th>\
        <th scope="col">mapped</th><th scope="col">failed</th><th scope="col">example</th>\
        <th scope="col">place</th></tr></thead>
        <tbody>
        \(coverage.paths.map(row).joined(separator: "\n"))
        </tbody>
        </table>
        </section>
        <section id="spec" aria-labelledby="spec-title">
        <h2 id="spec-title">Spec</h2>
        \(spec.map(listing).joined(separator: "\n"))
        </section>
        """,
      scripts: #"<script type="application/json" id="rkmap-data">\#(data)</script>"#
    ).text
  }

  private var summary: String {
    let (mapped, all) = coverage.fraction
    return "\(mapped) of \(all) source paths mapped, "
      + "\(coverage.unusedCount) of \(coverage.rules.count) rules unused"
  }

  /// Nothing in it ends the element that it stands in.
  private var data: String {
    var document = JSONObjectText()
    document.add("version", number: 1)
    document.add("coverage", raw: String(CoverageJSON.text(of: coverage).dropLast()))
    document.add("inputs", raw: "[]")
    return document.text.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
  }

  // MARK: - Paths

  private func row(_ path: SourceCoverage.Path) -> String {
    let mark =
      switch path.state {
      case .mapped: "\u{2713}"
      case .unmapped: "\u{2717}"
      case .ignored: "\u{2013}"
      }
    let place = "\(path.example.file):\(path.example.line):\(path.example.column)"
    let cells = [
      "\(mark) \(path.state.rawValue)", path.text, String(path.counts.occurrences),
      String(path.counts.mapped), String(path.counts.failed), path.example.value, place,
    ]
    return "<tr\(XMLText.attribute("data-path", path.text))"
      + "\(XMLText.attribute("data-state", path.state.rawValue))>"
      + cells.map { "<td>\(HTMLPage.escaped($0))</td>" }.joined() + "</tr>"
  }

  // MARK: - The spec

  /// A file of the spec, in which a mark before each line says how often its rules are used.
  private func listing(_ file: SourceFile) -> String {
    let lines = String(decoding: file.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let own = coverage.rules.filter { $0.location.file == file.name }
    let items = lines.enumerated().map { number, line in
      let rules = own.filter { $0.location.line == number + 1 }
      let marks = rules.map { rule in
        let sign = rule.isUnused ? "\u{2717}" : "\u{2713}"
        return "<b\(XMLText.attribute("data-rule", rule.name)) data-hits=\"\(rule.counts.hits)\""
          + "\(XMLText.attribute("title", rule.name))>\(sign) \(rule.counts.hits)</b> "
      }
      return "<li>\(marks.joined())<code>\(HTMLPage.escaped(String(line)))</code></li>"
    }
    return "<h3>\(HTMLPage.escaped(file.name))</h3>\n<ol>\n\(items.joined(separator: "\n"))\n</ol>"
  }

  private static let style = """
    body{font:15px sans-serif;margin:1rem;color:#1b1f24;background:#fff}
    table{border-collapse:collapse}
    td,th{border-bottom:1px solid #999;padding:.2rem .6rem;text-align:left}
    td{font-family:monospace}
    code{white-space:pre}
    b[data-hits="0"]{color:#a40000}
    @media (prefers-color-scheme: dark){
    body{color:#e6e8eb;background:#15181c}
    b[data-hits="0"]{color:#ff9a9a}
    }
    """
}
