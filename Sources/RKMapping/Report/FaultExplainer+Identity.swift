internal import RKDiagnostics
internal import RKEngine

/// Diagnostics for records that cannot have a row.
extension FaultExplainer {
  func noIdentity(_ site: RuleSite, _ place: InputPlace, _ derived: JSONKind?) -> Diagnostic {
    guard site.subject.contains(".attributes.") else {
      return Diagnostic(
        .noIdentity,
        "\(site.product) has an identity, but nothing becomes all of it here",
        help: ["map every attribute of the \"identification\" in each mapper of \(site.product)"]
      )
    }
    let state =
      switch derived {
      case .null: place.isNull ? "null" : "null for this value"
      case nil: "missing"
      default: "missing: a default identifies no record"
      }
    return Diagnostic(
      .noIdentity,
      "\(site.product) is the identity of this record, and is \(state)",
      help: [remedy("correct the data")]
    )
  }

  /// Help for a record that cannot have a row.
  ///
  /// It suggests leaving out such records, unless the run already does.
  private func remedy(_ correction: String) -> String {
    leavesOutFailures ? correction : "\(correction), or let --on-error leave such records out"
  }

  func unconvertedIdentity(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace)
    -> Diagnostic
  {
    let value = fault.derived?.description ?? place.description
    let state =
      fault.code == .conversion
      ? "is not \(site.expectation): \(site.origin(isMapped: site.hasValueMap))\(value)"
      : "cannot be made of \(value)"
    return Diagnostic(
      .noIdentity,
      "\(site.product) is the identity of this record, and \(state)",
      help: [remedy("correct the data, or the \"type\" of the attribute")]
    )
  }

  func changed(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    let value = fault.derived?.description ?? place.description
    let isOwn = site.subject.contains(".attributes.")
    let subject = isOwn ? "\(site.product) is \(value)" : "a key beside \(site.product) is \(value)"
    let attribute = isOwn ? site.product : "the key"
    let (change, suitable) =
      switch ColumnAffinity.Change(rawValue: fault.detail) {
      case .toText:
        ("would make a text of it", "\"type\": \"string\" of \(attribute) suits the column")
      case .toNumber where (fault.derived ?? place.kind) == .number:
        ("would round it", "a column of the type TEXT and \"type\": \"string\" keep it")
      case .toNumber, nil:
        ("would make a number of it", "\"type\": \"number\" of \(attribute) suits the column")
      case .rounding: ("would round it", "a column of the type INTEGER keeps it")
      case .noInteger: ("takes integers alone", "a column without a type keeps it")
      case .noNumber: ("takes numbers alone", "a column without a type keeps it")
      case .zeroCharacter:
        ("cannot hold it: PostgreSQL has no texts with U+0000", "correct the data")
      case .microseconds:
        (
          "cannot hold it: PostgreSQL keeps six digits of a second",
          "\"type\": \"string\" of \(attribute) keeps all of them"
        )
      case .digits:
        (
          "cannot hold it: it has too many digits for PostgreSQL",
          "\"type\": \"string\" of \(attribute) keeps them"
        )
      }
    return Diagnostic(
      .valueNotKept,
      "\(subject), and its column \(change)",
      help: [remedy(suitable)]
    )
  }

  func otherKind(_ site: RuleSite, _ place: InputPlace, _ derived: JSONKind?) -> Diagnostic {
    let value = derived?.description ?? place.description
    let isText = derived == .string || (derived == nil && place.kind == .string)
    return Diagnostic(
      .otherKind,
      isText
        ? "\(site.product) is \(value), but the identities before it are numbers"
        : "\(site.product) is \(value), but an identity is a number or text",
      help: ["correct the data, or declare the \"type\" of \(site.product)"]
    )
  }

  func isThere(_ site: RuleSite, _ place: InputPlace, _ derived: JSONKind?) -> Diagnostic {
    Diagnostic(
      .keyExists,
      "there is a row already whose \(site.product) is \(derived?.description ?? place.description)",
      help: ["--mode upsert writes the new values to it, --mode append leaves it as it is"]
    )
  }

  func isOther(_ site: RuleSite, _ place: InputPlace, _ derived: JSONKind?) -> Diagnostic {
    Diagnostic(
      .heldByOther,
      """
      the row whose \(site.product) is \(derived?.description ?? place.description) may not be taken \
      for this record: the mapper's identificationPredicate does not take it
      """,
      help: [remedy("correct the data or the predicate")]
    )
  }
}
