/// What a run needs so that threads can map ahead of it.
struct MappingAhead {
  let file: SharedFile
  let segmentSize: Int
  /// What is known of all documents.
  let context: DocumentContext
  /// The threads, once it is known how units are separated.
  var workers: SegmentWorkers?
  /// How often starting them was tried.
  var attempts = 0

  static var largestAttempts: Int { 16 }

  /// Nil if the source is not a file, or too small to be worthwhile.
  init?(
    _ source: borrowing InputSource,
    at offset: Int,
    _ context: DocumentContext,
    segmentSize: Int
  ) {
    guard let count = source.remainingCount, count > 4 * segmentSize,
      let file = source.share(at: offset)
    else { return nil }
    self.file = file
    self.context = context
    self.segmentSize = segmentSize
  }

  func end() { workers?.end() }
}

/// Segments that are mapped ahead by other threads.
extension Pipeline {
  /// Whether threads may map ahead of the run.
  var mapsAhead: Bool { options.threadCount > 1 && !needsOrder }

  // MARK: - In the run

  /// Makes sure that threads map ahead, and that the window stops where a segment begins.
  @inline(never)
  func lookAhead(
    _ ahead: inout MappingAhead?,
    _ window: inout InputWindow,
    _ splitter: borrowing DocumentSplitter,
    _ input: InputState
  ) {
    if ahead?.workers == nil {
      guard let file = ahead?.file, let segmentSize = ahead?.segmentSize,
        let context = ahead?.context
      else { return }
      let border = splitter.borderBefore
      var mark: SegmentCutter.Mark?
      if let separator = input.format.separator {
        mark = .separator(separator)
      } else if let border {
        mark = UnitSample.mark(
          window.view,
          before: splitter.cursor,
          at: border,
          from: window.firstToken
        )
      }
      ahead?.attempts += 1
      guard let mark, let border, !(input.holdsOneDocument && border == .documents) else {
        if let attempts = ahead?.attempts, attempts >= MappingAhead.largestAttempts { ahead = nil }
        return
      }
      let cutter = SegmentCutter(file: file, mark: mark, regionSize: segmentSize)
      ahead?.workers = workers(cutter, border, after: window.endOffset, input.format, context)
      if ahead?.workers == nil { ahead = nil }
    }
    guard window.stop == nil, let workers = ahead?.workers else { return }
    window.stop(at: workers.nextStart(after: window.endOffset))
  }

  private func workers(
    _ cutter: SegmentCutter,
    _ border: UnitBorder,
    after offset: Int,
    _ format: InputFormat,
    _ context: DocumentContext
  ) -> SegmentWorkers? {
    SegmentWorkers(cutter, border, from: offset, aheadOf: self) {
      SegmentMapper(
        aheadOf: self,
        cutter: cutter,
        format: format,
        border: border,
        context: context
      )
    }
  }

  /// Called when the window has reached its stop: if the stop is the border of a unit, uses the
  /// segments that were mapped from there, and continues after them.
  func consumeMappedSegments(
    _ window: inout InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState,
    _ workers: SegmentWorkers
  ) throws(SystemError) {
    guard let stop = window.reachedStop else { return }
    var place = stop
    if window.isConsumedToStop && splitter.border == workers.border {
      var line = window.lineOfStop
      var elementCount = 0
      while let segment = workers.segment(at: place), try consume(segment, &input) {
        place = segment.end
        window.pass(to: place)
        line.lineCount += segment.lineCount
        line.offset = segment.lineStart ?? line.offset
        elementCount += segment.elementCount
      }
      if place > stop {
        try window.jump(to: place, onLine: line, elementsBelow: workers.border.objectCount)
        splitter.move(to: 0, at: workers.border, passing: elementCount)
        mapper.operation.coverage?.pass(elements: elementCount)
      }
    }
    workers.note(isUsed: place > stop)
    window.stop(at: workers.nextStart(after: place))
  }

  /// Uses the results of a segment that begins at the current position; false if it contains
  /// something to report.
  private func consume(_ segment: MappedSegment, _ input: inout InputState)
    throws(SystemError)
    -> Bool
  {
    for made in segment.faults {
      if made.fault.code == .duplicateKey {
        if !mapper.operation.hasWarnedOfDuplicates { return false }
      } else if receiver.wantsPlace(of: made.fault, made.kind) {
        return false
      }
    }
    if let repeats = mapper.repeats, !repeats.isSilent(segment.prints) { return false }
    if let part = segment.survey.coverage, !mapper.add(part) { return false }
    mapper.repeats?.take(segment.prints)
    if !segment.isDelivered { try sink.append(segment.part) }
    if let error = segment.error { throw error }
    for made in segment.faults where made.fault.code != .duplicateKey {
      let record = made.record > 0 ? made.record + mapper.readCount : 0
      receiver.receive(made.fault, made.kind, of: record, at: nil, keys: made.keys)
    }
    mapper.add(segment.counts)
    mapper.merge(segment.survey)
    documentCount += segment.documentCount
    input.document.pass(elements: segment.elementCount, nulls: segment.nullCount)
    receiver.advance(to: segment.end, recordCount: counts.records)
    return true
  }

  // MARK: - Mapping ahead

  /// Maps the segment at whose beginning the window was placed.
  ///
  /// True if all of it was mapped, and it ended with the kind of border that it began with.
  func map(
    _ segment: MappedSegment,
    _ window: inout InputWindow,
    _ format: InputFormat,
    _ border: UnitBorder,
    _ context: DocumentContext
  ) throws(SystemError) -> Bool {
    mapper.begin(context)
    mapper.beginSegment()
    batch.removeAll()
    documentCount = 0
    let before = mapper.allCounts
    var splitter = splitter(context, format, isStream: true)
    var input = InputState(name: "", format: format)
    splitter.move(to: 0, at: border)
    if case .elements(let level) = border { mapper.coverList(belowKeys: level) }
    window.stop(at: segment.end)
    while true {
      guard case .windowEnd = try mapDocuments(window, &splitter, &input) else { return false }
      try reportFaults(&window, input)
      window.consume(upTo: firstNeeded(splitter.cursor))
      try writeBatch(window.view.padded)
      if window.isStopped { break }
      if try !fill(&window, &splitter, &input) { return false }
    }
    guard window.isConsumedToStop, splitter.border == border,
      border == .documents || documentCount == 0
    else { return false }
    segment.counts = mapper.allCounts.since(before)
    segment.survey = mapper.endSurvey()
    mapper.repeats?.endSegment(&segment.prints)
    segment.documentCount = documentCount
    segment.elementCount = input.document.elementCount
    segment.nullCount = input.document.nullCount
    let line = window.lineOfStop
    segment.lineCount = line.lineCount
    segment.lineStart = line.lineCount > 0 ? line.offset : nil
    return true
  }
}

extension RootMapper.Counts {
  func since(_ before: Self) -> Self {
    var counts = self
    counts.records -= before.records
    counts.declined -= before.declined
    counts.declinedRelated -= before.declinedRelated
    counts.failed -= before.failed
    counts.failedRelated -= before.failedRelated
    return counts
  }
}
