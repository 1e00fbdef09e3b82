internal import RKEngine
internal import RKMapping

/// The lines of the covered files in the sense of test coverage tools: those of the spec, and those of the
/// inputs if they are counted.
struct LineCoverage {
  /// The possible outcomes of a rule, and how often each occurred.
  struct Block {
    /// Whether the rule was reached.
    var isReached: Bool
    var taken: [Int]
  }

  struct Line {
    var number: Int
    var hits: Int
    var blocks: [Block] = []

    var branchCount: Int { blocks.reduce(0) { $0 + $1.taken.count } }
    var takenCount: Int { blocks.reduce(0) { $0 + $1.taken.count { $0 > 0 } } }
  }

  struct File {
    var name: String
    /// The lines in ascending order.
    var lines: [Line]

    var coveredCount: Int { lines.count { $0.hits > 0 } }
    var branchCount: Int { lines.reduce(0) { $0 + $1.branchCount } }
    var takenCount: Int { lines.reduce(0) { $0 + $1.takenCount } }
  }

  private(set) var files: [File] = []

  init(_ coverage: SourceCoverage) {
    let hits = Dictionary(
      coverage.rules.map { ($0.name, $0.counts.hits) },
      uniquingKeysWith: { first, _ in first }
    )
    // Rules are sorted by file, line and column.
    var start = 0
    while start < coverage.rules.count {
      let (file, line) = (
        coverage.rules[start].location.file, coverage.rules[start].location.line
      )
      let end =
        coverage.rules[start...].firstIndex {
          $0.location.file != file || $0.location.line != line
        } ?? coverage.rules.count
      if files.last?.name != file { files.append(File(name: file, lines: [])) }
      let made = Self.line(line, coverage.rules[start..<end], hits)
      files[files.count - 1].lines.append(made)
      start = end
    }
    for file in coverage.files ?? [] where file.file != "<stdin>" {
      let lines = file.lines.sorted { $0.key < $1.key }
      files.append(
        File(name: file.file, lines: lines.map { Line(number: $0.key, hits: $0.value ? 1 : 0) })
      )
    }
  }

  /// A line on which rules begin.
  ///
  /// Its hits are the fewest of any rule on it; rules at the same column count as one.
  private static func line(
    _ number: Int,
    _ rules: ArraySlice<CoverageRule>,
    _ hits: [String: Int]
  ) -> Line {
    var line = Line(number: number, hits: .max)
    var place = rules.startIndex
    while place < rules.endIndex {
      let column = rules[place].location.column
      let end = rules[place...].firstIndex { $0.location.column != column } ?? rules.endIndex
      line.hits = min(line.hits, rules[place..<end].reduce(0) { $0 + $1.counts.hits })
      place = end
    }
    line.blocks = rules.compactMap { block(of: $0, hits) }
    return line
  }

  private static func block(of rule: CoverageRule, _ hits: [String: Int]) -> Block? {
    let counts = rule.counts
    if rule.isDynamic {
      var taken = rule.choices.map { hits[$0] ?? 0 }
      let hasDefault = rule.choices.last?.hasSuffix(".default") == true
      if !hasDefault { taken.append(counts.records - taken.reduce(0, +)) }
      return Block(isReached: counts.records > 0, taken: taken)
    }
    guard !rule.stated.isEmpty else { return nil }
    var taken = [counts.found]
    if rule.stated.contains(.onNull) { taken.append(counts.null) }
    if rule.stated.contains(.onMissing) { taken.append(counts.missing) }
    if rule.stated.contains(.defaultValue) { taken.append(counts.defaulted) }
    if rule.stated.contains(.onError) { taken.append(counts.failed) }
    return Block(isReached: counts.records > 0, taken: taken)
  }
}
