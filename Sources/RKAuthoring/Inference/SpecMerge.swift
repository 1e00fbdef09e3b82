package import RKDiagnostics
package import RKMapping

extension Inference {
  /// The text of a spec with what the samples have and it does not map yet.
  ///
  /// Nothing is changed, moved or removed: without the insertions and the commas before them the text is
  /// what it was, but for line ends at its end.
  ///
  /// - Throws: What is wrong with the text.
  ///
  /// - Returns: The text, and what there is no place for in it: mappers that stand in included files, lists
  ///   that are written as objects, roots beside the only one of a spec without `descriptors`.
  package func merged(into mapping: Mapping) throws(DiagnosticsError) -> (
    text: [UInt8], leftOut: [String]
  ) {
    guard let file = mapping.graph.files.first else { return ([], []) }
    var merge = SpecMerge(try SpecSource(file), mapping, writer)
    merge.make()
    return (merge.text, merge.leftOut)
  }
}

/// Finds the places of samples in a spec, and inserts what it lacks.
private struct SpecMerge {
  private let source: SpecSource
  private let graph: MappingGraph
  private let known: KnownMembers
  private let writer: SpecWriter
  /// The mappers of the spec that map what a draft would.
  private var paired: [ObjectIdentifier: MappingID] = [:]
  private var visited: Set<Visit> = []
  private var added: [MapperDraft] = []
  private var insertions: [Int: Insertion] = [:]

  private struct Visit: Hashable {
    var draft: ObjectIdentifier
    var mapping: MappingID
  }

  private struct Insertion {
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

  /// What the samples have and there is no place for.
  private(set) var leftOut: [String] = []
  private var lacks: [Lack] = []
  private var lackingArms:
    [(
      mapping: DynamicMapping, arm: (values: [String], predicate: String?, mapper: MapperDraft),
      variants: Variants
    )] = []

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
        leftOut.append("\(lack.mapping.id): \(lack.arm.values.joined(separator: ", "))")
        continue
      }
      insert(writer.arm(lack.arm, lack.variants), intoList: "matchers", of: node)
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

  // MARK: - What is there

