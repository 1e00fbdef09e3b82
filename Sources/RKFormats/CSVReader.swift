package import RKEngine

/// Reads rows of cells as JSON text: each row becomes an object with the header's names as keys, or a list of
/// texts.
package final class CSVReader: TranscodedText {
  /// How rows are read.
  package struct Form: Sendable {
    /// The separator of cells; detected if nil.
    package var delimiter: UInt8?
    /// Whether the first row has the names of the cells.
    package var hasHeader: Bool
    /// Whether each row without names is in a list of its own.
    package var wrapsLists: Bool
    /// The most bytes of a row, approximately.
    package var longestRow = Int(UInt32.max)

    package init(delimiter: UInt8?, hasHeader: Bool, wrapsLists: Bool) {
      self.delimiter = delimiter
      self.hasHeader = hasHeader
      self.wrapsLists = wrapsLists
    }
  }

  /// Why reading an input cannot continue.
  package enum Fault: Sendable, Hashable {
    case textBehindQuote
    case openQuote
    case tooLarge
    case repeatedName(String)
    case headerNotUTF8
    /// A name without quotes has a carriage return: rows may end with it alone.
    case returnInName
    /// The separator is unclear: either these candidates all fit, or none of them does.
    case unclearDelimiter([UInt8], fit: Bool)
  }

  package struct Failure: Sendable {
    package var fault: Fault
    package var place: InputPlace
  }

  /// A row with more cells than there are names.
  package struct LongRow: Sendable {
    /// The place of the first excess cell.
    package var place: InputPlace
    /// The row as an object, with the excess cells in a list.
    package var text: [UInt8]
  }

  private var original: OriginalText
  /// The origin of the document with the rows; nil if that is the input itself.
  private let base: (any DocumentOrigin)?
  private let form: Form
  private var rows: CSVRows
  private var marks = OffsetMap()
  /// Notes about the places of rows and cells, and the range of the text that they cover.
  private var notes: [CSVRows.Note] = []
  private var notedText = 0..<0
  /// The offset where the next row begins.
  private var next: Int
  package private(set) var madeCount = 0
  package private(set) var failure: Failure?
  private var longRow: LongRow?
  /// Whether there are no more rows.
  package private(set) var isAtEnd = false
  /// Whether there is not even a header.
  package private(set) var isEmpty = false
  /// Whether only a part of the next row has been read.
  private var isInsideRow = false

  /// The length of the text between two marks.
  private static var markDistance: Int { 4096 }

  /// Detects the separator, and reads the header.
  ///
  /// `byteOffset` is where the source begins in its file.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    form: Form,
    countsCharacters: Bool = false,
    base: (any DocumentOrigin)? = nil
  ) throws(SystemError) {
    original = OriginalText(
      source,
      name: name,
      byteOffset: byteOffset,
      countsCharacters: countsCharacters
    )
    self.base = base
    self.form = form
    next = byteOffset
    rows = CSVRows(delimiter: form.delimiter ?? .comma, wrapsLists: form.wrapsLists)
    try begin()
  }

  // MARK: - The header

  private func begin() throws(SystemError) {
    while original.end == original.start && !original.isAtEnd { try original.fill() }
    if form.delimiter == nil, let found = try delimiter() {
      rows = CSVRows(delimiter: found, wrapsLists: form.wrapsLists)
    }
    if failure != nil { return }
    if form.hasHeader { return try readHeader() }
    let start = next
    try skipBlankRows()
    isEmpty = next == original.end && original.isAtEnd
    next = isEmpty ? next : start
    isAtEnd = isEmpty
  }

  private func skipBlankRows() throws(SystemError) {
    while true {
      let bytes = Self.isLineEnd(original, next)
      if bytes { next += 1 } else if next < original.end || original.isAtEnd { return }
      if next == original.end && !original.isAtEnd { try original.fill() }
    }
  }

  private static func isLineEnd(_ original: borrowing OriginalText, _ at: Int) -> Bool {
    at < original.end && original.padded[at - original.start].isLineEnd
  }

  private func delimiter() throws(SystemError) -> UInt8? {
    while true {
      switch Self.search(original) {
      case .found(let delimiter): return delimiter
      case .incomplete:
        try fill()
        if failure != nil { return nil }
      case .unclear(let candidates, let fit):
        try skipBlankRows()
        fail(.unclearDelimiter(candidates, fit: fit), at: next..<(next + 1))
        return nil
      }
    }
  }

  private static func search(_ original: borrowing OriginalText) -> DelimiterSearch.Result {
    DelimiterSearch.search(
      original.padded,
      from: 0,
      to: original.end - original.start,
      isAll: original.isAtEnd
    )
  }

  private func readHeader() throws(SystemError) {
    var header = CSVRows(delimiter: rows.delimiter)
    header.takesNotes = true
    while true {
      let stop = Self.write(&header, original, from: &next, upTo: 1)
      if header.output.count > 0 { break }
      if case .fault(let fault, let at) = stop { return fail(fault, at: at) }
      if original.isAtEnd {
        (isEmpty, isAtEnd) = (true, true)
        return
      }
      try fill()
      if failure != nil { return }
    }
    var names: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    for (number, note) in header.notes.enumerated() where number > 0 {
      // The name begins after its opening quote, and ends before the closing quote and the comma or bracket after
      // that.
      let end =
        number + 1 < header.notes.count
        ? header.notes[number + 1].text - 2 : header.output.count - 3
      let name = (note.text + 1..<end).map { header.output[$0] }
      if !name.span.isUTF8 { return fail(.headerNotUTF8, at: note.source) }
      let cell = note.source.lowerBound - original.start..<note.source.upperBound - original.start
      if original.padded[cell.lowerBound] != .quote,
        original.padded.first(.carriageReturn, in: cell) != nil
      {
        return fail(.returnInName, at: note.source)
      }
      if !known.insert(name).inserted {
        return fail(.repeatedName(String(decoding: name, as: UTF8.self)), at: note.source)
      }
      names.append(name)
    }
    rows = CSVRows(delimiter: rows.delimiter, names: names)
  }

  // MARK: - Rows

  /// Converts rows from the bytes that are held.
  ///
  /// `next` is the offset to begin at, and is set to where this ends. Offsets in notes and in the result are those
  /// of the input.
  private static func write(
    _ rows: inout CSVRows,
    _ original: borrowing OriginalText,
    from next: inout Int,
    upTo room: Int
  ) -> CSVRows.Stop {
    let start = original.start
    let (end, stop) = rows.write(
      original.padded,
      from: next - start,
      to: original.end - start,
      isAll: original.isAtEnd,
      upTo: room
    )
    next = start + end
    rows.moveNotes(by: start)
    return switch stop {
    case .room, .incomplete: stop
    case .longRow(let cell): .longRow(cell: start + cell)
    case .fault(let fault, let at): .fault(fault, at: start + at)
    }
  }

  package func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    let first = madeCount
    let limit = first + room
    while failure == nil && longRow == nil && !isAtEnd && madeCount < limit {
      rows.removeAll()
      let start = next
      let stop = Self.write(&rows, original, from: &next, upTo: Self.markDistance)
      isInsideRow = false
      if rows.output.count > 0 {
        marks.append(text: madeCount, source: start)
        buffer.append(rows.output.span)
        madeCount += rows.output.count
      }
      switch stop {
      case .room: break
      case .incomplete:
        isAtEnd = original.isAtEnd
        isInsideRow = true
        // What is ready is returned before waiting for more.
        if isAtEnd || madeCount > first { return madeCount - first }
        try fill()
      case .longRow(let cell): try keepLongRow(from: cell)
      case .fault(let fault, let at): fail(fault, at: at)
      }
    }
    return madeCount - first
  }

  package var wouldWait: Bool {
    isInsideRow && failure == nil && longRow == nil && original.wouldWait
  }

  /// The row with excess cells that reading has stopped at; the next read continues after it.
  package func takeLongRow() -> LongRow? {
    defer { longRow = nil }
    return longRow
  }

  private func keepLongRow(from cell: Int) throws(SystemError) {
    rows.keepsRest = true
    rows.takesNotes = true
    defer {
      rows.keepsRest = false
      rows.takesNotes = false
    }
    while true {
      rows.removeAll()
      let stop = Self.write(&rows, original, from: &next, upTo: 1)
      if rows.output.count > 0 { break }
      if case .fault(let fault, let at) = stop { return fail(fault, at: at) }
      try fill()
      if failure != nil { return }
    }
    let source = rows.notes.first { $0.source.lowerBound == cell && $0.text > 0 }?.source
    var place = located(original.place(source ?? cell..<(cell + 1)))
    place.recordNumber = nil
    let text = (0..<(rows.output.count - 1)).map { rows.output[$0] }
    longRow = LongRow(place: place, text: text)
  }

  /// Reads more of the next row.
  private func fill() throws(SystemError) {
    if original.end - next > form.longestRow { return fail(.tooLarge, at: next..<(next + 1)) }
    try original.fill()
  }

  private func fail(_ fault: CSVRows.Fault, at place: Int) {
    switch fault {
    case .openQuote: fail(.openQuote, at: place..<(place + 1))
    case .textBehindQuote: fail(.textBehindQuote, at: place..<(place + 1))
    }
  }

  private func fail(_ fault: Fault, at range: Range<Int>) {
    failure = Failure(fault: fault, place: located(original.place(range)))
  }

  // MARK: - Places

  package var byteOffset: Int { base?.byteOffset ?? marks.mark(at: 0)?.source ?? next }

  package var line: Int { base?.line ?? 1 }

  package var readOffset: Int? { base == nil ? next : nil }

  package var isBroken: Bool { false }

  package func sourceOffset(of offset: Int) -> Int {
    base == nil ? source(of: offset).lowerBound : offset
  }

  package func release(before offset: Int) {
    marks.release(before: offset)
    original.release(before: marks.mark(at: offset)?.source ?? next)
  }

  package func line(of offset: Int) -> Int {
    base?.line ?? original.line(of: source(of: offset).lowerBound)
  }

  package func locate(_ place: InputPlace) -> InputPlace {
    var found = original.place(source(of: place.byteOffset), isShown: !place.excerpt.isEmpty)
    found.pointer = place.pointer
    if rows.wrapsLists, let pointer = place.pointer, pointer.hasPrefix("/0") {
      found.pointer = String(pointer.dropFirst(2))
    }
    found.value = place.value
    found.recordNumber = place.recordNumber
    found.waysToMembers = place.waysToMembers
    return located(found)
  }

  private func located(_ place: InputPlace) -> InputPlace { base?.locate(place) ?? place }

  /// The range in the input of the cell or row at an offset of the text.
  ///
  /// The rows between two marks are converted again, and their places are kept for the next call.
  private func source(of offset: Int) -> Range<Int> {
    if !notedText.contains(offset) { takeNotes(around: offset) }
    let wanted = offset - notedText.lowerBound
    var (low, high) = (0, notes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if notes[middle].text <= wanted { low = middle } else { high = middle }
    }
    return low < notes.count ? notes[low].source : next..<(next + 1)
  }

  private func takeNotes(around offset: Int) {
    notes = []
    guard let mark = marks.mark(at: offset) else { return }
    let end = marks.mark(after: offset)?.text ?? madeCount
    notedText = mark.text..<max(end, offset + 1)
    rows.removeAll()
    rows.takesNotes = true
    var at = mark.source
    _ = Self.write(&rows, original, from: &at, upTo: max(end - mark.text, 1))
    rows.takesNotes = false
    notes = rows.notes
  }
}

extension CSVRows {
  /// Converts notes from offsets in the held bytes, which begin at `start`, to offsets in the input.
  fileprivate mutating func moveNotes(by start: Int) {
    for index in notes.indices {
      let source = notes[index].source
      notes[index].source = (source.lowerBound + start)..<(source.upperBound + start)
    }
  }
}
