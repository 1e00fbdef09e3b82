/// What is looked for together in a table.
struct IndexWish: Hashable {
  var columns: [Int]
  /// It is no matter in which order the columns stand: all of them are given.
  var isForeignKey: Bool

  /// An index, or a key, of these columns serves as well.
  func isServed(by index: [Int]) -> Bool {
    guard index.count >= columns.count else { return false }
    let start = index[..<columns.count]
    return isForeignKey ? Set(start) == Set(columns) : Array(start) == columns
  }
}
