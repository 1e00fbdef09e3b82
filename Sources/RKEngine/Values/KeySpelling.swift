/// Reads the keys of documents by a plan's rules: without escapes, and folded or renamed if the
/// rules say so.
package struct KeySpelling: ~Copyable {
  var rules: KeyRules
  private let keys: KeyIndex
  private let pieces: [ByteRange]
  private let constants: [UInt8]
  /// The key that was read, and eight bytes more.
  private(set) var text = UniqueArray<UInt8>()
  /// The length of the key in `text`.
  private(set) var count = 0
  private var folded = UniqueArray<UInt8>()

  package init(plan: borrowing MappingPlan) {
    rules = plan.keyRules
    keys = plan.keys
    pieces = plan.keyPieces
    constants = plan.text
  }

  /// Whether keys are used as they are.
  var isExact: Bool { rules.isExact }

  /// Stores a key in `text`, without escapes and folded; false for one with a lone surrogate.
  mutating func fold(_ key: Int, _ view: TokenView) -> Bool {
    fold(view.padded, view.content(ofString: key))
  }

  /// The name that the rules give to an unescaped key.
  package mutating func spelled(_ key: [UInt8]) -> [UInt8] {
    guard !isExact, read(key.span, 0..<key.count) else { return key }
    return (0..<count).map { text[$0] }
  }

  private mutating func fold(_ bytes: Span<UInt8>, _ content: Range<Int>) -> Bool {
    text.removeAll()
    if StringText.hasBackslash(bytes, content) {
      guard StringText.append(bytes, content, to: &text) else { return false }
    } else {
      text.append(contentsOf: bytes, content)
    }
    if rules.foldsCase { fold() }
    count = text.count
    text.append(repeating: 0, count: 8)
    return true
  }

  /// Stores a key in `text` as the rules read it: without escapes, folded and renamed; false for a
  /// key with a lone surrogate.
  mutating func read(_ key: Int, _ view: TokenView) -> Bool {
    read(view.padded, view.content(ofString: key))
  }

  /// Stores a key, given without its quotes, in `text` as the rules read it; false for a key with a
  /// lone surrogate.
  mutating func read(_ bytes: Span<UInt8>, _ content: Range<Int>) -> Bool {
    guard fold(bytes, content) else { return false }
    guard let renamed = rules.renamed else { return true }
    let number = keys.find(text.span, 0..<count, in: renamed)
    guard number >= 0 else { return true }
    let name = pieces[Int(rules.names.first) + number]
    text.removeAll()
    for byte in constants[name.range] { text.append(byte) }
    count = text.count
    return true
  }

  private mutating func fold() {
    for at in 0..<text.count {
      let byte = text[at]
      if byte >= 0x80 { return foldScalars(from: at) }
      if byte &- 0x41 < 26 { text[at] = byte | 0x20 }
    }
  }

  private mutating func foldScalars(from start: Int) {
    folded.removeAll()
    var at = start
    while at < text.count {
      let (value, count) = ScalarText.scalar(text.span, at: at)
      folded.append(Unicode.Scalar(ScalarCase.folded(value)) ?? "\u{FFFD}")
      at += count
    }
    text.truncate(to: start)
    for at in 0..<folded.count { text.append(folded[at]) }
  }

  /// Whether the rules read a key of a document as a name among the plan's constants.
  mutating func isKey(_ key: Int, _ name: ByteRange, _ view: TokenView) -> Bool {
    if rules.isExact { return view.isString(key, name, in: constants.span) }
    return isKey(view.padded, content: view.content(ofString: key), name)
  }

  /// Whether the rules read a string in other bytes as a name among the plan's constants.
  @inline(__always)
  mutating func isKey(_ bytes: Span<UInt8>, _ string: Range<Int>, _ name: ByteRange) -> Bool {
    if rules.isExact { return bytes.isString(string, name, in: constants.span) }
    return isKey(bytes, content: (string.lowerBound + 1)..<(string.upperBound - 1), name)
  }

  private mutating func isKey(
    _ bytes: Span<UInt8>,
    content: Range<Int>,
    _ name: ByteRange
  ) -> Bool {
    guard read(bytes, content), count == Int(name.count) else { return false }
    return text.span.has(constants.span, name.range, at: 0)
  }

  /// Whether the rules read a string in other bytes as a key that a glob matches.
  mutating func isKey(_ bytes: Span<UInt8>, _ string: Range<Int>, like glob: KeyGlob) -> Bool {
    read(bytes, (string.lowerBound + 1)..<(string.upperBound - 1)) && matches(glob.pieces)
  }

  /// Whether the stored key consists of some pieces with any text between them.
  func matches(_ range: PlanRange<ByteRange>) -> Bool {
    var at = 0
    for number in range.indices {
      let piece = pieces[number]
      let last = count - Int(piece.count)
      switch number {
      case Int(range.first):
        guard last >= 0, isPiece(piece, at: 0) else { return false }
        at = Int(piece.count)
      case Int(range.end) - 1: return last >= at && isPiece(piece, at: last)
      default:
        while at <= last && !isPiece(piece, at: at) { at += 1 }
        guard at <= last else { return false }
        at += Int(piece.count)
      }
    }
    return at == count
  }

  private func isPiece(_ piece: ByteRange, at offset: Int) -> Bool {
    text.span.has(constants.span, piece.range, at: offset)
  }
}
