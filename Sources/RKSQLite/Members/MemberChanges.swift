internal import RKEngine

/// Compares one owner's stored members with the members of a record.
final class MemberChanges {
  struct Member {
    var hash: RowHash
    var place: Int64
    /// Whether the record has this member, too.
    var isNamed = false
    /// The member's key, kept if it may have to be deleted.
    var key: KeptRow?
  }

  enum Answer {
    /// The record has named this member before.
    case repeated
    case same
    /// The stored member is at another position.
    case moved(from: Int64)
    case new
  }

  /// Whether the rows are reported one by one to the code that counts them.
  let isRemembered: Bool
  private let keepsMembers: Bool
  private var members: [Member] = []
  private var places: [RowHash: Int] = [:]

  init(isRemembered: Bool, keepsMembers: Bool) {
    self.isRemembered = isRemembered
    self.keepsMembers = keepsMembers
  }

  func read(_ select: Statement, _ list: MemberList, _ prefix: KeyedHash) throws(WriteError) {
    while try select.next() {
      let hash = Self.hash(of: select, list, prefix)
      places[hash] = members.count
      members.append(
        Member(
          hash: hash,
          place: Self.place(of: select, list),
          key: keepsMembers ? KeptRow(list.memberColumns.indices, of: select) : nil
        )
      )
    }
    select.reset()
  }

  /// What to do for the record's next member; without `place`, any position will do.
  func match(_ hash: RowHash, place: Int64?) -> Answer {
    guard let found = places[hash] else {
      places[hash] = members.count
      members.append(Member(hash: hash, place: 0, isNamed: true))
      return .new
    }
    if members[found].isNamed { return .repeated }
    members[found].isNamed = true
    let before = members[found].place
    return place == nil || place == before ? .same : .moved(from: before)
  }

  /// The stored members that the record does not have.
  var gone: [Member] { keepsMembers ? members.filter { !$0.isNamed } : [] }

  /// The hash of a stored member; `prefix` is the hash of its owner.
  static func hash(of select: Statement, _ list: MemberList, _ prefix: KeyedHash) -> RowHash {
    var hash = prefix
    for column in list.memberColumns.indices { hash.add(key: column, of: select) }
    return hash.finished()
  }

  /// The position of a stored member; an impossible one if another program has left it null.
  static func place(of select: Statement, _ list: MemberList) -> Int64 {
    let column = list.memberColumns.count
    return select.kind(column) == .integer ? select.integer(column) : .min
  }
}
