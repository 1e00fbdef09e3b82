internal import RKDiagnostics
internal import RKEngine

extension FaultExplainer {
  /// The diagnostic for a missing required value.
  func required(
    _ site: RuleSite,
    _ place: InputPlace,
    isNull: Bool,
    isLack: Bool
  ) -> Diagnostic {
    let state = isNull ? (place.isNull ? "null" : "null for this value") : "missing"
    let isOne = site.sources.count < 2
    let names = site.sources.map { "'\($0)'" }.joined(separator: ", ")
    // If only one of several sources is null, the position shows which one.
    let subject = names.isEmpty || (isNull && !isOne) ? "" : names + " "
    let fact = "\(subject)\(isOne || isNull ? "is" : "are") \(state)"
    let renaming = isNull ? [] : [renaming(site, place)].compactMap(\.self)
    if isLack {
      let policy = isNull ? "\"onNull\": \"null\"" : "\"onMissing\": \"absent\""
      return Diagnostic(
        .requiredMissing,
        "\(site.product) has no value: \(fact.hasPrefix("is ") ? "it " + fact : fact)",
        help: renaming + ["correct the data, or say \(policy) on the rule if that may be so"]
      )
    }
    return Diagnostic(
      .requiredMissing,
      "\(site.product) is required, but \(fact)",
      help: renaming + [
        site.subject.contains(".attributes.")
          ? "correct the data, or give the rule a \"default\"" : "correct the data"
      ]
    )
  }

  /// The diagnostic for a value of a JSON kind that is not natural for its type.
  func convertedKind(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    if fault.variant != 0 { return emptyList(fault, site) }
    let actual = fault.derived?.description ?? place.description
    let help = ["correct the data; \"conversions\": \"allow\" on the rule takes it as it comes"]
    let finding =
      fault.isError
      ? Diagnostic(
        .conversionFailed,
        "\(site.product) expects \(site.expectation), got \(actual)",
        help: help
      )
      : Diagnostic(
        .convertedKind,
        "\(site.product) is \(site.expectation) and came as \(actual)",
        help: help
      )
    return finding.stating(expected: site.expectation, actual: actual)
  }

  /// The diagnostic for an empty list where an object, or a single value, is expected.
  private func emptyList(_ fault: MappingFault, _ site: RuleSite) -> Diagnostic {
    let path = site.paths[Int(fault.variant) - 1]
    let count = Int(fault.detail)
    let isWhole = count == path.components.count
    let expectation = isWhole ? site.expectation : "an object"
    let keys = path.components.prefix(count).map { component in
      if case .key(let key) = component { key } else { "" }
    }
    let subject = "\(site.product) expects \(expectation) at '\(keys.joined(separator: "."))'"
    return Diagnostic(
      fault.isError ? .conversionFailed : .convertedKind,
      subject + (fault.isError ? ", got an empty list" : " and came as an empty list"),
      help: ["correct the data; \"conversions\": \"allow\" on the rule takes it as missing"]
    ).stating(expected: expectation, actual: "an empty list")
  }

  /// The diagnostic for a key that no rule reads.
  func unknownKey(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace)
    -> Diagnostic
  {
    let plan = compiled.plan
    let table = plan.knownKeys[Int(fault.detail)]
    let known = plan.keys.spellings(of: table.table, table.inner.count).joined()
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != KeyUsage.reasonKey }
    let key = place.name.dropFirst().prefix { $0 != "\"" }
    // Short keys resemble all other short keys, so they must only differ in case.
    let near = known.filter { key.count > 2 || $0.lowercased() == key.lowercased() }
    let suggestion = NearestName.suggestion(for: String(key), among: near)
    return Diagnostic(
      .unknownKey,
      "no rule of \(site.product) maps the key '\(key)'\(suggestion)",
      help: ["map it, or name it in \"ignoreKeys\""]
    )
  }
}
