internal import RKEngine

/// A sequence of keys that objects have, with how often, and which short scalars they hold.
struct Shape {
  struct Tag: Hashable {
    var member: Int32
    var value: UInt64
  }

  /// The members, in their order.
  var members: [Int32]
  var count: Int
  var tags: [Tag: Int] = [:]
}

/// What is known of the objects of one place, and of all places that are joined with it.
final class RecordSite {
  private(set) var count = 0
  private(set) var members: [Position] = []
  /// The keys' bytes.
  private(set) var keys: [[UInt8]] = []
  private var numbers: [UInt64: Int] = [:]
  private(set) var hashes: [UInt64] = []
  private(set) var shapes: [UInt64: Shape] = [:]
  private var shapeLimit = UInt64.max
  private(set) var records = RecordSample()
  /// For members that may be an identity.
  private(set) var identities: [Int: KeySample] = [:]
  /// How often a member's value was the key under which its object was found.
  private(set) var keyEqual: [Int: Int] = [:]
  /// All values in one place, when the keys were too many to be members; and their keys.
  private(set) var values: Position?
  private(set) var keyEvidence = KeyEvidence()
  /// The places, by their paths, with the number of objects.
  private(set) var places: [String: Int] = [:]
  /// The singular of the members that its places are.
  private(set) var memberNames: Set<String> = []
  private var joined: RecordSite?
  /// How many of the objects have a member, where not all values of its place are in these objects.
  private var presence: [Int]?
  /// The member that repeats the key in every value of this map; nil if none does.
  private(set) var keyMember: String?

  static let mostKeys = 4096
  static let mostShapes = 4096

  /// Itself, or the one it was joined with.
  var current: RecordSite {
    var site = self
    while let next = site.joined { site = next }
    return site
  }

  // MARK: - Collecting

  /// The number of a member, which is made where it is new; the guess is tried first.
  func member(_ text: Span<UInt8>, _ key: Range<Int>, guess: Int) -> Int {
    if guess < keys.count, text.equals(keys[guess], key) { return guess }
    guard StringText.hasBackslash(text, key) else {
      let hash = StableHash.of(text, key)
      return numbers[hash] ?? member(hash, text.bytes(key))
    }
    let name = StringText.string(text, key)
    return member(StableHash.of(name), Array(name.utf8))
  }

  /// Sees a key that is data.
  ///
  /// - Returns: Its hash.
  func see(_ text: Span<UInt8>, _ key: Range<Int>) -> UInt64 {
    let bytes = Array(StringText.string(text, key).utf8)
    let hash = StableHash.of(bytes.span, 0..<bytes.count)
    if keyEvidence.isNew(hash) { keyEvidence.insert(bytes) }
    return hash
  }

  func member(_ hash: UInt64, _ key: [UInt8]) -> Int {
    // Two keys of one hash are one member: with 64 bits that does not happen by chance.
    if let known = numbers[hash] { return known }
    numbers[hash] = members.count
    hashes.append(hash)
    keys.append(key)
    members.append(Position(String(decoding: key, as: UTF8.self)))
    if Identity.isCandidate(members[members.count - 1].name) {
      identities[members.count - 1] = KeySample()
    }
    return members.count - 1
  }

  /// The member of a name; nil where there is none.
  func member(named name: String) -> Position? {
    numbers[StableHash.of(name)].map { members[$0] }
  }

  func number(ofHash hash: UInt64) -> Int? { numbers[hash] }

  func number(named name: String) -> Int? { numbers[StableHash.of(name)] }

  /// Counts an object.
  func count(_ sequence: [Int32], _ shape: UInt64, _ scalars: [(member: Int32, hash: UInt64)]) {
    count += 1
    guard shape <= shapeLimit else { return }
    if shapes[shape] == nil {
      shapes[shape] = Shape(members: sequence, count: 0)
      if shapes.count > 2 * Self.mostShapes { limitShapes() }
    }
    shapes[shape]?.count += 1
    for scalar in scalars where !members[Int(scalar.member)].values.isClosed {
      shapes[shape]?.tags[Shape.Tag(member: scalar.member, value: scalar.hash), default: 0] += 1
    }
  }

  /// Samples an object by its content.
  func sample(_ hash: UInt64, _ scalars: [(member: Int32, hash: UInt64)], key: UInt64?) {
    var wants = records.wants(hash)
    for scalar in scalars {
      if scalar.hash == key { keyEqual[Int(scalar.member), default: 0] += 1 }
      if let known = identities[Int(scalar.member)], known.wants(scalar.hash, hash) { wants = true }
    }
    guard wants else { return }
    let record = Fingerprint(
      hash: hash,
      scalars: scalars.map {
        Fingerprint.scalar(UInt32(truncatingIfNeeded: hashes[Int($0.member)]), $0.hash)
      }.sorted()
    )
    records.insert(record)
    for scalar in scalars { identities[Int(scalar.member)]?.insert(scalar.hash, record) }
  }

