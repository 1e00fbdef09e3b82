/// A position in an input in the form shown to people; created only when it is shown.
package struct InputPlace: Sendable, Hashable {
  /// The input's name, as the user gave it.
  package var input: String
  package var byteOffset: Int
  /// From 1.
  package var line: Int
  /// From 1, in bytes.
  package var column: Int
  /// The column in UTF-16 code units, if those are counted.
  package var characterColumn: Int?
  /// The pointer from the document to the value; nil if there is no value to point to.
  package var pointer: String?
  /// The number of the representation in its input, from 1; nil outside representations.
  package var recordNumber: Int?
  /// The line, trimmed around the position if it is long.
  package var excerpt: [UInt8]
  /// The offset of the position in the excerpt.
  package var excerptOffset: Int
  /// How many bytes of the excerpt to mark.
  package var markedCount: Int
  /// The value's text, truncated if it is long; empty if there is no value.
  package var value: [UInt8]
  /// The part of the input that it lies in, if the input has parts.
  package var part: Part?
  /// The value is the second of several where only one is allowed.
  package var isRepetition = false
  /// For an object in which something is missing, the keys that lead to its members; otherwise
  /// empty.
  package var waysToMembers: [[[UInt8]]] = []
  /// The first bytes of an input that is not JSON, if they are still in memory; otherwise empty.
  package var firstBytes: [UInt8] = []

  /// The bytes of a line that are kept on each side of the position.
  static var reach: Int { InputWindow.keptByteCount }
  /// The most bytes of a value that are shown; one more is kept to show that the value is longer.
  package static var longestValue: Int { 60 }
  static var mostFirstBytes: Int { 1024 }
}

extension InputPlace {
  /// A place without an excerpt and a value.
  package init(in input: String, byteOffset: Int, line: Int, column: Int) {
    self.init(
      input: input,
      byteOffset: byteOffset,
      line: line,
      column: column,
      excerpt: [],
      excerptOffset: 0,
      markedCount: 0,
      value: []
    )
  }
}

extension InputWindow {
  /// The line, from 1, that a token begins on.
  func line(ofToken token: Int) -> Int { lineAndColumn(of: view.position(token)).line }

  /// The place of some bytes in the window.
  ///
  /// `isShown` says whether an excerpt of the line is wanted; `position` is its line and column, if
  /// known.
  package func place(
    _ range: Range<Int>,
    input: String,
    pointer: [UInt8]?,
    isShown: Bool = true,
    position: (line: Int, column: Int)? = nil
  ) -> InputPlace {
    let (line, column) = position ?? lineAndColumn(of: range.lowerBound)
    let (excerpt, start) =
      isShown
      ? self.line(around: range.lowerBound, reach: InputPlace.reach) : ([], range.lowerBound)
    let offset = range.lowerBound - start
    return InputPlace(
      input: input,
      byteOffset: byteOffset + range.lowerBound,
      line: line,
      column: column,
      characterColumn: isShown ? characterColumn(of: range.lowerBound) : nil,
      pointer: pointer.map { String(decoding: $0, as: UTF8.self) },
      excerpt: excerpt,
      excerptOffset: offset,
      markedCount: max(1, min(range.count, excerpt.count - offset)),
      value: text(range, longest: InputPlace.longestValue + 1)
    )
  }

  /// The first bytes of the input; none if the window has moved past them.
  package var firstBytes: [UInt8] {
    // A byte order mark before them is not in the window.
    byteOffset == lineStart && droppedLineCount == 0
      ? text(0..<buffer.count, longest: InputPlace.mostFirstBytes) : []
  }

  /// The place of the value, or of the key, that begins with a token.
  func place(ofToken token: Int, input: String, pointer: [UInt8], isShown: Bool) -> InputPlace {
    let view = view
    let start = view.position(token)
    let end =
      switch view.token(token) {
      case .quote: view.closingQuote(of: token) + 1
      case .openObject, .openArray: view.close(of: token).map { view.position($0) + 1 } ?? start + 1
      default: view.end(ofScalar: token)
      }
    return place(start..<end, input: input, pointer: pointer, isShown: isShown)
  }
}
