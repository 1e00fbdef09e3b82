/// Columns of a table that are searched together.
struct IndexWish: Hashable {
  var columns: [Int]
  /// The order of the columns does not matter: all of them are given.
  var isForeignKey: Bool
}
