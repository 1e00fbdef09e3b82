internal import RKEngine
internal import RKMapping

/// Members of a connection's lists whose rows have not come yet, in a temporary table.
final class PendingMembers {
  private let insert: Statement
  private let select: Statement
  private let search: Statement
  private let make: Statement
  private let memberCount: Int
  private let width: Int

  init(_ list: MemberList, _ stored: StoredSchema) throws(WriteError) {
    let table = stored.definition(of: list.table)
    let values = list.ownerColumns + (list.position < 0 ? [] : [list.position])
    let name = "temp._rkmap_pending_\(list.number)"
    memberCount = list.memberColumns.count
    width = memberCount + values.count
    func places(_ count: Int) -> String {
      Array(repeating: "?", count: count).joined(separator: ", ")
    }
    try stored.run("CREATE TABLE \(name) (\(table.list(list.memberColumns + values)), _rkmap_list)")
    insert = try .make(stored.database, "INSERT INTO \(name) VALUES (\(places(width + 1)))")
    select = try .make(stored.database, "SELECT * FROM \(name) ORDER BY rowid")
    search = try .make(
      stored.database,
      """
      SELECT \(table.list(list.ownerColumns)) FROM \(name) \
      WHERE \(table.condition(list.memberColumns)) ORDER BY rowid DESC
      """
    )
    make = try .make(
      stored.database,
      "INSERT INTO \(table.name) (\(table.list(list.memberColumns))) VALUES (\(places(memberCount)))"
    )
  }

  /// Adds a member.
  ///
  /// `values` are the owner's key, and the position if positions are stored; `number` is that of
  /// the owner's list.
  func add(_ member: KeptRow, _ values: KeptRow, inList number: Int) throws(WriteError) {
    try member.bind(to: insert)
    let rest = KeptRow()
    rest.append(values)
    rest.append(integer: Int64(number))
    try rest.bind(to: insert, from: memberCount + 1)
    try insert.execute()
  }

  /// The next member, in the order in which they were added.
  func next() throws(WriteError) -> (member: KeptRow, values: KeptRow, list: Int)? {
    guard try select.next() else { return nil }
    return (
      KeptRow(0..<memberCount, of: select), KeptRow(memberCount..<width, of: select),
      Int(select.integer(width))
    )
  }

  /// The owner that claimed a member last; nil if none has.
  func owner(of member: KeptRow) throws(WriteError) -> KeptRow? {
    try member.bind(to: search)
    defer { search.reset() }
    return try search.next() ? KeptRow(0..<search.columnCount, of: search) : nil
  }

  /// Inserts a row with only the key of a member.
  func makeRow(_ member: KeptRow) throws(WriteError) {
    try member.bind(to: make)
    try make.execute()
  }
}
