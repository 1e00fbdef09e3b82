internal import RKDiagnostics
internal import RKMapping

/// What is said of the decisions.
extension InferenceDraft {
  var comments: [String] {
    var lines = [
      "inferred from \(Self.count(samples.documentCount, "document")), "
        + Self.count(recordCount, "record")
    ]
    if !unmapped.isEmpty { lines.append("not mapped: " + unmapped.joined(separator: ", ")) }
    if samples.isCut { lines.append("values that are very deep, or at very many places, are any") }
    return lines
  }

  /// How many records the descriptors find.
  private var recordCount: Int { roots.reduce(0) { $0 + $1.root.count } }

  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  mutating func describe(_ mapper: MapperDraft) {
    for attribute in mapper.attributes {
      decisions.append(
        Inference.Decision(
          kind: "type",
          subject: "\(mapper.target?.name ?? mapper.id).\(attribute.to)",
          reason: attribute.type.name + (attribute.type.format.map { " as \($0)" } ?? "")
        )
      )
    }
    guard let site = mapper.site else { return }
    let places = site.places.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    var lines: [String] = []
    if places.count > 1 {
      let rest = places.count > 8 ? " and \(places.count - 8) more" : ""
      lines.append(
        "found at " + places.prefix(8).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
          + rest
      )
    }
    for (path, _) in places {
      let parent = path.hasSuffix(".*") ? String(path.dropLast(2)) : path
      if let reason = maps.notes[parent] ?? maps.notes[path] {
        lines.append("\(parent.isEmpty ? "the root" : parent) is \(reason)")
        decisions.append(Inference.Decision(kind: "map", subject: parent, reason: reason))
        break
      }
    }
    for attribute in mapper.attributes {
      guard let key = attribute.key, let member = site.member(named: key) else { continue }
      if let comment = attribute.type.comment { lines.append(comment) }
      let missing = site.filledCount - site.presence(of: key)
      if missing > 0 { lines.append("\(key): absent in \(missing) of \(site.filledCount)") }
      if member.tally.nulls > 0, member.tally.nulls < member.tally.all {
        lines.append("\(key): null in \(member.tally.nulls)")
      }
      if let values = member.enumeration, attribute.type.name == "string",
        attribute.enumeration.isEmpty
      {
        lines.append("\(key): one of \(values.map(Self.spelled).joined(separator: ", ")); --enums makes it a rule")
      }
    }
    for member in site.members {
      guard let refusal = member.refusal else { continue }
      let line = KeySpellings.words(KeySpellings.visible(member.name), refusal)
      lines.append(line)
      leftOut.append(line)
    }
    mapper.comments = lines + mapper.comments
    for (path, count) in places {
      decisions.append(
        Inference.Decision(
          kind: "target",
          subject: path,
          reason: "\(mapper.target?.name ?? mapper.id): \(Self.count(count, "record"))"
        )
      )
    }
  }

  /// A value in a list of some: quoted where it would not be clear what it is.
  private static func spelled(_ value: String) -> String {
    let isPlain =
      !value.isEmpty && value.first != " " && value.last != " "
      && value.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !",;\"\\".unicodeScalars.contains($0)
      }
    return isPlain ? value : JSONObjectText.quoted(value)
  }

  var summary: String {
    let identities = targets.count { $0.identity != nil }
    let relations = mappers.reduce(0) { $0 + $1.relations.count + $1.connections.count }
    let open = (targets.flatMap(\.comments) + mappers.flatMap(\.comments)).count {
      $0.hasPrefix("not made")
    }
    return Self.count(samples.documentCount, "document") + ", "
      + Self.count(recordCount, "record") + ", " + Self.count(targets.count, "target")
      + ", "
      + (identities == 1 ? "1 identity" : "\(identities) identities") + ", "
      + Self.count(relations, "relationship") + ", "
      + Self.count(open, "decision") + " left as comments"
  }
}

extension Position {
  /// The values, in the order of their bytes, when they are few and come again; nil else.
  var enumeration: [String]? {
    guard !values.isClosed, !values.hasOddSpelling, tally.strings >= 20, values.entries.count <= 12,
      tally.strings >= 5 * values.entries.count
    else { return nil }
    return values.entries.values.map(\.text.contentOfJSON)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
