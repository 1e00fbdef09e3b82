/// What is reported about a run as a whole, at its end.
package struct RunSurvey: Sendable {
  package var rules = RuleSurvey()
  package var declines = DeclineTally()
  /// For each date conversion, the number of values that only matched a format that the spec does
  /// not declare, and of those without a zone, if these are counted.
  package private(set) var assumedDates: [AssumedDates] = []
  /// For each node with rules that may depend on related records, the number of its records.
  package private(set) var judgedCounts: [Int] = []
  /// For each program, how often it was evaluated, and how often it had no answer.
  package private(set) var clashes: [ClashCount] = []
  package private(set) var columns = ColumnSurvey()
  /// The counts of leaves and rules, if coverage is wanted.
  package var coverage: CoverageTally?

  package init() {}

  /// Looks for what the options say.
  init(_ plan: borrowing MappingPlan, _ options: MappingOptions) {
    if options.surveysRules { rules = RuleSurvey(plan) }
    if options.surveysRules || options.surveysFractions { columns = ColumnSurvey(plan, options) }
  }

  /// Whether there may be something to report about rules and dates at the end of a run.
  package func mayHaveFindings(_ plan: MappingPlan) -> Bool {
    !assumedDates.isEmpty || columns.mayHaveFindings || clashes.contains { $0.met > 0 }
      || rules.mayHaveNearKeys(plan) || rules.mayLeadOut(plan)
  }

  /// Notes what the columns of a batch hold.
  @inline(__always)
  mutating func note(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if !columns.isEmpty { columns.note(batch, input) }
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
    columns.merge(part.columns)
    if !part.clashes.isEmpty { add(part.clashes) }
    for (node, count) in part.judgedCounts.enumerated() { countJudged(node, count: count) }
    for (conversion, dates) in part.assumedDates.enumerated() { note(dates, of: conversion) }
  }
}
