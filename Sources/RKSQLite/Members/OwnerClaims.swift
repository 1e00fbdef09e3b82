/// Which owners the members of lists have in this run: none has two (rows.md 3.5).
///
/// Members and owners are known by hashes of their keys. A member that its owner's later list lacks is
/// free.
struct OwnerClaims {
  private struct Claim {
    var owner: RowHash
    /// The number of the owner's list that has it; -1 if the member itself names its owner.
    var list: Int

    static let own = -1
  }

  private var claims: [RowHash: Claim] = [:]
  /// The number of each owner's last list.
  private var lists: [RowHash: Int] = [:]

  /// What an attempt has changed, in order, to be taken back.
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

  /// Another list of an owner begins, in place of the one before.
  mutating func beginList(of owner: RowHash) {
    let before = lists.updateValue(lists[owner, default: 0] + 1, forKey: owner)
    attempt?.lists.append((owner, before))
  }

  /// A list has a member; false if that has another owner.
  mutating func claim(_ member: RowHash, forListOf owner: RowHash) -> Bool {
    if let claim = claims[member], claim.owner != owner, isValid(claim) { return false }
    set(Claim(owner: owner, list: lists[owner, default: 0]), of: member)
    return true
  }

  /// A member names its owner; false if the list of another one has it.
  mutating func claim(_ member: RowHash, asItsOwn owner: RowHash) -> Bool {
    if let claim = claims[member], claim.list != Claim.own, isValid(claim) {
      return claim.owner == owner
    }
    set(Claim(owner: owner, list: Claim.own), of: member)
    return true
  }

  /// The number of an owner's last list.
  func list(of owner: RowHash) -> Int { lists[owner, default: 0] }

  /// Whether the last list of an owner has a member.
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
