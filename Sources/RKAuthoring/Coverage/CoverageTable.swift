internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The coverage of a spec as a table for people.
package struct CoverageTable {
  private struct Row {
    var set: String
    var path: String
    var counts: SourceTree.Counts
    var example: SourceTree.Example
  }

  private let coverage: SourceCoverage

  package init(_ coverage: SourceCoverage) { self.coverage = coverage }

  /// The source paths, unmapped ones first, then the unused rules and a line of counts.
  ///
  /// Mapped paths are listed only if `listsAll` is true.
  package func text(listsAll: Bool) -> String {
    let states: [SourceTree.State] = [.unmapped, .ignored] + (listsAll ? [.mapped] : [])
    let rows = states.flatMap { state in coverage.sets.flatMap { self.rows(state, in: $0) } }
    var lines: [String] = []
    if !rows.isEmpty {
      let cells = rows.map(cells)
      let head =
        (coverage.hasSets ? ["for"] : []) + ["path", "times", "mapped", "example", "place"]
      lines += TextColumns.lines([head] + cells, limit: 60)
      lines.append("")
    }
    let unused = coverage.rules.filter(\.isUnused).map { rule in
      let place = "\(rule.location.file):\(rule.location.line):\(rule.location.column)"
      return [rule.name, place, Self.reason(rule.counts)]
    }
    if !unused.isEmpty { lines += TextColumns.lines(unused, limit: 60) + [""] }
    return lines.map { VisibleText.line($0) + "\n" }.joined() + summary + "\n"
  }

  private static func reason(_ counts: RuleCounts) -> String {
    switch counts.records {
    case 0: "never reached"
    case 1: "never found in 1 record"
    default: "never found in \(counts.records) records"
    }
  }

  private var summary: String {
    let (mapped, all) = coverage.fraction
    let percent = coverage.percent.map { " (\($0) %)" } ?? ""
    return "\(mapped) of \(all) source paths mapped\(percent), "
      + "\(coverage.unusedCount) of \(coverage.rules.count) rules unused"
  }

  // MARK: - Rows

  private func rows(_ state: SourceTree.State, in set: String) -> [Row] {
    let paths = coverage.paths.filter { $0.state == state && $0.set == set }
    var rows: [Row] = []
    var groups: [String: Int] = [:]
    var counts: [Int] = []
    let prefixes = state == .mapped ? [:] : self.prefixes(of: paths, in: set)
    for path in paths {
      let text = prefixes[path.text] ?? path.text
      if let number = groups[text] {
        rows[number].counts.add(path.counts)
        counts[number] += 1
        continue
      }
      groups[text] = rows.count
      rows.append(Row(set: set, path: text, counts: path.counts, example: path.example))
      counts.append(1)
    }
    for number in rows.indices where prefixes.values.contains(rows[number].path) {
      rows[number].path += "  (\(counts[number]) paths)"
    }
    return rows
  }

  /// For each path where nothing below or beside it is mapped, the part that it shares with others: the
  /// shortest prefix without mapped paths that several of them have.
  private func prefixes(of paths: [SourceCoverage.Path], in set: String) -> [String: String] {
    var mapped: Set<[SourceTree.Component]> = []
    for path in coverage.paths where path.state == .mapped && path.set == set {
      for count in 0...path.components.count { mapped.insert(Array(path.components.prefix(count))) }
    }
    var members: [[SourceTree.Component]: [String]] = [:]
    for path in paths {
      let beginning = path.components.indices.dropLast().first { place in
        let isKey = path.components[place] != .elements
        return isKey && !mapped.contains(Array(path.components[...place]))
      }
      guard let beginning else { continue }
      members[Array(path.components[...beginning]), default: []].append(path.text)
    }
    var prefixes: [String: String] = [:]
    for (beginning, texts) in members where texts.count > 1 {
      for text in texts { prefixes[text] = KeyPathText.text(of: beginning) + ".*" }
    }
    return prefixes
  }

  private func cells(_ row: Row) -> [String] {
    let place = "\(row.example.file):\(row.example.line):\(row.example.column)"
    return (coverage.hasSets ? [row.set] : []) + [
      row.path, String(row.counts.occurrences), String(row.counts.mapped), row.example.value, place,
    ]
  }
}
