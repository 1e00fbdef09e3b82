/// The JSON form of the result of a run (RestKit's result coercions).
package enum ResultShape: String, Sendable, CaseIterable {
  /// An object by key path if there are several key paths, otherwise the record or the list.
  case auto
  case dictionary
  case array
  case first
  /// The text of each record's only attribute, joined with commas.
  case error
}

/// Writes all root records as one JSON value.
///
/// Records are written in compact form and held until the run has succeeded, or until so much is
/// held that a list is written as it comes. If the form of the output was left open, a second
/// document turns the output into lines: the held records and all that follow are then written as
/// lines.
package struct JSONSink: RecordSink, ~Copyable {
  package struct Options: Sendable {
    package var layout = JSONLayout()
    package var typeKey: String?
    package var shape = ResultShape.auto
    /// Which records are written; the root records if nil.
    package var selection: RecordSelection?
    /// The key paths of the descriptors, in their order.
    package var keyPaths: [[UInt8]] = [[]]
    /// The input is a stream of documents, so its records form a list, whatever their number.
    package var isStream = false
    /// A second document turns the output into lines.
    package var mayBecomeLines = false
    /// How many bytes are held if written output cannot be withdrawn.
    ///
    /// Slightly less than a power of two, so that the buffer never doubles for the last record.
    package var heldSize = 16_000_000

    package init() {}
  }

  /// A position among the held records.
  private struct Place {
    var run = 0
    var start = 0
  }

  enum Form {
    /// All records are held.
    case undecided
    /// The beginning of a list has been written.
    case openList
    /// One record per line.
    case lines
  }

  let options: Options
  var writer: JSONWriter
  private var output: OutputFile
  var form = Form.undecided
  /// The held records, each followed by a line feed, which compact text does not contain.
  var held = OutputPart()
  /// For each key path, whether it was searched for several representations.
  var isCollection: [Bool]
  var text = OutputBuffer()
  /// A record before it is reformatted.
  private var compact = OutputBuffer(capacity: 4096)
  private var documentCount = 0
  private var writtenCount = 0

  package init(plan: borrowing MappingPlan, options: Options, output: consuming OutputFile) {
    self.options = options
    self.output = output
    writer = JSONWriter(plan: plan, typeKey: options.typeKey)
    isCollection = options.keyPaths.map { _ in false }
  }

  private var isDictionary: Bool {
    options.shape == .dictionary || (options.shape == .auto && options.keyPaths.count > 1)
  }

  // MARK: - Receiving records

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
        try addSelected(Int(mark.row), section: mark.section, batch, input)
      }
    }
    // Lines are written as soon as their documents have been read.
    if form == .lines { try flush(least: 1) }
  }

  /// Adds the wanted records of a root record.
  private mutating func addSelected(
    _ row: Int,
    section: UInt32,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    guard let selection = options.selection else {
      return try add(row, section: section, batch, input)
    }
    for row in selection.range(of: row, batch) where selection.contains(row, of: batch) {
      try add(row, section: section, batch, input)
    }
  }

  private mutating func add(
    _ row: Int,
    section: UInt32,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    if options.shape == .error { return appendText(of: row, batch, input) }
    guard form == .undecided else { return try pass(row, batch, input) }
    if options.shape == .first && hasRecords(in: section) { return }
    writer.write(row, of: batch, input, to: &held.text)
    held.text.append(.lineFeed)
    held.add(recordOf: section)
    try beginListWhenLarge()
  }

  mutating func beginListWhenLarge() throws(SystemError) {
    guard form == .undecided, held.text.count >= largestHeldSize, isList else { return }
    text.append(.openArray)
    try begin(.openList)
  }

  /// Appends the text of a record's only attribute.
  private mutating func appendText(
    of row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    if writtenCount > 0 { text.append(", ") }
    writer.writeText(row, of: batch, input, to: &text)
    writtenCount += 1
  }

  /// Writes a record immediately.
  private mutating func pass(
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    let layout = form == .lines ? lineLayout : options.layout
    if form == .openList { beginElement(level: 0) }
    if layout.isPlain {
      writer.write(row, of: batch, input, to: &text)
    } else {
      compact.removeAll()
      writer.write(row, of: batch, input, to: &compact)
      let level = form == .lines ? 0 : 1
      JSONReshaper.append(compact, 0..<compact.count, layout, level: level, to: &text)
    }
    if form == .lines { text.append(.lineFeed) }
    try flush()
  }

  mutating func beginDocument() throws(SystemError) {
    documentCount += 1
    guard documentCount == 2, options.mayBecomeLines, form == .undecided else { return }
    try begin(.lines)
  }

  // MARK: - Writing

  /// Whether the result is known to be a list, the only form that may be written as it comes.
  private var isList: Bool {
    switch options.shape {
    case .array: true
    case .auto:
      !isDictionary
        && (options.isStream || isCollection.contains(true) || onlyRecord(of: nil) == nil)
    case .dictionary, .first, .error: false
    }
  }

  private var largestHeldSize: Int { output.isAside ? 256 * 1024 : options.heldSize }

  var lineLayout: JSONLayout {
    var layout = options.layout
    layout.isPretty = false
    return layout
  }

  /// Writes the held records; later ones are written as they come.
  private mutating func begin(_ newForm: Form) throws(SystemError) {
    form = newForm
    if form == .lines { try appendLines() } else { try appendElements(level: 0) }
    held = OutputPart(capacity: 0)
  }

  /// Writes the accumulated text if there is enough of it to be worth a system call.
  mutating func flush(least size: Int = 128 * 1024) throws(SystemError) {
    guard text.count >= size else { return }
    try output.write(text.span)
    text.removeAll()
  }

  private mutating func appendLines() throws(SystemError) {
    var place = Place()
    while let record = next(&place) {
      JSONReshaper.append(held.text, record, lineLayout, to: &text)
      text.append(.lineFeed)
      try flush()
    }
  }

  /// Appends the records of a section, or all records, as the elements of a list.
  private mutating func appendElements(of section: UInt32? = nil, level: Int) throws(SystemError) {
    var place = Place()
    while let record = next(&place, of: section) {
      beginElement(level: level)
      JSONReshaper.append(held.text, record, options.layout, level: level + 1, to: &text)
      try flush()
    }
  }

  mutating func beginElement(level: Int) {
    if writtenCount > 0 { text.append(.comma) }
    JSONReshaper.breakLine(options.layout, level + 1, to: &text)
    writtenCount += 1
  }

  /// The range of the next held record of a section, or of all.
  private func next(_ place: inout Place, of section: UInt32? = nil) -> Range<Int>? {
    while place.run < held.runs.count {
      let run = held.runs[place.run]
      if place.start < run.end && section ?? run.section == run.section {
        let start = place.start
        var end = start
        while held.text[end] != .lineFeed { end += 1 }
        place.start = end + 1
        return start..<end
      }
      place.start = run.end
      place.run += 1
    }
    return nil
  }

  package mutating func finish() throws(SystemError) {
    if form != .lines {
      try appendResult()
      text.append(.lineFeed)
    }
    try flush(least: 0)
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    // A list that was begun stays unclosed, so that it cannot be mistaken for the complete list.
    if form != .undecided && !output.isAside { try flush(least: 0) }
  }

  // MARK: - The result

  private mutating func appendResult() throws(SystemError) {
    switch options.shape {
    case .error: break
    case .first: appendFirst()
    case .dictionary: try appendDictionary()
    case .array: try appendList(level: 0)
    case .auto:
      if isDictionary {
        try appendDictionary()
      } else if form == .openList || options.isStream {
        try appendList(level: 0)
      } else {
        try appendFound(in: nil, level: 0)
      }
    }
  }

  private mutating func appendList(of section: UInt32? = nil, level: Int) throws(SystemError) {
    if form == .undecided { text.append(.openArray) }
    try appendElements(of: section, level: level)
    if writtenCount > 0 { JSONReshaper.breakLine(options.layout, level, to: &text) }
    text.append(.closeArray)
  }

  /// Appends what was found at one key path, or in total: the record, or the list.
  private mutating func appendFound(in section: UInt32?, level: Int) throws(SystemError) {
    let several = section.map { isCollection[Int($0)] } ?? isCollection.contains(true)
    guard !several, let record = onlyRecord(of: section) else {
      return try appendList(of: section, level: level)
    }
    JSONReshaper.append(held.text, record, options.layout, level: level, to: &text)
  }

  /// The range of a section's only record; nil if there are several, or none.
  private func onlyRecord(of section: UInt32?) -> Range<Int>? {
    var place = Place()
    let record = next(&place, of: section)
    return next(&place, of: section) == nil ? record : nil
  }

  /// Appends the first record in the order of the descriptors.
  private mutating func appendFirst() {
    for section in 0..<UInt32(options.keyPaths.count) {
      var place = Place()
      if let record = next(&place, of: section) {
        return JSONReshaper.append(held.text, record, options.layout, to: &text)
      }
    }
    text.append(Literal.nullText)
  }

  private mutating func appendDictionary() throws(SystemError) {
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
      try appendFound(in: section, level: 1)
    }
    if !isFirst { JSONReshaper.breakLine(options.layout, 0, to: &text) }
    text.append(.closeObject)
  }

  private func hasRecords(in section: UInt32) -> Bool {
    for number in 0..<held.runs.count where held.runs[number].section == section { return true }
    return false
  }
}
