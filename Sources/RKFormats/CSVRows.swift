internal import RKEngine

/// Converts rows of cells (RFC 4180) to JSON text.
///
/// Each row is a line: an object with the header's names as keys, or a list.
struct CSVRows: ~Copyable {
  /// What is wrong with a row.
  enum Fault { case textBehindQuote, openQuote }

  /// Why writing stopped.
  enum Stop {
    /// The requested amount of text has been made.
    case room
    /// The next row is incomplete.
    case incomplete
    /// The next row has more cells than there are names; the first excess cell is given.
    case longRow(cell: Int)
    case fault(Fault, at: Int)
  }

  /// The range in the input of the row or cell whose text begins at an offset.
  struct Note {
    var text: Int
    var source: Range<Int>
  }

  let delimiter: UInt8
  /// The most cells of a row; nil if rows are lists.
  private let columnCount: Int?
  /// Whether each list is the only element of another list; otherwise its elements would be taken as
  /// representations.
  let wrapsLists: Bool
  private let labels: RowLabels
  /// The text made so far.
  private(set) var output = OutputBuffer()
  /// The places of rows and cells, if `takesNotes` is true.
  var notes: [Note] = []
  var takesNotes = false
  /// Whether excess cells are written as a list, which is the last member.
  var keepsRest = false
  /// The number of cells in the last row.
  private(set) var cellCount = 0

  /// Makes objects of rows.
  ///
  /// `names` are the contents of JSON strings, without quotes.
  init(delimiter: UInt8, names: [[UInt8]]) {
    self.delimiter = delimiter
    columnCount = names.count
    wrapsLists = false
    labels = RowLabels(names: names)
  }

  /// Makes lists of rows.
  init(delimiter: UInt8, wrapsLists: Bool = false) {
    self.delimiter = delimiter
    columnCount = nil
    self.wrapsLists = wrapsLists
    labels = RowLabels(wrapsLists: wrapsLists)
  }

  mutating func removeAll() {
    output.removeAll()
    notes.removeAll(keepingCapacity: true)
  }

  /// Converts the rows between two offsets until `room` bytes of text have been made; returns where and why it
  /// stopped.
  ///
  /// 32 bytes must be readable after `end`. `isAll` says that the input ends there.
  mutating func write(
    _ bytes: Span<UInt8>,
    from start: Int,
    to end: Int,
    isAll: Bool,
    upTo room: Int
  ) -> (next: Int, stop: Stop) {
    var at = start
    while true {
      while at < end && bytes[at] == .lineFeed { at += 1 }
      if at == end { return (at, .incomplete) }
      if bytes[at] == .carriageReturn && at + 1 < end && bytes[at + 1] == .lineFeed {
        at += 2
        continue
      }
      if output.count >= room { return (at, .room) }
      let (textStart, noteCount) = (output.count, notes.count)
      switch row(bytes, from: at, to: end, isAll: isAll) {
      case .end(let next): at = next
      case .stop(let stop):
        output.truncate(to: textStart)
        notes.removeSubrange(noteCount...)
        return (at, stop)
      }
    }
  }

  private enum RowEnd {
    /// The row ended; the offset is the one after it.
    case end(Int)
    case stop(Stop)
  }

  @inline(__always)
  private mutating func row(_ bytes: Span<UInt8>, from start: Int, to end: Int, isAll: Bool)
    -> RowEnd
  {
    let rowNote = notes.count
    if takesNotes { notes.append(Note(text: output.count, source: start..<end)) }
    var at = start
    var column = 0
    while true {
      if let columnCount, column >= columnCount, !keepsRest { return .stop(.longRow(cell: at)) }
      let labelStart = output.count
      labels.append(before: column, to: &output)
      let cell = at
      let stop =
        at < end && bytes[at] == .quote
        ? quoted(bytes, &at, end, isAll: isAll) : plain(bytes, &at, end, isAll: isAll)
      if let stop { return .stop(stop) }
      if takesNotes {
        let skipped = column > 0 ? 2 : wrapsLists ? 2 : 1
        notes.append(Note(text: labelStart + skipped, source: cell..<at))
      }
      column += 1
      if at == end { break }
      if bytes[at] != delimiter { break }
      at += 1
    }
    labels.appendTail(hasRest: column > columnCount ?? .max, to: &output)
    cellCount = column
    if takesNotes { notes[rowNote].source = start..<at }
    if at == end { return .end(at) }
    return .end(at + (bytes[at] == .lineFeed ? 1 : 2))
  }

