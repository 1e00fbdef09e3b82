/// Finds attributes whose values are identities of other targets.
struct ConnectionFinder {
  let targets: [TargetDraft]

  /// An attribute that leads to a target.
  struct Found {
    var mapper: MapperDraft
    var attribute: AttributeDraft
    /// The attribute's name without what says that it is a key.
    var stem: String
    var ending: String
    var target: TargetDraft
    /// Its values are in lists.
    var isMany: Bool
  }

  private static let endings = [
    "_ids", "_id", "_codes", "_code", "_key", "Ids", "Id", "IDs", "ID", "Codes", "Code", "Key",
  ]

  /// A name in two parts, `venue` and `Code`; nil for one that does not end like a key.
  static func split(_ name: String) -> (stem: String, ending: String)? {
    for ending in endings where name.hasSuffix(ending) && name.count > ending.count {
      return (String(name.dropLast(ending.count)), ending)
    }
    return nil
  }

  /// All attributes that lead to the keys of a target; several that fit have the most values.
  func find() -> [Found] {
    var found: [Found] = []
    for mapper in targets.flatMap(\.mappers) {
      for attribute in mapper.attributes {
        guard let parts = Self.split(attribute.key ?? attribute.to) else { continue }
        let isMany = attribute.type.name.hasPrefix("[")
        let positions = isMany ? attribute.positions.compactMap(\.element) : attribute.positions
        let values = HashSample.union(positions.map(\.sample))
        guard !values.hashes.isEmpty else { continue }
        let target = targets.first { target in
          target !== mapper.target && Self.fits(parts.stem, target) && leads(values, to: target)
        }
        guard let target else { continue }
        found.append(
          Found(
            mapper: mapper,
            attribute: attribute,
            stem: parts.stem,
            ending: parts.ending,
            target: target,
            isMany: isMany
          )
        )
      }
    }
    return found
  }

  /// Attributes whose names alone lead to a target, for comments.
  static func fits(_ stem: String, _ target: TargetDraft) -> Bool {
    let wanted = Names.snake(Names.singular(stem))
    let names = Set(
      target.votes.keys.map { Names.snake(Names.singular($0)) } + [Names.snake(target.name)]
    )
    return names.contains { wanted == $0 || !$0.isEmpty && wanted.hasSuffix("_" + $0) }
  }

  private func leads(_ values: HashSample, to target: TargetDraft) -> Bool {
    var keys: [HashSample] = []
    for mapper in target.mappers {
      if let map = mapper.map, mapper.keyAttribute != nil {
        keys.append(map.sample)
      } else if let name = target.identity?.members.first, target.identity?.members.count == 1,
        let attribute = mapper.attributes.first(where: { $0.to == name })
      {
        keys += attribute.positions.map(\.sample)
      }
    }
    guard !keys.isEmpty else { return false }
    let known = HashSample.union(keys)
    let limit = min(values.limit, known.limit)
    let compared = values.hashes.filter { $0 <= limit }
    let shared = compared.count { known.hashes.contains($0) }
    guard !compared.isEmpty else { return false }
    return compared.count <= 2 ? shared == compared.count : shared * 10 >= compared.count * 9
  }
}

extension HashSample {
  static func union(_ samples: [HashSample]) -> HashSample {
    var all = HashSample(capacity: 256)
    for sample in samples { all.merge(sample) }
    return all
  }
}
