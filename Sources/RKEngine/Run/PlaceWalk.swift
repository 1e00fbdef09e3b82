/// Finds the places of many values of an input that was read before, in one more pass over it.
package struct PlaceWalk {
  /// The place of a value.
  package struct Place: Sendable {
    /// From 1; columns in bytes.
    package var line: Int
    package var column: Int
    /// The number of its document, from 1; 0 unless pointers are wanted.
    package var document = 0
    /// The pointer from the document to the value; nil if a key on the path has escapes or is long.
    package var pointer: String?
  }

  private let offsets: [Int]
  private let findsPointers: Bool
  private var next = 0
  private var way = DocumentWay()
  private var line = 1
  private var lineStart = 0
  private var isInDocument = false
  /// The places by offset.
  package private(set) var found: [Int: Place] = [:]
  /// The number of documents in the input; counting stops at two.
  package private(set) var documentCount = 0

  /// `offsets` are those of values, in ascending order.
  ///
  /// `findsPointers` says that the input is JSON, and that pointers and documents are wanted, not
  /// only lines and columns.
  package init(_ offsets: [Int], findsPointers: Bool) {
    self.offsets = offsets
    self.findsPointers = findsPointers
  }

  /// Reads the input until all places are found.
  package mutating func pass(_ source: consuming InputSource) {
    var position = 0
    while next < offsets.count || findsPointers && documentCount < 2 {
      var buffer = InputBuffer(capacity: 256 * 1024)
      let count = try? source.read(into: &buffer, upTo: 256 * 1024)
      if count == nil || buffer.count == 0 { break }
      if position == 0 && hasMark(buffer) { lineStart = 3 }
      if findsPointers {
        follow(buffer.bytesWithoutPadding, position)
      } else {
        pass(buffer, position)
      }
      position += buffer.count
    }
  }

  /// Whether the input begins with a byte order mark.
  private func hasMark(_ buffer: borrowing InputBuffer) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return mark.indices.allSatisfy { buffer.padded[$0] == mark[$0] }
  }

  /// Advances over bytes, counting only the ends of lines.
  private mutating func pass(_ buffer: borrowing InputBuffer, _ position: Int) {
    var at = 0
    while next < offsets.count && offsets[next] < position + buffer.count {
      let end = offsets[next] - position
      passLines(buffer, at..<end, position)
      find(offsets[next])
      at = end
    }
    passLines(buffer, at..<buffer.count, position)
  }

  private mutating func passLines(
    _ buffer: borrowing InputBuffer,
    _ range: Range<Int>,
    _ position: Int
  ) {
    let count = buffer.lineCount(range)
    if count == 0 { return }
    line += count
    lineStart = position + buffer.lineStart(before: range.upperBound)
  }

  private mutating func find(_ offset: Int) {
    found[offset] = Place(line: line, column: offset - lineStart + 1)
    next += 1
  }

  // MARK: - Pointers

  private mutating func follow(_ bytes: [UInt8], _ position: Int) {
    for (place, byte) in bytes.enumerated() {
      if way.depth == 0 && !way.isInString { noteDocument(byte) }
      while next < offsets.count && offsets[next] <= position + place {
        let offset = offsets[next]
        find(offset)
        found[offset]?.document = max(documentCount, 1)
        found[offset]?.pointer = way.pointer.map { String(decoding: $0, as: UTF8.self) }
      }
      way.follow(byte)
      if byte == .lineFeed {
        line += 1
        lineStart = position + place + 1
      }
    }
  }

  /// Counts a document: a value outside of all others.
  private mutating func noteDocument(_ byte: UInt8) {
    switch byte {
    case .openObject, .openArray, .quote:
      documentCount += 1
      isInDocument = false
    case .closeObject, .closeArray: break
    // The record separator of a JSON text sequence, and the bytes of a byte order mark.
    case 0x1E, 0xEF, 0xBB, 0xBF: isInDocument = false
    case let byte where byte.isWhitespace: isInDocument = false
    default:
      if !isInDocument { documentCount += 1 }
      isInDocument = true
    }
  }
}
