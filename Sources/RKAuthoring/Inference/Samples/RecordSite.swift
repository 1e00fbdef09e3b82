internal import RKEngine

/// A sequence of keys that objects have, with how often, and which short scalars they hold.
struct Shape {
  struct Tag {
    var member: Int32
    var value: UInt64

    /// The factor is odd, so that one value gives another hash for each member.
    var hash: UInt64 { value &+ UInt64(truncatingIfNeeded: member) &* 0xD6E8_FEB8_6659_FD93 }
  }

  /// The members, in their order.
  var members: [Int32]
  var count: Int
  var tags = TagCounts()
}

/// How often the objects of a shape have short scalars.
struct TagCounts {
  private var counts = HashTable<(tag: Shape.Tag, count: Int)>()

  mutating func add(_ tag: Shape.Tag, _ count: Int) {
    if let number = counts.find(tag.hash) {
      counts.values[number].count += count
    } else {
      counts.add(tag.hash, (tag, count))
    }
  }

  func count(of tag: Shape.Tag) -> Int { counts[tag.hash]?.count ?? 0 }

  /// The tags with their counts.
  var all: [(tag: Shape.Tag, count: Int)] { counts.values }
}

/// A scalar of an object that is being read.
struct MemberScalar {
  var member: Int32
  /// The member has few values so far.
  var isTag: Bool
  var hash: UInt64
}

/// What is known of the objects of one place, and of all places that are joined with it.
final class RecordSite {
  private(set) var count = 0
  private(set) var members: [Position] = []
  /// The keys' bytes.
  private(set) var keys: [[UInt8]] = []
  /// The members' numbers by the hashes of their keys.
  private var numbers = HashTable<Void>()
  private(set) var shapes = HashTable<Shape>()
  private var shapeLimit = UInt64.max
  private(set) var records = RecordSample()
  /// For members that may be an identity.
  private var identities: [KeySample] = []
  /// Their numbers, by those of the members; -1 for members that are none.
  private var identityNumbers: [Int32] = []
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
  /// The places of which these objects are a variant: those of one place are never one kind.
  private(set) var wholes: Set<ObjectIdentifier> = []
  /// The only value, as JSON, of the type tag that tells these objects from other variants.
  var tag: (name: String, value: String)?
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

  /// The hashes of the keys.
  var hashes: [UInt64] { numbers.keys }

  /// The number of the member of a key, which is made where it is new; the guess is tried first.
  ///
  /// Two keys of one hash are one member: with 64 bits that does not happen by chance.
  func member(_ hash: UInt64, guess: Int, _ key: () -> [UInt8]) -> Int {
    if guess < numbers.count, numbers.keys[guess] == hash { return guess }
    if let known = numbers.find(hash) { return known }
    let key = key()
    let member = Position(String(decoding: key, as: UTF8.self))
    return add(member, key, hash, Identity.isCandidate(member.name) ? KeySample() : nil)
  }

  /// Adds a member that is new.
  private func add(_ member: Position, _ key: [UInt8], _ hash: UInt64, _ sample: KeySample?) -> Int
  {
    keys.append(key)
    members.append(member)
    identityNumbers.append(sample == nil ? -1 : Int32(identities.count))
    if let sample { identities.append(sample) }
    return numbers.add(hash, ())
  }

  /// Sees a key that is data.
  func see(_ hash: UInt64, _ key: () -> [UInt8]) {
    keyEvidence.insert(hash, key)
  }

  /// The member of a name; nil where there is none.
  func member(named name: String) -> Position? { number(named: name).map { members[$0] } }

  func number(ofHash hash: UInt64) -> Int? { numbers.find(hash) }

  func number(named name: String) -> Int? { numbers.find(StableHash.of(name)) }

  /// The records by the values of a member that may identify them; nil where it may not.
  func identity(of number: Int) -> KeySample? {
    let index = identityNumbers[number]
    return index < 0 ? nil : identities[Int(index)]
  }

  /// Counts an object.
  func count(_ sequence: Span<Int32>, _ shape: UInt64, _ scalars: Span<MemberScalar>) {
    count += 1
    guard shape <= shapeLimit, values == nil else { return }
    var known = shapes.find(shape)
    if known == nil {
      let members = sequence.indices.map { sequence[$0] }
      known = shapes.add(shape, Shape(members: members, count: 0))
      if shapes.count > 2 * Self.mostShapes {
        limitShapes()
        known = shapes.find(shape)
      }
    }
    guard let number = known else { return }
    shapes.values[number].count += 1
    for index in scalars.indices where scalars[index].isTag {
      let tag = Shape.Tag(member: scalars[index].member, value: scalars[index].hash)
      shapes.values[number].tags.add(tag, 1)
    }
  }

  /// Samples an object by its content.
  func sample(_ hash: UInt64, _ scalars: Span<MemberScalar>, key: UInt64?) {
    var wants = records.wants(hash)
    for index in scalars.indices {
      let (member, value) = (Int(scalars[index].member), scalars[index].hash)
      if value == key { keyEqual[member, default: 0] += 1 }
      let identity = identityNumbers[member]
      if identity >= 0, !wants { wants = identities[Int(identity)].wants(value, hash) }
    }
    guard wants else { return }
    let names = scalars.indices.map { index in
      Fingerprint.scalar(
        UInt32(truncatingIfNeeded: numbers.keys[Int(scalars[index].member)]),
        scalars[index].hash
      )
    }
    let record = Fingerprint(hash: hash, scalars: names.sorted())
    records.insert(record)
    for index in scalars.indices {
      let identity = identityNumbers[Int(scalars[index].member)]
      if identity >= 0 { identities[Int(identity)].insert(scalars[index].hash, record) }
    }
  }

