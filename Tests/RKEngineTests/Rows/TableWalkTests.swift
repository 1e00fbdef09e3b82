@testable import RKEngine
import Testing

/// The order of rows and lists, and which belongs to which.
@Suite("TableWalk")
struct TableWalkTests {
  private let trial = RowTrial()

  private func cell(_ column: UInt32 = 0) -> CellRule { CellRule(.cell, column: column) }

  private func record(_ shape: Int, _ values: RowTrial.Value...) -> RowTrial.Record {
    RowTrial.Record(PlanID(shape), values)
  }

  /// A list rule whose owner's key is its first cell, in the first column of `table`.
  private func list(_ table: Int, isJoin: Bool) -> PlanID<ListRule> {
    var rule = ListRule(table: table, isJoin: isJoin)
    rule.ownerCells = trial.tables.cells.add([cell()])
    rule.ownerColumns = trial.tables.places.add([0])
    return trial.tables.lists.add(rule)
  }

  private func relative(
    _ shape: Int,
    row: PlanID<RowRule> = .none,
    join: PlanID<RowRule> = .none,
    list: PlanID<ListRule> = .none,
    _ form: Relative.Form = .any
  ) -> Relative {
    var relative = Relative(record: PlanID(shape))
    (relative.row, relative.join, relative.list, relative.form) = (row, join, list, form)
    return relative
  }

  /// Owners (0) with members (1), which are joined to them (2) or are their children.
  private func plan(isJoin: Bool, _ form: Relative.Form = .any) {
    for _ in 0..<2 { _ = trial.shape() }
    let tables = (0..<3).map { _ in trial.table(3) }
    let member = trial.row(
      tables[1],
      isJoin ? [cell()] : [CellRule(.ownerCell), CellRule(.position), cell()]
    )
    let join = trial.row(tables[2], [CellRule(.ownerCell), cell(), CellRule(.position)])
    let list = list(isJoin ? tables[2] : tables[1], isJoin: isJoin)
    let lists = PlanRange<ListRule>(0..<1)
    let members = relative(1, row: member, join: isJoin ? join : .none, list: list, form)
    var relatives = [members]
    // With undeclared cardinality, a single one has a row, but no join row.
    if form == .many { relatives.append(relative(1, row: member, .one)) }
    trial.tables.roots[0] = trial.row(
      tables[0],
      [cell()],
      relations: [trial.relation(1, relatives, lists: lists)]
    )
  }

  private func members(_ keys: String...) -> RowTrial.Value {
    .many(keys.map { record(1, .json($0)) })
  }

