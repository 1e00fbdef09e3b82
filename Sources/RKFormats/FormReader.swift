package import RKEngine

/// Reads form data (`application/x-www-form-urlencoded`) as JSON text.
///
/// Each line is an object of texts; a repeated key has a list.
package final class FormReader: TranscodedText {
  package enum Fault: Sendable, Hashable {
    /// A percent sign without two hexadecimal digits.
    case escape
    case notUTF8
    /// A line is longer than the reader's limit.
    case tooLarge
  }

  package struct Failure: Sendable {
    package var fault: Fault
    package var place: InputPlace
  }

  /// A key or a value: its text, and its range in the input.
  private struct Piece {
    var text: [UInt8]
    var source: Int
  }

  /// The reason why a key or value cannot be read.
  private struct PieceError: Error {
    var fault: Fault
    var at: Int
  }

  private var original: OriginalText
  /// The origin of the document with the data; nil if that is the input itself.
  private let base: (any DocumentOrigin)?
  /// The places of objects, keys and values.
  private var marks = OffsetMap()
  /// The offset where the next line begins.
  private var next: Int
  package private(set) var madeCount = 0
  package private(set) var failure: Failure?
  package private(set) var isAtEnd = false
  /// Whether there is no document.
  package var isEmpty: Bool { isAtEnd && madeCount == 0 }

  private static var longestLine: Int { Int(UInt32.max) }

  /// `byteOffset` is where the source begins in its file.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    countsCharacters: Bool = false,
    base: (any DocumentOrigin)? = nil
  ) {
    original = OriginalText(
      source,
      name: name,
      byteOffset: byteOffset,
      countsCharacters: countsCharacters
    )
    self.base = base
    next = byteOffset
  }

  // MARK: - Reading

  package func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    let first = madeCount
    while failure == nil && !isAtEnd && madeCount < first + room {
      guard let end = Self.lineEnd(original, from: next) else {
        if original.isAtEnd {
          if next < original.end { append(line: next..<original.end, to: &buffer) }
          if failure == nil { isAtEnd = true }
          break
        }
        // What is ready is returned before waiting for more.
        if madeCount > first { break }
        if original.end - next > Self.longestLine {
          fail(.tooLarge, at: next)
        } else {
          try original.fill()
        }
        continue
      }
      append(line: next..<end, to: &buffer)
      if failure == nil { next = end + 1 }
    }
    return madeCount - first
  }

  private static func lineEnd(_ original: borrowing OriginalText, from start: Int) -> Int? {
    let base = original.start
    let end = original.padded.first(.lineFeed, in: (start - base)..<(original.end - base))
    return end.map { $0 + base }
  }

  /// Appends the document of a line, unless the line is empty.
  private func append(line: Range<Int>, to buffer: inout InputBuffer) {
    let bytes = original.bytes(line)
    let text = bytes.last == .carriageReturn ? bytes.dropLast() : bytes[...]
    if text.isEmpty { return }
    var keys: [Piece] = []
    var values: [[Piece]] = []
    var numbers: [[UInt8]: Int] = [:]
    do throws(PieceError) {
      var at = text.startIndex
      while at < text.endIndex {
        let end = text[at...].firstIndex(of: .ascii("&")) ?? text.endIndex
        defer { at = end + 1 }
        let sides = text[at..<end].split(separator: .ascii("="), omittingEmptySubsequences: false)
        if sides.count < 2 { continue }
        let key = try piece(sides[0], from: line.lowerBound)
        let value = try piece(sides[1], from: line.lowerBound)
        if let number = numbers[key.text] {
          values[number].append(value)
        } else {
          numbers[key.text] = keys.count
          keys.append(key)
          values.append([value])
        }
      }
    } catch {
      return fail(error.fault, at: error.at)
    }
    var output: [UInt8] = [.openObject]
    marks.append(text: madeCount, source: line.lowerBound)
    for (number, key) in keys.enumerated() {
      if number > 0 { output.append(.comma) }
      append(key, to: &output)
      output.append(.colon)
      let isList = values[number].count > 1
      if isList { output.append(.openArray) }
      for (index, value) in values[number].enumerated() {
        if index > 0 { output.append(.comma) }
        append(value, to: &output)
      }
      if isList { output.append(.closeArray) }
    }
    output += [.closeObject, .lineFeed]
    buffer.append(output.span)
    madeCount += output.count
  }

  private func fail(_ fault: Fault, at place: Int) {
    failure = Failure(fault: fault, place: located(original.place(place..<(place + 1))))
  }

  private func append(_ piece: Piece, to output: inout [UInt8]) {
    marks.append(text: madeCount + output.count, source: piece.source)
    output += JSONText.quoted(piece.text)
  }

  /// Decodes a key or a value; `start` is where the line begins in the input.
  private func piece(_ text: ArraySlice<UInt8>, from start: Int) throws(PieceError) -> Piece {
    let source = start + text.startIndex
    guard text.contains(where: { $0 == .ascii("%") || $0 >= 0x80 }) else {
      return Piece(text: Array(text), source: source)
    }
    var plain: [UInt8] = []
    /// For each byte of the text, the offset that it comes from.
    var sources: [Int] = []
    var at = text.startIndex
    while at < text.endIndex {
      sources.append(start + at)
      guard text[at] == .ascii("%") else {
        plain.append(text[at])
        at += 1
        continue
      }
      guard at + 2 < text.endIndex, let high = text[at + 1].hexadecimalValue,
        let low = text[at + 2].hexadecimalValue
      else { throw PieceError(fault: .escape, at: start + at) }
      plain.append(high << 4 | low)
      at += 3
    }
    if let wrong = Self.firstOther(in: plain) {
      throw PieceError(fault: .notUTF8, at: sources[wrong])
    }
    return Piece(text: plain, source: source)
  }

  /// The first byte that is not UTF-8.
  private static func firstOther(in text: [UInt8]) -> Int? {
    if text.span.isUTF8 { return nil }
    var at = 0
    while at < text.count {
      let count = text[at] < 0xC0 ? 1 : text[at] < 0xE0 ? 2 : text[at] < 0xF0 ? 3 : 4
      let end = at + count
      guard end <= text.count, text.span.extracting(at..<end).isUTF8 else { return at }
      at = end
    }
    return nil
  }

  // MARK: - Places

  package var byteOffset: Int { base?.byteOffset ?? marks.mark(at: 0)?.source ?? next }

  package var line: Int { base?.line ?? 1 }

  package var readOffset: Int? { base == nil ? next : nil }

  package var isBroken: Bool { false }

  package func sourceOffset(of offset: Int) -> Int {
    base == nil ? source(of: offset) : offset
  }

  package func release(before offset: Int) {
    marks.release(before: offset)
    original.release(before: marks.mark(at: offset).map { min($0.source, next) } ?? next)
  }

  package func line(of offset: Int) -> Int { base?.line ?? original.line(of: source(of: offset)) }

  package func locate(_ place: InputPlace) -> InputPlace {
    let start = source(of: place.byteOffset)
    let range = start..<original.end(ofPiece: start)
    var found = original.place(range, isShown: !place.excerpt.isEmpty)
    found.pointer = place.pointer
    found.value = place.value
    found.recordNumber = place.recordNumber
    found.waysToMembers = place.waysToMembers
    return located(found)
  }

  private func located(_ place: InputPlace) -> InputPlace { base?.locate(place) ?? place }

  private func source(of offset: Int) -> Int { marks.mark(at: offset)?.source ?? next }
}

extension OriginalText {
  /// A copy of a range of the held bytes.
  fileprivate borrowing func bytes(_ range: Range<Int>) -> [UInt8] {
    let bytes = padded
    return range.map { bytes[$0 - start] }
  }

  /// The end of the value, or of the key with its value, that begins at an offset.
  fileprivate borrowing func end(ofPiece first: Int) -> Int {
    let bytes = padded
    var at = first
    while at < end, bytes[at - start] != .ascii("&"), !bytes[at - start].isLineEnd { at += 1 }
    return at
  }
}
