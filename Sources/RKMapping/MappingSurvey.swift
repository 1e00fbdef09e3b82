package import RKDiagnostics
internal import RKEngine

/// Collects what is reported at the end about a run, or about all runs of a command, as a whole.
package final class MappingSurvey {
  /// Observations of mappers with the same options.
  private struct Part {
    let options: MapperOptions
    var explainer: FaultExplainer
    var rules: RuleSurvey?
  }

  private var parts: [Part] = []
  /// The rules whose missing values were already reported, by their places in the spec.
  private var reportedRules: Set<String> = []
  /// For each attribute, the number of dates of which something was assumed.
  var dates: [String: (site: RuleSite, counts: AssumedDates)] = [:]
  /// The rules that were not judged for some records, and for each mapper the number of its records.
  private var unjudged: [UnjudgedRule] = []
  private var judgedCounts: [String: Int] = [:]
  /// The first comparison without an answer of each rule that had one.
  var clashes = KeyedValues<SpecPlace, Diagnostic>()
  var clashRules = KeyedValues<SpecPlace, String>()
  /// For each rule, how often it was evaluated, and how often it had no answer.
  var clashCounts = KeyedValues<SpecPlace, ClashCount>()
  /// For each attribute, what its column holds.
  var columns: [String: (site: RuleSite, counts: ColumnSurvey.Counts)] = [:]
  /// What the rules of other runs have not found.
  var toldRules = NeverFoundRules()
  /// What happened to leaves and rules; nil unless it is counted.
  private(set) var coverage: CoverageTally?

  package init() {}

  /// Takes the observations about rules by mappers with these options, to pass them to the next run.
  func takeRules(of options: MapperOptions) -> RuleSurvey? {
    guard let place = parts.firstIndex(where: { $0.options == options }) else { return nil }
    return parts[place].rules.take()
  }

  /// Takes the counts so far, to pass them to the next run.
  func takeCoverage() -> CoverageTally? { coverage.take() }

  /// Adds how many keys of a connection were resolved in a run.
  func add(_ found: RecordCollector.Unresolved, _ plan: MappingPlan) {
    let rule = CoverageRules(plan).site(plan.connections[found.connection].site)
    coverage?.count(rule, records: found.ownerCount, hits: found.foundCount)
  }

  func add(
    _ survey: RunSurvey,
    of options: MapperOptions,
    _ explainer: FaultExplainer,
    sitesOfMissing: Set<UInt32>,
    unjudged rules: [UnjudgedRule],
    clashes: [(program: Int, finding: Diagnostic)]
  ) {
    let compiled = explainer.compiled
    for (node, count) in survey.judgedCounts.enumerated() where count > 0 {
      judgedCounts[explainer.graph[compiled.mappings[node]].id, default: 0] += count
    }
    for rule in rules {
      if let place = unjudged.firstIndex(where: { $0.rule == rule.rule }) {
        unjudged[place].count += rule.count
      } else {
        unjudged.append(rule)
      }
    }
    coverage = survey.coverage
    let part = Part(options: options, explainer: explainer, rules: survey.rules)
    if let place = parts.firstIndex(where: { $0.options == options }) {
      parts[place] = part
    } else {
      parts.append(part)
    }
    add(clashes, survey.clashes, compiled)
    for number in sitesOfMissing { reportedRules.insert(compiled.sites[Int(number)].subject) }
    for column in survey.columns.columns {
      let site = compiled.sites[Int(column.site.index)]
      if site.isHidden { continue }
      columns[site.product, default: (site, ColumnSurvey.Counts())].counts.add(column.counts)
    }
    for (conversion, counts) in survey.assumedDates.enumerated() where counts != AssumedDates() {
      // One attribute may be compiled for several owners.
      let site = compiled.sites[compiled.dateSites[conversion]]
      dates[site.subject, default: (site, AssumedDates())].counts.add(counts)
    }
  }

  /// Adds comparisons without an answer; a rule may have been compiled for several nodes.
  private func add(
    _ found: [(program: Int, finding: Diagnostic)],
    _ counts: [ClashCount],
    _ compiled: CompiledMapping
  ) {
    for (program, finding) in found {
      let place = compiled.programs[program].expression.place
      clashes[place] = clashes[place] ?? finding
    }
    for (program, count) in zip(compiled.programs, counts) where count.judged > 0 {
      let place = program.expression.place
      clashRules[place] = program.name
      clashCounts[place] = clashCounts[place, default: ClashCount()] + count
    }
  }

  /// The comparisons without an answer, in the order of the spec.
  private var clashFindings: [Diagnostic] {
    clashes.keys.sorted { $0.precedes($1) }.compactMap { place in
      guard var finding = clashes[place], let count = clashCounts[place] else { return nil }
      finding.message += " (\(count.met) of \(count.judged))"
      return finding
    }
  }

  /// The diagnostics at the end.
  ///
  /// With `listsAll` also lists rules that never found anything and have no similar key. If not all
  /// of the data was seen, what was never found is a note.
  package func findings(listsAll: Bool, seesAll: Bool = true) -> [Diagnostic] {
    guard let explainer = parts.first?.explainer else { return [] }
    var findings: [Diagnostic] = []
    if !dates.isEmpty {
      let sorted = dates.values.sorted { $0.site.place.precedes($1.site.place) }
      findings = explainer.assumedDates(sorted.map { ($0.site, $0.counts.format) })
      findings += explainer.assumedZones(sorted.map { ($0.site, $0.counts.zone) })
    }
    for (site, counts) in columns.values.sorted(by: { $0.site.place.precedes($1.site.place) }) {
      if counts.lengths & (counts.lengths &- 1) != 0 {
        findings.append(explainer.unevenFractions(site, counts.lengths))
      }
      if counts.emptyLists > 0 && counts.objects > 0 && counts.lists == 0 {
        findings.append(explainer.listOrObject(site, counts))
      }
    }
    findings += unjudged.map { $0.finding(of: judgedCounts[$0.mapper, default: 0]) }
    return clashFindings + findings
      + explainer.neverFound(missedRules(neverFound), listsAll, seesAll)
  }

  /// The rules that found nothing in any record, and of which that was not reported.
  func missedRules(_ rules: NeverFoundRules) -> [NeverFoundRules.Rule] {
    rules.all.filter { !reportedRules.contains($0.site.subject) }
  }

  /// What was found by no rule, in all runs.
  var neverFound: NeverFoundRules {
    var rules = toldRules
    for part in parts {
      if let seen = part.rules { rules.add(seen, part.explainer.graph, part.explainer.compiled) }
    }
    return rules
  }
}