  @Test("join rows come as a list after the joined rows")
  func joins() throws {
    plan(isJoin: true)
    #expect(
      try trial.events(record(0, .json("7"), members("1", "2")), record(0, .json("8"), .missing))
        == [
          "row 2 (0, 4): 7",
          "row 0 (0, 2): 1",
          "row 0 (0, 3): 2",
          "list 0 x2 (0, 4): 7 7 1 0 7 2 1",
          "row 2 (4, 5): 8",
        ]
    )
  }

  @Test("children come after their list")
  func children() throws {
    plan(isJoin: false)
    #expect(
      try trial.events(record(0, .json("7"), members("1", "2"))) == [
        "row 2 (0, 4): 7",
        "list 0 x2 (0, 2): 7 0 1",
        "row 0 (0, 3): 7 0 1",
        "row 0 (0, 4): 7 1 2",
      ]
    )
  }

  @Test("an empty list and null are lists without members; missing ones are not mentioned")
  func empty() throws {
    for isJoin in [true, false] {
      let other = TableWalkTests()
      other.plan(isJoin: isJoin)
      for value in [.many([]), .json("null")] as [RowTrial.Value] {
        #expect(
          try other.trial.events(record(0, .json("7"), value)) == [
            "row 2 (0, 2): 7", "list 0 x0 (0, 2): 7",
          ]
        )
      }
      #expect(try other.trial.events(record(0, .json("7"), .missing)) == ["row 2 (0, 1): 7"])
    }
  }

  @Test("if the cardinality is undeclared, a single record empties the list")
  func undeclared() throws {
    plan(isJoin: true, .many)
    #expect(
      try trial.events(record(0, .json("7"), .one(record(1, .json("1"))))) == [
        "row 2 (0, 3): 7",
        "row 0 (0, 2): 1",
        "list 0 x0 (0, 3): 7",
      ]
    )
    #expect(
      try trial.events(record(0, .json("7"), members("1"))) == [
        "row 2 (0, 3): 7",
        "row 0 (0, 2): 1",
        "list 0 x1 (0, 3): 7 7 1 0",
      ]
    )
  }

  @Test("members of several kinds have a list each, with common positions")
  func kinds() throws {
    for _ in 0..<3 { _ = trial.shape() }
    let tables = (0..<4).map { _ in trial.table(3) }
    let rows = [trial.row(tables[1], [cell()]), trial.row(tables[2], [cell()])]
    let joined = [CellRule(.ownerCell), cell(), CellRule(.position)]
    let join = trial.row(tables[3], joined)
    let lists = [list(tables[3], isJoin: true), list(tables[3], isJoin: true)]
    let relatives = (0..<2).map { relative($0 + 1, row: rows[$0], join: join, list: lists[$0]) }
    trial.tables.roots[0] = trial.row(
      tables[0],
      [cell()],
      relations: [trial.relation(1, relatives, lists: PlanRange(0..<2))]
    )
    let members = [record(2, .json("1")), record(1, .json("2")), record(2, .json("3"))]
    #expect(
      try trial.events(record(0, .json("7"), .many(members))) == [
        "row 3 (0, 6): 7",
        "row 1 (0, 2): 1",
        "row 0 (0, 3): 2",
        "row 1 (0, 4): 3",
        "list 0 x1 (0, 5): 7 7 2 1",
        "list 1 x2 (0, 6): 7 7 1 0 7 3 2",
      ]
    )
  }

  @Test("rows below a record without a row belong to its owner's row, also if it is null")
  func inline() throws {
    for _ in 0..<3 { _ = trial.shape() }
    let tables = (0..<2).map { _ in trial.table(2) }
    let child = trial.row(tables[1], [CellRule(.ownerCell), cell()])
    let list = list(tables[1], isJoin: false)
    let inner = trial.relation(
      1,
      [relative(2, row: child, list: list)],
      lists: PlanRange(0..<1)
    )
    var inline = relative(1)
    inline.relations = trial.tables.relations.add([inner])
    let related = trial.relation(1, [inline])
    trial.tables.roots[0] = trial.row(tables[0], [cell()], relations: [related])
    let middle = record(1, .json("5"), .many([record(2, .json("1"))]))
    #expect(
      try trial.events(record(0, .json("7"), .one(middle))) == [
        "row 1 (0, 3): 7", "list 0 x1 (0, 2): 7 0", "row 0 (0, 3): 7 1",
      ]
    )
    #expect(
      try trial.events(record(0, .json("7"), .json("null"))) == [
        "row 1 (0, 2): 7", "list 0 x0 (0, 2): 7",
      ]
    )
    #expect(try trial.events(record(0, .json("7"), .missing)) == ["row 1 (0, 1): 7"])
  }

  @Test("a row refers to its owner's number if that has nothing else")
  func numbered() throws {
    for _ in 0..<2 { _ = trial.shape() }
    let tables = (0..<2).map { _ in trial.table(3) }
    let child = trial.row(tables[1], [CellRule(.ownerNumber), CellRule(.position), cell()])
    var rule = ListRule(table: tables[1], isJoin: false)
    rule.ownerCells = trial.tables.cells.add([CellRule(.number)])
    rule.ownerColumns = trial.tables.places.add([0])
    let list = trial.tables.lists.add(rule)
    let related = trial.relation(
      1,
      [relative(1, row: child, list: list)],
      lists: PlanRange(0..<1)
    )
    let root = trial.row(tables[0], [CellRule(.number), cell()], relations: [related])
    trial.tables.rows[Int(root.index)].isNumbered = true
    trial.tables.roots[0] = root
    #expect(
      try trial.events(record(0, .json("7"), members("1"))) == [
        "row 1 (0, 3): - 7", "list 0 x1 (0, 2): _id 0", "row 0 (0, 3): _id 0 1",
      ]
    )
  }
}
