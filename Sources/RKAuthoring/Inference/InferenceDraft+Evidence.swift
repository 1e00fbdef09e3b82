internal import RKDiagnostics

/// The rows of the evidence table.
extension InferenceDraft {
  /// Explains where the records are.
  mutating func explainRoots() {
    for (root, mapper) in roots {
      let path = KeyText.path(root.keys)
      let request = [root.request.method, root.request.path ?? root.request.name].compactMap { $0 }
      let place = (request + (path.isEmpty ? [] : [path])).joined(separator: " ")
      explain(
        "descriptor",
        place.isEmpty ? "the root" : place,
        "\(root.count.counting("record")) of \(Self.subject(mapper))"
          + (root.isOptional ? ", not in every document" : "")
      )
    }
    for name in unmapped { explain("envelope", name, "beside records, not mapped") }
  }

  mutating func explain(_ mapper: MapperDraft) {
    let subject = Self.subject(mapper)
    if case .variants(let variants) = mapper.source {
      let kinds = mapper.arms.map { arm in
        (arm.predicate ?? arm.values.joined(separator: ", ")) + " is " + Self.subject(arm.mapper)
      }
      explain(
        "discriminator",
        subject,
        (variants.key.map { "\($0): " } ?? "") + kinds.joined(separator: "; ")
      )
    }
    for attribute in mapper.attributes {
      let type = attribute.type.name + (attribute.type.format.map { " as \($0)" } ?? "")
      let counts = Self.counts(of: attribute.positions(in: mapper.site), attribute.key, mapper.site)
      explain(
        "type",
        "\(subject).\(attribute.to)",
        type + ": " + counts + (attribute.type.comment.map { "; \($0)" } ?? "")
      )
    }
    for relation in mapper.relations {
      let related = Self.subject(relation.mapper)
      let member = mapper.site?.member(named: relation.key)
      explain(
        "relationship",
        "\(subject).\(relation.to)",
        (relation.isMany ? "[\(related)]: " : "\(related): ")
          + Self.counts(of: member.map { [$0] } ?? [], relation.key, mapper.site)
      )
    }
    for connection in mapper.connections {
      explain(
        "connection",
        "\(subject).\(connection.to)",
        "\(connection.from) leads to \(connection.target.name).\(connection.identity)"
      )
    }
  }

  mutating func explain(_ kind: String, _ subject: String, _ reason: String) {
    decisions.append(Inference.Decision(kind: kind, subject: subject, reason: reason))
  }

  private static func subject(_ mapper: MapperDraft) -> String { mapper.target?.name ?? mapper.id }

  /// Counts in words, such as `4 values, 1 null, absent in 2 of 7`.
  private static func counts(of members: [Position], _ key: String?, _ site: RecordSite?) -> String
  {
    if let site, let key, site.sharesValues(of: key) {
      return site.presence(of: key).counting("value")
    }
    let nulls = members.reduce(0) { $0 + $1.tally.nulls }
    let all = members.reduce(0) { $0 + $1.tally.all }
    var words = [(all - nulls).counting("value")]
    if nulls > 0 { words.append("\(nulls) null") }
    if let site, let key, site.presence(of: key) < site.filledCount {
      words.append("absent in \(site.filledCount - site.presence(of: key)) of \(site.filledCount)")
    }
    return words.joined(separator: ", ")
  }
}

extension AttributeDraft {
  /// The positions of its values among the records of a place.
  func positions(in site: RecordSite?) -> [Position] {
    guard let site, let key else { return positions }
    return site.member(named: key).map { [$0] } ?? []
  }
}
