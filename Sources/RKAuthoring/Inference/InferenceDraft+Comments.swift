internal import RKDiagnostics
internal import RKMapping

/// The comments in the spec about decisions.
extension InferenceDraft {
  var comments: [String] {
    var lines = [
      "inferred from \(samples.documentCount.counting("document")), "
        + recordCount.counting("record")
    ]
    if !unmapped.isEmpty { lines.append("not mapped: " + unmapped.joined(separator: ", ")) }
    if samples.isCut { lines.append("values that are very deep, or at very many places, are any") }
    return lines
  }

  /// The number of records that the descriptors find.
  var recordCount: Int { roots.reduce(0) { $0 + $1.root.count } }

  mutating func describe(_ mapper: MapperDraft) {
    explain(mapper)
    let places = mapper.site?.places ?? [:]
    let sorted = places.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    var lines = Self.words(ofPlaces: sorted)
    if let line = describeMap(mapper, sorted.map(\.key)) { lines.append(line) }
    for attribute in mapper.attributes { lines += Self.words(of: attribute, mapper.site) }
    if let site = mapper.site {
      for relation in mapper.relations { lines += Self.words(of: relation, site) }
      lines += refusals(site)
      if site.emptyCount > 0 {
        lines.append("{}: \(site.emptyCount) of \(site.count), declined by \"when\"")
      }
    }
    mapper.comments = lines + mapper.comments
    for (path, count) in sorted {
      explain("target", path, "\(mapper.target?.name ?? mapper.id): \(count.counting("record"))")
    }
  }

  private static func words(ofPlaces places: [(key: String, value: Int)]) -> [String] {
    guard places.count > 1 else { return [] }
    let rest = places.count > 8 ? " and \(places.count - 8) more" : ""
    return [
      "found at " + places.prefix(8).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        + rest
    ]
  }

  /// If a mapper's records are in a map, a comment with the reason for that decision.
  private mutating func describeMap(_ mapper: MapperDraft, _ paths: [String]) -> String? {
    for path in paths.isEmpty && mapper.map != nil ? [mapper.path] : paths {
      let parent = path.hasSuffix(".*") ? String(path.dropLast(2)) : path
      guard let reason = maps.notes[parent] ?? maps.notes[path] else { continue }
      explain("map", parent, reason)
      return "\(parent.isEmpty ? "the root" : parent) is \(reason)"
    }
    return nil
  }

  private static func words(of attribute: AttributeDraft, _ site: RecordSite?) -> [String] {
    var lines: [String] = []
    let name = attribute.key ?? attribute.to
    if let comment = attribute.type.comment { lines.append(comment) }
    let members = attribute.positions(in: site)
    if let site, let key = attribute.key { lines += words(ofMissing: key, site) }
    let isShared = attribute.key.map { site?.sharesValues(of: $0) ?? false } ?? false
    let nulls = members.reduce(0) { $0 + $1.tally.nulls }
    // A comment about several kinds has its own counts.
    if nulls > 0, nulls < members.reduce(0, { $0 + $1.tally.all }),
      !(attribute.type.comment?.hasSuffix("null in \(nulls)") ?? false)
    {
      lines.append("\(name): null in \(nulls)" + (isShared ? " of all kinds" : ""))
    }
    if !isShared, let values = members.first?.enumeration, members.count == 1,
      attribute.type.name == "string",
      attribute.key != nil, attribute.enumeration.isEmpty
    {
      lines.append(
        "\(name): one of \(values.map(spelled).joined(separator: ", ")); --enums makes it a rule"
      )
    }
    return lines
  }

  private static func words(ofMissing key: String, _ site: RecordSite) -> [String] {
    let missing = site.filledCount - site.presence(of: key)
    return missing > 0 ? ["\(key): absent in \(missing) of \(site.filledCount)"] : []
  }

  private static func words(of relation: RelationDraft, _ site: RecordSite) -> [String] {
    guard let member = site.member(named: relation.key) else { return [] }
    var lines: [String] = []
    let tally = member.tally
    let ofAll = site.sharesValues(of: relation.key) ? " of all kinds" : ""
    if relation.allowsConversion {
      lines.append(
        "\(relation.key): \(tally.words)\(ofAll); an object alone is a list of one (\"conversions\")"
      )
    }
    let values = relation.isMany ? member.element?.tally ?? Tally() : tally
    if let name = relation.mapper.scalarAs, values.scalars > 0 {
      lines.append(
        "\(relation.key): \(values.words)\(ofAll); a value alone is the \(name) of a record"
      )
    }
    lines += words(ofMissing: relation.key, site)
    if tally.nulls > 0, tally.nulls < tally.all, !lines.contains(where: { $0.contains("null in") })
    {
      lines.append("\(relation.key): null in \(tally.nulls)\(ofAll)")
    }
    return lines
  }

  /// Comments about members that no spec can name.
  private mutating func refusals(_ site: RecordSite) -> [String] {
    let lines = site.members.compactMap { member in
      member.refusal.map { KeySpellings.words(KeySpellings.visible(member.name), $0) }
    }
    leftOut += lines
    return lines
  }

  /// A value as an item of a list, quoted where its type would not be clear.
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
    let empty = mappers.reduce(0) { $0 + ($1.site?.emptyCount ?? 0) }
    return samples.documentCount.counting("document") + ", "
      + recordCount.counting("record") + ", " + targets.count.counting("target")
      + ", "
      + (identities == 1 ? "1 identity" : "\(identities) identities") + ", "
      + relations.counting("relationship") + ", "
      + open.counting("decision") + " left as comments"
      + (empty == 0 ? "" : ", \(empty.counting("object")) without members declined")
  }
}

extension Position {
  /// The distinct values in byte order, if they are few and repeat; otherwise nil.
  var enumeration: [String]? {
    guard !values.isClosed, !values.hasOddSpelling, tally.strings >= 20,
      tally.strings == tally.scalars, values.entries.count <= 12,
      tally.strings >= 5 * values.entries.count
    else { return nil }
    return values.entries.values.map(\.text.contentOfJSON)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
