package import RKDiagnostics
package import RKEngine
package import RKMapping

/// Checks that no list member has two owners in a run, for outputs whose rows are merged elsewhere.
///
/// It keeps about 100 bytes for each member, and the text of each owner's key.
package struct BatchClaims {
  /// The lists of one relationship.
  private struct List {
    var table: Int
    var owner: [Int]
    var member: [Int]
    var appends: Bool
    /// Whether records of the members write the owner's columns, too.
    var isOwn: Bool
  }

  private let schema: TableSchema
  private let plan: TablePlan
  private let lists: [List?]
  private let key = KeyedHash.Key()
  private var claims = OwnerClaims()
  private var names: [RowHash: String] = [:]
  /// The owner that claimed each member.
  private var owners: [RowHash: RowHash] = [:]

  /// Returns nil if no list needs the check.
  package init?(_ schema: TableSchema, _ plan: TablePlan) {
    guard plan.lists.contains(where: \.isInverse) else { return nil }
    self.schema = schema
    self.plan = plan
    lists = plan.lists.map { rule in
      guard rule.isInverse else { return nil }
      let owner = plan.places[rule.ownerColumns].map { Int($0) }
      return List(
        table: Int(rule.table),
        owner: owner,
        member: plan.places[rule.memberColumns].map { Int($0) },
        appends: rule.policy == .union,
        isOwn: plan.rows.contains { row in
          row.table == rule.table && !row.key.isEmpty && plan.fills(owner, of: row)
        }
      )
    }
  }

  /// The first conflict among the events of one root record; if there is one, the record claims
  /// nothing.
  package mutating func conflict(
    in batch: borrowing RowBatch,
    _ events: Range<Int>
  ) -> (event: Int, finding: Diagnostic)? {
    claims.beginAttempt()
    for at in events {
      let event = batch.events[at]
      let found =
        switch event.kind {
        case .row: conflict(ofRow: at, batch)
        case .list: conflict(ofList: at, batch)
        }
      guard let found else { continue }
      claims.takeBack()
      return found
    }
    claims.endAttempt()
    return nil
  }

  private mutating func conflict(ofRow at: Int, _ batch: borrowing RowBatch)
    -> (event: Int, finding: Diagnostic)?
  {
    let event = batch.events[at]
    let first = Int(event.firstValue)
    let table = Int(plan.rows[Int(event.rule)].table)
    var seen: Set<Int> = []
    for case let list? in lists
    where list.isOwn && list.table == table && seen.insert(list.owner[0]).inserted {
      let owner = KeptRow()
      for column in list.owner { owner.append(batch.values[first + column], batch.bytes) }
      // An absent value counts as null here.
      if owner.hasNull { continue }
      let member = memberKey(list, batch, from: first)
      let (ownerHash, memberHash) = (hash(list, owner, isOwner: true), hash(list, member))
      if claims.claim(memberHash, asItsOwn: ownerHash) { continue }
      return (at, finding(list, member, memberHash, owner, isOwn: true))
    }
    return nil
  }

  private mutating func conflict(ofList at: Int, _ batch: borrowing RowBatch)
    -> (event: Int, finding: Diagnostic)?
  {
    let event = batch.events[at]
    guard let list = lists[Int(event.rule)] else { return nil }
    let first = Int(event.firstValue)
    let owner = KeptRow(first..<first + list.owner.count, of: batch)
    let ownerHash = hash(list, owner, isOwner: true)
    if !list.appends { claims.beginList(of: ownerHash) }
    let width = schema.tables[list.table].columns.count
    for number in 0..<Int(event.count) {
      let member = memberKey(list, batch, from: first + list.owner.count + number * width)
      let memberHash = hash(list, member)
      if claims.claim(memberHash, forListOf: ownerHash) {
        owners[memberHash] = ownerHash
        names[ownerHash] = owner.text
        continue
      }
      let row = (Int(event.owner)..<at).last { place in
        let row = batch.events[place]
        guard case .row = row.kind, row.owner == event.owner, place != Int(event.owner),
          Int(plan.rows[Int(row.rule)].table) == list.table
        else { return false }
        return hash(list, memberKey(list, batch, from: Int(row.firstValue))) == memberHash
      }
      return (row ?? Int(event.owner), finding(list, member, memberHash, owner, isOwn: false))
    }
    return nil
  }

  private func memberKey(_ list: List, _ batch: borrowing RowBatch, from first: Int) -> KeptRow {
    let key = KeptRow()
    for column in list.member { key.append(batch.values[first + column], batch.bytes) }
    return key
  }

  private func hash(_ list: List, _ row: KeptRow, isOwner: Bool = false) -> RowHash {
    var hash = KeyedHash(key, kind: list.table << 20 | list.owner[0] << 1 | (isOwner ? 1 : 0))
    row.add(to: &hash)
    return hash.finished()
  }

  private func finding(
    _ list: List,
    _ member: KeptRow,
    _ hash: RowHash,
    _ owner: KeptRow,
    isOwn: Bool
  ) -> Diagnostic {
    OwnerClaims.finding(
      schema.tables[list.table],
      member.text,
      schema,
      list.owner,
      holder: owners[hash].flatMap { names[$0] },
      owner.text,
      isOwn: isOwn
    )
  }
}

extension OwnerClaims {
  /// The diagnostic for a member that already has an owner; `holder` is that owner, if known.
  static func finding(
    _ table: TableSchema.Table,
    _ member: String,
    _ schema: TableSchema,
    _ columns: [Int],
    holder: String?,
    _ owner: String,
    isOwn: Bool
  ) -> Diagnostic {
    let owners = table.foreignKeys.first { $0.columns == columns }.map {
      schema.tables[$0.table].name
    }
    let holding = holder.map { "'\(owners ?? "")' \($0)" } ?? "another '\(owners ?? "")'"
    let claim = isOwn ? "names \(owner) as its owner" : "is in the list of \(owner), too"
    return Diagnostic(
      .twoOwners,
      "'\(table.name)' \(member) is in the list of \(holding), and \(claim)",
      help: [
        "leave it in one of them; without 'inverse' a join table holds several owners of a record"
      ]
    )
  }
}
