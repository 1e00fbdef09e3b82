internal import RKEngine

/// What elements become.
package enum XMLForm: Sendable {
  /// Text if they have neither attributes nor children, otherwise objects.
  case compact
  /// Objects, even if they have only text.
  case verbose
  /// As compact, but attributes are written beside their element.
  case hoisted
}

extension XMLTranscoder {
  /// An open element.
  struct Frame {
    /// The index of the member that it is, in the element around it.
    var member = 0
    var place = XMLShape.document
    /// The offset of its start tag.
    var source = 0
    /// The offset in the unit where its JSON text begins.
    var start = 0
    var firstMember = 0
    /// Where its own text begins in `texts`, and in the input.
    var firstText = 0
    var textSource: Int?
    var isObject = false
    /// Whether its text is passed on while it is still open.
    var isStreamed = false
    /// Whether children that nothing reads are left out.
    var leavesOut = false
    /// Whether members with the same name are not adjacent, or are not a list yet.
    var isScattered = false
  }

  /// A member of an open element, or several with the same name that form a list.
  struct Member {
    var name: Int
    /// The offsets of its key, its value, and its end.
    var start: Int
    var valueStart: Int
    var end = 0
    /// The index of the previous member with the same name.
    var previous: Int
    var isList = false
    var isOpenList = false
    var place: Int
  }

  /// Where a part of the unit comes from.
  struct Mark {
    enum Kind { case plain, repeated, second }

    var text: Int
    var source: Int
    var kind = Kind.plain
  }

  struct Name {
    /// The number of its key in the shape.
    var key: Int
    /// The offset in `keyTexts` of the text of its key.
    var text: Int
    var count: Int
    /// The last member with this name in any open element; -1 if there is none.
    var last = -1
  }
}

extension OutputBuffer {
  /// Appends a part of another buffer.
  mutating func append(_ other: borrowing OutputBuffer, _ range: Range<Int>) {
    append(other.span.extracting(range))
  }

  /// Appends a part of some bytes; 32 more bytes must be readable after it.
  mutating func append(padded bytes: [UInt8], _ start: Int, _ count: Int) {
    append(padded: bytes.span, start, count)
  }

  /// Appends a text of another buffer as a JSON string; 32 more bytes must be readable after it.
  mutating func append(quoting other: borrowing OutputBuffer, _ start: Int, _ end: Int) {
    append(quoting: other.span, start, end)
  }

  /// Appends a text of another buffer as a JSON string; 32 more bytes must be readable after it.
  mutating func append(
    trimming other: borrowing OutputBuffer,
    _ start: Int,
    _ end: Int
  ) {
    append(trimming: other.span, start, end)
  }

  /// Appends a text as a JSON string, without white space around it.
  mutating func append(trimming bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var (start, end) = (start, end)
    while start < end && bytes[start].isWhitespace { start &+= 1 }
    while end > start && bytes[end &- 1].isWhitespace { end &-= 1 }
    append(quoting: bytes, start, end)
  }

  /// Appends the text between two offsets as a JSON string; 32 more bytes must be readable after it.
  ///
  /// XML has no control characters other than tabs and line ends.
  mutating func append(quoting bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    append(.quote)
    var at = start
    while true {
      at = append(plain: bytes, from: at, to: end, mark: .quote)
      if at == end { break }
      switch bytes[at] {
      case .lineFeed: append("\\n")
      case .carriageReturn: append("\\r")
      case .tab: append("\\t")
      case let byte:
        append(.backslash)
        append(byte)
      }
      at += 1
    }
    append(.quote)
  }
}
