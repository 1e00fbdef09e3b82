/// Runs inputs through a plan into a sink: reads, scans, validates, maps and writes, a window at a
/// time.
///
/// A window's bytes become tokens, its documents become records of a batch, the batch becomes
/// output; then the window slides. Faults are reported before it slides.
package final class Pipeline {
  /// How a run over an input ended.
  package enum Ending: Sendable {
    case complete
    /// The requested number of records was reached.
    case limit
    /// A record failed, or a line that should have produced a record.
    case failedRecord
    /// The input is not JSON.
    case noJSON
  }

  package struct Options: Sendable {
    package var mapping = MappingOptions()
    package var reading = ReadingOptions()
    /// Whether duplicate keys are errors, in every object of the input.
    package var refusesDuplicates = false
    package var recordLimit = Int.max
    package var failedRecordRule = FailedRecordRule.fail
    /// Maps the kept part of a failed record's replacement document.
    package var readsKeptValues = true
    /// Root records are identified by where they begin, also in inputs that are not JSON.
    package var locatesRecords = false
    package var kernel = ScanKernel.best
    /// How many threads map.
    package var threadCount = 1
    /// The size in bytes of the parts of an input that a thread maps at a time, if there are
    /// several threads.
    package var segmentSize = 512 * 1024
    /// A batch with more bytes is written before the end of its window.
    package var largestBatch = 4 * 1024 * 1024

    package init() {}
  }

  /// Why mapping the documents of a window pauses.
  enum Pause {
    /// Nothing more in the window can be mapped.
    case windowEnd
    /// The document replaces a record that failed in an earlier run; it is to be mapped without the
    /// error that was added.
    case rejectedLine(first: Int, last: Int)
    case ending(Ending)
  }

  /// The position of a value outside the representations that failed because of it.
  struct EnclosingLocation {
    var token: Int
    var isShown: Bool
    var place: InputPlace
  }

  let options: Options
  let sink: AnyRecordSink
  let receiver: any FaultReceiver
  let keeper: (any FailedRecordReceiver)?
  let admission: (any RecordAdmission)?
  var mapper: RootMapper
  var batch = RecordBatch()
  /// The location that was computed last for the current window.
  var enclosingLocation: EnclosingLocation?
  /// What diagnostics call the current input.
  private(set) var inputName = ""
  /// Documents begun, in all inputs.
  var documentCount = 0
  /// `documentCount` before the current input, if the input is read directly; nil for an archive.
  var documentCountBefore: Int?
  /// Trailers read: last lines that describe the lines before them.
  package internal(set) var trailerCount = 0
  let isStreamable: Bool
  let readsLines: Bool
  /// The output of a record may depend on all earlier records.
  let needsOrder: Bool

  package init(
    plan: MappingPlan,
    sink: AnyRecordSink,
    receiver: any FaultReceiver,
    keeper: (any FailedRecordReceiver)? = nil,
    admission: (any RecordAdmission)? = nil,
    repeats: RepeatWatch? = nil,
    options: Options
  ) {
    self.options = options
    self.sink = sink
    self.receiver = receiver
    self.keeper = keeper
    self.admission = admission
    isStreamable =
      plan.isStreamable && !options.refusesDuplicates && options.mapping.trace == nil
      && (!options.mapping.takesDocuments || options.mapping.takesElements)
    readsLines = plan.readsLines
    needsOrder =
      keeper != nil || plan.repeats.needsOrder || options.recordLimit != .max
      || admission.map { !$0.isIndependent } ?? false
      || plan.readsIndex
      || plan.readsLines || options.reading.countsCharacters
      || options.failedRecordRule == .emit || options.mapping.coverage?.countsLines == true
      || options.mapping.trace != nil
    var mapping = options.mapping
    mapping.leavesOutRelated = options.failedRecordRule != .fail
    mapper = RootMapper(
      plan: plan,
      options: mapping,
      admission: admission,
      repeats: repeats,
      recordLimit: options.recordLimit,
      rule: options.failedRecordRule,
      sink: sink,
      largestBatch: options.largestBatch
    )
  }

  /// A record failed and ends the run, or the requested number was reached.
  package var isStopped: Bool { mapper.isStopped }

  package var counts: RootMapper.Counts { mapper.allCounts }

  /// Ends the run, and returns what is to be reported about its inputs as a whole.
  package func endSurvey() -> RunSurvey { mapper.endSurvey() }

  /// Adds what was observed about the rules in other inputs.
  package func resume(_ rules: RuleSurvey) { mapper.resume(rules) }

  /// Adds what was counted in other inputs.
  package func resume(_ tally: CoverageTally) { mapper.resume(tally) }

  /// The number of representations in the current input so far, or in the last one.
  package var readCount: Int { mapper.readCount }

  /// Whether the current input has had no document so far.
  package var isInputEmpty: Bool { documentCount == documentCountBefore }

  /// Begins an input, whose documents follow.
  package func beginInput(named name: String) {
    inputName = name
    mapper.operation.coverage?.beginFile(named: name)
    documentCountBefore = nil
    mapper.beginInput()
    mapper.repeats?.input += 1
    sink.begin(input: name)
  }

  /// Maps documents of the input.
  package func run(_ documents: consuming DocumentSource) throws(SystemError) -> Ending {
    let (format, offset, origin) = (documents.format, documents.byteOffset, documents.origin)
    let text = documents.text
    let context = documents.context ?? DocumentContext(all: mapper.plan)
    let isStream = documents.isStream || documentCount > 0
    if origin == nil { documentCountBefore = documentCountBefore ?? documentCount }
    var input = InputState(
      name: inputName,
      format: format,
      mayBeLines: documents.mayBeLines,
      origin: origin,
      text: text
    )
    input.holdsOneDocument = documents.holdsOneDocument
    var ahead =
      mapsAhead && origin == nil
      ? MappingAhead(documents.bytes, at: offset, context, segmentSize: options.segmentSize) : nil
    defer { ahead?.end() }
    var window = window(
      on: documents.bytes,
      format,
      byteOffset: offset,
      isTranscoded: text != nil
    )
    var splitter = splitter(context, format, isStream: isStream)
    mapper.begin(context)
    mapper.repeats?.beginDocuments(text, areParts: origin != nil && text == nil)
    batch.text = options.locatesRecords && text?.keepsOffsets == false ? text : nil
    batch.isTranscoded = origin != nil && text?.keepsOffsets != true
    mapper.operation.judgesKinds = text == nil
    mapper.operation.readsTexts = text != nil
    mapper.operation.repeated = text.map { RepeatedElements($0) }
    while true {
      let end = try slide(&window, &splitter, &input, &ahead)
      text?.release(before: window.byteOffset)
      let readOffset = origin == nil ? window.endOffset : text?.readOffset
      if let readOffset { receiver.advance(to: readOffset, recordCount: counts.records) }
      if let end { return end }
      let ending = try mapWindow(&window, &splitter, &input)
      try writeBatch(window.view.padded)
      try reportFaults(&window, input)
      if window.mayWait { try keeper?.flush() }
      if let ending { return ending }
    }
  }

  // MARK: - Reading

  /// Reads, scans and validates the input after the mapped part; returns an ending if there is no
  /// more.
  private func slide(
    _ window: inout InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState,
    _ ahead: inout MappingAhead?
  ) throws(SystemError) -> Ending? {
    if window.isStopped, let workers = ahead?.workers {
      try consumeMappedSegments(&window, &splitter, &input, workers)
    } else if input.wasLine {
      input.firstDocument = .known
      window.restart(after: splitter.cursor - 1, separator: .lineFeed)
      splitter = lineSplitter(input)
    } else if let fault = window.fault, input.hasLines {
      return try refuse(fault, &window, &splitter, input)
    } else {
      if ahead != nil { lookAhead(&ahead, &window, splitter, input) }
      if window.pause() { return nil }
      if try !fill(&window, &splitter, &input) { return end(window, input) }
    }
    return nil
  }

  /// Reads the next block; false if there is none.
  func fill(
    _ window: inout InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState
  ) throws(SystemError) -> Bool {
    guard let moved = try window.fill() else { return false }
    splitter.shift(by: moved)
    mapper.operation.coverage?.shift(by: moved)
    input.document.shift(by: moved, firstToken: window.firstToken)
    return true
  }

  /// How the input ends: invalid JSON is reached only after everything before it was mapped.
  private func end(_ window: borrowing InputWindow, _ input: InputState) -> Ending {
    guard let fault = window.fault, input.text?.isBroken != true else { return .complete }
    report(fault, length: 1, window, input)
    return .noJSON
  }

  // MARK: - Mapping

  /// Fills the batch from the window, and reports its faults; returns an ending if the run stops
  /// there.
  private func mapWindow(
    _ window: inout InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState
  ) throws(SystemError) -> Ending? {
    while true {
      let pause = try mapDocuments(window, &splitter, &input)
      try reportFaults(&window, input)
      switch pause {
      case .ending(let ending): return ending
      case .rejectedLine(let first, let last):
        let value = window.withoutError(first, last)
        let number = documentCount - 1
        let ending = try mapDocument(value.first, value.last, number: number, window, input)
        if let ending = ending ?? stopped {
          try reportFaults(&window, input)
          return ending
        }
      case .windowEnd:
        window.consume(upTo: firstNeeded(splitter.cursor))
        // The batch points into the window, which is discarded if the bad line continues beyond it.
        guard let fault = window.fault, input.hasLines, !window.isStopped, !input.wasLine,
          window.holdsSeparator(after: fault.offset)
        else { return nil }
        if let ending = try refuse(fault, &window, &splitter, input) { return ending }
      }
    }
  }

  /// Maps the documents in the window, or the available part of them.
  func mapDocuments(
    _ window: borrowing InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState
  ) throws(SystemError) -> Pause {
    let view = window.view
    batch.origin =
      input.text?.keepsOffsets == true
      ? window.byteOffset : input.origin?.byteOffset ?? window.byteOffset
    batch.textOrigin = window.byteOffset
    mapper.operation.repeated?.origin = window.byteOffset
    if readsLines, let text = input.text {
      mapper.operation.lines.follow(text, from: window.byteOffset)
    } else if readsLines, let line = input.origin?.line {
      mapper.operation.lines.stay(on: line)
    } else if readsLines {
      mapper.operation.lines.enter(
        origin: window.byteOffset,
        firstLine: window.droppedLineCount + 1
      )
    }
    coverLines(window, input)
    // Nothing is read after a fault; but a line with a fault has no known end.
    let isAtEnd =
      window.isStopped
      ? false
      : input.format == .json
        ? window.isAtEnd || window.fault != nil
        : (window.isAtEnd || window.isPaused && input.format == .sequence) && window.fault == nil
    let mapsLines =
      input.format == .ndjson && !input.marksDocuments
      && (input.origin == nil || input.text != nil) && !options.refusesDuplicates
      && mapper.mapsLines
    let mapsElements = mapper.mapsElements
    while true {
      if mapsLines && !mapper.isStopped {
        let isCovered = try mapLines(window, &splitter, input)
        if let stopped { return .ending(stopped) }
        // More lines may follow those that were counted.
        if isCovered { continue }
      }
      if mapsElements, case .elements = splitter.border {
        try mapElements(view, &splitter, &input)
        if let stopped { return .ending(stopped) }
      }
      switch splitter.next(view, isAtEnd: isAtEnd) {
      case .more:
        coverPart(splitter.cursor, isAtEnd: isAtEnd, window, input)
        return .windowEnd
      case .document(let first, let last):
        if let isPassed = passTrailer(first, last, window, &splitter, input, isAtEnd: isAtEnd) {
          guard isPassed else { return .windowEnd }
          continue
        }
        if isSecond(in: input) { return .ending(refuse(.secondDocument, first, window, input)) }
        beginDocument(first, window, &input)
        input.endDocument(last, window)
        if input.format.readsErrors && view.mayHoldError(first) && view.holdsError(first)
          && (options.readsKeptValues || !view.holdsOnlyError(first))
        {
          return .rejectedLine(first: first, last: last)
        }
        let number = number(splitter)
        let ending = try mapDocument(first, last, number: number, window, input)
        if let ending { return .ending(ending) }
      case .begin(let first):
        if isSecond(in: input) { return .ending(refuse(.secondDocument, first, window, input)) }
        beginDocument(first, window, &input)
        input.document = StreamedDocument(first: first)
        mapper.operation.coverage?.begin(at: first, isStreaming: true)
      case .end:
        input.endDocument(splitter.cursor - 1, window)
        input.document.end(
          splitter.cursor - 1,
          number: number(splitter),
          keys: splitter.outermostKeys,
          &mapper,
          view,
          &batch
        )
        coverEnd(splitter.cursor, window, input)
      case .part(let first, let last):
        sink.writePart(view.padded, view.range(from: first, to: last), at: splitter.large.path)
      case .partEnd: sink.endParts()
      case .rest: sink.write(splitter.large)
      case .repeatedKey(let key):
        return .ending(refuse(.streamedKeyAgain, key, window, input))
      case let event:
        try input.document.map(event, number: number(splitter), &mapper, view, &batch)
        cover(event, to: splitter.cursor, window, input)
      }
      if let stopped { return .ending(stopped) }
      if input.wasLine { return .windowEnd }
    }
  }

  /// How the run ends if the mapper has stopped.
  private var stopped: Ending? {
    guard mapper.isStopped else { return nil }
    return mapper.hasFailed ? .failedRecord : .limit
  }

  /// Whether the document that begins is one too many.
  private func isSecond(in input: InputState) -> Bool {
    input.holdsOneDocument && documentCountBefore.map { documentCount > $0 } == true
  }

  private func beginDocument(
    _ first: Int,
    _ window: borrowing InputWindow,
    _ input: inout InputState
  ) {
    if input.marksDocuments { batch.marks.append(.init(.document)) }
    documentCount += 1
    input.beginDocument(first, window)
  }

  /// The number of the current document in a stream, nil if it is the only one.
  private func number(_ splitter: borrowing DocumentSplitter) -> Int? {
    splitter.isStream ? documentCount - 1 : nil
  }

  // MARK: - Writing

  /// Passes the batch to the sink, before its bytes are dropped.
  func writeBatch(_ bytes: Span<UInt8>) throws(SystemError) {
    try mapper.write(&batch, bytes)
  }
}
