internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Writes drafts as a spec.
struct SpecWriter {
  let roots: [(root: RecordRoot, mapper: MapperDraft)]
  let targets: [TargetDraft]
  let mappers: [MapperDraft]
  let comments: [String]
  var options: InferenceOptions

  /// The spec, without any particular layout.
  var text: String {
    var members: [(String, String)] = []
    add(comments, to: &members)
    members.append(("version", "1"))
    let policies =
      statesNulls ? #""onMissing": "absent""# : #""onMissing": "absent", "onNull": "null""#
    members.append(("defaults", "{\(policies)}"))
    members.append(("descriptors", Self.list(descriptors)))
    members.append(
      ("targets", Self.object(targets.map { (quoted($0.name), target($0)) }, isQuoted: true))
    )
    members.append(("mappers", Self.list(mappers.map { mapper($0) })))
    return Self.object(members) + "\n"
  }

  /// Whether each rule that has met null states that it may be so.
  ///
  /// A null among root records would have to be stated for all rules of their mapper.
  private var statesNulls: Bool {
    options.isForSuite
      && !roots.contains { (root, _) in
        !root.isObject && root.position.tally.nulls > 0 || root.position.hasNullRecords
      }
  }

  // MARK: - JSON

  func quoted(_ text: String) -> String { JSONObjectText.quoted(text) }

  static func list(_ items: [String]) -> String {
    "[" + items.joined(separator: ", ") + "]"
  }

  static func object(_ members: [(String, String)], isQuoted: Bool = false) -> String {
    "{ "
      + members.map { (isQuoted ? $0.0 : JSONObjectText.quoted($0.0)) + ": " + $0.1 }
      .joined(separator: ", ") + " }"
  }

  private func texts(_ texts: [String]) -> String { Self.list(texts.map(quoted)) }

  private func add(_ comments: [String], to members: inout [(String, String)]) {
    if let text = comment(comments) { members.append(("$comment", text)) }
  }

  /// Comments as a list of texts without excessive combining marks; nil if there are none.
  private func comment(_ comments: [String]) -> String? {
    guard options.hasComments && !comments.isEmpty else { return nil }
    return texts(comments.map { $0.hasTooManyMarks ? VisibleText.spelling($0) : $0 })
  }

  // MARK: - Parts

  private var descriptors: [String] { roots.map { descriptor($0.root, $0.mapper) } }

  func descriptor(_ root: RecordRoot, _ mapper: MapperDraft) -> String {
    var members: [(String, String)] = []
    if let name = root.name { members.append(("name", quoted(name))) }
    if let path = root.request.path { members.append(("path", quoted(path))) }
    if !root.keys.isEmpty { members.append(("keyPath", quoted(KeyText.path(root.keys)))) }
    let isOne = options.isForSuite && root.isObject && mapper.map == nil
    if root.isRow || isOne { members.append(("many", "false")) }
    if root.isOptional { members.append(("optional", "true")) }
    if let method = root.request.method { members.append(("methods", texts([method]))) }
    if !root.statuses.isEmpty {
      members.append(("statusCodes", Self.list(root.statuses.map(String.init))))
    }
    members.append(("root-map-ref", quoted(mapper.id)))
    return Self.object(members)
  }

  func target(_ target: TargetDraft) -> String {
    var members: [(String, String)] = []
    add(target.comments, to: &members)
    members.append(
      ("properties", Self.object(target.properties.map { ($0.name, quoted($0.type)) }))
    )
    if let identity = target.identity {
      members.append(("identification", texts(identity.members)))
    }
    return Self.object(members)
  }

  /// A mapper; if the spec declares no targets, it contains the types and the identity.
  func mapper(_ mapper: MapperDraft, declaresTypes: Bool = false) -> String {
    var members: [(String, String)] = [("id", quoted(mapper.id))]
    if let text = comment(mapper.comments) { members.insert(("$comment", text), at: 0) }
    if let target = mapper.target { members.append(("target", quoted(target.name))) }
    if declaresTypes, let identity = mapper.target?.identity {
      members.append(("identification", texts(identity.members)))
    }
    if let target = mapper.target,
      target.mappers.contains(where: { options.repeating.contains($0.id) })
    {
      members.append(("onRepeat", quoted("report")))
    }
    if case .variants(let variants) = mapper.source {
      members.append(("dynamic", "true"))
      members.append(("matchers", Self.list(mapper.arms.map { arm($0, key: variants.key) })))
      return Self.object(members)
    }
    if case .rows(let rows) = mapper.source, let name = rows.header?.first {
      let text = name.replacingBackslashes
      members.append(("when", quoted("self[0] != '\(text)'")))
    }
    if let site = mapper.site, site.emptyCount > 0 {
      members.append(("when", quoted("@keys.@count > 0")))
    }
    if let key = mapper.keyAttribute { members.append(("keyAttribute", quoted(key))) }
    if mapper.map != nil { members.append(("forceCollection", "true")) }
    if !mapper.attributes.isEmpty {
      members.append(
        (
          "attributes",
          Self.list(
            mapper.attributes.map { attribute($0, in: mapper.site, declaresType: declaresTypes) }
          )
        )
      )
    }
    if !mapper.relations.isEmpty {
      members.append(
        (
          "relationships",
          Self.list(
            mapper.relations.map { relation($0, in: mapper.site, declaresMany: declaresTypes) }
          )
        )
      )
    }
    if !mapper.connections.isEmpty {
      members.append(("connections", Self.list(mapper.connections.map(connection))))
    }
    if let name = mapper.scalarAs { members.append(("scalarAs", quoted(name))) }
    return Self.object(members)
  }

