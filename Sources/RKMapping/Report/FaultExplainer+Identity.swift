internal import RKDiagnostics
internal import RKEngine

/// Why a record may have no row.
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
      help: ["correct the data, or let --on-error leave such records out"]
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
      help: ["correct the data or the predicate, or let --on-error leave such records out"]
    )
  }
}
