internal import RKDiagnostics
internal import RKEngine

extension FaultExplainer {
  /// A value that must be there is not.
  func required(_ site: RuleSite, _ place: InputPlace, isNull: Bool) -> Diagnostic {
    let state = isNull ? (place.isNull ? "null" : "null for this value") : "missing"
    let isOne = site.sources.count < 2
    let names = site.sources.map { "'\($0)'" }.joined(separator: ", ")
    // Of several sources only one is null, and the place shows which.
    let subject = names.isEmpty || (isNull && !isOne) ? "" : names + " "
    return Diagnostic(
      .requiredMissing,
      "\(site.product) is required, but \(subject)\(isOne || isNull ? "is" : "are") \(state)",
      help: (isNull ? [] : renaming(site, place).map { [$0] } ?? []) + [
        site.subject.contains(".attributes.")
          ? "correct the data, or give the rule a \"default\"" : "correct the data"
      ]
    )
  }

  /// A key that nothing maps.
  func unknownKey(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace)
    -> Diagnostic
  {
    let plan = compiled.plan
    let table = plan.knownKeys[Int(fault.detail)]
    let known = plan.keys.spellings(of: table.table, table.inner.count).joined()
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != KeyUsage.reasonKey }
    let key = place.name.dropFirst().prefix { $0 != "\"" }
    // Every short key is near to every other one, but not the same in another case.
    let near = known.filter { key.count > 2 || $0.lowercased() == key.lowercased() }
    let suggestion = NearestName.suggestion(for: String(key), among: near)
    return Diagnostic(
      .unknownKey,
      "no rule of \(site.product) maps the key '\(key)'\(suggestion)",
      help: ["map it, or name it in \"ignoreKeys\""]
    )
  }
}