  func arm(
    _ arm: (values: [String], predicate: String?, mapper: MapperDraft),
    key: String?
  ) -> String {
    var members: [(String, String)] = []
    if let predicate = arm.predicate {
      members.append(("predicate", quoted(predicate)))
    } else {
      members.append(("keyPath", quoted(KeyText.path([key ?? ""]))))
      if arm.values.count == 1 {
        members.append(("expectValue", arm.values[0]))
      } else {
        members.append(("expectValues", Self.list(arm.values)))
      }
    }
    members.append(("map-ref", quoted(arm.mapper.id)))
    return Self.object(members)
  }

  func attribute(
    _ attribute: AttributeDraft,
    in site: RecordSite? = nil,
    declaresType: Bool = false
  )
    -> String
  {
    var members = [("from", quoted(attribute.from))]
    if attribute.to != attribute.from { members.append(("to", quoted(attribute.to))) }
    if declaresType, attribute.type.name != "any" {
      if members.count == 1 { members.append(("to", quoted(attribute.to))) }
      members.append(("type", quoted(attribute.type.name)))
    }
    if let format = attribute.type.format { members.append(("format", quoted(format))) }
    if attribute.isHidden { members.append(("hidden", "true")) }
    if statesNulls, attribute.meetsNull(in: site) { members.append(Self.allowedNull) }
    if attribute.isRequired { members.append(("required", "true")) }
    if !attribute.enumeration.isEmpty {
      let values = attribute.enumeration.map { "'\($0.replacingBackslashes)'" }.joined(
        separator: ", "
      )
      let condition = (attribute.allowsNull ? "SELF == NIL OR " : "") + "SELF IN {\(values)}"
      members.append(
        (
          "validate",
          "[" + Self.object([("unless", quoted(condition)), ("then", quoted("fail"))]) + "]"
        )
      )
    }
    return members.count == 1 ? members[0].1 : Self.object(members)
  }

  private static let allowedNull = ("onNull", #""null""#)

  func relation(_ relation: RelationDraft, in site: RecordSite? = nil, declaresMany: Bool = false)
    -> String
  {
    var members = [
      ("from", quoted(relation.from)), ("to", quoted(relation.to)),
      ("map-ref", quoted(relation.mapper.id)),
    ]
    if relation.mapper.target == nil || declaresMany {
      members.append(("many", relation.isMany ? "true" : "false"))
    }
    if relation.allowsConversion { members.append(("conversions", quoted("allow"))) }
    if statesNulls, let member = site?.member(named: relation.key),
      member.tally.nulls > 0 || member.hasNullRecords
    {
      members.append(Self.allowedNull)
    }
    return Self.object(members)
  }

  private func connection(_ connection: ConnectionDraft) -> String {
    Self.object([
      ("to", quoted(connection.to)), ("target", quoted(connection.target.name)),
      ("where", Self.object([(connection.from, quoted(connection.identity))])),
    ])
  }
}

extension String {
  /// The text for use between single quotes in a predicate.
  fileprivate var replacingBackslashes: String {
    replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'")
  }
}

extension TargetDraft {
  /// The properties with their types: keys of maps, attributes, relationships, connections.
  var properties: [(name: String, type: String)] {
    var known: Set<String> = []
    var found: [(name: String, type: String)] = []
    for mapper in mappers {
      if let key = mapper.keyAttribute, known.insert(key).inserted {
        found.append((key, mapper.map?.type ?? "string"))
      }
      for attribute in mapper.attributes where known.insert(attribute.to).inserted {
        found.append((attribute.to, attribute.type.name))
      }
    }
    for mapper in mappers {
      for relation in mapper.relations where known.insert(relation.to).inserted {
        guard let target = relation.mapper.target else { continue }
        found.append((relation.to, relation.isMany ? "[\(target.name)]" : target.name))
      }
    }
    for connection in mappers.flatMap(\.connections) where known.insert(connection.to).inserted {
      found.append(
        (connection.to, connection.isMany ? "[\(connection.target.name)]" : connection.target.name)
      )
    }
    return found
  }
}

extension AttributeDraft {
  /// Whether some of its values count as null.
  fileprivate func meetsNull(in site: RecordSite?) -> Bool {
    let isText = type.name == "string" || type.name == "any"
    return positions(in: site).contains {
      $0.tally.nulls > 0 || !isText && $0.tally.emptyStrings > 0
    }
  }
}

extension Position {
  /// Whether null is among the records of a list or of a map.
  fileprivate var hasNullRecords: Bool {
    element?.tally.nulls ?? 0 > 0 || site?.values?.tally.nulls ?? 0 > 0
  }
}
