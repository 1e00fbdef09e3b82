/// Runs inputs through a plan into a sink: read, scan, judge, map, write, a window at a time.
///
/// The way of the data is straight: a window's bytes become tokens, its documents records of a
/// batch, the batch output; then the window slides. What goes wrong is reported while the window
/// still holds the bytes.
package struct Pipeline: ~Copyable {
  /// How a run over an input ended.
  package enum Ending: Sendable {
    case complete
    /// As many records as were asked for.
    case limit
    /// A record failed, or a line that should have given one.
    case failedRecord
    /// The input is no JSON.
    case noJSON
  }

  package struct Options: Sendable {
    package var mapping = MappingOptions()
    package var reading = ReadingOptions()
    /// Duplicate keys are errors, in every object.
    package var refusesDuplicates = false
    package var recordLimit = Int.max
    package var failedRecordRule = FailedRecordRule.fail
    package var kernel = ScanKernel.best
    /// How many threads map.
    package var threadCount = 1
    /// Parts of an input that a thread maps at a time, where there are several.
    package var segmentSize = 512 * 1024
    /// A batch of more bytes does not wait for the end of its window.
    package var largestBatch = 4 * 1024 * 1024

    package init() {}
  }

  /// What is known of the input at work beyond its window.
  struct Course {
    let name: String
    var format: InputFormat
    /// Its documents are told to the sink, which may take their number for its form.
    let marksDocuments: Bool
    /// Its first document may turn out to be the first of several lines.
    var mayBeLines: Bool
    /// The line that this document begins on.
    var firstLine: Int?
    /// It has turned out to be one; what follows is to be read anew.
    var isToRestart = false
    var document = StreamedDocument()
    /// A document that was written for a record that failed in a run before, to be mapped without
    /// what was written of that.
    var returned: (first: Int, last: Int)?
    /// The same, when it is ready to be mapped.
    var given: (first: Int, last: Int)?

    /// Each document stands on a line of its own, or behind a separator, so that one that is no JSON
    /// fails alone.
    var hasLines: Bool { format != .json }
    /// Where the document comes from, where that is not the input as it is read.
    var origin: (any DocumentOrigin)?
    var separator: UInt8? { format.separator }
  }

  /// The place of a value beside the representations that failed for it.
  struct FarPlace {
    var token: Int
    var isShown: Bool
    var place: InputPlace
  }

  let options: Options
  let sink: AnyRecordSink
  let receiver: any FaultReceiver
  let keeper: (any FailedRecordReceiver)?
  var mapper: RecordMapper
  var batch = RecordBatch()
  /// The last one that was looked for in the window as it is.
  var farPlace: FarPlace?
  /// Documents begun, in all inputs.
  var documentCount = 0
  let isStreamable: Bool
  let readsLines: Bool
  /// What is made of a record may depend on all those before it.
  let needsOrder: Bool

  package init(
    plan: MappingPlan,
    sink: AnyRecordSink,
    receiver: any FaultReceiver,
    keeper: (any FailedRecordReceiver)? = nil,
    admission: (any RecordAdmission)? = nil,
    options: Options
  ) {
    self.options = options
    self.sink = sink
    self.receiver = receiver
    self.keeper = keeper
    isStreamable = plan.isStreamable && !options.refusesDuplicates
    readsLines = plan.readsLines
    needsOrder =
      keeper != nil || admission != nil || options.recordLimit != .max || plan.readsIndex
      || plan.readsLines || options.reading.countsCharacters
      || options.failedRecordRule == .emit
    var mapping = options.mapping
    mapping.leavesOutRelated = options.failedRecordRule != .fail
    mapper = RecordMapper(
      plan: plan,
      options: mapping,
      admission: admission,
      recordLimit: options.recordLimit,
      rule: options.failedRecordRule,
      sink: sink,
      largestBatch: options.largestBatch
    )
  }

  /// A record has failed, or as many were made as were asked for.
  package var isStopped: Bool { mapper.isStopped }

  package var counts: RecordMapper.Counts { mapper.counts }

  /// The representations of the present input so far, or of the last one.
  package var readCount: Int { mapper.readCount }

  /// Maps all documents of an input.
  ///
  /// `isStream` says that it is known to be one of several; `byteOffset` is where the source begins
  /// in its file; `mayBeLines` that its first line was too long to see whether others follow;
  /// `context` what is known of all its documents, nil for nothing; `origin` that the source is one of
  /// the documents of an archive.
  package mutating func run(
    _ source: consuming InputSource,
    name: String,
    format: InputFormat,
    byteOffset: Int = 0,
    isStream: Bool,
    mayBeLines: Bool = false,
    context: DocumentContext? = nil,
    origin: (any DocumentOrigin)? = nil
  ) throws(SystemError) -> Ending {
    let context = context ?? DocumentContext(all: mapper.plan)
    mapper.begin(context)
    var ahead =
      mapsAhead && origin == nil
      ? MappingAhead(source, at: byteOffset, segmentSize: options.segmentSize) : nil
    defer { ahead?.end() }
    var window = window(on: source, format, byteOffset: byteOffset)
    var splitter = splitter(context, format, isStream: isStream || documentCount > 0)
    if origin == nil { beginInput(named: name) }
    var course = Course(
      name: name,
      format: format,
      marksDocuments: format == .json,
      mayBeLines: mayBeLines,
      origin: origin
    )
    batch.isTranscoded = origin != nil
    while true {
      let ending = try mapWindow(window, &splitter, &course)
      try settleFaults(&window, course)
      if ending == nil, let (first, last) = course.returned.take() {
        course.given = window.withoutError(first, last)
        continue
      }
      if let ending {
        try writeBatch(window)
        return ending
      }
      window.consume(upTo: splitter.cursor)
      if window.isStopped, let crew = ahead?.crew {
        try writeBatch(window)
        try passStop(&window, &splitter, &course, crew)
        continue
      }
      if let fault = window.fault, course.hasLines, !course.isToRestart {
        if let ending = try refuse(fault, &window, course) { return ending }
        splitter = DocumentSplitter(descriptor: nil, plan: mapper.plan, separator: course.separator)
        continue
      }
      try writeBatch(window)
      if course.isToRestart {
        course.isToRestart = false
        window.restart(behind: splitter.cursor - 1, separator: .lineFeed)
        splitter = DocumentSplitter(descriptor: nil, plan: mapper.plan, separator: .lineFeed)
        continue
      }
      if ahead != nil { lookAhead(&ahead, &window, splitter, course, context) }
      guard let moved = try window.fill() else { return end(window, course) }
      splitter.shift(by: moved)
      course.document.shift(by: moved, firstToken: window.firstToken)
    }
  }

  mutating func beginInput(named name: String) {
    mapper.beginInput()
    sink.begin(input: name)
  }

  /// Gives the sink what was made so far, before the window moves.
  mutating func writeBatch(_ window: borrowing InputWindow) throws(SystemError) {
    batch.seal()
    try sink.write(batch, window.view.padded)
    batch.removeAll()
  }

  /// Keeps what could not be read, and writes what stands in its place.
  mutating func keepUnread(_ record: FailedRecord, _ bytes: Span<UInt8>) throws(SystemError) {
    let row = try keep(record, bytes)
    guard options.failedRecordRule == .emit else { return }
    batch.marks.append(.init(.single, row: UInt32(truncatingIfNeeded: batch.rows.count)))
    batch.rows.append(.init(text: row))
    batch.seal()
    try sink.write(batch, bytes)
    batch.removeAll()
  }

  // MARK: - Mapping

  /// Fills the batch with what the window holds; nil to go on with the next.
  mutating func mapWindow(
    _ window: borrowing InputWindow,
    _ splitter: inout DocumentSplitter,
    _ course: inout Course
  ) throws(SystemError) -> Ending? {
    let view = window.view
    batch.origin = course.origin?.byteOffset ?? window.byteOffset
    if readsLines, let line = course.origin?.line {
      mapper.operation.lines.stay(on: line)
    } else if readsLines {
      mapper.operation.lines.enter(
        origin: window.byteOffset,
        firstLine: window.droppedLineCount + 1
      )
    }
    if let (first, last) = course.given.take() {
      if let ending = try mapDocument(first, last, number: documentCount - 1, view, window, course)
      {
        return ending
      }
      if mapper.isStopped { return mapper.hasFailed ? .failedRecord : .limit }
    }
    // Behind a fault nothing is read; but a line that one stands in has no end.
    let isAtEnd =
      window.isStopped
      ? false
      : course.format == .json
        ? window.isAtEnd || window.fault != nil : window.isAtEnd && window.fault == nil
    let mapsLines =
      course.format == .ndjson && !course.marksDocuments && course.origin == nil
      && !options.refusesDuplicates && mapper.mapsLines
    while true {
      if mapsLines && !mapper.isStopped {
        let lines = try mapper.mapLines(from: splitter.cursor, number: documentCount, view, &batch)
        splitter.skip(to: lines.cursor)
        documentCount += lines.count
        if mapper.isStopped { return mapper.hasFailed ? .failedRecord : .limit }
      }
      switch splitter.next(view, isAtEnd: isAtEnd) {
      case .more: return nil
      case .document(let first, let last):
        beginDocument(first, window, &course)
        if let line = course.firstLine.take() { settleFormat(line, last, window, &course) }
        if course.format.readsErrors && view.mayHoldError(first) && view.holdsError(first) {
          course.returned = (first, last)
          return nil
        }
        let number = number(splitter)
        let ending = try mapDocument(first, last, number: number, view, window, course)
        if let ending { return ending }
      case .begin(let first):
        beginDocument(first, window, &course)
        course.document = StreamedDocument(first: first)
      case .end:
        if let line = course.firstLine.take() {
          settleFormat(line, splitter.cursor - 1, window, &course)
        }
        course.document.end(
          splitter.cursor - 1,
          number: number(splitter),
          keys: splitter.outermostKeys,
          &mapper,
          view,
          &batch
        )
      case .repeatedKey(let key):
        report(
          JSONSyntaxError(.streamedKeyAgain, at: view.position(key)),
          length: view.content(ofString: key).count + 2,
          window,
          course
        )
        return .noJSON
      case let event:
        try course.document.take(event, number: number(splitter), &mapper, view, &batch)
      }
      if mapper.isStopped { return mapper.hasFailed ? .failedRecord : .limit }
      if course.isToRestart { return nil }
    }
  }

  private mutating func beginDocument(
    _ first: Int,
    _ window: borrowing InputWindow,
    _ course: inout Course
  ) {
    if course.marksDocuments { batch.marks.append(.init(.document)) }
    documentCount += 1
    if course.mayBeLines {
      course.mayBeLines = false
      course.firstLine = window.line(ofToken: first)
    }
  }

  /// A first document that begins on `line` and ends with token `last` is the first of several lines
  /// when it is an object or array on one line, and something stands on a later one.
  @inline(never)
  private func settleFormat(
    _ line: Int,
    _ last: Int,
    _ window: borrowing InputWindow,
    _ course: inout Course
  ) {
    let byte = window.view.token(last)
    guard byte == .closeObject || byte == .closeArray, last + 1 < window.view.count,
      window.line(ofToken: last) == line, window.line(ofToken: last + 1) > line
    else { return }
    course.format = .ndjson
    course.isToRestart = true
  }

  /// The number of the present document in a stream, nil where it stands alone.
  private func number(_ splitter: borrowing DocumentSplitter) -> Int? {
    splitter.isStream ? documentCount - 1 : nil
  }

  private mutating func mapDocument(
    _ first: Int,
    _ last: Int,
    number: Int?,
    _ view: TokenView,
    _ window: borrowing InputWindow,
    _ course: Course
  ) throws(SystemError) -> Ending? {
    if options.refusesDuplicates, let key = DuplicateKeyCheck.check(view, from: first, to: last) {
      report(
        JSONSyntaxError(.duplicateKey, at: view.position(key)),
        length: view.content(ofString: key).count + 2,
        window,
        course
      )
      return .noJSON
    }
    try mapper.map(document: first, last, number: number, view, into: &batch)
    return nil
  }

  /// What cannot be JSON stands behind everything that was mapped.
  private func end(_ window: borrowing InputWindow, _ course: Course) -> Ending {
    guard let fault = window.fault else { return .complete }
    report(fault, length: 1, window, course)
    return .noJSON
  }
}

extension MappingPlan {
  /// A record may ask for its place in a list, or in a stream.
  package var readsIndex: Bool {
    sources.contains { if case .collectionIndex = $0.origin { true } else { false } }
  }

  /// Its documents need not be held as a whole.
  package var isStreamable: Bool {
    guard descriptors.count == 1, !needsDocument else { return false }
    return steps[descriptors[0].path].allSatisfy { step in
      if case .key = step { true } else { false }
    }
  }
}
