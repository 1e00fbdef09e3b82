/// Positions for lists of owners whose records are not finished, within one batch; later owners
/// come after earlier ones.
struct OwnerPlaces {
  private struct Place {
    var list: Int
    var owner: UInt32
    var place: Int64
  }

  private var places: [Place] = []

  mutating func removeAll() { places.removeAll(keepingCapacity: true) }

  /// The position for a list of an owner; nil if none was set.
  ///
  /// Records come in preorder, so once something belongs to `owner`, later owners are finished.
  mutating func place(of list: Int, owner: UInt32) -> Int64? {
    while let last = places.last, last.owner > owner { places.removeLast() }
    var at = places.count - 1
    while at >= 0, places[at].owner == owner {
      if places[at].list == list { return places[at].place }
      at -= 1
    }
    return nil
  }

  mutating func set(_ place: Int64, of list: Int, owner: UInt32) {
    if self.place(of: list, owner: owner) == nil {
      places.append(Place(list: list, owner: owner, place: place))
    }
  }
}
