package import RKDiagnostics
package import RKMapping

extension Inference {
  /// Adds to the text of a spec what the samples have and the spec does not map yet.
  ///
  /// Nothing is changed, moved or removed: without the insertions and the commas before them the text is the
  /// original, except for line ends at its end.
  ///
  /// - Throws: Diagnostics about errors in the text.
  ///
  /// - Returns: The text; the names of what could not be inserted (mappers that are in included files, lists
  ///   that are written as objects, roots beside the only one of a spec without `descriptors`); and warnings
  ///   about identities that do not identify the samples.
  package func merged(into mapping: Mapping) throws(DiagnosticsError) -> (
    text: [UInt8], leftOut: [String], warnings: [Diagnostic]
  ) {
    guard let file = mapping.graph.files.first else { return ([], [], []) }
    var merge = SpecMerge(try SpecSource(file), mapping, writer)
    merge.make()
    return (merge.text, merge.leftOut, merge.warnings)
  }
}

/// Finds the places of samples in a spec, and inserts what the spec lacks.
struct SpecMerge {
  let source: SpecSource
  let graph: MappingGraph
  let known: KnownMembers
  let writer: SpecWriter
  /// For drafts that the spec maps already, the mapper in the spec.
  private var paired: [ObjectIdentifier: MappingID] = [:]
  private var visited: Set<Visit> = []
  private var added: [MapperDraft] = []
  var insertions: [Int: Insertion] = [:]

  private struct Visit: Hashable {
    var draft: ObjectIdentifier
    var mapping: MappingID
  }

  /// The text that is inserted at one place.
  struct Insertion {
    var end: Int
    var separator: String
    var isFirst: Bool
    var items: [String] = []
  }

  /// What a mapper of the spec lacks.
  private struct Lack {
    var mapping: ObjectMapping
    var attributes: [AttributeDraft] = []
    var relations: [RelationDraft] = []
  }

  /// A kind of record that a dynamic mapper of the spec has no matcher for.
  struct LackingArm {
    var mapping: DynamicMapping
    var key: String?
    var values: [String]
    var mapper: MapperDraft
  }

  /// Identities that do not identify the samples.
  private var contradicted: Set<String> = []
  private(set) var warnings: [Diagnostic] = []
  /// The names of what the samples have and could not be inserted.
  var leftOut: [String] = []
  private var lacks: [Lack] = []
  var lackingArms: [LackingArm] = []
  /// The properties that were inserted, by the place of their object.
  private var properties: [Int: Set<String>] = [:]

  init(_ source: SpecSource, _ mapping: Mapping, _ writer: SpecWriter) {
    self.source = source
    graph = mapping.graph
    known = KnownMembers(of: mapping.graph)
    self.writer = writer
  }

  /// The text with all insertions.
  var text: [UInt8] {
    let fixIts = insertions.values.map { insertion in
      var text = insertion.items.joined(separator: "," + insertion.separator)
      if !insertion.isFirst { text = "," + insertion.separator + text }
      return FixIt("insert", replacing: insertion.end..<insertion.end, with: text)
    }
    return CorrectedText(source.file.bytes, fixIts).bytes
  }

  mutating func make() {
    var roots: [(root: RecordRoot, mapper: MapperDraft)] = []
    for (root, mapper) in writer.roots where !pair(root, mapper) { roots.append((root, mapper)) }
    nameAdded(roots.map(\.mapper))
    for lack in lacks { insert(lack) }
    for lack in lackingArms {
      guard let node = node(of: lack.mapping.id) else {
        leftOut.append("\(lack.mapping.id): \(lack.values.joined(separator: ", "))")
        continue
      }
      let arm = (values: lack.values, predicate: String?.none, mapper: lack.mapper)
      insert(writer.arm(arm, key: lack.key), intoList: "matchers", of: node)
    }
    for (root, mapper) in roots {
      insert(writer.descriptor(root, mapper), intoList: "descriptors", of: source.root)
    }
    for mapper in added {
      if let target = mapper.target, declaresTargets, target.mappers.first === mapper {
        insert(
          writer.quoted(target.name) + ": " + writer.target(target),
          intoObject: member("targets", of: source.root)
        )
      }
      insert(
        writer.mapper(mapper, declaresTypes: !declaresTargets),
        intoList: "mappers",
        of: source.root
      )
    }
  }

  // MARK: - Comparing with the spec

