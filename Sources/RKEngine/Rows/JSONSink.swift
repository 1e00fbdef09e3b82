/// What shape the result of a run takes in JSON (RestKit's result coercions, R11.2).
package enum ResultShape: String, Sendable, CaseIterable {
  /// A dictionary by key path when there are several, else the record or the list.
  case auto
  case dictionary
  case array
  case first
  /// The text of each record's only attribute, joined.
  case error
}

/// Writes all root records as one JSON value.
///
/// Records are made in compact form and held until the run is known to be good, or until so much is
/// held that a list is written as it comes. Where the form of the output was left open, a second
/// document makes it a stream: what is held and all that follows is then written as lines.
package struct JSONSink: RecordSink, ~Copyable {
  package struct Options: Sendable {
    package var layout = JSONLayout()
    package var typeKey: String?
    package var shape = ResultShape.auto
    /// The key paths of the descriptors, in their order.
    package var keyPaths: [[UInt8]] = [[]]
    /// The input is a stream of documents from the start: its records make a list, however many
    /// there are.
    package var isStream = false
    /// A second document makes the output lines.
    package var mayBecomeLines = false
    /// How much is held back where what was written cannot be taken back.
    package var heldSize = 16 * 1024 * 1024

    package init() {}
  }

  /// A record that is held: its section, and where it ends among the bytes.
  private struct Entry: BitwiseCopyable {
    var section: UInt32
    var end: Int
  }

  private enum Form {
    /// All is held.
    case undecided
    /// A list of which the beginning has been written.
    case openList
    /// A record a line.
    case lines
  }

  private let options: Options
  private var writer: JSONWriter
  private var output: OutputFile
  private var form = Form.undecided
  private var records = OutputBuffer()
  private var entries = UniqueArray<Entry>()
  /// For each key path whether several were looked for there.
  private var isCollection: [Bool]
  private var text = OutputBuffer()
  private var documentCount = 0
  private var writtenCount = 0
  private var errorTexts: [[UInt8]] = []

  package init(plan: borrowing MappingPlan, options: Options, output: consuming OutputFile) {
    self.options = options
    self.output = output
    writer = JSONWriter(plan: plan, typeKey: options.typeKey)
    isCollection = options.keyPaths.map { _ in false }
  }

  private var isDictionary: Bool {
    options.shape == .dictionary || (options.shape == .auto && options.keyPaths.count > 1)
  }

  // MARK: - Taking records

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<batch.marks.count {
      let mark = batch.marks[number]
      switch mark.kind {
      case .document: try beginDocument()
      case .collection: isCollection[Int(mark.section)] = true
      case .single, .element:
        if mark.kind == .element { isCollection[Int(mark.section)] = true }
        take(Int(mark.row), section: mark.section, batch, input)
      }
    }
    if form == .lines || (mayOpenList && records.count >= largestHeldSize) { try writeHeld() }
  }

  private mutating func take(
    _ row: Int,
    section: UInt32,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    if options.shape == .error { return errorTexts.append(batch.onlyText(ofRow: row, input)) }
    writer.write(row, of: batch, input, to: &records)
    entries.append(Entry(section: section, end: records.count))
  }

  private mutating func beginDocument() throws(SystemError) {
    documentCount += 1
    guard documentCount == 2, options.mayBecomeLines, form == .undecided else { return }
    form = .lines
    try writeHeld()
  }

  // MARK: - Writing what is held

  /// A list may be written as it comes; nothing else can.
  private var mayOpenList: Bool {
    !isDictionary && (options.shape == .auto || options.shape == .array)
  }

  private var largestHeldSize: Int {
    form == .openList ? 128 * 1024 : output.isAside ? 256 * 1024 : options.heldSize
  }

  private mutating func writeHeld() throws(SystemError) {
    if form == .lines {
      appendLines()
    } else {
      if form == .undecided { text.append(.openArray) }
      form = .openList
      appendElements(level: 0)
    }
    records.removeAll()
    entries.removeAll()
    try output.write(text.span)
    text.removeAll()
  }

  private mutating func appendLines() {
    var layout = options.layout
    layout.isPretty = false
    var start = 0
    for number in 0..<entries.count {
      JSONReshaper.append(records, start..<entries[number].end, layout, to: &text)
      text.append(.lineFeed)
      start = entries[number].end
    }
  }

  /// Appends the records of a section, or of all, as the elements of a list.
  private mutating func appendElements(of section: UInt32? = nil, level: Int) {
    var start = 0
    for number in 0..<entries.count {
      let entry = entries[number]
      if section == nil || section == entry.section {
        if writtenCount > 0 { text.append(.comma) }
        JSONReshaper.breakLine(options.layout, level + 1, to: &text)
        JSONReshaper.append(records, start..<entry.end, options.layout, level: level + 1, to: &text)
        writtenCount += 1
      }
      start = entry.end
    }
  }

  package mutating func finish() throws(SystemError) {
    if form == .lines {
      try writeHeld()
    } else {
      appendResult()
      text.append(.lineFeed)
      try output.write(text.span)
    }
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    // A list that was begun stays unclosed: nobody can take it for the whole.
    if form != .undecided && !output.isAside { try writeHeld() }
  }

  // MARK: - The result

  private mutating func appendResult() {
    switch options.shape {
    case .error: appendErrorTexts()
    case .first: appendFirst()
    case .dictionary: appendDictionary()
    case .array: appendList(level: 0)
    case .auto:
      if isDictionary {
        appendDictionary()
      } else if form == .openList || options.isStream {
        appendList(level: 0)
      } else {
        appendFound(in: nil, level: 0)
      }
    }
  }

  private mutating func appendList(of section: UInt32? = nil, level: Int) {
    if form == .undecided { text.append(.openArray) }
    appendElements(of: section, level: level)
    if writtenCount > 0 { JSONReshaper.breakLine(options.layout, level, to: &text) }
    text.append(.closeArray)
  }

  /// What was found at one key path, or at all: the record, or the list.
  private mutating func appendFound(in section: UInt32?, level: Int) {
    let several = section.map { isCollection[Int($0)] } ?? isCollection.contains(true)
    guard !several, let record = onlyRecord(of: section) else {
      return appendList(of: section, level: level)
    }
    JSONReshaper.append(records, record, options.layout, level: level, to: &text)
  }

  /// The bytes of the record of a section that has one; nil where there are more, or none.
  private func onlyRecord(of section: UInt32?) -> Range<Int>? {
    var found: Range<Int>?
    var start = 0
    for number in 0..<entries.count {
      let entry = entries[number]
      if section == nil || section == entry.section {
        if found != nil { return nil }
        found = start..<entry.end
      }
      start = entry.end
    }
    return found
  }

  /// The first record in the order of the descriptors.
  private mutating func appendFirst() {
    for section in 0..<UInt32(options.keyPaths.count) {
      var start = 0
      for number in 0..<entries.count {
        if entries[number].section == section {
          return JSONReshaper.append(
            records,
            start..<entries[number].end,
            options.layout,
            to: &text
          )
        }
        start = entries[number].end
      }
    }
    text.append(Literal.nullText)
  }

  private mutating func appendDictionary() {
    text.append(.openObject)
    var isFirst = true
    for (number, keyPath) in options.keyPaths.enumerated() {
      let section = UInt32(number)
      guard isCollection[number] || hasRecords(in: section) else { continue }
      if !isFirst { text.append(.comma) }
      isFirst = false
      writtenCount = 0
      JSONReshaper.breakLine(options.layout, 1, to: &text)
      let key = JSONText.quoted(keyPath)
      JSONReshaper.append(key.span, 0..<key.count, options.layout, to: &text)
      text.append(.colon)
      if options.layout.isPretty { text.append(.space) }
      appendFound(in: section, level: 1)
    }
    if !isFirst { JSONReshaper.breakLine(options.layout, 0, to: &text) }
    text.append(.closeObject)
  }

  private func hasRecords(in section: UInt32) -> Bool {
    for number in 0..<entries.count where entries[number].section == section { return true }
    return false
  }

  private mutating func appendErrorTexts() {
    for (number, errorText) in errorTexts.enumerated() {
      if number > 0 { text.append(", ") }
      text.append(errorText.span)
    }
  }
}