  /// Finds the descriptors for a root; false where there is none, and a new one can be made.
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
    // A spec of a single descriptor has no list for another one.
    guard member("descriptors", of: source.root) == nil else { return false }
    leftOut.append(root.keys.isEmpty ? "the root" : KeyText.path(root.keys))
    return true
  }

  private mutating func pair(_ draft: MapperDraft, _ id: MappingID) {
    guard visited.insert(Visit(draft: ObjectIdentifier(draft), mapping: id)).inserted else {
      return
    }
    if paired[ObjectIdentifier(draft)] == nil { paired[ObjectIdentifier(draft)] = id }
    switch graph[id] {
    case .object(let mapping): pairMembers(draft, mapping, id)
    case .dynamic(let mapping): pairArms(draft, mapping)
    }
  }

  private mutating func pairMembers(_ draft: MapperDraft, _ mapping: ObjectMapping, _ id: MappingID)
  {
    var lack = Lack(mapping: mapping)
    for attribute in draft.attributes {
      guard let key = attribute.key, !known.contain([key], of: id) else { continue }
      lack.attributes.append(attribute)
    }
    for relation in draft.relations {
      let there = mapping.relationships.filter { $0.source.keys == [relation.key] }
      for relationship in there { pair(relation.mapper, relationship.mapping) }
      if there.isEmpty, !known.contain([relation.key], of: id) { lack.relations.append(relation) }
    }
    if !lack.attributes.isEmpty || !lack.relations.isEmpty { lacks.append(lack) }
  }

  private mutating func pairArms(_ draft: MapperDraft, _ mapping: DynamicMapping) {
    guard case .variants(let variants) = draft.source else { return }
    for arm in draft.arms {
      let there = mapping.matchers.first { matcher in
        matcher.values.contains { arm.values.contains($0.constant.text) }
      }
      if let there {
        let value = there.values.first { arm.values.contains($0.constant.text) }
        if let id = value?.mapping ?? there.mapping { pair(arm.mapper, id) }
      } else if !arm.values.isEmpty {
        lackingArms.append((mapping, arm, variants))
      }
    }
  }

  private var declaresTargets: Bool { member("targets", of: source.root) != nil }

  // MARK: - What is new

  /// Collects the mappers that are needed and that the spec has not, with names that it has not.
  private mutating func nameAdded(_ roots: [MapperDraft]) {
    var pending =
      lacks.flatMap { $0.relations.map(\.mapper) } + lackingArms.map(\.arm.mapper) + roots
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
    var targets = Set(
      graph.mappings.compactMap { mapping -> String? in
        if case .object(let mapping) = mapping { mapping.target } else { nil }
      }
    ).union(graph.targets.map(\.name)).lowercased
    var named: Set<ObjectIdentifier> = []
    for draft in added {
      draft.id = Names.free(draft.id, in: ids)
      ids.insert(draft.id.lowercased())
      guard let target = draft.target, named.insert(ObjectIdentifier(target)).inserted else {
        continue
      }
      target.name = Names.free(target.name, in: targets)
      targets.insert(target.name.lowercased())
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
      attribute.to = Names.free(attribute.to, in: taken)
      taken.insert(attribute.to.lowercased())
      insert(
        writer.attribute(attribute, declaresType: properties == nil),
        intoList: "attributes",
        of: node
      )
      if let properties {
        insert(property(attribute.to, attribute.type.name), intoObject: properties)
      }
    }
    for relation in lack.relations {
      var relation = relation
      relation.to = Names.free(relation.to, in: taken)
      taken.insert(relation.to.lowercased())
      insert(
        writer.relation(relation, declaresMany: properties == nil),
        intoList: "relationships",
        of: node
      )
      if let properties, let name = relation.mapper.target?.name {
        insert(property(relation.to, relation.isMany ? "[\(name)]" : name), intoObject: properties)
      }
    }
  }

  private func property(_ name: String, _ type: String) -> String {
    writer.quoted(name) + ": " + writer.quoted(type)
  }

  // MARK: - Text

  /// The object of a mapper in the spec's own file; nil for one of an included file.
  private func node(of id: String) -> SpecNode? {
    guard let mappers = member("mappers", of: source.root), case .list(let nodes) = mappers.content
    else { return nil }
    return nodes.first { member("id", of: $0)?.text == id }
  }

  private func member(_ name: String, of node: SpecNode) -> SpecNode? {
    guard case .object(let members, _) = node.content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Adds an element to the list that is a member of an object, or makes the list.
  private mutating func insert(_ item: String, intoList name: String, of node: SpecNode) {
    if let list = member(name, of: node) {
      guard case .list(let elements) = list.content else {
        leftOut.append(item)
        return
      }
      return insert(item, into: list, starts: elements.map(\.place.range))
    }
    guard case .object(let members, isBracketed: false) = node.content else {
      leftOut.append(item)
      return
    }
    let key = writer.quoted(name) + ": ["
    let place = node.place.range.lowerBound
    // A second element goes into the list that the first one has made.
    if let index = insertions[place]?.items.firstIndex(where: { $0.hasPrefix(key) }) {
      insertions[place]?.items[index].removeLast()
      insertions[place]?.items[index] += ", " + item + "]"
      return
    }
    insert(
      key + item + "]",
      into: node,
      starts: members.map { $0.namePlace.range.lowerBound..<$0.value.place.range.upperBound }
    )
  }

  private mutating func insert(_ item: String, intoObject node: SpecNode?) {
    guard let node, case .object(let members, isBracketed: false) = node.content else { return }
    insert(
      item,
      into: node,
      starts: members.map { $0.namePlace.range.lowerBound..<$0.value.place.range.upperBound }
    )
  }

  /// Adds an item after the last one, separated as that one is from what is before it.
  private mutating func insert(_ item: String, into node: SpecNode, starts: [Range<Int>]) {
    let place = node.place.range.lowerBound
    if insertions[place] == nil {
      insertions[place] = Insertion(
        end: starts.last?.upperBound ?? place + 1,
        separator: starts.last.map { separator(before: $0.lowerBound) } ?? " ",
        isFirst: starts.isEmpty
      )
    }
    insertions[place]?.items.append(item)
  }

  /// The white space before a place, from the last line end on.
  private func separator(before place: Int) -> String {
    let bytes = source.file.bytes
    var start = place
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, bytes[start - 1] == 0x0A else { return " " }
    let indent = String(decoding: bytes[start..<place], as: UTF8.self)
    return (start > 1 && bytes[start - 2] == 0x0D ? "\r\n" : "\n") + indent
  }
}

extension Set<String> {
  fileprivate var lowercased: Set<String> { Set(map { $0.lowercased() }) }
}
