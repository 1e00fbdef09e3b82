/// Answers each line of an input by one line: its record, null if it has none, a list if it may
/// have several, or the reason why it failed.
package final class LineAnswers: AnyRecordSink {
  private var writer: JSONWriter
  private let layout: JSONLayout
  /// Which records are written; the root records if nil.
  private let selection: RecordSelection?
  private var answers: Answers
  /// The records of the current line, separated by commas, or the reason why one failed.
  private var records = OutputBuffer(capacity: 4096)
  private var compact = OutputBuffer(capacity: 4096)
  private var recordCount = 0
  private var isList = false
  private var hasFailed = false

  package init(
    plan: borrowing MappingPlan,
    typeKey: String?,
    layout: JSONLayout,
    selection: RecordSelection?,
    output: consuming OutputFile
  ) {
    writer = JSONWriter(plan: plan, typeKey: typeKey)
    self.layout = layout
    self.selection = selection
    answers = Answers(output: output)
  }

  package override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count where !hasFailed {
      let mark = batch.marks[number]
      isList = isList || mark.kind == .collection || mark.kind == .element
      guard mark.isRecord else { continue }
      let row = Int(mark.row)
      hasFailed = batch.rows[row].record.isNone
      if hasFailed { records.removeAll() }
      guard let selection else {
        write(row, of: batch, input)
        continue
      }
      for row in selection.range(of: row, batch) where selection.contains(row, of: batch) {
        write(row, of: batch, input)
      }
    }
  }

  private func write(_ row: Int, of batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    if recordCount > 0 && !hasFailed { records.append(.comma) }
    recordCount += 1
    if layout.isPlain {
      writer.write(row, of: batch, input, to: &records)
    } else {
      compact.removeAll()
      writer.write(row, of: batch, input, to: &compact)
      JSONReshaper.append(compact, 0..<compact.count, layout, to: &records)
    }
  }

  /// Ends a line, and completes its answer.
  ///
  /// `mayHaveSeveral` says that the answer is a list, whatever the number of records.
  package func endLine(mayHaveSeveral: Bool) throws(SystemError) {
    let isList = !hasFailed && (isList || mayHaveSeveral || selection != nil)
    if isList { answers.text.append(.openArray) }
    if !isList && recordCount == 0 { answers.text.append(Literal.nullText) }
    answers.text.append(records)
    if isList { answers.text.append(.closeArray) }
    answers.text.append(.lineFeed)
    records.removeAll()
    (recordCount, self.isList, hasFailed) = (0, false, false)
    if answers.text.count >= 128 * 1024 { try answers.flush() }
  }

  /// Writes all answers.
  package func flush() throws(SystemError) { try answers.flush() }
}

/// Answers that were not written yet, and their output.
private struct Answers: ~Copyable {
  var text = OutputBuffer()
  private let output: OutputFile

  init(output: consuming OutputFile) { self.output = output }

  mutating func flush() throws(SystemError) {
    if text.count == 0 { return }
    try output.write(text.span)
    text.removeAll()
  }
}
