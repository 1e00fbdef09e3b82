import RKEngine
@testable import RKSQLite
import Testing

@Suite("RowShape")
struct RowShapeTests {
  @Test(
    "a row that is replaced as a whole has values in all usable columns",
    arguments: [3, 32, 33, 65, 70]
  )
  func whole(columnCount: Int) {
    let unusable: Set<Int> = [1, columnCount - 1]
    let columns = (0..<columnCount).filter { !unusable.contains($0) }
    var shape = RowShape(columnCount)
    shape.read(
      UniqueArray<StoredValue>(),
      from: 0,
      count: columnCount,
      wholly: true,
      usable: RowShape(columnCount, 3, of: columns)
    )
    for column in 0..<columnCount {
      #expect(
        shape[column]
          == (unusable.contains(column) ? RowShape.Column.absent : RowShape.Column.value)
      )
    }
  }
}