  /// Appends the text of an unquoted cell; moves `at` to the byte that ends it.
  @inline(__always)
  private mutating func plain(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, isAll: Bool)
    -> Stop?
  {
    while true {
      at = output.append(plain: bytes, from: at, to: end, mark: delimiter)
      if at == end { return isAll ? nil : .incomplete }
      let byte = bytes[at]
      if byte == delimiter || byte == .lineFeed { return nil }
      if byte == .carriageReturn {
        if at + 1 == end && !isAll { return .incomplete }
        if at + 1 < end && bytes[at + 1] == .lineFeed { return nil }
      }
      appendEscaped(byte)
      at += 1
    }
  }

  /// Appends the text of a quoted cell; moves `at` past the closing quote.
  private mutating func quoted(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, isAll: Bool)
    -> Stop?
  {
    let opening = at
    at += 1
    while true {
      at = output.append(plain: bytes, from: at, to: end, mark: .quote)
      if at == end { return isAll ? .fault(.openQuote, at: opening) : .incomplete }
      guard bytes[at] == .quote else {
        appendEscaped(bytes[at])
        at += 1
        continue
      }
      at += 1
      if at == end { return isAll ? nil : .incomplete }
      if bytes[at] != .quote { break }
      appendEscaped(.quote)
      at += 1
    }
    let byte = bytes[at]
    if byte == delimiter || byte == .lineFeed { return nil }
    if byte == .carriageReturn {
      if at + 1 == end && !isAll { return .incomplete }
      if at + 1 < end && bytes[at + 1] == .lineFeed { return nil }
    }
    return .fault(.textBehindQuote, at: at)
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case .quote: output.append("\\\"")
    case .backslash: output.append("\\\\")
    case .lineFeed: output.append("\\n")
    case .carriageReturn: output.append("\\r")
    case .tab: output.append("\\t")
    case 0x08: output.append("\\b")
    case 0x0C: output.append("\\f")
    case 0..<0x20:
      output.append("\\u00")
      output.append(JSONText.hexadecimalDigit(byte >> 4))
      output.append(JSONText.hexadecimalDigit(byte & 0xF))
    default: output.append(byte)
    }
  }
}

/// The text around the cells of a row.
private struct RowLabels {
  /// The text before each cell, concatenated, and where each ends; the last one is used for all further cells.
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private let tail: [UInt8]
  private let restTail: [UInt8] = Array("\"]}\n".utf8)

  init(names: [[UInt8]]) {
    tail = Array("\"}\n".utf8)
    for (number, name) in names.enumerated() {
      append(Array((number == 0 ? "{\"" : "\",\"").utf8) + name + Array("\":\"".utf8))
    }
    append(Array("\",\"$rest\":[\"".utf8))
    append(Array("\",\"".utf8))
    pad()
  }

  init(wrapsLists: Bool) {
    tail = Array((wrapsLists ? "\"]]\n" : "\"]\n").utf8)
    append(Array((wrapsLists ? "[[\"" : "[\"").utf8))
    append(Array("\",\"".utf8))
    pad()
  }

  private mutating func append(_ label: [UInt8]) {
    text += label
    ends.append(text.count)
  }

  /// Wide copies read past the end of a label.
  private mutating func pad() { text += Array(repeating: 0, count: OutputBuffer.slack) }

  @inline(__always)
  func append(before column: Int, to output: inout OutputBuffer) {
    let number = min(column, ends.count - 1)
    let start = number == 0 ? 0 : ends[number - 1]
    output.append(padded: text.span, start, ends[number] - start)
  }

  func appendTail(hasRest: Bool, to output: inout OutputBuffer) {
    output.append(hasRest ? restTail.span : tail.span)
  }
}
