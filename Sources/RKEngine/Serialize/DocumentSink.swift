/// Arranges written records in documents: the key paths around them, lists, lines.
///
/// One document is held until the run has succeeded, or until so much is held that its list is
/// written as it comes (like records as JSON). A stream makes a document of each record, on a line
/// of its own.
package struct DocumentSink: RecordSink, ~Copyable {
  package enum Format: Sendable {
    case json
    case lines
    case form
  }

  package struct Options: Sendable {
    package var layout = JSONLayout()
    package var format = Format.json
    /// The records are a stream, so they form a list, whatever their number.
    package var isStream = false
    /// A second document turns the output into lines.
    package var mayBecomeLines = false
    package var heldSize = 16_000_000

    package init() {}
  }

  /// The text of a record in the held bytes.
  private struct Item: BitwiseCopyable {
    var entry: Int
    var end: Int
    var isElement: Bool
  }

  private enum State {
    /// All records are held.
    case undecided
    /// The beginning of a list has been written.
    case openList
    /// One document per line.
    case lines
  }

  private let writer: RecordWriter
  private var options: Options
  private var output: OutputFile
  private var state: State
  private var held = OutputBuffer(capacity: 4096)
  private var items = UniqueArray<Item>()
  private var text = OutputBuffer()
  /// The text of the current record.
  private var piece = OutputBuffer(capacity: 4096)
  private var document = OutputBuffer(capacity: 4096)
  private var documentCount = 0
  private var writtenCount = 0
  /// For lists, which may be empty: their entries, and the number of items before each.
  private var lists: [(entry: Int, start: Int)] = []
  /// The key path of each entry, and whether its records are members of an object.
  private let frames: [(keys: [[UInt8]], isCollection: Bool)]
  /// All entries have the same key path, so a list may be written as it comes.
  private let hasOneFrame: Bool
  /// Called if two key paths cannot be in one document.
  private let refuse: () -> Void

  package init(
    _ writer: RecordWriter,
    options: Options,
    output: consuming OutputFile,
    refuse: @escaping () -> Void
  ) {
    self.writer = writer
    self.options = options
    self.output = output
    self.refuse = refuse
    frames = writer.frames
    let paths = Set(frames.map(\.keys))
    hasOneFrame = paths.count == 1 && Set(frames.map(\.isCollection)).count == 1
    state = options.format == .lines ? .lines : .undecided
    // A form without key path has no root of its own.
    let isOpen = paths == [[]] && !frames.contains(where: \.isCollection)
    if options.format == .form, options.isStream || isOpen { state = .lines }
    writer.options.isForm = options.format == .form
    writer.options.hasOneDocument = state == .undecided
    writer.options.hasLists = options.isStream && state == .undecided
    writer.options.mayBecomeLines = options.mayBecomeLines
  }

  // MARK: - Taking records

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    var next = 0
    let written = writer.written
    for number in 0..<batch.marks.count {
      let mark = batch.marks[number]
      switch mark.kind {
      case .document: try beginDocument()
      case .collection: if hasOneFrame { lists.append((0, items.count)) }
      case .single, .element:
        let row = batch.rows[Int(mark.row)]
        if row.record.isNone {
          piece.removeAll()
          // Where records are members, the reason is written as a member, too.
          let braces = frames.first?.isCollection == true ? 1 : 0
          let inner = (row.text.lowerBound + braces)..<(row.text.upperBound - braces)
          piece.append(batch.side.span.extracting(inner))
          try takePiece(entry: 0, isElement: mark.kind == .element)
          continue
        }
        while next < written.count && written[next].row < mark.row { next += 1 }
        while next < written.count && written[next].row == mark.row {
          try take(written[next], isElement: mark.kind == .element)
          next += 1
        }
      }
    }
    writer.forgetWritten()
    if state == .lines { try flush(least: 1) }
  }

  private mutating func take(_ written: RecordWriter.Written, isElement: Bool) throws(SystemError) {
    switch written.kind {
    case .emptyList: lists.append((written.entry, items.count))
    case .marked, .element, .single:
      piece.removeAll()
      writer.append(written.text.range, to: &piece)
      try takePiece(
        entry: written.entry,
        isElement: written.kind == .element || written.kind == .marked && isElement
      )
    }
  }

  private mutating func takePiece(entry: Int, isElement: Bool) throws(SystemError) {
    switch state {
    case .lines:
      document.removeAll()
      Self.frame(piece, 0..<piece.count, frames[entry], isList: false, to: &document)
      appendDocumentAsLine()
    case .openList:
      beginElement()
      let level = frames[0].keys.count + 1
      JSONReshaper.append(piece, 0..<piece.count, options.layout, level: level, to: &text)
    case .undecided:
      held.append(piece)
      items.append(Item(entry: entry, end: held.count, isElement: isElement))
      if held.count >= largestHeldSize && mayBeginList { try beginList() }
    }
    try flush()
  }

  private mutating func beginDocument() throws(SystemError) {
    documentCount += 1
    guard documentCount == 2, options.mayBecomeLines, state == .undecided else { return }
    state = .lines
    var start = 0
    for number in 0..<items.count {
      let end = items[number].end
      document.removeAll()
      Self.frame(held, start..<end, frames[items[number].entry], isList: false, to: &document)
      appendDocumentAsLine()
      start = end
      try flush()
    }
    held.removeAll()
    items.removeAll()
    lists.removeAll()
  }

  private var largestHeldSize: Int { output.isAside ? 256 * 1024 : options.heldSize }

  private var mayBeginList: Bool {
    hasOneFrame && options.format == .json
      && (options.isStream || items.count > 1 || items[0].isElement)
  }

  /// Writes the accumulated text if there is enough of it to be worth a system call.
  private mutating func flush(least size: Int = 128 * 1024) throws(SystemError) {
    guard text.count >= size else { return }
    try output.write(text.span)
    text.removeAll()
  }

  // MARK: - Lines

  private mutating func appendDocumentAsLine() {
    if options.format == .form {
      FormText.appendLine(document, to: &text)
      return
    }
    var layout = options.layout
    layout.isPretty = false
    if layout.isPlain {
      text.append(document)
    } else {
      JSONReshaper.append(document, 0..<document.count, layout, to: &text)
    }
    text.append(.lineFeed)
  }

  /// Appends some text with its key path around it; members get an object of their own.
  private static func frame(
    _ bytes: borrowing OutputBuffer,
    _ range: Range<Int>,
    _ frame: (keys: [[UInt8]], isCollection: Bool),
    isList: Bool,
    to output: inout OutputBuffer
  ) {
    for key in frame.keys {
      output.append(.openObject)
      output.append(key.span)
      output.append(.colon)
    }
    if frame.isCollection { output.append(.openObject) }
    if isList && !frame.isCollection { output.append(.openArray) }
    output.append(bytes.span.extracting(range))
    if isList && !frame.isCollection { output.append(.closeArray) }
    if frame.isCollection { output.append(.closeObject) }
    for _ in frame.keys { output.append(.closeObject) }
  }

  // MARK: - A list that is written as it comes

  private mutating func beginList() throws(SystemError) {
    state = .openList
    let frame = frames[0]
    for (level, key) in frame.keys.enumerated() {
      text.append(.openObject)
      JSONReshaper.breakLine(options.layout, level + 1, to: &text)
      JSONReshaper.append(key.span, 0..<key.count, options.layout, to: &text)
      text.append(.colon)
      if options.layout.isPretty { text.append(.space) }
    }
    text.append(frame.isCollection ? .openObject : .openArray)
    var start = 0
    for number in 0..<items.count {
      beginElement()
      let range = start..<items[number].end
      let level = frame.keys.count + 1
      JSONReshaper.append(held, range, options.layout, level: level, to: &text)
      start = range.upperBound
      try flush()
    }
    held.removeAll()
    items.removeAll()
  }

  private mutating func beginElement() {
    if writtenCount > 0 { text.append(.comma) }
    JSONReshaper.breakLine(options.layout, frames[0].keys.count + 1, to: &text)
    writtenCount += 1
  }

  private mutating func endList() {
    let count = frames[0].keys.count
    JSONReshaper.breakLine(options.layout, count, to: &text)
    text.append(frames[0].isCollection ? .closeObject : .closeArray)
    for level in 0..<count {
      JSONReshaper.breakLine(options.layout, count - 1 - level, to: &text)
      text.append(.closeObject)
    }
  }

  // MARK: - The end

  package mutating func finish() throws(SystemError) {
    switch state {
    case .lines: break
    case .openList:
      endList()
      text.append(.lineFeed)
    case .undecided:
      guard appendHeldDocument() else {
        refuse()
        throw SystemError(.reportedData, code: 0, path: "")
      }
      if options.format == .form {
        FormText.append(document, to: &text)
      } else {
        JSONReshaper.append(document, 0..<document.count, options.layout, to: &text)
        text.append(.lineFeed)
      }
    }
    try flush(least: 0)
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    // A list that was begun stays unclosed, so that it cannot be mistaken for the complete list.
    if state != .undecided && !output.isAside { try flush(least: 0) }
  }

  /// Makes the document of all held records, key path by key path; false if two of them cannot be
  /// in one document.
  private mutating func appendHeldDocument() -> Bool {
    var whole = UniqueArray<UInt8>()
    var part = UniqueArray<UInt8>()
    for paths in orderOfFrames() {
      part.removeAll()
      let start = whole.count
      appendPart(paths, to: &whole)
      if start == 0 { continue }
      if ObjectMerge.append(whole, 0..<start, start..<whole.count, to: &part) != nil {
        return false
      }
      swap(&whole, &part)
    }
    document.removeAll()
    document.append(whole, 0..<whole.count)
    if whole.isEmpty { appendNothing() }
    return true
  }

  /// The entries that have records, grouped by key path, in the order of the first in each group.
  private func orderOfFrames() -> [[Int]] {
    var order: [[Int]] = []
    var entries: [Int] = []
    var next = lists[...]
    for number in 0...items.count {
      while let list = next.first, list.start <= number {
        if !entries.contains(list.entry) { entries.append(list.entry) }
        next.removeFirst()
      }
      if number < items.count, !entries.contains(items[number].entry) {
        entries.append(items[number].entry)
      }
    }
    for entry in entries {
      let keys = frames[entry].keys
      if let place = order.firstIndex(where: { frames[$0[0]].keys == keys }) {
        order[place].append(entry)
      } else {
        order.append([entry])
      }
    }
    return order
  }

  /// Appends the records of some entries with one key path.
  private func appendPart(_ entries: [Int], to whole: inout UniqueArray<UInt8>) {
    var list = OutputBuffer(capacity: held.count + 64)
    var count = 0
    var isList = options.isStream || lists.contains { entries.contains($0.entry) }
    var start = 0
    for number in 0..<items.count {
      let range = start..<items[number].end
      start = range.upperBound
      guard entries.contains(items[number].entry) else { continue }
      if count > 0 { list.append(.comma) }
      list.append(held.span.extracting(range))
      count += 1
      isList = isList || items[number].isElement
    }
    var framed = OutputBuffer(capacity: list.count + 256)
    let range = 0..<list.count
    Self.frame(list, range, frames[entries[0]], isList: isList || count > 1, to: &framed)
    whole.append(contentsOf: framed)
  }

  /// Appends the key path without any record.
  private mutating func appendNothing() {
    if hasOneFrame && !frames.isEmpty {
      if options.isStream {
        Self.frame(piece, 0..<0, frames[0], isList: true, to: &document)
      } else {
        piece.removeAll()
        if !frames[0].isCollection { piece.append("{}") }
        Self.frame(piece, 0..<piece.count, frames[0], isList: false, to: &document)
      }
    } else {
      document.append(.openObject)
      document.append(.closeObject)
    }
  }
}

extension RecordWriter {
  /// The keys around the records of each entry, and whether they are members of an object.
  var frames: [(keys: [[UInt8]], isCollection: Bool)] {
    // If nothing can be written, errors still need a place.
    if plan.entries.isEmpty { return [([], false)] }
    return plan.entries.map { entry in
      switch entry.content {
      case .records(let nodes):
        (entry.keys, nodes.first.map { plan.nodes[$0].isCollection } ?? false)
      case .request: (entry.keys, false)
      }
    }
  }
}
