internal import RKEngine

/// What elements become.
package enum XMLForm: Sendable {
  /// Text where they have neither attributes nor children, else objects of these.
  case compact
  /// Objects, also where they are nothing but text.
  case verbose
  /// As compact, with the attributes of an element beside it.
  case hoisted
}

extension XMLTranscoder {
  /// An open element.
  struct Frame {
    /// The member of the element around it that it is.
    var member = 0
    /// Its place in the shape.
    var place = XMLShape.document
    /// Where its start tag stands.
    var source = 0
    /// Where its text begins in what is made of the unit.
    var start = 0
    var firstMember = 0
    /// Where its own text begins among those of open elements, and in the input.
    var firstText = 0
    var textSource: Int?
    var isObject = false
    /// What is made of it is given out while it is open.
    var isStreamed = false
    /// Children that nobody asks for are left out.
    var leavesOut = false
    /// Members of one name do not stand side by side, or are no list yet.
    var isScattered = false
  }

  /// A member of an open element, or several of one name that are a list.
  struct Member {
    var name: Int
    /// Where its key begins, its value, and where that ends.
    var start: Int
    var valueStart: Int
    var end = 0
    /// The member that had the name last.
    var previous: Int
    var isList = false
    var isOpenList = false
    var place: Int
  }

  /// Where something comes from that was made of the unit.
  struct Mark {
    enum Kind { case plain, repeated, second }

    var text: Int
    var source: Int
    var kind = Kind.plain
  }

  struct Name {
    /// The number of its key in the shape.
    var key: Int
    /// Where it stands in `keyTexts`, as the key of a member.
    var text: Int
    var count: Int
    /// The last member that has it, of whichever element; -1 for none.
    var last = -1
  }
}

extension OutputBuffer {
  /// Appends a part of another buffer.
  mutating func append(_ other: borrowing OutputBuffer, _ range: Range<Int>) {
    append(other.span.extracting(range))
  }

  /// Appends a part of some bytes, after which 32 more can be read.
  mutating func append(padded bytes: [UInt8], _ start: Int, _ count: Int) {
    append(padded: bytes.span, start, count)
  }

  /// Appends a text of another buffer, after which there are 32 bytes, as a JSON string.
  mutating func append(quoting other: borrowing OutputBuffer, _ start: Int, _ end: Int) {
    append(quoting: other.span, start, end)
  }

  /// Appends a text of another buffer, after which there are 32 bytes, as a JSON string.
  mutating func append(
    trimming other: borrowing OutputBuffer,
    _ start: Int,
    _ end: Int
  ) {
    append(trimming: other.span, start, end)
  }

  /// The same without white space around it.
  mutating func append(trimming bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var (start, end) = (start, end)
    while start < end && bytes[start].isWhitespace { start &+= 1 }
    while end > start && bytes[end &- 1].isWhitespace { end &-= 1 }
    append(quoting: bytes, start, end)
  }

  /// Appends a text between two places, after which 32 bytes can be read, as a JSON string.
  ///
  /// XML has no other control characters than tabs and ends of lines.
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
