internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// What a writer knows about a list rule: where its members are stored, and the statements for
/// them.
final class MemberList {
  let number: Int
  let rule: ListRule
  let table: Int
  let ownerColumns: [Int]
  let memberColumns: [Int]
  /// The number of columns that a join table's row has in a batch.
  let width: Int
  let position: Int
  /// For members that refer to their owner: whether their rows may come later, or never.
  let areConnected: Bool
  /// The relationship's name, if the table has a column for it.
  let relationship: String?
  /// The lists of the same relationship in all tables; they share one sequence of positions.
  let companions: [Int]
  /// The version of the schema that the statements were prepared for.
  private(set) var version = -1

  private let definition: (Int) -> TableDefinition
  private let database: Database
  private var statements: [Kind: Statement] = [:]
  private(set) var insert: Statement?

  enum Kind {
    /// Selects members with their positions, in order of position.
    case select
    case update
    case delete
    /// Selects the last position.
    case last
    /// Selects the positions from a given one on.
    case places
  }

  init(_ number: Int, _ plan: TablePlan, _ stored: StoredSchema) {
    self.number = number
    rule = plan.lists[number]
    table = Int(rule.table)
    ownerColumns = plan.places[rule.ownerColumns].map { Int($0) }
    memberColumns = plan.places[rule.memberColumns].map { Int($0) }
    width = stored.schema.tables[table].columns.count
    position = Int(rule.positionColumn)
    areConnected = plan.relatives.contains {
      Int($0.list.index) == number && !$0.list.isNone && $0.row.isNone
    }
    relationship =
      rule.relationshipColumn < 0
      ? nil : String(decoding: plan.text[rule.relationship.range], as: UTF8.self)
    companions =
      plan.relations.first { $0.lists.indices.contains(number) }.map { Array($0.lists.indices) }
      ?? [number]
    definition = { [unowned stored] in stored.definition(of: $0) }
    database = stored.database
  }

  /// Whether the members' table exists and has the columns for their owner.
  func isThere(_ stored: StoredSchema) -> Bool {
    stored.isThere(table: table)
      && ownerColumns.allSatisfy { stored.isThere(table: table, column: $0) }
  }

  /// Adapts to the tables that exist now.
  func update(_ stored: StoredSchema) throws(WriteError) {
    if version == stored.version { return }
    version = stored.version
    statements = [:]
    insert = nil
    guard rule.isJoin, !rule.isInverse, stored.isThere(table: table) else { return }
    let table = definition(table)
    insert = try Statement.make(
      database,
      """
      INSERT INTO \(table.name) (\(table.list(0..<width))) \
      VALUES (\(Array(repeating: "?", count: width).joined(separator: ", "))) \
      ON CONFLICT (\(table.list(ownerColumns + memberColumns))) DO NOTHING
      """
    )
  }

  // MARK: - Values of a batch

  /// The values of the owner's key.
  func ownerValues(_ event: RowBatch.Event) -> Range<Int> {
    let first = Int(event.firstValue)
    return first..<first + ownerColumns.count
  }

  /// The index of a member's first value.
  ///
  /// A member has a value for each column of a join table; otherwise it has only its position.
  @inline(__always)
  func firstValue(of member: Int, _ event: RowBatch.Event) -> Int {
    Int(event.firstValue) + ownerColumns.count + member * (rule.isJoin ? width : 1)
  }

  /// The columns that identify a row of a child table.
  var childKey: [Int] {
    ownerColumns + (rule.relationshipColumn < 0 ? [] : [Int(rule.relationshipColumn)]) + [position]
  }

  // MARK: - Statements

  /// A statement, prepared on demand.
  func statement(_ kind: Kind) throws(WriteError) -> Statement {
    if let made = statements[kind] { return made }
    let table = definition(table)
    let place = position < 0 ? "NULL" : table.columns[position]
    var ofOwner = table.condition(ownerColumns)
    if rule.relationshipColumn >= 0 {
      ofOwner += " AND \(table.columns[Int(rule.relationshipColumn)]) = ?"
    }
    let sql =
      switch kind {
      case .select:
        """
        SELECT \(table.list(memberColumns)), \(place) FROM \(table.name) WHERE \(ofOwner) \
        ORDER BY \(place)
        """
      case .update:
        """
        UPDATE \(table.name) SET \(place) = ? WHERE \(ofOwner) \
        AND \(table.condition(memberColumns))
        """
      case .delete:
        "DELETE FROM \(table.name) WHERE \(ofOwner) AND \(table.condition(memberColumns))"
      case .last: "SELECT max(\(place)) FROM \(table.name) WHERE \(ofOwner)"
      case .places:
        """
        SELECT \(place) FROM \(table.name) WHERE \(ofOwner) AND \(place) >= ? ORDER BY \(place)
        """
      }
    let made = try Statement.make(database, sql)
    statements[kind] = made
    return made
  }

  /// Runs a statement that changes members; turns a constraint violation into a diagnostic.
  @inline(__always)
  func run(_ statement: Statement) throws(WriteError) {
    do { try statement.run() } catch { throw explanation(of: error) }
  }

  func explanation(of failure: Database.Failure) -> WriteError {
    guard failure.isOfData else { return .failure(failure) }
    return .data(
      Diagnostic(
        .constraintViolated,
        "a row of '\(definition(table).table.name)' violates a constraint: \(failure.message)",
        help: ["change the data, or the constraint: nothing was written"]
      )
    )
  }

  /// Binds the owner's key and the relationship's name; returns the index of the next parameter.
  func bindOwner(
    _ statement: Statement,
    from first: Int = 1,
    _ event: RowBatch.Event,
    of batch: borrowing RowBatch,
    number: Int64?
  ) throws(WriteError) -> Int {
    for place in ownerColumns.indices {
      let value = batch.values[Int(event.firstValue) + place]
      try statement.set(first + place, value.resolved(ownerNumber: number), batch.bytes)
    }
    guard let relationship else { return first + ownerColumns.count }
    try statement.set(first + ownerColumns.count, relationship)
    return first + ownerColumns.count + 1
  }
}

extension StoredValue {
  /// The value, with the number of the owner's row filled in.
  @inline(__always)
  func resolved(ownerNumber number: Int64?) -> StoredValue {
    guard kind == .ownerNumber else { return self }
    return number.map { StoredValue(integer: $0) } ?? .null
  }
}
