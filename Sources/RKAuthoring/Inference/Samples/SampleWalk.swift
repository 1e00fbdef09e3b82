internal import RKDiagnostics
internal import RKEngine

/// Walks documents, which are known to be valid JSON, and adds their values to positions.
///
/// After a document, as many bytes must be readable as an output buffer's slack.
struct SampleWalk: ~Copyable {
  var at = 0
  /// Objects and lists at greater depth are treated as values without parts.
  static let deepest = 64
  /// The number of places.
  var places = PlaceCount()
  /// Whether some places were not examined.
  var isCut = false
  /// The first key that occurred twice in one object.
  private(set) var repeatedKey: String?
  /// The lists whose elements were added before, by where they begin.
  var parts: [Int: ListParts] = [:]
  /// Whether the last string has escapes.
  private var hasEscapes = false
  /// The last string with its escapes decoded.
  private var decoded = UniqueArray<UInt8>()
  /// The members and scalars of the objects around the current position.
  private var sequence: [Int32] = []
  private var scalars: [MemberScalar] = []

  /// Adds a value; `key` is the hash of the key under which it was found.
  ///
  /// - Returns: A hash of its contents.
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
    let (range, isInteger) = passNumber(text)
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

  private mutating func passNumber(_ text: Span<UInt8>) -> (range: Range<Int>, isInteger: Bool) {
    let start = at
    var isInteger = true
    while at < text.count {
      let byte = text[at]
      if !byte.isDigit && byte != .ascii("-") {
        guard Self.isOfFraction(byte) else { break }
        isInteger = false
      }
      at &+= 1
    }
    return (start..<at, isInteger)
  }

  private static func isOfFraction(_ byte: UInt8) -> Bool {
    byte == .ascii(".") || byte == .ascii("+") || byte | 0x20 == .ascii("e")
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
    let (hash, isBroken) = hash(ofString: range, text)
    if isBroken { position.tally.brokenStrings += 1 }
    let isKnown = position.sample.insert(hash)
    if range.isEmpty {
      position.tally.emptyStrings += 1
    } else if !position.formats.isEmpty {
      // The hash may be in the sample because of a number, or of the same text with other escapes.
      if !isKnown || hasEscapes || position.tally.numbers > 0 {
        position.formats = position.formats.held(by: text, range)
      }
    }
    if range.count <= ValueTable.longest {
      let decodedText = hasEscapes && !isBroken ? decoded.span.string(0..<decoded.count) : nil
      position.values.insert(hash) {
        // The same spelling whichever one comes first.
        decodedText.map(JSONObjectText.quoted)
          ?? text.string((range.lowerBound - 1)..<(range.upperBound + 1))
      }
    } else if !position.values.isClosed {
      position.values.close()
    }
    if position.isURL { position.noteCollection(of: text, range) }
    return hash
  }

  /// The hash of the last string, and whether it has half of a surrogate pair.
  private mutating func hash(ofString range: Range<Int>, _ text: Span<UInt8>) -> (UInt64, Bool) {
    guard hasEscapes else { return (StableHash.of(text, range), false) }
    decoded.removeAll()
    if StringText.append(text, range, to: &decoded) {
      return (StableHash.of(decoded.span, 0..<decoded.count), false)
    }
    return (StableHash.of(StringText.string(text, range)), true)
  }

  /// Moves past a key.
  ///
  /// - Returns: Its hash, which is equal for all spellings of the key.
  mutating func key(_ text: Span<UInt8>) -> UInt64 {
    let range = content(text)
    return hash(ofString: range, text).0
  }

  /// Moves past a string.
  ///
  /// - Returns: The range between its quotes.
  mutating func content(_ text: Span<UInt8>) -> Range<Int> {
    let (quotes, backslashes): (UInt64, UInt64) = (0x2222_2222_2222_2222, 0x5C5C_5C5C_5C5C_5C5C)
    let start = at &+ 1
    var end = start
    hasEscapes = false
    while true {
      let word = text.word(at: end)
      let found = (word ^ quotes).zeroBytes | (word ^ backslashes).zeroBytes
      if found == 0 {
        end &+= 8
        continue
      }
      end &+= found.trailingZeroBitCount / 8
      if text[end] == .quote { break }
      hasEscapes = true
      end &+= 2
    }
    at = end &+ 1
    return start..<end
  }

  // MARK: - Structures

  mutating func skipSpace(_ text: Span<UInt8>) {
    while text[at].isWhitespace { at += 1 }
  }

  /// Moves from a key to its value.
  mutating func passColon(_ text: Span<UInt8>) {
    skipSpace(text)
    at += 1
    skipSpace(text)
  }

  /// Moves to the next element or to the end of a structure; returns whether there was a comma.
  @discardableResult
  mutating func passComma(_ text: Span<UInt8>) -> Bool {
    skipSpace(text)
    guard text[at] == .comma else { return false }
    at += 1
    skipSpace(text)
    return true
  }

