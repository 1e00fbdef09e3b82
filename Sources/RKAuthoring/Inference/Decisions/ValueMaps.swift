/// Names the records of maps whose values are not objects: `areaNames` becomes areas with a name.
struct ValueMaps {
  let mappers: [MapperDraft]

  private static let endings: Set<String> = [
    "names", "titles", "labels", "codes", "counts", "prices", "values",
  ]

  func name() {
    let maps = mappers.filter { if case .values = $0.source { true } else { false } }
    for mapper in maps {
      guard let parts = Self.split(mapper.memberName) else { continue }
      mapper.target?.votes = [parts.base: 2]
      rename(mapper, Names.singular(parts.ending).lowercased())
    }
    for mapper in maps where Self.split(mapper.memberName) == nil { joinLists(mapper, maps) }
  }

  /// Splits `areaNames` into `area` and `Names`; nil if the name has no such ending.
  static func split(_ name: String) -> (base: String, ending: String)? {
    guard let last = Names.split(name).last, endings.contains(last.lowercased()),
      name.count > last.count
    else { return nil }
    return (String(name.dropLast(last.count)), last)
  }

  private func rename(_ mapper: MapperDraft, _ name: String) {
    let isTaken = mapper.keyAttribute == name
    mapper.attributes[0].to = isTaken ? "value" : name
  }

  /// Moves lists whose keys are those of another map to the records of that map.
  private func joinLists(_ mapper: MapperDraft, _ maps: [MapperDraft]) {
    guard case .values(let values) = mapper.source, values.tally.lists > 1,
      values.tally.lists + values.tally.nulls == values.tally.all, let keys = mapper.map
    else { return }
    let name = mapper.memberName
    for other in maps where other !== mapper {
      guard let base = Self.split(other.memberName)?.base, !base.isEmpty,
        Names.snake(name).hasPrefix(Names.snake(base) + "_"), let known = other.map,
        keys.sample.hashes.isSubset(of: known.sample.hashes), mapper.target !== other.target
      else { continue }
      var rest = String(name.dropFirst(base.count)).drop { $0 == "_" || $0 == "-" }.description
      rest = rest.prefix(1).lowercased() + rest.dropFirst()
      if leads(values, to: rest, maps) {
        rest = Names.singular(rest) + (rest.contains("_") ? "_ids" : "Ids")
      }
      mapper.target?.mappers = []
      mapper.target = other.target
      other.target?.mappers.append(mapper)
      rename(mapper, rest)
      return
    }
  }

  /// Whether the values are keys of the map that has a name.
  private func leads(_ values: Position, to name: String, _ maps: [MapperDraft]) -> Bool {
    guard let sample = values.element?.sample, !sample.hashes.isEmpty else { return false }
    return maps.contains { map in
      guard let base = Self.split(map.memberName)?.base, let keys = map.map else { return false }
      return Names.snake(base) == Names.snake(Names.singular(name))
        && sample.hashes.isSubset(of: keys.sample.hashes)
    }
  }
}
