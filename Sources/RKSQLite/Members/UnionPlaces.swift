/// The places of members that are appended to others, for the owners of one batch.
struct UnionPlaces {
  private struct Place {
    var list: Int
    var owner: UInt32
    var place: Int64
  }

  /// The places of owners whose records are not finished: later owners come after earlier ones.
  private struct Stack {
    private var places: [Place] = []

    mutating func removeAll() { places.removeAll(keepingCapacity: true) }

    /// Records come in preorder: when something belongs to `owner`, those after it are finished.
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

  private var firsts = Stack()
  private var offsets = Stack()

  mutating func removeAll() {
    firsts.removeAll()
    offsets.removeAll()
  }

  /// The first place after the members that an owner had before its record came, in all lists of a
  /// relationship; nil if it has not been looked up.
  mutating func first(ofRelation relation: Int, owner: UInt32) -> Int64? {
    firsts.place(of: relation, owner: owner)
  }

  mutating func set(first: Int64, ofRelation relation: Int, owner: UInt32) {
    firsts.set(first, of: relation, owner: owner)
  }

  /// How far the rows of a list are moved.
  mutating func offset(ofList list: Int, owner: UInt32) -> Int64 {
    offsets.place(of: list, owner: owner) ?? 0
  }

  mutating func set(offset: Int64, ofList list: Int, owner: UInt32) {
    offsets.set(offset, of: list, owner: owner)
  }
}