extension FaultExplainer {
  /// The severity of findings about the data of a whole run (RK3041, RK3043).
  private var severityOfDrift: Diagnostic.Severity { graph.drift == .fail ? .error : .warning }

  // MARK: - Declined representations

  /// Reports that all representations of a descriptor were declined.
  ///
  /// With `reportsConditions` also reports it if only `when` declined them.
  func allDeclined(
    _ declined: DeclineTally.Declined,
    in input: String?,
    reportsConditions: Bool
  ) -> Diagnostic? {
    let count = declined.count
    if declined.unmatched.isEmpty && !reportsConditions { return nil }
    var reasons = declined.unmatched.map { unmatched in
      let mapper = graph[compiled.mappings[unmatched.node]].id
      return "no matcher of '\(mapper)' takes \(Self.values(unmatched))"
    }
    if declined.conditionCount > 0 { reasons.append("when is false (\(declined.conditionCount))") }
    let subject =
      count == 1 ? "1 of 1 representation was" : "\(count) of \(count) representations were"
    let descriptor = compiled.descriptors[declined.descriptor]
    let mapping = declined.unmatched.first.map { compiled.mappings[$0.node] } ?? descriptor.mapping
    var related: [Diagnostic.Related] = []
    if let input {
      let start = Location(file: input, byteRange: 0..<0, line: 1, column: 1)
      related.append(Diagnostic.Related(location: start, subject: "the input"))
    }
    return Diagnostic(
      .allDeclined,
      severity: severityOfDrift,
      "\(subject) declined: \(reasons.joined(separator: "; "))",
      at: graph.location(of: graph[mapping].place),
      related: related,
      help: declined.unmatched.isEmpty
        ? [
          "correct \"when\", or \"expect\": {\"declined\": \(count)} in a test file says that it is meant"
        ]
        : ["correct the matchers, or say that the rest is skipped: \"default\": null"]
    )
  }

  /// The most frequent values; equally frequent ones are in order of appearance.
  private static func values(_ unmatched: DeclineTally.Unmatched) -> String {
    if unmatched.values.isEmpty { return "them" }
    let order = unmatched.values.indices.sorted { left, right in
      let (one, other) = (unmatched.values[left].count, unmatched.values[right].count)
      return one != other ? one > other : left < right
    }
    let shown = order.prefix(3).map { place in
      let value = unmatched.values[place]
      return "\(String(decoding: value.text, as: UTF8.self)) (\(value.count))"
    }
    return shown.joined(separator: ", ") + (order.count > 3 ? " and others" : "")
  }

  // MARK: - Dates

  /// Dates in a format that the spec does not declare, for each attribute.
  fileprivate func assumedDates(_ counts: [(site: RuleSite, count: Int)]) -> [Diagnostic] {
    let format = DatePattern.assumedText
    return counts.filter { $0.count > 0 }.map { site, count in
      let values =
        count == 1 ? "1 value of \(site.product) was" : "\(count) values of \(site.product) were"
      return Diagnostic(
        .assumedDateFormat,
        severity: severityOfDrift,
        "\(values) read as \(format), which the spec does not say",
        at: graph.location(of: site.place),
        help: [
          "add \"format\": [\"iso8601\", \"\(format)\"] to the attribute, or the formats that are meant"
        ]
      )
    }
  }