  /// Finds the descriptors for a root; returns false if there is none, but one can be added.
  private mutating func pair(_ root: RecordRoot, _ draft: MapperDraft) -> Bool {
    var isThere = false
    var request = RequestContext()
    (request.method, request.path) = (root.request.method, root.request.path)
    request.statusCode = root.request.status
    for descriptor in graph.descriptors
    where DescriptorMatch(descriptor, request).bindings != nil {
      let keys = descriptor.keyPath.keys ?? []
      if keys == root.keys {
        pair(draft, descriptor.mapping)
        isThere = true
      } else if root.keys.starts(with: keys),
        known.contain(Array(root.keys.dropFirst(keys.count)), of: descriptor.mapping)
      {
        isThere = true
      }
    }
    if isThere { return true }
    // A spec with a single descriptor has no list to add another one to.
    guard member("descriptors", of: source.root) == nil else { return false }
    leftOut.append(root.keys.isEmpty ? "the root" : KeyText.path(root.keys))
    return true
  }

  /// Finds what a mapper of the spec lacks compared with a draft, or with its records that have only some keys.
  mutating func pair(_ draft: MapperDraft, _ id: MappingID, only keys: Set<String>? = nil) {
    guard visited.insert(Visit(draft: ObjectIdentifier(draft), mapping: id)).inserted else {
      return
    }
    if paired[ObjectIdentifier(draft)] == nil { paired[ObjectIdentifier(draft)] = id }
    switch graph[id] {
    case .object(let mapping):
      pairMembers(draft, mapping, id, only: keys)
      // The spec has one mapper for all kinds.
      for arm in draft.arms { pair(arm.mapper, id) }
    case .dynamic(let mapping): pairArms(draft, mapping)
    }
  }

  private mutating func pairMembers(
    _ draft: MapperDraft,
    _ mapping: ObjectMapping,
    _ id: MappingID,
    only keys: Set<String>?
  ) {
    checkIdentity(of: draft, mapping)
    var lack = Lack(mapping: mapping)
    for attribute in draft.attributes {
      guard let key = attribute.key, keys?.contains(key) ?? true, !known.contain([key], of: id)
      else { continue }
      lack.attributes.append(attribute)
    }
    for relation in draft.relations where keys?.contains(relation.key) ?? true {
      pair(relation, [relation.key], isInList: false, &lack, id)
    }
    note(lack)
  }

  /// Warns if different records of the samples share an identity of the spec.
  private mutating func checkIdentity(of draft: MapperDraft, _ mapping: ObjectMapping) {
    let target = graph.targets.first { $0.name == mapping.target }
    let members =
      mapping.identification.isEmpty ? target?.identification ?? [] : mapping.identification
    let keys = members.compactMap { member in
      mapping.attributes.first { $0.destination.text == member }?.sources.first?.keys
    }
    guard let site = draft.site, !members.isEmpty, keys.count == members.count,
      keys.allSatisfy({ $0.count == 1 }), !contradicted.contains(mapping.target)
    else { return }
    let identity = IdentityFinder.identity(keys.map { $0[0] }, of: site)
    guard identity.contradicted > 0, identity.confidence == 0 else { return }
    contradicted.insert(mapping.target)
    let declared = member("targets", of: source.root).flatMap { member(mapping.target, of: $0) }
      .flatMap { member("identification", of: $0)?.place }
    warnings.append(
      Diagnostic(
        .repeatedIdentity,
        "different records in the samples have the same \(members.joined(separator: ", ")): "
          + "\(identity.contradicted) of \(identity.count) of '\(mapping.target)'",
        at: graph.location(of: declared ?? mapping.place),
        help: ["records of one identity are merged: what comes later wins"]
      )
    )
  }

  /// Finds what is lacking for the records that some keys lead to.
  private mutating func pair(
    _ relation: RelationDraft,
    _ keys: [String],
    isInList: Bool,
    _ lack: inout Lack,
    _ id: MappingID
  ) {
    let there = lack.mapping.relationships.filter { $0.source.keys == keys }
    for relationship in there { pair(relation.mapper, relationship.mapping) }
    if !there.isEmpty { return }
    if !known.contain(keys, of: id) {
      if isInList {
        leftOut.append("\(lack.mapping.id).\(KeyText.path(keys))")
      } else if !lack.relations.contains(where: { $0.key == relation.key }) {
        lack.relations.append(relation)
      }
    } else if !known.containWhole(keys, of: id) {
      pairInner(relation, keys, isInList: isInList, &lack, id)
    }
  }

