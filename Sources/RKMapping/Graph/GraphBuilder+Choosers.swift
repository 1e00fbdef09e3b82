extension GraphBuilder {
  /// For mappers that dynamic ones choose, the attributes that the dynamic ones make from keys,
  /// which an identification may name.
  func nestingsOfChoosers(_ find: (SpecText, Int) -> Int?) -> [Int: Set<String>] {
    var nestings: [Int: Set<String>] = [:]
    for number in mappers.indices where mappers[number].isDynamic == true {
      guard let name = mappers[number].keyAttribute else { continue }
      var seen: Set<Int> = [number]
      var open = [number]
      while let next = open.popLast() {
        for chosen in choices(of: next, find) where seen.insert(chosen).inserted {
          if mappers[chosen].isDynamic == true { open.append(chosen) }
          nestings[chosen, default: []].insert(name.value)
        }
      }
    }
    return nestings
  }

  private func choices(of number: Int, _ find: (SpecText, Int) -> Int?) -> [Int] {
    let mapper = mappers[number]
    let matched = (mapper.matchers ?? []).flatMap(\.references)
    return matched.compactMap { find($0, mapper.matcherScope) }
      + [mapper.otherwise].compactMap { $0 }.compactMap { find($0, mapper.otherwiseScope) }
  }
}
