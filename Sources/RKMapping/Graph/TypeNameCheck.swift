internal import RKDiagnostics

/// Checks that the targets named in types exist.
struct TypeNameCheck {
  /// The declared targets, and those of mappers, which need not be declared.
  let targets: Set<String>
  let findings: SpecFindings

  /// Whether a type is built in or names existing targets; reports it if not.
  func isKnown(_ type: TypeName, _ text: SpecText) -> Bool {
    guard let (name, offset) = type.record, !targets.contains(name) else { return true }
    let suggestion =
      RestKitWord.type(name).map { NameOffer(name: $0) }
      ?? findings.suggestion(for: name) { PlainType.allCases.map(\.rawValue) + targets.sorted() }
    findings.reportUnlessBroken(
      .unknownValue,
      "there is no type '\(name)'\(suggestion)",
      at: offset == 0 ? text.place : SpecReader(findings).place(in: text, offset: offset),
      help: suggestion.name == nil ? Self.types : nil
    )
    return false
  }

  private static let types =
    "the types are \(PlainType.allCases.map(\.rawValue).joined(separator: ", ")), the names of targets, "
    + "and lists of one: [integer]"

  /// Returns the mappers without invalid types of attributes.
  ///
  /// Rules that several mappers share are reported once.
  func checked(_ mappers: [MapperDeclaration]) -> [MapperDeclaration] {
    var checked = mappers
    var seen: Set<SpecPlace> = []
    for mapper in mappers.indices {
      for number in mappers[mapper].attributes.indices {
        guard let type = mappers[mapper].attributes[number].type, type.record != nil,
          let text = mappers[mapper].attributes[number].typeText
        else { continue }
        // Values that pass unchanged cause no further errors.
        checked[mapper].attributes[number].type = .plain(.any)
        if seen.insert(text.place).inserted && isKnown(type, text) {
          findings.report(
            .targetContradiction,
            "an attribute makes no records of '\(type.record?.name ?? "")'",
            at: text.place,
            help: Self.help
          )
        }
      }
    }
    return checked
  }

  /// Help that says how records are made.
  static let help =
    "a relationship makes records: { \"from\": \u{2026}, \"to\": \u{2026}, \"map-ref\": \u{2026} }; "
    + "\"type\": \"any\" takes the value as it is"
}
