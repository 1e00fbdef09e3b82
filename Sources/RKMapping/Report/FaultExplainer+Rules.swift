internal import RKDiagnostics
internal import RKEngine

/// Faults of computed and validated values.
extension FaultExplainer {
  func invalid(_ site: RuleSite) -> Diagnostic {
    Diagnostic(
      .requiredMissing,
      site.message ?? "\(site.product) is not valid, by the rule \"\(site.details)\"",
      help: site.message == nil ? ["a \"message\" on the rule says what is wrong"] : []
    )
  }

  func rejected(_ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    Diagnostic(
      .requiredMissing,
      "\(site.product) is required, but its 'validate' rejects \(place.description)",
      help: ["correct the data, or let the rule \"set\" a value"]
    )
  }

  /// The diagnostic for a value that cannot be computed; `words` is the computation, if known.
  func unevaluated(_ site: RuleSite, _ place: InputPlace, _ words: [UInt8]) -> Diagnostic {
    if let path = site.paths.first(where: \.hasOperator) {
      return Diagnostic(
        .conversionFailed,
        "'\(path.text)' of \(site.product) cannot be computed with \(place.description)",
        help: ["@sum and @avg take numbers, @min and @max also texts, but not both"]
          + site.policyHelp
      )
    }
    let computation = words.isEmpty ? "" : ": \(String(decoding: words, as: UTF8.self))"
    return Diagnostic(
      .conversionFailed,
      "the expression of \(site.product) has no value here\(computation)",
      help: [
        "a function takes values of its kind, arithmetic numbers of at most 1,000 digits, and "
          + "nothing is divided by 0"
      ] + site.policyHelp
    )
  }

  func tooLarge(_ site: RuleSite) -> Diagnostic {
    Diagnostic(
      .recordTooLarge,
      "the record grows beyond what its representation may come to, at \(site.product)",
      help: ["see that rules do not multiply: templates of templates, relationships to one another"]
    )
  }

  func unfilled(_ site: RuleSite) -> Diagnostic {
    Diagnostic(
      .conversionFailed,
      "a part of the template of \(site.product) is a list or an object, which has no text",
      help: ["'join:' makes text of a list: \"transform\": [\"join:,\"]"] + site.policyHelp
    )
  }
}

extension SourceKeyPath {
  fileprivate var hasOperator: Bool {
    components.contains { if case .collection = $0 { true } else { false } }
  }
}
