internal import RKEngine

/// How a row of a table becomes a record again: the reverse of a rule for rows.
struct StoredForm {
  /// A list of members in another table.
  struct Members: Hashable {
    var table: Int
    /// What is known of members that the table joins with their owner: their keys; nil for a child table.
    var key: StoredForm?
    /// The columns of the owner's row with its key, and those of `table` that hold it.
    var ownerKey: [Int]
    var ownerColumns: [Int]
    /// The column of their order; nil if it is not kept.
    var position: Int?
    /// The column that names the relationship, and the name.
    var relationship: (column: Int, name: String)?

    static func == (one: Self, other: Self) -> Bool {
      one.table == other.table && one.ownerColumns == other.ownerColumns
        && one.relationship?.name == other.relationship?.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(table) }
  }

  /// The kind of record, the one that all of its target are merged to.
  var shape: Int
  /// The cells of the record that columns hold.
  var values: [(cell: Int, column: Int)] = []
  /// Records whose values, or whose keys, are in columns of the same row: one of several kinds.
  var singles: [(cell: Int, choices: [StoredForm])] = []
  var lists: [(cell: Int, members: [Members])] = []

  /// All columns that the record is made of.
  var columns: [Int] {
    values.map(\.column) + singles.flatMap { $0.choices.flatMap(\.columns) }
  }

  mutating func add(value cell: Int, in column: Int) {
    if !values.contains(where: { $0.cell == cell }) { values.append((cell, column)) }
  }

  /// Changes the form of what a cell may lead to in the same row.
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
