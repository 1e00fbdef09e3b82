internal import RKDiagnostics

extension SpecFindings {
  /// The place in a file of a range of a text, whose escapes take more bytes in the file.
  ///
  /// If requested in order, all places in a text are found in one pass over it.
  func place(of range: Range<Int>, ofText text: SpecPlace) -> SpecPlace {
    let bytes = files[text.file].bytes
    let (start, end) = (text.range.lowerBound, text.range.upperBound)
    guard start < end, let quote = SpecQuote(bytes, at: start) else {
      // A word without quotes has no escapes.
      let first = min(start + range.lowerBound, end)
      return SpecPlace(file: text.file, range: first..<min(start + range.upperBound, end))
    }
    // The closing quote may be another quote of the same kind.
    let closing =
      quote.isTypographic
      ? (1...3).last { quote.closingLength(bytes, at: max(end - $0, start)) == $0 } ?? 1 : 1
    let textEnd = end - closing
    var at = start + quote.length
    var count = 0
    if let last = lastPlace, last.text == text, last.count <= range.lowerBound {
      (at, count) = (last.at, last.count)
    }
    func advance(to offset: Int) -> Int {
      while count < offset && at < textEnd {
        let (source, decoded) = Self.sizeOfCharacter(at: at, in: bytes)
        if count + decoded > offset { break }
        at += source
        count += decoded
      }
      return min(at, textEnd)
    }
    let first = advance(to: range.lowerBound)
    lastPlace = (text, at, count)
    var last = advance(to: range.upperBound)
    // A place inside a character becomes the place of the whole character.
    if count < range.upperBound && last < textEnd {
      last = min(last + Self.sizeOfCharacter(at: last, in: bytes).source, textEnd)
    }
    return SpecPlace(file: text.file, range: first..<max(first, last))
  }

  /// The numbers of bytes of a character of a string in the file and in the text.
  private static func sizeOfCharacter(at start: Int, in bytes: [UInt8])
    -> (source: Int, decoded: Int)
  {
    guard bytes[start] == UInt8(ascii: "\\") else { return (1, 1) }
    guard bytes[start + 1] == UInt8(ascii: "u") else { return (2, 1) }
    let digits = String(decoding: bytes[(start + 2)..<(start + 6)], as: UTF8.self)
    guard let unit = UInt32(digits, radix: 16) else { return (6, 1) }
    switch unit {
    case ..<0x80: return (6, 1)
    case ..<0x800: return (6, 2)
    case 0xD800..<0xDC00: return (12, 4)
    default: return (6, 3)
    }
  }
}
