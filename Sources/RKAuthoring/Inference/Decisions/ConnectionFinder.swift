/// Finds attributes whose values are identities of other targets.
struct ConnectionFinder {
  let targets: [TargetDraft]

  /// An attribute that refers to a target.
  struct Found {
    var mapper: MapperDraft
    var attribute: AttributeDraft
    /// The attribute's name without the ending that marks it as a key.
    var stem: String
    var ending: String
    var target: TargetDraft
    /// Whether its values are in lists.
    var isMany: Bool
  }

  /// An attribute that refers to a target by its name, but whose values do not confirm it.
  struct Unmade {
    var mapper: MapperDraft
    var attribute: AttributeDraft
    var target: TargetDraft
    /// How many of the compared values are identities of the target.
    var shared: Int
    var compared: Int
  }

  private static let endings = [
    "_ids", "_id", "_codes", "_code", "_key", "Ids", "Id", "IDs", "ID", "Codes", "Code", "Key",
  ]

  /// A name in two parts, such as `venue` and `Code`; nil if it does not end like a key.
  static func split(_ name: String) -> (stem: String, ending: String)? {
    for ending in endings where name.hasSuffix(ending) && name.count > ending.count {
      return (String(name.dropLast(ending.count)), ending)
    }
    return nil
  }

  /// All attributes that refer to keys of a target.
  ///
  /// If several targets fit, the one with the most values is taken.
  func find() -> (found: [Found], unmade: [Unmade]) {
    var found: [Found] = []
    var unmade: [Unmade] = []
    for mapper in targets.flatMap(\.mappers) {
      for attribute in mapper.attributes {
        guard let parts = Self.split(attribute.key ?? attribute.to) else { continue }
        let isMany = attribute.type.name.hasPrefix("[")
        let positions = isMany ? attribute.positions.compactMap(\.element) : attribute.positions
        let values = HashSample.union(positions.map(\.sample))
        guard !values.hashes.isEmpty else { continue }
        let named = targets.filter { Self.fits(parts.stem, $0, of: mapper) }
        let fitting = named.filter { leads(values, to: $0) }
        // Small numbers are identities of many targets, so another target than the attribute's own comes first.
        guard let target = fitting.first(where: { $0 !== mapper.target }) ?? fitting.first else {
          if let target = named.first(where: { $0 !== mapper.target }) ?? named.first,
            let (shared, compared) = common(values, target), shared < compared
          {
            unmade.append(
              Unmade(
                mapper: mapper,
                attribute: attribute,
                target: target,
                shared: shared,
                compared: compared
              )
            )
          }
          continue
        }
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
    return (found, unmade)
  }

  /// Whether the name of an attribute can refer to a target.
  private static func fits(_ stem: String, _ target: TargetDraft, of mapper: MapperDraft) -> Bool {
    let wanted = Names.snake(Names.singular(stem))
    // The `comment_id` of a comment is its own identity.
    if target === mapper.target && wanted == Names.snake(target.name) { return false }
    let names = Set(
      target.votes.keys.map { Names.snake(Names.singular($0)) } + [Names.snake(target.name)]
    )
    return names.contains { wanted == $0 || !$0.isEmpty && wanted.hasSuffix("_" + $0) }
  }

  private func leads(_ values: HashSample, to target: TargetDraft) -> Bool {
    guard let (shared, compared) = common(values, target) else { return false }
    return compared <= 2 ? shared == compared : shared * 10 >= compared * 9
  }

  /// How many of the values are keys of a target, and how many could be compared; nil if none could.
  private func common(
    _ values: HashSample,
    _ target: TargetDraft
  ) -> (shared: Int, compared: Int)? {
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
    guard !keys.isEmpty else { return nil }
    let known = HashSample.union(keys)
    let limit = min(values.limit, known.limit)
    let compared = values.hashes.filter { $0 <= limit }
    let shared = compared.count { known.hashes.contains($0) }
    return compared.isEmpty ? nil : (shared, compared.count)
  }
}

extension HashSample {
  static func union(_ samples: [HashSample]) -> HashSample {
    var all = HashSample(capacity: 256)
    for sample in samples { all.merge(sample) }
    return all
  }
}
