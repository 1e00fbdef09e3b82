internal import RKEngine
internal import RKMapping

/// Lists whose members refer to their owner by columns of their own table, and the temporary table
/// that a run has for them.
struct PostgresInverse {
  let table: PostgresTable
  /// The columns with the owner's key, those with the member's, and that of the place if it is kept.
  let owner: [Int]
  let member: [Int]
  let position: Int?
  /// The list rules that these are.
  let rules: [Int]

  var staging: String { "_rkmap_list_\(table.number)_\(owner[0])" }
  /// When members came to owners, and left them.
  var stays: String { "_rkmap_stays_\(table.number)_\(owner[0])" }
  /// Which owner claims each member, and the last list of each owner, as records are compared.
  var claims: String { "_rkmap_claims_\(table.number)_\(owner[0])" }
  var lasts: String { "_rkmap_lasts_\(table.number)_\(owner[0])" }
  /// The columns that lead to the owner.
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
