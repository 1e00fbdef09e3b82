internal import RKDiagnostics
internal import RKEngine

/// Finds matchers, and defaults of dynamic mappers, that are never reached, because earlier
/// matchers match everything that they would.
struct UnreachableChoices: CheckRule {
  private let graph: MappingGraph
  private let findings: SpecFindings
  private var taken = TakenValues()
  /// The place of each predicate, by its plain text.
  private var predicates: [[UInt8]: SpecPlace] = [:]
  /// The place of a matcher that matches everything.
  private var all: SpecPlace?

  private init(_ graph: MappingGraph, _ findings: SpecFindings) {
    self.graph = graph
    self.findings = findings
  }

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    for case .dynamic(let mapping) in graph.mappings {
      var rule = UnreachableChoices(graph, findings)
      for matcher in mapping.matchers { rule.check(matcher) }
      guard let all = rule.all, let otherwise = mapping.otherwise else { continue }
      findings.report(
        .unreachableChoice,
        "the default '\(graph[otherwise].id)' of '\(mapping.id)' is never reached",
        at: mapping.place,
        related: [(all, "this matcher takes everything")],
        help: "leave the default out, or the matcher"
      )
    }
  }

  private mutating func check(_ matcher: Matcher) {
    if let all { return report(matcher, takenBy: all, "takes everything") }
    let source = TakenValues.Source(matcher.source, graph.keyNaming)
    if let predicate = matcher.predicate { return check(predicate, matcher) }
    if case .kind = matcher.test {
      let item = TakenValues.Item(matcher.test)
      if let place = taken.place(of: item, source) { return report(matcher, takenBy: place) }
      return taken.record(item, of: source, at: matcher.place)
    }
    check(matcher.values.map(\.constant), matcher.test, matcher, source)
  }

  /// Checks whether earlier matchers match some or all values of a matcher.
  private mutating func check(
    _ values: [ConstantValue],
    _ test: MatcherRule.Test,
    _ matcher: Matcher,
    _ source: TakenValues.Source
  ) {
    var places: [SpecPlace?] = []
    for item in values.map({ TakenValues.Item(test, $0) }) {
      places.append(taken.place(of: item, source))
      taken.record(item, of: source, at: matcher.place)
    }
    if let first = places.first, let first, places.allSatisfy({ $0 != nil }) {
      return report(matcher, takenBy: first)
    }
    for (value, place) in zip(values, places) {
      guard let place else { continue }
      let name = value.kind == .string ? "'\(value.plainText)'" : value.text
      let isOwn = place == matcher.place
      findings.report(
        .unreachableChoice,
        isOwn ? "\(name) occurs twice in this matcher" : "\(name) never reaches this matcher",
        at: matcher.place,
        related: isOwn ? [] : [(place, "this one takes it first")],
        help: "the first matcher that takes a value counts"
      )
    }
  }

  private mutating func check(_ predicate: SpecExpression, _ matcher: Matcher) {
    let text = predicate.plainText
    if let place = predicates[text] { return report(matcher, takenBy: place) }
    predicates[text] = matcher.place
    if let (path, values) = predicate.tree.expectedValues {
      let source = TakenValues.Source(path, graph.keyNaming)
      if !values.contains(where: { $0.kind == .null }) {
        return check(values, .equals, matcher, source)
      }
      // The predicate also matches a missing value, which is NIL. No list of values matches that,
      // so the matcher is reachable.
      for value in values {
        taken.record(TakenValues.Item(.equals, value), of: source, at: matcher.place)
      }
      return
    }
    switch predicate.tree.truth {
    case nil: return
    case true?: all = matcher.place
    case false?:
      findings.report(
        .unreachableChoice,
        "\(subject(of: matcher)) takes nothing: its predicate is false for everything",
        at: matcher.place
      )
    }
  }

  private func report(_ matcher: Matcher, takenBy place: SpecPlace, _ what: String? = nil) {
    findings.report(
      .unreachableChoice,
      "\(subject(of: matcher)) is never reached",
      at: matcher.place,
      related: [(place, "this one \(what ?? "takes the same first")")],
      help: "the first matcher that takes a value counts"
    )
  }

  private func subject(of matcher: Matcher) -> String {
    let names = matcher.references.map { "'\(graph[$0].id)'" }
    return names.isEmpty
      ? "the matcher that declines" : "the matcher for \(names.joined(separator: ", "))"
  }
}
