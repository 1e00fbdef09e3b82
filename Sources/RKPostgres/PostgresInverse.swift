internal import RKEngine
internal import RKMapping

/// A list whose members refer to their owner by columns of their own table, and the temporary table that a run
/// has for it.
struct PostgresInverse {
  let table: PostgresTable
  /// The columns with the owner's key, those with the member's key, and the position column, if any.
  let owner: [Int]
  let member: [Int]
  let position: Int?
  /// The list rules that share these columns.
  let rules: [Int]

  var staging: String { "_rkmap_list_\(table.number)_\(owner[0])" }
  /// The temporary table of the times that members spend with owners.
  var stays: String { "_rkmap_stays_\(table.number)_\(owner[0])" }
  /// The temporary tables for comparing records: which owner claims each member, and the last list of each
  /// owner.
  var claims: String { "_rkmap_claims_\(table.number)_\(owner[0])" }
  var lasts: String { "_rkmap_lasts_\(table.number)_\(owner[0])" }
  /// The columns that refer to the owner, and the position.
  var columns: [Int] { owner + [position].compactMap { $0 } }

  static func all(_ tables: [PostgresTable], _ plan: TablePlan) -> [PostgresInverse] {
    var found: [PostgresInverse] = []
    for list in plan.lists where list.isInverse {
      let owner = plan.places[list.ownerColumns].map { Int($0) }
      let number = Int(list.table)
      if found.contains(where: { $0.table.number == number && $0.owner == owner }) { continue }
      found.append(
        PostgresInverse(
          table: tables[number],
          owner: owner,
          member: plan.places[list.memberColumns].map { Int($0) },
          position: list.positionColumn < 0 ? nil : Int(list.positionColumn),
          rules: plan.lists.indices.filter { other in
            let other = plan.lists[other]
            return other.isInverse && Int(other.table) == number
              && plan.places[other.ownerColumns].map { Int($0) } == owner
          }
        )
      )
    }
    return found
  }
}
