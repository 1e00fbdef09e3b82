/// Names targets after the members that lead to them.
struct TargetNamer {
  let targets: [TargetDraft]
  /// The name for records of a root without a key path.
  let fallback: String

  /// Gives each target the name with the most votes, even if several get the same name.
  func name() {
    for target in targets where !target.isNamed {
      var votes: [String: Int] = [:]
      for (name, count) in target.votes {
        votes[name.isEmpty ? fallback : Names.pascal(Names.singular(name)), default: 0] += count
      }
      for site in target.sites {
        if let name = site.member(named: "url")?.collection {
          votes[Names.pascal(Names.singular(name)), default: 0] += 5
        }
      }
      let best = votes.max {
        if $0.value != $1.value { return $0.value < $1.value }
        if $0.key.count != $1.key.count { return $0.key.count > $1.key.count }
        return $1.key.utf8.lexicographicallyPrecedes($0.key.utf8)
      }
      target.name = best?.key ?? fallback
    }
  }

  /// Makes the names of targets unique.
  func settle() {
    var taken: Set<String> = []
    let order = targets.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.isNamed != other.isNamed { return one.isNamed }
      if (one.identity == nil) != (other.identity == nil) { return one.identity != nil }
      if one.recordCount != other.recordCount { return one.recordCount > other.recordCount }
      return left.offset < right.offset
    }.map(\.element)
    var late: [TargetDraft] = []
    for target in order {
      if taken.insert(target.name.lowercased()).inserted || target.isNamed { continue }
      late.append(target)
    }
    for target in late {
      let parent = target.parent.map(\.name) ?? ""
      target.name = taken.claim(parent + target.name)
    }
  }

  /// Gives mappers their ids.
  static func nameMappers(_ mappers: [MapperDraft], fallback: String) {
    var taken: Set<String> = []
    for mapper in mappers {
      let target = mapper.target
      let isFirst = target.map { $0.mappers.first === mapper } ?? false
      let member = Names.camel(Names.singular(mapper.memberName))
      let name = isFirst || member.isEmpty ? Names.mapper(target?.name ?? fallback) : member
      mapper.id = taken.claim(name)
    }
  }
}
