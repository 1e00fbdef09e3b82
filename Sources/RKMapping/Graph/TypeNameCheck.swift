internal import RKDiagnostics

/// Sees to it that the targets are there that types name.
struct TypeNameCheck {
  /// The targets that are declared, and those of mappers, which need not be.
  let targets: Set<String>
  let findings: SpecFindings

  /// Whether a type is one of the format or names targets that are there; one that is not is
  /// reported.
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

  /// The mappers with the types of their attributes that are none left out.
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
        // What passes as it is contradicts nothing.
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

  /// How records are made.
  static let help =
    "a relationship makes records: { \"from\": \u{2026}, \"to\": \u{2026}, \"map-ref\": \u{2026} }; "
    + "\"type\": \"any\" takes the value as it is"
}
