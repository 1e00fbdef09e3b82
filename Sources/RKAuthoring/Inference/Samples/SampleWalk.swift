internal import RKEngine

/// Walks a document, which is known to be JSON, and adds what it has to positions.
struct SampleWalk {
  var at: Int
  /// Objects and lists deeper than this are values without parts.
  static let deepest = 64
  /// Places beyond this number are not looked into.
  static let mostPlaces = 65_536
  /// How many places there are.
  private(set) var places: Int
  /// Some places were not looked into.
  private(set) var isCut = false

  init(at start: Int, places: Int) {
    at = start
    self.places = places
  }

  /// Adds a value; `key` is the hash of the key under which it was found.
  ///
  /// - Returns: A hash of its content.
  @discardableResult
  mutating func add(
    _ text: Span<UInt8>,
    to position: Position,
    depth: Int,
    key: UInt64?
  ) -> UInt64 {
    switch text[at] {
    case .openObject: return object(text, position, depth, key)
    case .openArray: return list(text, position, depth)
    case .quote: return string(text, position)
    case .ascii("n"):
      at += 4
      position.tally.nulls += 1
      return 1
    case .ascii("t"): return boolean(true, position)
    case .ascii("f"): return boolean(false, position)
    default: return number(text, position)
    }
  }

  // MARK: - Scalars

  private mutating func boolean(_ value: Bool, _ position: Position) -> UInt64 {
    at += value ? 4 : 5
    position.tally.booleans += 1
    let hash: UInt64 = value ? 3 : 2
    position.values.insert(hash) { value ? "true" : "false" }
    return hash
  }

  private mutating func number(_ text: Span<UInt8>, _ position: Position) -> UInt64 {
    let start = at
    var isInteger = true
    while at < text.count, Self.isOfNumber(text[at]) {
      if !text[at].isDigit && text[at] != .ascii("-") { isInteger = false }
      at += 1
    }
    let range = start..<at
    let hash = StableHash.of(text, range)
    position.values.insert(hash) { text.string(range) }
    guard isInteger else {
      position.tally.fractions += 1
      return hash
    }
    if let value = Self.integer(text, range) {
      position.tally.integers += 1
      position.integers.insert(value)
    } else {
      position.tally.bigs += 1
    }
    position.sample.insert(hash)
    return hash
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == .ascii("-") || byte == .ascii(".") || byte == .ascii("+")
      || byte | 0x20 == .ascii("e")
  }

  private static func integer(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    if range.count < 19 {
      let isNegative = text[range.lowerBound] == .ascii("-")
      var value = 0
      for index in (isNegative ? range.dropFirst() : range) {
        value = value &* 10 &+ Int(text[index] &- .zero)
      }
      return isNegative ? -value : value
    }
    return Int(text.string(range))
  }

  private mutating func string(_ text: Span<UInt8>, _ position: Position) -> UInt64 {
    let range = content(text)
    position.tally.strings += 1
    if range.isEmpty {
      position.tally.emptyStrings += 1
    } else if !position.formats.isEmpty {
      position.formats = position.formats.held(by: text, range)
    }
    let hasEscapes = StringText.hasBackslash(text, range)
    if hasEscapes, StringText.hasLoneSurrogate(text, range) { position.tally.brokenStrings += 1 }
    let hash =
      hasEscapes ? StableHash.of(StringText.string(text, range)) : StableHash.of(text, range)
    if range.count <= ValueTable.longest {
      position.values.insert(hash) { text.string((range.lowerBound - 1)..<(range.upperBound + 1)) }
    } else if !position.values.isClosed {
      position.values.close()
    }
    position.sample.insert(hash)
    if position.name == "url", position.collections.count <= 64 {
      let parts = text.string(range).split(separator: "/")
      if parts.count > 3 { position.collections[String(parts[parts.count - 2]), default: 0] += 1 }
    }
    return hash
  }

  /// Moves after a string.
  ///
  /// - Returns: What is between its quotes.
  mutating func content(_ text: Span<UInt8>) -> Range<Int> {
    let start = at + 1
    at = start
    while text[at] != .quote { at += text[at] == .backslash ? 2 : 1 }
    at += 1
    return start..<(at - 1)
  }

  // MARK: - Structures

  mutating func skipSpace(_ text: Span<UInt8>) {
    while text[at].isWhitespace { at += 1 }
  }

  /// Moves after a structure that is not looked into.
  mutating func skip(_ text: Span<UInt8>) -> UInt64 {
    let start = at
    var depth = 0
    repeat {
      switch text[at] {
      case .quote:
        _ = content(text)
        continue
      case .openObject, .openArray: depth += 1
      case .closeObject, .closeArray: depth -= 1
      default: break
      }
      at += 1
    } while depth > 0
    return StableHash.of(text, start..<at)
  }

  private mutating func list(
    _ text: Span<UInt8>,
    _ position: Position,
    _ depth: Int
  ) -> UInt64 {
    position.tally.lists += 1
    if depth >= Self.deepest { return skip(text) }
    at += 1
    skipSpace(text)
    var hash: UInt64 = 5
    var length = 0
    while text[at] != .closeArray {
      if position.element == nil {
        position.element = Position(position.name)
        places += 1
      }
      guard let element = position.element else { break }
      let value = add(text, to: element, depth: depth + 1, key: nil)
      hash = StableHash.of(hash, value)
      length += 1
      skipSpace(text)
      if text[at] == .comma {
        at += 1
        skipSpace(text)
      }
    }
    at += 1
    if length == 0 { position.tally.emptyLists += 1 } else { position.noteList(length) }
    return hash
  }

  private mutating func object(
    _ text: Span<UInt8>,
    _ position: Position,
    _ depth: Int,
    _ key: UInt64?
  ) -> UInt64 {
    position.tally.objects += 1
    if depth >= Self.deepest || position.record == nil && places >= Self.mostPlaces {
      isCut = true
      return skip(text)
    }
    let site = position.record ?? RecordSite()
    position.record = site
    at += 1
    skipSpace(text)
    var sequence: [Int32] = []
    var scalars: [(member: Int32, hash: UInt64)] = []
    var (shape, hash): (UInt64, UInt64) = (7, 9)
    while text[at] != .closeObject {
      let name = content(text)
      skipSpace(text)
      at += 1
      skipSpace(text)
      if site.values == nil && site.members.count > RecordSite.mostKeys { site.collapse() }
      if let values = site.values {
        let keyHash = site.see(text, name)
        let value = add(text, to: values, depth: depth + 1, key: keyHash)
        hash &+= StableHash.of(keyHash, value)
      } else {
        let known = site.members.count
        let guess = sequence.last.map { Int($0) + 1 } ?? 0
        let number = site.member(text, name, guess: guess)
        places += site.members.count - known
        let member = site.members[number]
        let isScalar = !text[at].isOpening
        let value = add(text, to: member, depth: depth + 1, key: site.hashes[number])
        shape = StableHash.of(shape, site.hashes[number])
        hash &+= StableHash.of(site.hashes[number], value)
        sequence.append(Int32(number))
        if isScalar && value != 1 { scalars.append((Int32(number), value)) }
      }
      skipSpace(text)
      if text[at] == .comma {
        at += 1
        skipSpace(text)
      }
    }
    at += 1
    if sequence.isEmpty && site.values == nil { position.tally.emptyObjects += 1 }
    site.count(sequence, shape, scalars)
    site.sample(hash, scalars, key: key)
    return hash
  }
}

extension UInt8 {
  var isOpening: Bool { self == .openObject || self == .openArray }
}