  /// Takes all keys for data, as there are too many of them.
  func collapse() {
    let values = Position("*")
    for (number, member) in members.enumerated() {
      keyEvidence.insert(keys[number], pairs: member.distinctCount)
      values.absorb(member)
    }
    self.values = values
    members = []
    keys = []
    numbers = HashTable()
    shapes = HashTable()
    identities = []
    identityNumbers = []
  }

  /// Decides that this is a map, of which all is known now.
  func makeMap() {
    if values == nil { collapse() }
    guard let values, let site = values.site, site.count > 0, values.tally.objects == site.count
    else { return }
    let repeated = site.keyEqual.filter { $0.value == site.count }.keys.map {
      site.members[$0].name
    }
    keyMember = repeated.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes all samples what they are whatever the order in which the objects came.
  func settle() {
    if shapeLimit < .max { limitShapes() }
    records.settle()
    keyEvidence.settle()
    for index in identities.indices { identities[index].settle() }
    values?.settle()
    for member in members { member.settle() }
  }

  /// Notes that all objects so far were found at a path, in a member of some name.
  func found(at path: String, member: String) {
    places[path, default: 0] += count
    if !member.isEmpty { memberNames.insert(Names.singular(member).lowercased()) }
  }

  /// How many of the objects have no member.
  var emptyCount: Int { shapes.values.reduce(0) { $0 + ($1.members.isEmpty ? $1.count : 0) } }

  /// How many of the objects differ in their content, as long as they are few: samples that come twice
  /// are no more evidence.
  var distinctCount: Int { records.count ?? count }

  /// How many objects make records.
  var filledCount: Int { count - emptyCount }

  /// How many of the objects have a member.
  func presence(of name: String) -> Int {
    number(named: name).map { presence?[$0] ?? members[$0].tally.all } ?? 0
  }

  /// Whether the values of a member are also those of other variants, which are not told apart.
  func sharesValues(of name: String) -> Bool {
    member(named: name).map { presence(of: name) < $0.tally.all } ?? false
  }

  /// The objects that have some of the shapes, as if they were a place of their own; what lies in them is
  /// shared.
  func restricted(to wanted: Set<UInt64>, _ isOfRecord: (Fingerprint) -> Bool) -> RecordSite {
    let part = RecordSite()
    part.wholes = [ObjectIdentifier(self)]
    part.memberNames = memberNames
    var counts: [Int] = []
    for number in ordered {
      let having = wanted.reduce(0) { sum, hash in
        guard let shape = shapes[hash], shape.members.contains(Int32(number)) else { return sum }
        return sum + shape.count
      }
      guard having > 0 else { continue }
      let sample = identity(of: number)?.filter(isOfRecord)
      _ = part.add(members[number], keys[number], hashes[number], sample)
      counts.append(having)
    }
    for hash in wanted {
      guard let shape = shapes[hash] else { continue }
      part.count += shape.count
      let members = shape.members.compactMap {
        part.numbers.find(hashes[Int($0)]).map { Int32($0) }
      }
      part.shapes.add(hash, Shape(members: members, count: shape.count))
    }
    part.presence = counts
    part.places = places.mapValues { $0 * part.count / max(1, count) }
    part.records = records.filter(isOfRecord)
    return part
  }

  // MARK: - Merging

  private func limitShapes() {
    guard shapes.count > Self.mostShapes else { return }
    shapeLimit = min(shapeLimit, shapes.keys.sorted()[Self.mostShapes - 1])
    shapes = shapes.filter { hash, _ in hash <= shapeLimit }
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
    wholes.formUnion(other.wholes)
    tag = tag ?? other.tag
    records.merge(other.records)
    if other.values != nil && values == nil { collapse() }
    if values != nil && other.values == nil { other.collapse() }
    keyEvidence.merge(other.keyEvidence)
    if let values, let theirs = other.values { return values.absorb(theirs) }
    let numbers = other.keys.indices.map { index in
      member(other.hashes[index], guess: index) { other.keys[index] }
    }
    for (hash, shape) in other.shapes {
      let members = shape.members.map { Int32(numbers[Int($0)]) }
      let known = shapes.find(hash) ?? shapes.add(hash, Shape(members: members, count: 0))
      shapes.values[known].count += shape.count
      for (tag, count) in shape.tags.all {
        let tag = Shape.Tag(member: Int32(numbers[Int(tag.member)]), value: tag.value)
        shapes.values[known].tags.add(tag, count)
      }
    }
    shapeLimit = min(shapeLimit, other.shapeLimit)
    limitShapes()
    for (index, number) in numbers.enumerated() where identityNumbers[number] >= 0 {
      guard let theirs = other.identity(of: index) else { continue }
      identities[Int(identityNumbers[number])].merge(theirs)
    }
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
}

extension Position {
  /// How many different values it has, as far as that is known.
  fileprivate var distinctCount: Int {
    let sampled = tally.strings + tally.integers + tally.bigs
    let others = tally.booleans + tally.fractions
    return min(tally.nulls, 1) + (site?.distinctCount ?? 0)
      + (lists.isWhole ? lists.hashes.count : tally.lists)
      + (sample.isWhole ? sample.hashes.count : sampled)
      + (values.isClosed ? others : values.entries.count { !sample.hashes.contains($0.0) })
  }
}

extension Span<UInt8> {
  func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return bytes
  }
}
