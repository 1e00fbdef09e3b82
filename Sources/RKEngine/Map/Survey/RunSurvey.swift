/// What is reported about a run as a whole, at its end.
package struct RunSurvey: Sendable {
  package var rules = RuleSurvey()
  package var declines = DeclineTally()
  /// For each date conversion, the number of values that only matched a format that the spec does
  /// not declare, and of those without a zone, if these are counted.
  package private(set) var assumedDates: [AssumedDates] = []
  /// For each node with rules that may depend on related records, the number of its records.
  package private(set) var judgedCounts: [Int] = []
  /// For each program, how often it was evaluated, and how often in vain.
  package private(set) var clashes: [ClashCount] = []
  /// The counts of leaves and rules, if coverage is wanted.
  package var coverage: CoverageTally?

  package init() {}

  /// With `surveysRules` it also looks for rules that never find anything.
  init(_ plan: borrowing MappingPlan, surveysRules: Bool) {
    if surveysRules { rules = RuleSurvey(plan) }
  }

  /// Whether there may be something to report about rules and dates at the end of a run.
  package func mayHaveFindings(_ plan: MappingPlan) -> Bool {
    !assumedDates.isEmpty || clashes.contains { $0.met > 0 } || rules.mayHaveNearKeys(plan)
      || rules.mayLeadOut(plan)
  }

  mutating func note(_ dates: AssumedDates, of conversion: Int) {
    while assumedDates.count <= conversion { assumedDates.append(AssumedDates()) }
    assumedDates[conversion].add(dates)
  }

  mutating func countJudged(_ node: Int, count: Int = 1) {
    while judgedCounts.count <= node { judgedCounts.append(0) }
    judgedCounts[node] += count
  }

  mutating func add(_ counts: [ClashCount]) {
    clashes = clashes.isEmpty ? counts : zip(clashes, counts).map { $0 + $1 }
  }

  /// Adds what was observed in the next part of the input.
  mutating func merge(_ part: RunSurvey, _ plan: borrowing MappingPlan) {
    rules.merge(part.rules, plan)
    declines.merge(part.declines)
    if !part.clashes.isEmpty { add(part.clashes) }
    for (node, count) in part.judgedCounts.enumerated() { countJudged(node, count: count) }
    for (conversion, dates) in part.assumedDates.enumerated() { note(dates, of: conversion) }
  }
}

/// The numbers of dates of which something was assumed.
package struct AssumedDates: Sendable, Hashable {
  package private(set) var format = 0
  package private(set) var zone = 0

  package init() {}

  init(_ traits: Cell.Traits) {
    format = traits.contains(.isAssumedDate) ? 1 : 0
    zone = traits.contains(.isAssumedZone) ? 1 : 0
  }

  package mutating func add(_ other: AssumedDates) {
    format += other.format
    zone += other.zone
  }
}