  /// Texts that state no zone, for each attribute.
  fileprivate func assumedZones(_ counts: [(site: RuleSite, count: Int)]) -> [Diagnostic] {
    counts.filter { $0.count > 0 }.map { site, count in
      let values =
        count == 1
        ? "1 value of \(site.product) has no time zone and was"
        : "\(count) values of \(site.product) have no time zone and were"
      return Diagnostic(
        .assumedZone,
        severity: site.failsDrift ? .error : .warning,
        "\(values) read as UTC",
        at: graph.location(of: site.place),
        help: [
          "\"timeZone\": \"UTC\" on the attribute says so; \"type\": \"day\" or \"local\" keeps them without a zone"
        ]
      )
    }
  }

  /// Dates that do not sort as texts.
  fileprivate func unevenFractions(_ site: RuleSite, _ lengths: UInt64) -> Diagnostic {
    let digits = (0..<64).filter { lengths >> UInt64($0) & 1 != 0 }
    let listed = digits.dropLast().map { "\($0)" }.listed + " and \(digits[digits.count - 1])"
    let least = PrecisionDeclaration.Word.allCases.first {
      Int($0.digits) >= digits[digits.count - 1]
    }
    let message = "\(site.product) has fractions of \(listed) digits, which do not sort as text"
    return Diagnostic(
      .unevenFractions,
      message + (least.map { ": \"precision\": \"\($0.rawValue)\"" } ?? ""),
      at: graph.location(of: site.place),
      help: least.map {
        ["\"precision\": \"\($0.rawValue)\" on the attribute gives all of them \($0.digits) digits"]
      } ?? []
    )
  }

  /// An object that is an empty list in some records.
  fileprivate func listOrObject(_ site: RuleSite, _ counts: ColumnSurvey.Counts) -> Diagnostic {
    let keys = (site.paths.first?.components ?? []).dropLast().compactMap { component in
      if case .key(let key) = component { key } else { nil }
    }
    let records = counts.objects.counting("record")
    return Diagnostic(
      .listOrObject,
      "'\(keys.joined(separator: "."))' is an object in \(records) and an empty list in "
        + "\(counts.emptyLists), where \(site.product) is []",
      at: graph.location(of: site.place),
      help: ["a \"type\" for \(site.product) makes it missing where the list is empty"]
    )
  }

  // MARK: - Rules that never find anything

  fileprivate func neverFound(
    _ rules: [NeverFoundRules.Rule],
    _ listsAll: Bool,
    _ seesAll: Bool
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for rule in rules where !rule.isNearReported {
      guard let near = rule.near else { continue }
      let records = rule.recordCount.counting("record")
      findings.append(
        Diagnostic(
          .neverFound,
          "\(rule.sources) was found in 0 of \(records); did you mean '\(near)'?",
          at: graph.location(of: rule.site.place),
          help: ["read \(rule.site.product) from it, or name it in \"ignoreKeys\""]
        )
      )
    }
    var listed = rules.filter { $0.near == nil && !$0.site.statesMissing }
    let outward = listed.filter { $0.site.paths.contains { $0.leadsOut } }
    listed.removeAll { $0.site.paths.contains { $0.leadsOut } }
    // Records of such a mapper may be roots as well, with nothing around them.
    for rule in outward where rule.isRelated || !graph.isRelated(rule.mapping) {
      let records = rule.recordCount.counting("record")
      findings.append(
        Diagnostic(
          .neverFound,
          severity: seesAll ? .warning : .note,
          rule.isHeld
            ? "\(rule.sources) was found in 0 of \(records)"
            : "\(rule.sources) leads out of the document in \(records)",
          at: graph.location(of: rule.site.place),
          help: [
            "correct the path; \"onMissing\" on \(rule.site.product) says that it may be missing"
          ]
        )
      )
    }
    guard listsAll, let first = listed.first else { return findings }
    let names = listed.map { "\($0.sources) (\($0.site.product))" }
    let note = Diagnostic(
      .neverFound,
      severity: .note,
      "found in no record: \(names.listed)",
      at: graph.location(of: first.site.place),
      help: ["\"onMissing\" or \"default\" says that a value may be missing"]
    )
    return findings + [note]
  }
}

extension SpecPlace {
  fileprivate func precedes(_ other: SpecPlace) -> Bool {
    (file, range.lowerBound) < (other.file, other.range.lowerBound)
  }
}

extension SourceKeyPath {
  /// Whether it begins in what is around the representation.
  fileprivate var leadsOut: Bool {
    switch root {
    case .parent, .root, .document: true
    default: false
    }
  }
}

extension MappingGraph {
  /// Whether a relationship leads to a mapping.
  fileprivate func isRelated(_ mapping: MappingID) -> Bool {
    mappings.contains {
      guard case .object(let owner) = $0 else { return false }
      return owner.relationships.contains { objectMappings(from: $0.mapping).contains(mapping) }
    }
  }
}
