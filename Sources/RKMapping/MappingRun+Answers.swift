internal import RKEngine

/// Runs that answer each line of an input with one line.
extension MappingRun {
  /// Answers the lines of an input; all lines at hand are answered before more input is read.
  mutating func answer(_ input: Input, into output: Output) -> MappingReport.Ending {
    let answers: LineAnswers
    let writer: FailedRecordWriter?
    var lines: LineReader
    do {
      answers = LineAnswers(
        plan: compiled.plan,
        typeKey: output.typeKey,
        layout: output.lineLayout,
        selection: output.selection(compiled.plan),
        output: try output.makeFile()
      )
    } catch {
      return end(writing: error, output)
    }
    do {
      writer = try failedRecordWriter(output)
    } catch {
      return end(writing: error, output, isRejects: true)
    }
    do {
      let source = try input.openBytes(repairsUTF8: reading.repairsUTF8)
      lines = LineReader(source, longestLine: options.reading.largestWindow)
    } catch {
      counter.receive(error.diagnostic(ofInput: input.name))
      return .badInput
    }
    let turn = InputTurn(input: input, index: 0, isStream: true, reading: reading)
    var answering = LineAnswering(turn, options)
    let pipeline = Pipeline(
      plan: compiled.plan,
      sink: answers,
      receiver: counter,
      keeper: writer,
      options: answering.options
    )
    pipeline.beginInput(named: input.name)
    var ending = MappingReport.Ending.complete
    do {
      while true {
        if let line = lines.next() {
          try answering.answer(line, pipeline, answers)
          continue
        }
        try answers.flush()
        try writer?.flush()
        counter.advance(to: answering.byteOffset, recordCount: pipeline.counts.records)
        if lines.isAtEnd { break }
        try lines.read()
      }
    } catch {
      if error.operation == .read && !error.isInterruption {
        counter.receive(error.diagnostic(ofInput: input.name))
        ending = .badInput
      } else {
        ending = end(writing: error, output, isRejects: writer?.hasFailed ?? false)
      }
    }
    counts = pipeline.counts
    if ending != .closedPipe {
      counter.endInput(
        named: input.name,
        recordCount: pipeline.readCount,
        declinedCount: counts.allDeclined
      )
    }
    return commit(writer, ending, output)
  }
}

/// Maps lines one at a time.
private struct LineAnswering {
  private let turn: InputTurn
  private let context: DocumentContext
  var options: Pipeline.Options
  /// The byte offset where the next line begins, and its number, from 1.
  private(set) var byteOffset = 0
  private var number = 1

  init(_ turn: InputTurn, _ options: Pipeline.Options) {
    self.turn = turn
    self.options = options
    // Each line has its own window, so that windows are small.
    self.options.reading.blockSize = 4096
    context = turn.context
  }

  mutating func answer(
    _ line: LineReader.Line,
    _ pipeline: Pipeline,
    _ answers: LineAnswers
  ) throws(SystemError) {
    var text = line.text
    let markCount = number == 1 ? text.markCount : 0
    text.removeFirst(markCount)
    if line.byteCount > line.text.count { text.append(.lineFeed) }
    let origin = LineOrigin(byteOffset: byteOffset + markCount, line: number, markCount: markCount)
    byteOffset += line.byteCount
    number += 1
    let first = text.firstIndex { !$0.isWhitespace }
    let isNull = first.map { text[$0...].isNull } ?? true
    if line.isTooLong {
      try refuse(.tooLarge, at: origin, pipeline, reports: true)
    } else {
      let documents = DocumentSource(
        InputSource(bytes: text),
        format: .ndjson,
        isStream: true,
        context: context,
        origin: origin
      )
      let ending = try pipeline.run(documents)
      if ending == .noJSON { try refuse(.duplicateKey, at: origin, pipeline, reports: false) }
    }
    let isList = first.map { text[$0] == .openArray } ?? false
    try answers.endLine(mayHaveSeveral: isList || !isNull && context.descriptors.count > 1)
  }

  /// Answers a line that cannot be mapped; `reports` says whether the error is still to be reported.
  private func refuse(
    _ fault: JSONSyntaxError.Fault,
    at origin: LineOrigin,
    _ pipeline: Pipeline,
    reports: Bool
  ) throws(SystemError) {
    let error = JSONSyntaxError(fault, at: 0)
    let place = origin.place(in: turn.input.name)
    if reports {
      _ = try pipeline.refuse(error, at: place, text: [])
    } else {
      _ = try pipeline.refuse(.syntax(error, .ndjson), at: place, text: [])
    }
  }
}

/// Where a line is in its input.
private final class LineOrigin: DocumentOrigin {
  let byteOffset: Int
  let line: Int
  /// The number of bytes before the text in its line.
  private let markCount: Int

  init(byteOffset: Int, line: Int, markCount: Int) {
    self.byteOffset = byteOffset
    self.line = line
    self.markCount = markCount
  }

  func locate(_ place: InputPlace) -> InputPlace {
    var place = place
    place.byteOffset += byteOffset
    place.line += line - 1
    place.column += markCount
    return place
  }

  /// The place where the line begins.
  func place(in input: String) -> InputPlace {
    InputPlace(in: input, byteOffset: byteOffset, line: line, column: markCount + 1)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is `null`, followed by white space only.
  fileprivate var isNull: Bool {
    starts(with: "null".utf8) && dropFirst(4).allSatisfy(\.isWhitespace)
  }
}
