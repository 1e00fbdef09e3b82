internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// Reads the members by which a mapper chooses another.
  func readMatchers(_ members: SpecMembers, into mapper: inout MapperDeclaration) {
    mapper.isDynamic = members.flag(
      "dynamic",
      "It makes no records: its matchers choose another mapper.",
      initial: "false"
    )
    mapper.matchers = members.list(
      "matchers",
      of: .matcher,
      "Which mapper is chosen for which representation; the first one counts."
    )?.compactMap { node in
      SpecMembers(node, .matcher, findings).flatMap {
        readMatcher($0, orphans: &mapper.looseReferences)
      }
    }
    mapper.otherwise = members.optionalText(
      "default",
      "The mapper that is chosen where no matcher does; null skips the representation."
    )
    if members.has("default") { mapper.skipsOthers = mapper.otherwise == nil }
    mapper.otherwisePlace = members["default"]?.place
    mapper.unmatched = members.choice(
      "unmatched",
      "What to do with a representation for which no mapper is chosen.",
      initial: "\"\(UnmatchedPolicy.decline.rawValue)\""
    )
    let dependent: [SpecKey] = ["matchers", "default", "unmatched"]
    members.expect(dependent.map { .beside($0, ["dynamic", "extends"]) })
    guard mapper.isDynamic != true, mapper.extends == nil else { return }
    for key in dependent where members.has(key) {
      findings.report(
        .missingMember,
        "'\(key.rawValue)' needs \"dynamic\": \"YES\" beside it",
        at: members.place(of: key)
      )
    }
  }

  /// Reads a matcher; if it cannot be read, its references are added to `orphans`.
  fileprivate func readMatcher(_ members: SpecMembers, orphans: inout [SpecText])
    -> MatcherDeclaration?
  {
    let keyPath = members.node("keyPath", .keyPath, "Where the value lies that is looked at.")
    let kinds = MatcherKind.all
    let nodes = kinds.map { members.node($0.key, $0.form(), $0.summary) }
    let reference = members.optionalText(
      "map-ref",
      "The id of the mapper that is chosen; null skips."
    )
    members.expect([
      .one(["keyPath"] + kinds.filter { $0.scope == .representation }.map(\.key)),
      .one(kinds.map(\.key)), .one(["map-ref"] + kinds.filter(\.namesMappers).map(\.key)),
    ])
    let given = zip(kinds, nodes).compactMap { kind, node in node.map { (kind: kind, node: $0) } }
    let isPlaceholder = isPlaceholder(members, reference)
    // Conditions are read first, so that their diagnostics do not depend on other errors of the matcher.
    let conditions = given.compactMap { kind, node in
      isPlaceholder && kind.scope == .representation
        ? nil : kind.read(self, node, kind.key, members)
    }
    if isPlaceholder {
      // A reference next to a placeholder must still resolve.
      if let reference, !reference.value.hasPrefix("<") { orphans.append(reference) }
      return nil
    }
    let references = [reference] + conditions.flatMap { $0.values.map(\.reference) }
    guard given.count == 1, (keyPath == nil) == (given[0].kind.scope == .representation) else {
      reportCondition(members, given.map(\.kind))
      orphans += references.compactMap { $0 }
      return nil
    }
    checkReference(members, given[0].kind)
    let text = members.optionalText("keyPath")
    let path = text == nil ? SourceKeyPath.none : text.flatMap(source)
    guard let path, let condition = conditions.first else {
      orphans += references.compactMap { $0 }
      return nil
    }
    return MatcherDeclaration(
      source: path,
      sourcePlace: text?.place ?? members.place,
      test: condition.test,
      values: condition.values,
      predicate: condition.predicate,
      reference: reference,
      place: members.place
    )
  }

  private func isPlaceholder(_ members: SpecMembers, _ reference: SpecText?) -> Bool {
    var isFound = false
    for text in [members.optionalText("predicate"), reference].compactMap({ $0 })
    where text.value.hasPrefix("<") && text.value.hasSuffix(">") {
      findings.report(
        .placeholder,
        "'\(text.value)' is a placeholder",
        at: text.place,
        help: "replace it by what it describes, or remove the matcher"
      )
      isFound = true
    }
    return isFound
  }

  private func reportCondition(_ members: SpecMembers, _ given: [MatcherKind]) {
    let first = members.present(given.map(\.key))
    let names = first.map { "'\($0.name)'" }.joined(separator: " and ")
    let message =
      given.isEmpty
      ? "this matcher has no condition"
      : given.count > 1
        ? "this matcher has more than one condition: \(names)"
        : given[0].scope == .representation
          ? "a matcher with a '\(given[0].key.rawValue)' has no 'keyPath'"
          : "this matcher has no 'keyPath'"
    let others = MatcherKind.all.filter { $0.scope == .value }.map { "'\($0.key.rawValue)'" }
    findings.reportUnlessBroken(
      .matcherWithoutCondition,
      message,
      at: (first.first ?? members.first)?.namePlace ?? members.place,
      help: "a matcher has a 'predicate', or a 'keyPath' and one of "
        + "\(others.joined(separator: ", ")); what takes all the rest is the mapper's 'default'"
    )
  }

  private func checkReference(_ members: SpecMembers, _ kind: MatcherKind) {
    if kind.namesMappers {
      if members.has("map-ref") {
        findings.report(
          .bothSpellings,
          "a '\(kind.key.rawValue)' names its mappers itself; 'map-ref' has no place beside it",
          at: members.place(of: "map-ref")
        )
      }
    } else if !members.has("map-ref") {
      findings.reportMissing(
        "this matcher has no 'map-ref'",
        at: members.place,
        help: "\"map-ref\": null declines what it takes"
      )
    }
  }

  // MARK: - Values

  fileprivate func readScalar(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers)
    -> ConstantValue?
  {
    let value = constant(node)
    if value.kind != .structure { return value }
    members.refuse(key, node, expected: "a text, a number, a boolean or null")
    return nil
  }

  fileprivate func readScalars(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers)
    -> [ConstantValue]?
  {
    guard let items = members.list(node, key) else {
      if node.isNil { members.refuse(key, node, expected: "a list") }
      return nil
    }
    return items.compactMap { readScalar($0, key, members) }
  }

  fileprivate func readChoices(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers)
    -> MatcherCondition.Values?
  {
    guard case .object(let entries, _) = node.content else {
      members.refuse(key, node, expected: "an object of values and mappers")
      return nil
    }
    return entries.compactMap { entry in
      if entry.name == SpecMember.commentName { return nil }
      let value = ConstantValue(string: entry.name)
      if entry.value.isNil { return (value, nil) }
      guard let text = entry.value.text else {
        members.refuse(key, entry.value, expected: "the id of a mapper, or null,")
        return nil
      }
      return (value, SpecText(text, at: entry.value.place))
    }
  }
}

