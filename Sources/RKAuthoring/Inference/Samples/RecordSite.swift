internal import RKEngine

/// A sequence of keys that objects have, with its count and the short scalars in such objects.
struct Shape {
  struct Tag {
    var member: Int32
    var value: UInt64

    /// The factor is odd, so that the same value has a different hash for each member.
    var hash: UInt64 { value &+ UInt64(truncatingIfNeeded: member) &* 0xD6E8_FEB8_6659_FD93 }
  }

  /// The members in order.
  var members: [Int32]
  var count: Int
  var tags = TagCounts()
}

/// How often the objects of a shape have particular short scalars.
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

/// A scalar of the object that is being read.
struct MemberScalar {
  var member: Int32
  /// Whether the member has had few values so far.
  var isTag: Bool
  var hash: UInt64
}

/// The statistics of the objects at one place, and at all places that are joined with it.
final class RecordSite {
  private(set) var count = 0
  private(set) var members: [Position] = []
  /// The bytes of the keys.
  private(set) var keys: [[UInt8]] = []
  /// The numbers of members by the hashes of their keys.
  private var numbers = HashTable<Void>()
  private(set) var shapes = HashTable<Shape>()
  private var shapeLimit = UInt64.max
  private(set) var records = RecordSample()
  /// Samples for members that may be an identity.
  private var identities: [KeySample] = []
  /// For each member, the index of its sample; -1 if it has none.
  private var identityNumbers: [Int32] = []
  /// How often a member's value was the key under which its object was found.
  private(set) var keyEqual: [Int: Int] = [:]
  /// All values in one place and their keys, if there were too many keys for members.
  private(set) var values: Position?
  private(set) var keyEvidence = KeyEvidence()
  /// The paths of the places, with the number of objects at each.
  private(set) var places: [String: Int] = [:]
  /// The singulars of the member names under which its objects were found.
  private(set) var memberNames: Set<String> = []
  private var joined: RecordSite?
  /// How many of the objects have each member, if a member's place also has values of other objects.
  private var presence: [Int]?
  /// The places that these objects are a variant of; variants of the same place are never joined.
  private(set) var wholes: Set<ObjectIdentifier> = []
  /// The type tag that tells these objects from other variants, and its value as JSON.
  var tag: (name: String, value: String)?
  /// The member that repeats the key in every value of this map; nil if there is none.
  private(set) var keyMember: String?

  static let mostKeys = 4096
  static let mostShapes = 4096

  /// This place, or the one it was joined with.
  var current: RecordSite {
    var site = self
    while let next = site.joined { site = next }
    return site
  }

  // MARK: - Collecting

  var hashes: [UInt64] { numbers.keys }

  /// The number of the member with a key, which is added if it is new; `guess` is tried first.
  ///
  /// Two keys with the same hash would be one member, which with 64 bits does not happen by chance.
  func member(_ hash: UInt64, guess: Int, _ key: () -> [UInt8]) -> Int {
    if guess < numbers.count, numbers.keys[guess] == hash { return guess }
    if let known = numbers.find(hash) { return known }
    let key = key()
    let member = Position(String(decoding: key, as: UTF8.self))
    return add(member, key, hash, Identity.isCandidate(member.name) ? KeySample() : nil)
  }

  /// Adds a new member.
  private func add(_ member: Position, _ key: [UInt8], _ hash: UInt64, _ sample: KeySample?) -> Int
  {
    keys.append(key)
    members.append(member)
    identityNumbers.append(sample == nil ? -1 : Int32(identities.count))
    if let sample { identities.append(sample) }
    return numbers.add(hash, ())
  }

  /// Examines a key that is data.
  func see(_ hash: UInt64, _ key: () -> [UInt8]) {
    keyEvidence.insert(hash, key)
  }

  /// The member with a name; nil if there is none.
  func member(named name: String) -> Position? { number(named: name).map { members[$0] } }

  func number(ofHash hash: UInt64) -> Int? { numbers.find(hash) }

  func number(named name: String) -> Int? { numbers.find(StableHash.of(name)) }

  /// A sample of the records by the values of a member; nil if the member cannot be an identity.
  func identity(of number: Int) -> KeySample? {
    let index = identityNumbers[number]
    return index < 0 ? nil : identities[Int(index)]
  }

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

  /// Adds an object to the samples, by its contents.
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

  /// Takes all keys as data because there are too many.
  func collapse() {
    let values = Position("*")
    // Done first, as joining the values may lead here again.
    let members = zip(keys, self.members)
    self.values = values
    self.members = []
    keys = []
    numbers = HashTable()
    shapes = HashTable()
    identities = []
    identityNumbers = []
    for (key, member) in members {
      keyEvidence.insert(key, pairs: member.distinctCount)
      values.absorb(member)
    }
  }

  /// Decides that this is a map; all of its objects are known now.
  func makeMap() {
    if values == nil { collapse() }
    guard let values, let site = values.site, site.count > 0, values.tally.objects == site.count
    else { return }
    let repeated = site.keyEqual.filter { $0.value == site.count }.keys.map {
      site.members[$0].name
    }
    keyMember = repeated.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes all samples independent of the order of objects.
  func settle() {
    if shapeLimit < .max { limitShapes() }
    records.settle()
    keyEvidence.settle()
    for index in identities.indices { identities[index].settle() }
    values?.settle()
    for member in members { member.settle() }
  }

  /// Notes that all objects so far were found at a path, in a member with a name.
  func found(at path: String, member: String) {
    places[path, default: 0] += count
    if !member.isEmpty { memberNames.insert(Names.singular(member).lowercased()) }
  }

  /// How many of the objects have no members.
  var emptyCount: Int { shapes.values.reduce(0) { $0 + ($1.members.isEmpty ? $1.count : 0) } }

  /// How many objects have different contents, while they are few; a repeated sample is not additional
  /// evidence.
  var distinctCount: Int { records.count ?? count }

  /// How many objects become records.
  var filledCount: Int { count - emptyCount }

  /// How many of the objects have a member.
  func presence(of name: String) -> Int {
    number(named: name).map { presence?[$0] ?? members[$0].tally.all } ?? 0
  }

  /// Whether the values of a member also include those of other variants, which are not counted separately.
  func sharesValues(of name: String) -> Bool {
    member(named: name).map { presence(of: name) < $0.tally.all } ?? false
  }

  /// The objects that have one of the shapes, as a place of their own; it shares the places inside.
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

  /// Joins another place's objects with these, and all places inside.
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
    for (hash, theirs) in zip(other.hashes, other.members) {
      // Joining the places inside may have joined this one with others, or made its keys data.
      let site = current
      let mine = site.number(ofHash: hash).map { site.members[$0] } ?? site.values
      if let mine, mine !== theirs { mine.absorb(theirs) }
    }
  }
}

extension Position {
  /// How many different values it has, as far as known.
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
