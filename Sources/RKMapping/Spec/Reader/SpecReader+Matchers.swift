internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// The members of a mapper that choose another one.
  func readMatchers(_ members: SpecMembers, into mapper: inout MapperDeclaration) {
    mapper.matchers = members.list(.matchers)?.compactMap { node in
      readMatcher(node, orphans: &mapper.looseReferences)
    }
    mapper.otherwise = members.optionalText(.default)
    let unmatched: UnmatchedPolicy? = members.choice(.unmatched)
    mapper.failsUnmatched = unmatched.map { $0 == .error }
    guard mapper.isDynamic != true, mapper.extends == nil else { return }
    for key in [SpecKey.matchers, .default, .unmatched] where members.has(key) {
      findings.report(
        .missingMember,
        "'\(key.rawValue)' needs \"dynamic\": \"YES\" beside it",
        at: members.place(of: key)
      )
    }
  }

  /// A matcher; of one that cannot be read the references are told nonetheless.
  private func readMatcher(
    _ node: SpecNode,
    orphans: inout [SpecText]
  ) -> MatcherDeclaration? {
    guard let members = SpecMembers(node, .matcher, findings) else { return nil }
    let reference = members.optionalText(.mapRef)
    let valueMap = readValueMap(members)
    if isPlaceholder(members, reference) {
      // The reference beside a placeholder leads somewhere.
      let isReal = reference?.value.hasPrefix("<") == false
      if isReal { orphans += [reference].compactMap { $0 } }
      readConstants(members)
      return nil
    }
    if let matcher = readMatcher(members, reference, valueMap) { return matcher }
    readConstants(members)
    orphans += ([reference] + (valueMap ?? []).map(\.reference)).compactMap { $0 }
    return nil
  }

  /// Sees to it that what is said of the constants of a matcher does not depend on its other faults.
  private func readConstants(_ members: SpecMembers) {
    for node in [members[.expectValue], members[.expectValues]].compactMap({ $0 }) {
      _ = constant(node)
    }
  }

  private func isPlaceholder(_ members: SpecMembers, _ reference: SpecText?) -> Bool {
    var isFound = false
    for text in [members.optionalText(.predicate), reference].compactMap({ $0 })
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

  private func readMatcher(
    _ members: SpecMembers,
    _ reference: SpecText?,
    _ valueMap: [(text: String, reference: SpecText?)]?
  ) -> MatcherDeclaration? {
    let given = members.given(SpecObjectKind.matcherConditions)
    let hasPredicate = members.has(.predicate)
    guard given.count == 1, members.has(.keyPath) != hasPredicate else {
      reportCondition(members, given)
      return nil
    }
    if hasPredicate {
      checkReference(members)
      guard let node = members[.predicate],
        let predicate = readPredicate(node, .predicate, members)
      else { return nil }
      return MatcherDeclaration(
        source: .none,
        sourcePlace: members.place,
        condition: .predicate(predicate),
        reference: reference,
        place: members.place
      )
    }
    let text = members.optionalText(.keyPath)
    let path = text == nil ? SourceKeyPath.none : text.flatMap(source)
    let condition = readCondition(members, valueMap)
    checkReference(members)
    guard let path, let condition else { return nil }
    return MatcherDeclaration(
      source: path,
      sourcePlace: text?.place ?? members.place,
      condition: condition,
      reference: reference,
      place: members.place
    )
  }

  private func reportCondition(_ members: SpecMembers, _ given: [SpecMember]) {
    let names = given.map { "'\($0.name)'" }.joined(separator: " and ")
    let message =
      given.isEmpty
      ? "this matcher has no condition"
      : given.count > 1
        ? "this matcher has more than one condition: \(names)"
        : members.has(.predicate)
          ? "a matcher with a 'predicate' has no 'keyPath'" : "this matcher has no 'keyPath'"
    findings.reportUnlessBroken(
      .matcherWithoutCondition,
      message,
      at: (given.first ?? members.first)?.namePlace ?? members.place,
      help: "a matcher has a 'predicate', or a 'keyPath' and one of 'expectValue', 'expectValues', "
        + "'expectType', 'valueMap'; what takes all the rest is the mapper's 'default'"
    )
  }

  private func checkReference(_ members: SpecMembers) {
    if members.has(.valueMap) {
      if members.has(.mapRef) {
        findings.report(
          .bothSpellings,
          "a 'valueMap' names its mappers itself; 'map-ref' has no place beside it",
          at: members.place(of: .mapRef)
        )
      }
    } else if !members.has(.mapRef) {
      findings.reportUnlessBroken(
        .missingMember,
        "this matcher has no 'map-ref'",
        at: members.place,
        help: "\"map-ref\": null declines what it takes"
      )
    }
  }

  private func readCondition(
    _ members: SpecMembers,
    _ valueMap: [(text: String, reference: SpecText?)]?
  ) -> MatcherDeclaration.Condition? {
    if let value = members[.expectValue] {
      return readScalar(value, .expectValue, members).map { .equals([$0]) }
    }
    if let node = members[.expectValues] {
      guard let items = members.list(.expectValues) else {
        if node.isNil { members.refuse(.expectValues, node, expected: "a list") }
        return nil
      }
      return .equals(items.compactMap { readScalar($0, .expectValues, members) })
    }
    if members.has(.expectType) {
      return members.choice(.expectType, of: ExpectedKind.self).map { .kind($0.kind) }
    }
    return valueMap.map { .valueMap($0) }
  }

  private func readScalar(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers)
    -> ConstantValue?
  {
    let value = constant(node)
    if value.kind != .structure { return value }
    members.refuse(key, node, expected: "a text, a number, a boolean or null")
    return nil
  }

  private func readValueMap(_ members: SpecMembers) -> [(text: String, reference: SpecText?)]? {
    guard let node = members[.valueMap] else { return nil }
    guard case .object(let entries, _) = node.content else {
      members.refuse(.valueMap, node, expected: "an object of values and mappers")
      return nil
    }
    return entries.compactMap { entry in
      if entry.name == SpecMember.commentName { return nil }
      if entry.value.isNil { return (entry.name, nil) }
      guard let text = entry.value.text else {
        members.refuse(.valueMap, entry.value, expected: "the id of a mapper, or null,")
        return nil
      }
      return (entry.name, SpecText(text, at: entry.value.place))
    }
  }
}

extension ExpectedKind {
  fileprivate var kind: JSONKind {
    switch self {
    case .string: .string
    case .number: .number
    case .boolean: .boolean
    case .array: .array
    case .object: .object
    case .null: .null
    }
  }
}
