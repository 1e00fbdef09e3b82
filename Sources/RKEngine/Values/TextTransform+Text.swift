/// White space, and the words of names.
extension TextTransform {
  /// Removes white space at both ends.
  static func trim(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    var start = 0
    while start < text.count, let end = text.whitespaceEnd(at: start) { start = end }
    var end = text.count
    while end > start {
      // A white space character has one to three bytes.
      var character = end - 1
      while character > start && end - character < 3 && text[character] & 0xC0 == 0x80 {
        character -= 1
      }
      guard text.whitespaceEnd(at: character) == end else { break }
      end = character
    }
    output.append(contentsOf: text, start..<end)
  }

  /// Replaces each run of white space by one space.
  static func collapse(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    var at = 0
    var wasSpace = false
    while at < text.count {
      if let end = text.whitespaceEnd(at: at) {
        if !wasSpace { output.append(.space) }
        wasSpace = true
        at = end
      } else {
        wasSpace = false
        output.append(text[at])
        at += 1
      }
    }
  }

  /// How words are joined.
  enum WordForm {
    case snake
    case camel
  }

  /// Joins the words of a text to one name.
  ///
  /// Words are separated by `_`, `-` and white space, and by a capital that begins a new one: after
  /// anything but a capital, or before a lower-case letter. So `userID` is user ID, and
  /// `HTTPServer` is HTTP Server, as for `keyTransform`.
  static func joinWords(
    _ text: Span<UInt8>,
    _ form: WordForm,
    _ output: inout UniqueArray<UInt8>
  ) {
    var hasWord = false
    var isInWord = false
    var isBehindCapital = false
    var at = 0
    while at < text.count {
      if let end = separatorEnd(text, at) {
        isInWord = false
        at = end
        continue
      }
      let (scalar, end) = text.scalar(at: at)
      let isCapital = scalar.isCapital
      if isCapital && isInWord && (!isBehindCapital || beginsSmall(text, end)) { isInWord = false }
      let beginsWord = !isInWord
      if beginsWord && hasWord && form == .snake { output.append(.ascii("_")) }
      if beginsWord && hasWord && form == .camel {
        append(scalar, .upper, &output)
      } else {
        append(scalar, .lower, &output)
      }
      (hasWord, isInWord, isBehindCapital) = (true, true, isCapital)
      at = end
    }
  }

  private static func separatorEnd(_ text: Span<UInt8>, _ at: Int) -> Int? {
    if text[at] == .ascii("_") || text[at] == .minus { return at + 1 }
    return text.whitespaceEnd(at: at)
  }

  private static func beginsSmall(_ text: Span<UInt8>, _ at: Int) -> Bool {
    at < text.count && text.scalar(at: at).scalar.isSmall
  }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool {
    isASCII ? ("A"..."Z").contains(self) : properties.isUppercase
  }

  fileprivate var isSmall: Bool {
    isASCII ? ("a"..."z").contains(self) : properties.isLowercase
  }
}
