internal import RKMapping

/// The columns by which the indexes and keys of a table find rows: the leading columns of each.
struct ServedColumns {
  private var lists = KeyedValues<[Int], Bool>()
  private var sets = KeyedValues<[Int], Bool>()

  mutating func add(_ index: [Int]) {
    for count in 0...index.count {
      lists[Array(index[..<count])] = true
      sets[index[..<count].sorted()] = true
    }
  }

  /// Whether one of them serves a wish as well as an index of its own would.
  func has(_ wish: IndexWish) -> Bool {
    wish.isForeignKey
      ? sets.number(of: wish.columns.sorted()) != nil : lists.number(of: wish.columns) != nil
  }
}
