/// Lower and upper case, for all of Unicode, independent of language.
extension TextTransform {
  enum LetterCase: Int {
    case lower
    case upper
    /// Upper case at the beginning of a word.
    case title
  }

  static func lowercase(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    map(text, to: .lower, &output)
  }

  static func uppercase(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    map(text, to: .upper, &output)
  }

  /// Makes the first letter of every word upper case; the others stay unchanged.
  ///
  /// A letter begins a word unless a letter, a digit, an accent or an apostrophe precedes it.
  static func capitalize(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    var isInWord = false
    var at = 0
    while at < text.count {
      let (scalar, end) = text.scalar(at: at)
      let continuesWord = scalar.isInWord
      if !isInWord && continuesWord {
        append(scalar, .title, &output)
      } else {
        output.append(contentsOf: text, at..<end)
      }
      isInWord = continuesWord || isInWord && scalar.isApostrophe
      at = end
    }
  }

  private static func map(
    _ text: Span<UInt8>,
    to letterCase: LetterCase,
    _ output: inout UniqueArray<UInt8>
  ) {
    var at = 0
    while at < text.count {
      let count = min(text.count &- at, 8)
      let word = text.word(at: at, count: count)
      if word & 0x8080_8080_8080_8080 == 0 {
        output.append(word: word.mapped(to: letterCase), count: count)
        at &+= count
      } else if text[at] < 0x80 {
        output.append(text[at].mapped(to: letterCase))
        at += 1
      } else {
        let (scalar, end) = text.scalar(at: at)
        append(scalar, letterCase, &output)
        at = end
      }
    }
  }

  /// Appends a scalar in another case, which may be several scalars.
  static func append(
    _ scalar: Unicode.Scalar,
    _ letterCase: LetterCase,
    _ output: inout UniqueArray<UInt8>
  ) {
    if scalar.isASCII {
      return output.append(UInt8(truncatingIfNeeded: scalar.value).mapped(to: letterCase))
    }
    // At most three scalars; a string this short is stored inline.
    let mapped =
      switch letterCase {
      case .lower: scalar.properties.lowercaseMapping
      case .upper: scalar.properties.uppercaseMapping
      case .title: scalar.properties.titlecaseMapping
      }
    for byte in mapped.utf8 { output.append(byte) }
  }
}

extension UInt64 {
  /// Eight bytes with the ASCII letters among them in another case.
  @inline(__always)
  func mapped(to letterCase: TextTransform.LetterCase) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = UInt64(letterCase == .lower ? UInt8.ascii("A") : UInt8.ascii("a"))
    let low = self & (ones &* 0x7F)
    // The top bit of a byte says whether it is at or after the first letter, and not after the
    // last.
    let isBehind = low &+ ones &* (0x80 &- first)
    let isBeyond = low &+ ones &* (0x80 &- first &- 26)
    return self ^ (isBehind & ~(isBeyond | self) & (ones &* 0x80)) &>> 2
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate func mapped(to letterCase: TextTransform.LetterCase) -> UInt8 {
    switch letterCase {
    case .lower: self &- .ascii("A") < 26 ? self | 0x20 : self
    case .upper, .title: self &- .ascii("a") < 26 ? self & 0xDF : self
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a mark on one of them.
  fileprivate var isInWord: Bool {
    if isASCII {
      let byte = UInt8(truncatingIfNeeded: value)
      return byte.isDigit || (byte | 0x20) &- .ascii("a") < 26
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  fileprivate var isApostrophe: Bool { self == "'" || self == "\u{2019}" }
}