  /// Finds what is lacking for records of which the spec maps some members by key paths.
  private mutating func pairInner(
    _ relation: RelationDraft,
    _ keys: [String],
    isInList: Bool,
    _ lack: inout Lack,
    _ id: MappingID
  ) {
    // A member of several records would become a list without its records.
    let isInList = isInList || relation.isMany || relation.mapper.map != nil
    let mappers = [relation.mapper] + relation.mapper.arms.map(\.mapper)
    for attribute in mappers.flatMap(\.attributes) {
      guard let key = attribute.key, !known.contain(keys + [key], of: id) else { continue }
      let path = KeyText.path(keys + [key])
      if lack.attributes.contains(where: { $0.key == path }) { continue }
      if isInList {
        leftOut.append("\(lack.mapping.id).\(path)")
        continue
      }
      var inner = attribute
      (inner.from, inner.key, inner.to) = (path, path, joined(relation.to, attribute.to))
      lack.attributes.append(inner)
    }
    for inner in mappers.flatMap(\.relations) {
      var below = inner
      let keys = keys + [inner.key]
      (below.from, below.key, below.to) = (
        KeyText.path(keys), KeyText.path(keys), joined(relation.to, inner.to)
      )
      pair(below, keys, isInList: isInList, &lack, id)
    }
  }

  /// The name of a member below another one, as a key path.
  private func joined(_ outer: String, _ inner: String) -> String {
    let name = outer + "_" + inner
    return writer.options.names == .camelCase ? Names.camel(name) : name
  }

  /// Adds to the known lacks.
  private mutating func note(_ lack: Lack) {
    guard let index = lacks.firstIndex(where: { $0.mapping.id == lack.mapping.id }) else {
      if !lack.attributes.isEmpty || !lack.relations.isEmpty { lacks.append(lack) }
      return
    }
    let keys = Set(lacks[index].attributes.compactMap(\.key) + lacks[index].relations.map(\.key))
    lacks[index].attributes += lack.attributes.filter { !keys.contains($0.key ?? "") }
    lacks[index].relations += lack.relations.filter { !keys.contains($0.key) }
  }

  private var declaresTargets: Bool { member("targets", of: source.root) != nil }

  // MARK: - Additions

  /// Collects the mappers that the spec lacks, and gives them names that the spec does not use.
  private mutating func nameAdded(_ roots: [MapperDraft]) {
    var pending =
      lacks.flatMap { $0.relations.map(\.mapper) } + lackingArms.map(\.mapper) + roots
    var seen: Set<ObjectIdentifier> = []
    while !pending.isEmpty {
      let draft = pending.removeFirst()
      guard seen.insert(ObjectIdentifier(draft)).inserted else { continue }
      if let id = paired[ObjectIdentifier(draft)] {
        draft.id = graph[id].id
        continue
      }
      added.append(draft)
      pending += draft.relations.map(\.mapper) + draft.arms.map(\.mapper)
    }
    var ids = Set(graph.mappings.map { $0.id.lowercased() })
    var targets = graph.targetNames.lowercased
    var named: Set<ObjectIdentifier> = []
    for draft in added {
      draft.id = ids.claim(draft.id)
      guard let target = draft.target, named.insert(ObjectIdentifier(target)).inserted else {
        continue
      }
      target.name = targets.claim(target.name)
    }
    MergedConnections(graph, paired, new: named).resolve(in: added, among: writer.mappers)
  }

  private mutating func insert(_ lack: Lack) {
    guard let node = node(of: lack.mapping.id) else {
      let keys = lack.attributes.compactMap(\.key) + lack.relations.map(\.key)
      leftOut += keys.map { "\(lack.mapping.id).\($0)" }
      return
    }
    let target = member("targets", of: source.root).flatMap { member(lack.mapping.target, of: $0) }
    let properties = target.flatMap { member("properties", of: $0) }
    var taken = Set(
      lack.mapping.attributes.map(\.destination.text)
        + lack.mapping.relationships.map(\.destination.text)
    ).lowercased
    for attribute in lack.attributes {
      var attribute = attribute
      attribute.isHidden = false
      attribute.to = taken.claim(attribute.to)
      insert(
        writer.attribute(attribute, declaresType: properties == nil),
        intoList: "attributes",
        of: node
      )
      if let properties { insert(attribute.to, attribute.type.name, into: properties) }
    }
    for relation in lack.relations {
      var relation = relation
      relation.to = taken.claim(relation.to)
      insert(
        writer.relation(relation, declaresMany: properties == nil),
        intoList: "relationships",
        of: node
      )
      if let properties, let name = relation.mapper.target?.name {
        insert(relation.to, relation.isMany ? "[\(name)]" : name, into: properties)
      }
    }
  }

  /// Adds a property, unless another mapper of the target has added it.
  private mutating func insert(_ name: String, _ type: String, into node: SpecNode) {
    let place = node.place.range.lowerBound
    guard member(name, of: node) == nil,
      properties[place, default: []].insert(name).inserted
    else { return }
    insert(writer.quoted(name) + ": " + writer.quoted(type), intoObject: node)
  }
}

extension Set<String> {
  fileprivate var lowercased: Set<String> { Set(map { $0.lowercased() }) }
}
