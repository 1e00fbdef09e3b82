/// Columns of a table that are searched together.
struct IndexWish: Hashable {
  var columns: [Int]
  /// Whether the order of the columns does not matter, because a search gives values for all of
  /// them.
  var isForeignKey: Bool
}
