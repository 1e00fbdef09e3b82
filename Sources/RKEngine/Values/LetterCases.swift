/// Changes the case of two-byte letters whose other case has two bytes as well: most non-ASCII
/// letters of the scripts that have cases.
///
/// The standard library looks each letter up once, when it first occurs.
struct LetterCases: ~Copyable {
  /// For each case and each two-byte scalar, the result: 0 if not looked up yet, `others` if it
  /// does not have two bytes.
  ///
  /// Empty until a text has such a letter.
  private var pairs = UniqueArray<UInt16>(minimumCapacity: 1)

  private static var others: UInt16 { 0xFFFF }
  /// The number of scalars with two bytes or less.
  private static var scalarCount: Int { 0x800 }

  /// Appends a string in another case, with its quotes.
  ///
  /// Returns false and appends nothing if it has letters that are not handled here.
  ///
  /// The text has no escapes, and eight more bytes can be read after it.
  @inline(never)
  mutating func append(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to letterCase: TextTransform.LetterCase,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    let start = output.count
    output.append(.quote)
    var seen: UInt64 = 0
    var at = range.lowerBound
    while at < range.upperBound {
      let count = min(range.upperBound &- at, 8)
      let word = text.word(at: at)
      seen |= word & ~0 &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
      output.append(word: word.mapped(to: letterCase), count: count)
      at &+= count
    }
    output.append(.quote)
    if seen & 0x8080_8080_8080_8080 == 0 { return true }
    let isDone = change(text, range, to: letterCase, &output, from: start &+ 1)
    if !isDone { output.truncate(to: start) }
    return isDone
  }

  /// Changes the non-ASCII letters of a text in its copy.
  @inline(never)
  private mutating func change(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to letterCase: TextTransform.LetterCase,
    _ copy: inout UniqueArray<UInt8>,
    from start: Int
  ) -> Bool {
    var at = range.lowerBound
    while true {
      let others = text.word(at: at) & 0x8080_8080_8080_8080
      at &+= others == 0 ? 8 : others.trailingZeroBitCount &>> 3
      if at >= range.upperBound { return true }
      if others == 0 { continue }
      // 110xxxxx 10xxxxxx
      let (lead, second) = (text[at], text[at &+ 1])
      guard lead & 0xE0 == 0xC0 else { return false }
      let pair = pair(Int(lead & 0x1F) &<< 6 | Int(second & 0x3F), letterCase)
      if pair == Self.others { return false }
      copy[start &+ at &- range.lowerBound] = UInt8(truncatingIfNeeded: pair)
      copy[start &+ at &- range.lowerBound &+ 1] = UInt8(truncatingIfNeeded: pair &>> 8)
      at &+= 2
    }
  }

  /// The result for a two-byte scalar, first byte lowest.
  @inline(__always)
  private mutating func pair(_ scalar: Int, _ letterCase: TextTransform.LetterCase) -> UInt16 {
    let place = letterCase.rawValue &* Self.scalarCount &+ scalar
    if pairs.isEmpty || pairs[place] == 0 { learn(scalar, letterCase, at: place) }
    return pairs[place]
  }

  @inline(never)
  private mutating func learn(
    _ scalar: Int,
    _ letterCase: TextTransform.LetterCase,
    at place: Int
  ) {
    if pairs.isEmpty { pairs.append(repeating: 0, count: 3 * Self.scalarCount) }
    var bytes = UniqueArray<UInt8>()
    if let scalar = Unicode.Scalar(UInt32(scalar)) {
      TextTransform.append(scalar, letterCase, &bytes)
    }
    pairs[place] = bytes.count == 2 ? UInt16(bytes[0]) | UInt16(bytes[1]) << 8 : Self.others
  }
}
