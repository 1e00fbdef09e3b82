internal import RKEngine

/// Turns a row of a table back into a record: the reverse of a row rule.
struct StoredForm {
  /// A list whose members are in another table.
  struct Members: Hashable {
    var table: Int
    /// The members' keys, if the table joins members with their owner; nil for a child table.
    var key: StoredForm?
    /// The key columns of the owner's row, and the columns of `table` that refer to them.
    var ownerKey: [Int]
    var ownerColumns: [Int]
    /// The column with the members' positions; nil if positions are not stored.
    var position: Int?
    /// The column with the relationship's name, and the name.
    var relationship: (column: Int, name: String)?

    static func == (one: Self, other: Self) -> Bool {
      one.table == other.table && one.ownerColumns == other.ownerColumns
        && one.relationship?.name == other.relationship?.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(table) }
  }

  /// The kind of record, after all kinds of its target are merged into one.
  var shape: Int
  /// The cells of the record that are stored in columns.
  var values: [(cell: Int, column: Int)] = []
  /// To-one records whose values or keys are in columns of the same row; each is of one of several
  /// kinds.
  var singles: [(cell: Int, choices: [StoredForm])] = []
  var lists: [(cell: Int, members: [Members])] = []

  /// All columns that the record is made from.
  var columns: [Int] {
    values.map(\.column) + singles.flatMap { $0.choices.flatMap(\.columns) }
  }

  mutating func add(value cell: Int, in column: Int) {
    if !values.contains(where: { $0.cell == cell }) { values.append((cell, column)) }
  }

  /// Changes the form of a to-one record of the given kind that a cell holds in the same row.
  mutating func change(single cell: Int, of shape: Int, _ body: (inout StoredForm) -> Void) {
    var place = singles.firstIndex { $0.cell == cell }
    if place == nil {
      place = singles.count
      singles.append((cell, []))
    }
    guard let place else { return }
    var choice = singles[place].choices.firstIndex { $0.shape == shape }
    if choice == nil {
      choice = singles[place].choices.count
      singles[place].choices.append(StoredForm(shape: shape))
    }
    if let choice { body(&singles[place].choices[choice]) }
  }

  mutating func add(_ members: Members, to cell: Int) {
    if let place = lists.firstIndex(where: { $0.cell == cell }) {
      if !lists[place].members.contains(members) { lists[place].members.append(members) }
    } else {
      lists.append((cell, [members]))
    }
  }
}
