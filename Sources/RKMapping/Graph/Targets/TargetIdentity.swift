/// What identifies the records of a target, and becomes the key of its table.
struct TargetIdentity: Equatable {
  /// The names of the attributes, in key order.
  var attributes: [String]
  /// The mapping that defines it; nil if the target does.
  var mapping: MappingID?
}

extension MappingGraph {
  /// The identities of the targets, by name, for targets that have one.
  ///
  /// The first mapping in the order of the spec decides that either names attributes and writes
  /// them all, or names none and writes those that the target names. Only mappings that a
  /// descriptor reaches count.
  func identities() -> [String: TargetIdentity] {
    let declared = Dictionary(
      targets.map { ($0.name, $0.identification) },
      uniquingKeysWith: { first, _ in first }
    )
    let chosen = nestingAttributesOfChoosers()
    var identities: [String: TargetIdentity] = [:]
    for id in reachableMappings() {
      guard case .object(let mapping) = self[id], identities[mapping.target] == nil else {
        continue
      }
      let isOwn = !mapping.identification.isEmpty
      let names = isOwn ? mapping.identification : declared[mapping.target, default: []]
      if names.isEmpty || !mapping.lacks(names, chosen[id, default: []]).isEmpty { continue }
      identities[mapping.target] = TargetIdentity(attributes: names, mapping: isOwn ? id : nil)
    }
    return identities
  }

  /// For each target, the names of the attributes by which records are merged, even if they cannot
  /// be a table's key: those of the first mapping that names some, else those of the target.
  func identificationNames() -> KeyedValues<String, [String]> {
    var names = KeyedValues<String, [String]>()
    for case .object(let mapping) in mappings
    where !mapping.identification.isEmpty && names[mapping.target] == nil {
      names[mapping.target] = mapping.identification
    }
    for target in targets where names[target.name] == nil {
      names[target.name] = target.identification
    }
    return names
  }

  /// The mappings that descriptors and connections reach, in the order of the spec.
  func reachableMappings() -> [MappingID] { reachableMappings(from: starts) }

  /// The mappings of descriptors, and those of connected targets that no descriptor reaches.
  var starts: [MappingID] {
    var starts = descriptors.map(\.mapping)
    if !mappings.contains(where: \.hasConnections) { return starts }
    var objects = KeyedValues<String, [MappingID]>()
    for number in mappings.indices {
      guard case .object(let mapping) = mappings[number] else { continue }
      objects[mapping.target, default: []].append(MappingID(number))
    }
    var seen = mappings.map { _ in false }
    var reached: Set<String> = []
    var open = starts
    while true {
      var wanted: Set<String> = []
      while let next = open.popLast() {
        if seen[next.index] { continue }
        seen[next.index] = true
        open += self[next].references
        guard case .object(let mapping) = self[next] else { continue }
        reached.insert(mapping.target)
        wanted.formUnion(mapping.connections.map(\.target))
      }
      open = wanted.subtracting(reached).flatMap { objects[$0, default: []] }
        .sorted { $0.index < $1.index }
      if open.isEmpty { return starts }
      starts += open
    }
  }

  /// The mappings that can be reached from some, including those, in the order of the spec.
  func reachableMappings(from starts: [MappingID]) -> [MappingID] {
    var seen = mappings.map { _ in false }
    var open = starts
    while let next = open.popLast() {
      if seen[next.index] { continue }
      seen[next.index] = true
      open += self[next].references
    }
    return mappings.indices.filter { seen[$0] }.map { MappingID($0) }
  }

  /// For mappings that dynamic ones choose, the nesting attributes that they get from them.
  package func nestingAttributesOfChoosers() -> [MappingID: Set<String>] {
    var names: [MappingID: Set<String>] = [:]
    for number in mappings.indices {
      guard case .dynamic(let chooser) = mappings[number], let name = chooser.nestingAttribute
      else {
        continue
      }
      for id in objectMappings(from: MappingID(number)) { names[id, default: []].insert(name) }
    }
    return names
  }
}

extension ObjectMapping {
  /// Returns the names that its records lack; `others` are further attributes of these.
  func lacks(_ names: [String], _ others: Set<String>) -> [String] {
    if names.isEmpty { return [] }
    let wanted = Set(names)
    var isHidden = KeyedValues<String, Bool>()
    // By index, because rules are large.
    for number in attributes.indices {
      let name = attributes[number].destination.text
      guard wanted.contains(name), isHidden[name] == nil else { continue }
      isHidden[name] = attributes[number].isHidden
    }
    return names.filter { isHidden[$0] ?? !others.contains($0) }
  }
}
