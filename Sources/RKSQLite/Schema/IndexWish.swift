/// What is looked for together in a table.
struct IndexWish: Hashable {
  var columns: [Int]
  /// It is no matter in which order the columns stand: all of them are given.
  var isForeignKey: Bool
}
