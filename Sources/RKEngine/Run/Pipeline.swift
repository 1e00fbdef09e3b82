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
    package var kernel = ScanKernel.best
    /// A batch of more bytes does not wait for the end of its window.
    package var largestBatch = 4 * 1024 * 1024

    package init() {}
  }

  /// What is known of the input at work beyond its window.
  private struct Course {
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
  }

  private let options: Options
  private let sink: AnyRecordSink
  private let receiver: any FaultReceiver
  private var mapper: RecordMapper
  private var batch = RecordBatch()
  /// Documents begun, in all inputs.
  private var documentCount = 0
  private let isStreamable: Bool

  package init(
    plan: MappingPlan,
    sink: AnyRecordSink,
    receiver: any FaultReceiver,
    options: Options
  ) {
    self.options = options
    self.sink = sink
    self.receiver = receiver
    isStreamable = plan.isStreamable && !options.refusesDuplicates
    mapper = RecordMapper(
      plan: plan,
      options: options.mapping,
      recordLimit: options.recordLimit,
      sink: sink,
      largestBatch: options.largestBatch
    )
  }

  /// A record has failed, or as many were made as were asked for.
  package var isStopped: Bool { mapper.isStopped }

  package var counts: RecordMapper.Counts { mapper.counts }

  /// Maps all documents of an input.
  ///
  /// `isStream` says that it is known to be one of several; `byteOffset` is where the source begins
  /// in its file; `mayBeLines` that its first line was too long to see whether others follow.
  package mutating func run(
    _ source: consuming InputSource,
    name: String,
    format: InputFormat,
    byteOffset: Int = 0,
    isStream: Bool,
    mayBeLines: Bool = false
  ) throws(SystemError) -> Ending {
    var reading = options.reading
    reading.separator = format.separator
    var window = InputWindow(
      source: source,
      options: reading,
      kernel: options.kernel,
      byteOffset: byteOffset
    )
    var splitter = DocumentSplitter(
      descriptor: isStreamable ? mapper.plan.descriptors.first : nil,
      plan: mapper.plan,
      separator: format.separator,
      isStream: isStream || documentCount > 0
    )
    mapper.beginInput()
    var course = Course(
      name: name,
      format: format,
      marksDocuments: format == .json,
      mayBeLines: mayBeLines
    )
    while true {
      let ending = try mapWindow(window, &splitter, &course)
      try sink.write(batch, window.view.padded)
      reportFaults(window, course)
      if let ending { return ending }
      if course.isToRestart {
        course.isToRestart = false
        window.restart(behind: splitter.cursor - 1, separator: .lineFeed)
        splitter = DocumentSplitter(descriptor: nil, plan: mapper.plan, separator: .lineFeed)
        continue
      }
      window.consume(upTo: splitter.cursor)
      guard let moved = try window.fill() else { return end(window, course) }
      splitter.shift(by: moved)
      course.document.shift(by: moved, firstToken: window.firstToken)
    }
  }

  // MARK: - Mapping

  /// Fills the batch with what the window holds; nil to go on with the next.
  private mutating func mapWindow(
    _ window: borrowing InputWindow,
    _ splitter: inout DocumentSplitter,
    _ course: inout Course
  ) throws(SystemError) -> Ending? {
    batch.removeAll()
    mapper.beginBatch()
    defer { batch.seal() }
    let view = window.view
    // Behind a fault nothing is read; but a line that one stands in has no end.
    let isAtEnd =
      course.format == .json
      ? window.isAtEnd || window.fault != nil : window.isAtEnd && window.fault == nil
    while true {
      switch splitter.next(view, isAtEnd: isAtEnd, mapper.plan) {
      case .more: return nil
      case .document(let first, let last):
        beginDocument(first, window, &course)
        if let line = course.firstLine.take() { settleFormat(line, last, window, &course) }
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
      return refuse(
        JSONSyntaxError(.duplicateKey, at: view.position(key)),
        length: view.content(ofString: key).count + 2,
        window,
        course
      )
    }
    try mapper.map(document: first, last, number: number, view, into: &batch)
    return nil
  }

  // MARK: - Faults

  /// What cannot be JSON stands behind everything that was mapped.
  private mutating func end(_ window: borrowing InputWindow, _ course: Course) -> Ending {
    guard let fault = window.fault else { return .complete }
    return refuse(fault, length: 1, window, course)
  }

  /// A line that is no JSON is a failed record; anything else that is none ends the reading.
  private mutating func refuse(
    _ fault: JSONSyntaxError,
    length: Int,
    _ window: borrowing InputWindow,
    _ course: Course
  ) -> Ending {
    report(fault, length: length, window, course)
    guard course.format != .json, fault.fault != .tooLarge else { return .noJSON }
    mapper.countBadLine()
    return .failedRecord
  }

  private func report(
    _ fault: JSONSyntaxError,
    length: Int,
    _ window: borrowing InputWindow,
    _ course: Course
  ) {
    let place = window.place(
      fault.offset..<(fault.offset + length),
      input: course.name,
      pointer: nil
    )
    receiver.receive(fault, in: course.format, at: place)
  }

  private func reportFaults(_ window: borrowing InputWindow, _ course: Course) {
    for number in 0..<batch.faults.count {
      let fault = batch.faults[number]
      var place: InputPlace?
      if receiver.wantsPlace(isError: fault.isError) {
        let unit = mapper.units[Int(fault.unit)]
        // What comes from no token is placed at its representation.
        let token = Int(fault.token == 0 ? unit.first : fault.token)
        let pointer = pointer(to: token, in: unit, window)
        place = window.place(ofToken: token, input: course.name, pointer: pointer)
        place?.recordNumber = unit.number > 0 ? unit.number : nil
      }
      let keys = fault.code == .notFound ? mapper.missedKeys[Int(fault.detail)] : []
      receiver.receive(fault, at: place, keys: keys)
    }
  }

  private func pointer(to token: Int, in unit: RecordMapper.Unit, _ window: borrowing InputWindow)
    -> [UInt8]
  {
    let view = window.view
    let plan = mapper.plan
    var pointer: [UInt8] = []
    var level = plan.descriptors[0].path.count
    switch unit.place {
    case .document: level = 0
    case .value(let reached): level = reached
    case .element, .member: break
    }
    for step in plan.steps[plan.descriptors[0].path].prefix(level) {
      if case .key(let key) = step { JSONPointer.append(key: plan.text[key.range], to: &pointer) }
    }
    switch unit.place {
    case .document, .value: break
    case .element(let index): JSONPointer.append(index: index, to: &pointer)
    case .member(let key): JSONPointer.append(key: view.text(ofString: Int(key)), to: &pointer)
    }
    JSONPointer.append(view, from: Int(unit.first), to: token, to: &pointer)
    return pointer
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