  /// Moves past a structure without examining it.
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
    let hash = elements(text, position, depth)
    position.lists.insert(hash)
    return hash
  }

  private mutating func elements(
    _ text: Span<UInt8>,
    _ position: Position,
    _ depth: Int
  ) -> UInt64 {
    position.tally.lists += 1
    if !parts.isEmpty, let known = parts[at] { return pass(known, position, depth) }
    if depth >= Self.deepest { return skip(text) }
    if depth >= places.deepest {
      isCut = true
      if isEmpty(text) { position.tally.emptyLists += 1 }
      return hash(of: text, depth)
    }
    at += 1
    skipSpace(text)
    var hash: UInt64 = 5
    var length = 0
    while text[at] != .closeArray {
      let element = element(of: position, depth)
      let value = add(text, to: element, depth: depth + 1, key: nil)
      hash = StableHash.of(hash, value)
      length += 1
      passComma(text)
    }
    at += 1
    if length == 0 { position.tally.emptyLists += 1 } else { position.noteList(length) }
    return hash
  }

  /// The position for the elements of lists at a position.
  mutating func element(of position: Position, _ depth: Int) -> Position {
    if let known = position.element { return known }
    let element = Position(position.name)
    position.element = element
    places.add(1, depth: depth + 1)
    return element
  }

  private mutating func object(
    _ text: Span<UInt8>,
    _ position: Position,
    _ depth: Int,
    _ key: UInt64?
  ) -> UInt64 {
    position.tally.objects += 1
    if depth >= places.deepest {
      isCut = true
      if depth >= Self.deepest { return skip(text) }
      if isEmpty(text) { position.tally.emptyObjects += 1 }
      return hash(of: text, depth)
    }
    let site = position.recordSite
    at += 1
    skipSpace(text)
    let (firstMember, firstScalar) = (sequence.count, scalars.count)
    let hasNone = text[at] == .closeObject
    var guess = 0
    var highest: Int32 = -1
    var (shape, hash): (UInt64, UInt64) = (7, 9)
    while text[at] != .closeObject {
      let name = content(text)
      let (keyHash, _) = self.hash(ofString: name, text)
      let hasEscapes = hasEscapes
      passColon(text)
      if site.values == nil && site.members.count > RecordSite.mostKeys {
        site.collapse()
        sequence.removeLast(sequence.count - firstMember)
        scalars.removeLast(scalars.count - firstScalar)
      }
      if let values = site.values {
        site.see(keyHash) { Self.key(text, name, hasEscapes) }
        let value = add(text, to: values, depth: depth + 1, key: keyHash)
        hash &+= StableHash.of(keyHash, value)
      } else {
        let known = site.members.count
        let number = site.member(keyHash, guess: guess) { Self.key(text, name, hasEscapes) }
        guess = number &+ 1
        places.add(site.members.count - known, depth: depth + 1)
        let member = site.members[number]
        if number > highest {
          highest = Int32(number)
        } else if repeatedKey == nil, sequence[firstMember...].contains(Int32(number)) {
          repeatedKey = member.name
        }
        let isScalar = !text[at].isOpening
        let value = add(text, to: member, depth: depth + 1, key: keyHash)
        shape = StableHash.of(shape, keyHash)
        hash &+= StableHash.of(keyHash, value)
        sequence.append(Int32(number))
        if isScalar && value != 1 {
          let isTag = !member.values.isClosed
          scalars.append(MemberScalar(member: Int32(number), isTag: isTag, hash: value))
        }
      }
      passComma(text)
    }
    at += 1
    if hasNone { position.tally.emptyObjects += 1 }
    site.count(
      sequence.span.extracting(firstMember...),
      shape,
      scalars.span.extracting(firstScalar...)
    )
    site.sample(hash, scalars.span.extracting(firstScalar...), key: key)
    sequence.removeLast(sequence.count - firstMember)
    scalars.removeLast(scalars.count - firstScalar)
    return hash
  }

  /// Whether the structure at the current position is empty.
  private func isEmpty(_ text: Span<UInt8>) -> Bool {
    var next = at + 1
    while text[next].isWhitespace { next += 1 }
    return text[next] == .closeObject || text[next] == .closeArray
  }

  /// Moves past a value without examining it.
  ///
  /// - Returns: The hash that it would have if it were added here.
  mutating func hash(of text: Span<UInt8>, _ depth: Int) -> UInt64 {
    switch text[at] {
    case .openObject, .openArray:
      if depth >= Self.deepest { return skip(text) }
    case .quote:
      let range = content(text)
      return hash(ofString: range, text).0
    case .ascii("n"):
      at += 4
      return 1
    case .ascii("t"):
      at += 4
      return 3
    case .ascii("f"):
      at += 5
      return 2
    default: return StableHash.of(text, passNumber(text).range)
    }
    let isObject = text[at] == .openObject
    var result: UInt64 = isObject ? 9 : 5
    at += 1
    skipSpace(text)
    while text[at] != .closeObject, text[at] != .closeArray {
      if isObject {
        let name = content(text)
        let (key, _) = hash(ofString: name, text)
        passColon(text)
        result &+= StableHash.of(key, hash(of: text, depth + 1))
      } else {
        result = StableHash.of(result, hash(of: text, depth + 1))
      }
      passComma(text)
    }
    at += 1
    return result
  }

  /// The bytes of a key.
  private static func key(_ text: Span<UInt8>, _ range: Range<Int>, _ hasEscapes: Bool) -> [UInt8] {
    hasEscapes ? Array(StringText.string(text, range).utf8) : text.bytes(range)
  }
}

extension UInt8 {
  var isOpening: Bool { self == .openObject || self == .openArray }
}
