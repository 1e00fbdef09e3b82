internal import RKEngine

/// Maps offsets in a text to those in the original text from which it was extracted.
package struct OffsetPieces {
  /// The beginnings of the extracted parts, in order.
  private var pieces: [(start: Int, original: Int)] = []

  init() {}

  mutating func add(_ start: Int, original: Int) { pieces.append((start, original)) }

  /// The offset in the original text for an offset in the extract.
  func original(of offset: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? offset - pieces[low - 1].start + pieces[low - 1].original : offset
  }
}

/// A text with some of an input's root records and everything around them: whole lines, or a
/// document without its other records.
///
/// It is only assumed that the extract has the same records. The code that maps it checks that.
struct RecordExtract {
  private let roots: RecordPairing.Roots
  /// Whether each document is a line.
  let isLines: Bool
  private(set) var text: [UInt8] = []
  private(set) var pieces = OffsetPieces()
  private var next = 0
  /// The bytes of the line that may be wanted, as far as they were read, and where the line begins.
  private var line: [UInt8] = []
  private var lineStart = 0
  /// The part of the document that is being read.
  private var part = Part.before
  private var way = ValueEnd()

  private enum Part {
    /// The text before the first record.
    case before
    /// A record that is wanted, or the last record.
    case record(isWanted: Bool)
    /// The text between records.
    case between
    /// The text after the last record.
    case after
  }

  init(_ roots: RecordPairing.Roots, isLines: Bool) {
    self.roots = roots
    self.isLines = isLines
  }

  /// Reads the input.
  mutating func read(_ source: consuming InputSource) {
    pieces.add(0, original: 0)
    var position = 0
    while true {
      var buffer = InputBuffer(capacity: 256 * 1024)
      let count = try? source.read(into: &buffer, upTo: 256 * 1024)
      if count == nil || buffer.count == 0 { break }
      let bytes = buffer.padded.extracting(0..<buffer.count)
      if isLines { takeLines(bytes, position) } else { takeDocument(bytes, position) }
      position += buffer.count
    }
    if isLines { endLine(at: position) }
  }

  // MARK: - Lines

  private mutating func takeLines(_ bytes: Span<UInt8>, _ position: Int) {
    var at = 0
    while at < bytes.count && next < roots.offsets.count {
      let end = bytes.first(.lineFeed, in: at..<bytes.count)
      let stop = end.map { $0 + 1 } ?? bytes.count
      // A line is copied only if it is wanted, or continues in the next block.
      if end == nil || roots.offsets[next] < position + stop {
        for place in at..<stop { line.append(bytes[place]) }
      }
      at = stop
      if end != nil { endLine(at: position + stop) }
    }
  }

  private mutating func endLine(at end: Int) {
    if next < roots.offsets.count && roots.offsets[next] < end {
      pieces.add(text.count, original: lineStart)
      text += line
      while next < roots.offsets.count && roots.offsets[next] < end { next += 1 }
    }
    line.removeAll(keepingCapacity: true)
    lineStart = end
  }

  // MARK: - A document

  private mutating func takeDocument(_ bytes: Span<UInt8>, _ position: Int) {
    var at = 0
    while at < bytes.count {
      switch part {
      case .before:
        let end = min(bytes.count, max(at, roots.first - position))
        for place in at..<end { text.append(bytes[place]) }
        at = end
        if position + at == roots.first { part = .between }
      case .between:
        let wanted = next < roots.offsets.count ? roots.offsets[next] : roots.last
        at = min(bytes.count, max(at, wanted - position))
        if at < bytes.count { begin(recordAt: position + at) }
      case .record(let isWanted):
        at = takeRecord(bytes, from: at, position, isWanted)
      case .after:
        for place in at..<bytes.count { text.append(bytes[place]) }
        at = bytes.count
      }
    }
  }

  private mutating func begin(recordAt offset: Int) {
    let isWanted = next < roots.offsets.count
    if isWanted {
      if next > 0 { text.append(.comma) }
      pieces.add(text.count, original: offset)
    }
    way = ValueEnd()
    part = .record(isWanted: isWanted)
  }

  private mutating func takeRecord(
    _ bytes: Span<UInt8>,
    from start: Int,
    _ position: Int,
    _ isWanted: Bool
  ) -> Int {
    var at = start
    while at < bytes.count, !way.isBehind(bytes[at]) {
      if isWanted { text.append(bytes[at]) }
      at += 1
    }
    if at == bytes.count { return at }
    var isLast = !isWanted
    if isWanted {
      isLast = roots.offsets[next] == roots.last
      next += 1
    }
    part = isLast ? .after : .between
    if isLast { pieces.add(text.count, original: position + at) }
    return at
  }
}

/// Finds the end of a JSON value, byte by byte.
private struct ValueEnd {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasEnded = false

  /// Whether a byte comes after the value.
  mutating func isBehind(_ byte: UInt8) -> Bool {
    if hasEnded { return true }
    if isInString {
      if !isEscaped && byte == .quote {
        isInString = false
        hasEnded = depth == 0
      }
      isEscaped = !isEscaped && byte == .backslash
      return false
    }
    switch byte {
    case .quote: isInString = true
    case .openObject, .openArray: depth += 1
    case .closeObject, .closeArray:
      if depth == 0 { return true }
      depth -= 1
      hasEnded = depth == 0
    case .comma: return depth == 0
    default: return depth == 0 && byte.isWhitespace
    }
    return false
  }
}
