/// The order in which a spec lists members, and the places inside of places.
extension RecordSite {
  /// The members that a spec can name, ordered as in the most frequent shape; members of other shapes follow
  /// the key that precedes them there.
  var ordered: [Int] {
    let shapes = shapes.values.sorted {
      if $0.count != $1.count { return $0.count > $1.count }
      let (left, right) = ($0.members.map { keys[Int($0)] }, $1.members.map { keys[Int($0)] })
      return left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
    }
    var order: [Int] = []
    var known: Set<Int> = []
    for shape in shapes where known.count < members.count {
      var previous: Int?
      for member in shape.members.map({ Int($0) }) {
        if known.insert(member).inserted {
          let place = previous.flatMap { order.firstIndex(of: $0) }
          order.insert(member, at: place.map { $0 + 1 } ?? 0)
        }
        previous = member
      }
    }
    // Members that only rare shapes have, whose order is no longer known.
    let rest = members.indices.filter { !known.contains($0) }
    return (order + rest.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) })
      .filter { members[$0].refusal == nil }
  }

  /// The places that these were joined to, without duplicates.
  static func current(_ sites: [RecordSite]) -> [RecordSite] {
    var seen: Set<ObjectIdentifier> = []
    return sites.map(\.current).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// All places with records below some positions.
  static func all(below positions: [Position]) -> [RecordSite] {
    var sites: [RecordSite] = []
    var pending = positions
    while let position = pending.popLast() {
      if let element = position.element { pending.append(element) }
      guard let site = position.site else { continue }
      if let values = site.values {
        pending.append(values)
      } else {
        sites.append(site)
        pending += site.members
      }
    }
    return sites
  }
}
