/// Which owner claims each list member in this run, so that no member gets two owners.
///
/// Members and owners are identified by hashes of their keys. A member is free again when a later
/// list of its owner lacks it.
struct OwnerClaims {
  private struct Claim {
    var owner: RowHash
    /// The number of the owner's list that has the member; -1 if the member itself names its owner.
    var list: Int

    static let own = -1
  }

  private var claims: [RowHash: Claim] = [:]
  /// The number of each owner's last list.
  private var lists: [RowHash: Int] = [:]

  /// The changes of an attempt, in order, for undoing them.
  private struct Attempt {
    var claims: [(member: RowHash, before: Claim?)] = []
    var lists: [(owner: RowHash, before: Int?)] = []
  }
  private var attempt: Attempt?

  mutating func beginAttempt() { attempt = Attempt() }

  mutating func endAttempt() { attempt = nil }

  mutating func takeBack() {
    guard let taken = attempt else { return }
    attempt = nil
    for (member, before) in taken.claims.reversed() { claims[member] = before }
    for (owner, before) in taken.lists.reversed() { lists[owner] = before }
  }

  // MARK: - Claims

  /// Begins another list of an owner, which replaces the owner's previous one.
  mutating func beginList(of owner: RowHash) {
    let before = lists.updateValue(lists[owner, default: 0] + 1, forKey: owner)
    attempt?.lists.append((owner, before))
  }

  /// Claims a member for an owner's list; returns false if it has another owner.
  mutating func claim(_ member: RowHash, forListOf owner: RowHash) -> Bool {
    if let claim = claims[member], claim.owner != owner, isValid(claim) { return false }
    set(Claim(owner: owner, list: lists[owner, default: 0]), of: member)
    return true
  }

  /// Claims a member that names its owner itself; returns false if another owner's list has it.
  mutating func claim(_ member: RowHash, asItsOwn owner: RowHash) -> Bool {
    if let claim = claims[member], claim.list != Claim.own, isValid(claim) {
      return claim.owner == owner
    }
    set(Claim(owner: owner, list: Claim.own), of: member)
    return true
  }

  /// The number of an owner's last list.
  func list(of owner: RowHash) -> Int { lists[owner, default: 0] }

  /// Whether an owner's last list contains a member.
  func has(_ member: RowHash, inListOf owner: RowHash) -> Bool {
    claims[member].map { $0.owner == owner && $0.list != Claim.own && isValid($0) } ?? false
  }

  private func isValid(_ claim: Claim) -> Bool {
    claim.list == Claim.own || claim.list == lists[claim.owner, default: 0]
  }

  private mutating func set(_ claim: Claim, of member: RowHash) {
    let before = claims.updateValue(claim, forKey: member)
    attempt?.claims.append((member, before))
  }
}