  /// Takes all keys for data, as there are too many of them.
  func collapse() {
    let values = Position("*")
    for (number, member) in members.enumerated() {
      keyEvidence.insert(keys[number])
      values.absorb(member)
    }
    self.values = values
    if let site = values.site, site.count > 0, values.tally.objects == site.count {
      let repeated = site.keyEqual.filter { $0.value == site.count }.keys.map {
        site.members[$0].name
      }
      keyMember = repeated.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    members = []
    keys = []
    hashes = []
    numbers = [:]
    shapes = [:]
    identities = [:]
  }

  /// Notes that all objects so far were found at a path, in a member of some name.
  func found(at path: String, member: String) {
    places[path, default: 0] += count
    if !member.isEmpty { memberNames.insert(Names.singular(member).lowercased()) }
  }

  /// How many of the objects have no member.
  var emptyCount: Int { shapes.values.reduce(0) { $0 + ($1.members.isEmpty ? $1.count : 0) } }

  /// How many objects make records.
  var filledCount: Int { count - emptyCount }

  /// How many of the objects have a member.
  func presence(of name: String) -> Int {
    number(named: name).map { presence?[$0] ?? members[$0].tally.all } ?? 0
  }

  /// The objects that have some of the shapes, as if they were a place of their own; what lies in them is
  /// shared.
  func restricted(to wanted: Set<UInt64>, _ isOfRecord: (Fingerprint) -> Bool) -> RecordSite {
    let part = RecordSite()
    part.places = places
    part.memberNames = memberNames
    var counts: [Int] = []
    for number in ordered {
      let having = wanted.reduce(0) { sum, hash in
        guard let shape = shapes[hash], shape.members.contains(Int32(number)) else { return sum }
        return sum + shape.count
      }
      guard having > 0 else { continue }
      part.numbers[hashes[number]] = part.members.count
      part.identities[part.members.count] = identities[number]?.filter(isOfRecord)
      part.members.append(members[number])
      part.keys.append(keys[number])
      part.hashes.append(hashes[number])
      counts.append(having)
    }
    for hash in wanted {
      guard let shape = shapes[hash] else { continue }
      part.count += shape.count
      let members = shape.members.compactMap { part.numbers[hashes[Int($0)]].map { Int32($0) } }
      part.shapes[hash] = Shape(members: members, count: shape.count)
    }
    part.presence = counts
    part.records = records.filter(isOfRecord)
    return part
  }

  // MARK: - Merging

  private func limitShapes() {
    guard shapes.count > Self.mostShapes else { return }
    shapeLimit = min(shapeLimit, shapes.keys.sorted()[Self.mostShapes - 1])
    shapes = shapes.filter { $0.key <= shapeLimit }
  }

  /// Joins another place's objects with these, and all that lies in them.
  func absorb(_ other: RecordSite) {
    let (mine, other) = (current, other.current)
    if mine !== other { mine.take(other) }
  }

  private func take(_ other: RecordSite) {
    other.joined = self
    count += other.count
    places.merge(other.places) { $0 + $1 }
    memberNames.formUnion(other.memberNames)
    records.merge(other.records)
    if other.values != nil && values == nil { collapse() }
    if values != nil && other.values == nil { other.collapse() }
    keyEvidence.merge(other.keyEvidence)
    if let values, let theirs = other.values { return values.absorb(theirs) }
    let numbers = other.keys.indices.map { member(other.hashes[$0], other.keys[$0]) }
    for (hash, shape) in other.shapes {
      let members = shape.members.map { Int32(numbers[Int($0)]) }
      shapes[hash, default: Shape(members: members, count: 0)].count += shape.count
      for (tag, count) in shape.tags {
        let tag = Shape.Tag(member: Int32(numbers[Int(tag.member)]), value: tag.value)
        shapes[hash]?.tags[tag, default: 0] += count
      }
    }
    shapeLimit = min(shapeLimit, other.shapeLimit)
    limitShapes()
    for (number, sample) in other.identities { identities[numbers[number]]?.merge(sample) }
    for (number, equal) in other.keyEqual { keyEqual[numbers[number], default: 0] += equal }
    if presence != nil || other.presence != nil {
      var counts = members.indices.map { member in
        presence.map { member < $0.count ? $0[member] : 0 } ?? members[member].tally.all
      }
      for (index, number) in numbers.enumerated() {
        counts[number] += other.presence?[index] ?? other.members[index].tally.all
      }
      presence = counts
    }
    for (number, theirs) in zip(numbers, other.members) where members[number] !== theirs {
      members[number].absorb(theirs)
    }
  }

  // MARK: - Order

  /// The members as in the most frequent shape; those of others follow the key that is before them
  /// there.
  var ordered: [Int] {
    let shapes = shapes.values.sorted {
      if $0.count != $1.count { return $0.count > $1.count }
      let (left, right) = ($0.members.map { keys[Int($0)] }, $1.members.map { keys[Int($0)] })
      return left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
    }
    var order: [Int] = []
    var known: Set<Int> = []
    for shape in shapes where known.count < members.count {
      var previous: Int?
      for member in shape.members.map({ Int($0) }) {
        if known.insert(member).inserted {
          let place = previous.flatMap { order.firstIndex(of: $0) }
          order.insert(member, at: place.map { $0 + 1 } ?? 0)
        }
        previous = member
      }
    }
    // Members that only rare shapes have, whose order is no longer known.
    let rest = members.indices.filter { !known.contains($0) }
    return order + rest.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
  }
}

extension Span<UInt8> {
  func equals(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard bytes.count == range.count else { return false }
    for index in bytes.indices where bytes[index] != self[range.lowerBound &+ index] {
      return false
    }
    return true
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return bytes
  }
}
