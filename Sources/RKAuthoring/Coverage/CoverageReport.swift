internal import RKDiagnostics
package import RKMapping

/// The coverage of a spec in the report format of another tool.
package enum CoverageReport: String, CaseIterable, Sendable {
  case lcov
  case cobertura
  case html
  case json

  /// The whole report; an HTML page has no inputs.
  ///
  /// `spec` has the texts of the spec and its includes.
  package func text(of coverage: SourceCoverage, _ spec: [SourceFile]) -> String {
    switch self {
    case .lcov: Self.lcov(LineCoverage(coverage))
    case .cobertura: Self.cobertura(LineCoverage(coverage))
    case .html: ReportPage(coverage, spec, [], findings: []).text
    case .json: CoverageJSON.text(of: coverage)
    }
  }

  // MARK: - lcov

  private static func lcov(_ coverage: LineCoverage) -> String {
    coverage.files.map { file in
      var lines = ["TN:", "SF:\(VisibleText.line(file.name))"]
      for line in file.lines {
        for (number, block) in line.blocks.enumerated() {
          for (branch, count) in block.taken.enumerated() {
            let taken = block.isReached ? String(count) : "-"
            lines.append("BRDA:\(line.number),\(number),\(branch),\(taken)")
          }
        }
      }
      lines += ["BRF:\(file.branchCount)", "BRH:\(file.takenCount)"]
      lines += file.lines.map { "DA:\($0.number),\($0.hits)" }
      lines += ["LF:\(file.lines.count)", "LH:\(file.coveredCount)", "end_of_record"]
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  // MARK: - Cobertura

  private static func cobertura(_ coverage: LineCoverage) -> String {
    let lines = coverage.files.reduce(0) { $0 + $1.lines.count }
    let covered = coverage.files.reduce(0) { $0 + $1.coveredCount }
    let branches = coverage.files.reduce(0) { $0 + $1.branchCount }
    let taken = coverage.files.reduce(0) { $0 + $1.takenCount }
    let rates = rates(covered, of: lines, taken, of: branches)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
      + "<coverage\(rates) lines-covered=\"\(covered)\" lines-valid=\"\(lines)\""
      + " branches-covered=\"\(taken)\" branches-valid=\"\(branches)\" complexity=\"0\""
      + " version=\"1\" timestamp=\"0\"><sources><source>.</source></sources><packages>"
      + "<package name=\".\"\(rates) complexity=\"0\"><classes>"
      + coverage.files.map(classElement).joined()
      + "</classes></package></packages></coverage>\n"
  }

  private static func classElement(_ file: LineCoverage.File) -> String {
    let rates = rates(
      file.coveredCount,
      of: file.lines.count,
      file.takenCount,
      of: file.branchCount
    )
    let name = XMLText.attribute("name", file.name) + XMLText.attribute("filename", file.name)
    return "<class\(name)\(rates) complexity=\"0\"><methods/><lines>"
      + file.lines.map(lineElement).joined() + "</lines></class>"
  }

  private static func lineElement(_ line: LineCoverage.Line) -> String {
    let start = "<line number=\"\(line.number)\" hits=\"\(line.hits)\""
    if line.blocks.isEmpty { return start + " branch=\"false\"/>" }
    let (taken, all) = (line.takenCount, line.branchCount)
    return start + " branch=\"true\""
      + " condition-coverage=\"\(taken * 100 / all)% (\(taken)/\(all))\"/>"
  }

  private static func rates(_ covered: Int, of lines: Int, _ taken: Int, of branches: Int) -> String
  {
    " line-rate=\"\(rate(covered, lines))\" branch-rate=\"\(rate(taken, branches))\""
  }

  /// A ratio with four decimals, rounded down.
  private static func rate(_ part: Int, _ whole: Int) -> String {
    if whole == 0 || part == whole { return "1" }
    let digits = String(part * 10_000 / whole)
    return "0." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
