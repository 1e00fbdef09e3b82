internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The parts of an HTML page that show the coverage of source paths.
enum CoverageSections {
  static func summary(of coverage: SourceCoverage) -> String {
    let (mapped, all) = coverage.fraction
    let words =
      "\(mapped) of \(all) source paths mapped, "
      + "\(coverage.unusedCount) of \(coverage.rules.count) rules unused"
    return "<p>\(HTMLPage.escaped(words)) <meter aria-label=\"source paths mapped\" min=\"0\" "
      + "max=\"100\" value=\"\(coverage.percent ?? "0")\"></meter></p>"
  }

  static func table(of coverage: SourceCoverage) -> String {
    """
    <table>
    <thead><tr><th scope="col">state</th>\
    \(coverage.hasSets ? "<th scope=\"col\">for</th>" : "")<th scope="col">path</th><th scope="col">times</th>\
    <th scope="col">mapped</th><th scope="col">failed</th><th scope="col">example</th>\
    <th scope="col">place</th></tr></thead>
    <tbody>
    \(coverage.paths.map { row($0, tellsSet: coverage.hasSets) }.joined(separator: "\n"))
    </tbody>
    </table>
    """
  }

  private static func row(_ path: SourceCoverage.Path, tellsSet: Bool) -> String {
    let mark =
      switch path.state {
      case .mapped: "\u{2713}"
      case .unmapped: "\u{2717}"
      case .ignored: "\u{2013}"
      }
    let place = "\(path.example.file):\(path.example.line):\(path.example.column)"
    let cells =
      ["\(mark) \(path.state.rawValue)"] + (tellsSet ? [path.set] : []) + [
        path.text, String(path.counts.occurrences),
        String(path.counts.mapped), String(path.counts.failed), path.example.value, place,
      ]
    let set = path.set.isEmpty ? "" : XMLText.attribute("data-for", path.set)
    return "<tr\(XMLText.attribute("data-path", path.text))\(set)"
      + "\(XMLText.attribute("data-state", path.state.rawValue))>"
      + cells.map { "<td>\(HTMLPage.escaped($0))</td>" }.joined() + "</tr>"
  }
}
