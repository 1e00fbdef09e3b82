internal import RKDiagnostics
internal import RKEngine

/// What a run over a part of an input has observed, as its trailer carries it to the run that reads
/// all parts: members whose names are a code and a rule, with counts, and words.
extension MappingSurvey {
  private static var separator: Character { "\u{1F}" }

  /// The text for the trailer.
  var told: String {
    var object = JSONObjectText()
    func tell(_ code: DiagnosticCode, _ rule: String, _ counts: [Int], _ words: [String] = []) {
      let values = counts.map(String.init) + words
      object.add("\(code.id) \(rule)", values.joined(separator: String(Self.separator)))
    }
    for (rule, (_, counts)) in dates.sorted(by: { $0.key < $1.key }) {
      tell(.assumedZone, rule, [counts.format, counts.zone])
    }
    for (rule, (_, counts)) in columns.sorted(by: { $0.key < $1.key }) {
      tell(.listOrObject, rule, [counts.objects, counts.emptyLists, counts.lists])
    }
    for (place, count) in zip(clashCounts.keys, clashCounts.values) {
      guard let rule = clashRules[place] else { continue }
      var words: [String] = []
      if let first = clashes[place], let location = first.location {
        let place = [location.file, "\(location.line)", "\(location.column)"]
        words = [first.message] + place + first.help
      }
      tell(.neverCompares, rule, [count.met, count.judged], words)
    }
    let rules = neverFound
    for (mapping, count) in rules.nodeCounts.sorted(by: { $0.key.index < $1.key.index }) {
      tell(.neverFound, "\(mapping.index)", [count])
    }
    for rule in missedRules(rules) {
      let flags = [rule.isRelated, rule.isHeld, rule.isNearReported].map { $0 ? 1 : 0 }
      tell(
        .neverFound,
        rule.site.subject,
        [rule.mapping.index, rule.recordCount, rule.nodeCount] + flags,
        [rule.near ?? ""]
      )
    }
    return object.isEmpty ? "" : object.text
  }

  /// Adds what a run has told that mapped by a plan.
  func take(_ told: [String: String], _ graph: MappingGraph, _ compiled: CompiledMapping) {
    for (key, value) in told.sorted(by: { $0.key < $1.key }) {
      let words = value.split(separator: Self.separator, omittingEmptySubsequences: false)
        .map(String.init)
      let counts = words.map { min(max(Int($0) ?? 0, 0), 1 << 48) }
      let rule = String(key.dropFirst("RK0000 ".utf8.count))
      let mapping = MappingID(Int(rule) ?? counts[0])
      let find = { (name: String) in
        compiled.sites.first { $0.subject == name || $0.product == name }
      }
      switch (DiagnosticCode.find(String(key.prefix("RK0000".utf8.count))), words.count) {
      case (.assumedZone, 2):
        guard let site = find(rule) else { continue }
        dates[rule, default: (site, AssumedDates())].counts
          .add(AssumedDates(format: counts[0], zone: counts[1]))
      case (.listOrObject, 3):
        guard let site = find(rule) else { continue }
        var seen = ColumnSurvey.Counts()
        (seen.objects, seen.emptyLists, seen.lists) = (counts[0], counts[1], counts[2])
        columns[rule, default: (site, ColumnSurvey.Counts())].counts.add(seen)
      case (.neverCompares, 2...):
        guard let program = compiled.programs.first(where: { $0.name == rule }) else { continue }
        let place = program.expression.place
        let count = ClashCount(judged: counts[1], met: counts[0])
        clashCounts[place] = clashCounts[place, default: ClashCount()] + count
        if words.count < 6 || clashes[place] != nil { continue }
        clashes[place] = graph.clash(
          program,
          words[2],
          at: Location(file: words[3], byteRange: 0..<0, line: counts[4], column: counts[5]),
          help: Array(words[6...])
        )
      case (.neverFound, 1): toldRules.count(counts[0], mapping)
      case (.neverFound, 7):
        guard let site = find(rule) else { continue }
        toldRules.add(
          NeverFoundRules.Rule(
            mapping: mapping,
            site: site,
            recordCount: counts[1],
            isRelated: counts[3] > 0,
            isHeld: counts[4] > 0,
            nodeCount: counts[2],
            near: words[6].isEmpty ? nil : words[6],
            isNearReported: counts[5] > 0
          )
        )
      default: break
      }
    }
  }
}

extension PlanCompiler.Program {
  /// Its name in trailers.
  var name: String { "\(mapping.index) \(expression.text)" }
}