/// The condition of a matcher.
private struct MatcherCondition {
  typealias Values = [(constant: ConstantValue, reference: SpecText?)]

  var test: MatcherRule.Test
  var values: Values = []
  var predicate: SpecExpression?
}

/// A kind of matcher: the member with its condition, and how this is read.
private struct MatcherKind: Sendable {
  enum Scope {
    /// The value at a key path.
    case value
    case representation
  }

  let key: SpecKey
  var scope = Scope.value
  /// Whether each value names its own mapper.
  var namesMappers = false
  let summary: String
  let form: @Sendable () -> SpecForm
  let read: @Sendable (SpecReader, SpecNode, SpecKey, SpecMembers) -> MatcherCondition?

  static let all = [
    MatcherKind(key: "expectValue", summary: "The value that it takes.", form: { .scalar }) {
      $0.readScalar($1, $2, $3).map { MatcherCondition(test: .equals, values: [($0, nil)]) }
    },
    MatcherKind(key: "expectValues", summary: "The values that it takes.", form: { .list(.scalar) })
    {
      $0.readScalars($1, $2, $3).map {
        MatcherCondition(test: .equals, values: $0.map { ($0, nil) })
      }
    },
    MatcherKind(
      key: "expectType",
      summary: "The kind of values that it takes.",
      form: { .choice(of: JSONKind.self) }
    ) { _, node, key, members in
      members.choice(node, key).map { MatcherCondition(test: .kind($0)) }
    },
    MatcherKind(
      key: "valueMap",
      namesMappers: true,
      summary: "The ids of mappers by the values that they are chosen for.",
      form: { .names(.reference) }
    ) { $0.readChoices($1, $2, $3).map { MatcherCondition(test: .text, values: $0) } },
    MatcherKind(
      key: "predicate",
      scope: .representation,
      summary: "A predicate over the representation, in place of a key path and a value.",
      form: { .expression(example: "type == 'boy'") }
    ) {
      $0.readPredicate($1, $2, $3).map { MatcherCondition(test: .predicate, predicate: $0) }
    },
  ]
}

extension SpecObjectKind {
  package static var matcher: SpecObjectKind {
    SpecObjectKind("a matcher", definition: "matcher") { reader, members in
      var orphans: [SpecText] = []
      _ = reader.readMatcher(members, orphans: &orphans)
    }
  }
}
