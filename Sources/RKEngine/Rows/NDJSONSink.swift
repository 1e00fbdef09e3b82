/// Writes each root record on a line of its own, in the order in which they come.
///
/// What a window gave is passed on before the next is read, so that a reader at the other end of a
/// slow pipe waits for nothing that is there.
package struct NDJSONSink: RecordSink, ~Copyable {
  private var writer: JSONWriter
  private let layout: JSONLayout
  private var output: OutputFile
  private var lines = OutputBuffer()
  /// A record that is still to be laid out anew.
  private var compact = OutputBuffer(capacity: 4096)
  private let flushSize: Int

  package init(
    plan: borrowing MappingPlan,
    typeKey: String?,
    layout: JSONLayout,
    output: consuming OutputFile,
    flushSize: Int = 128 * 1024
  ) {
    writer = JSONWriter(plan: plan, typeKey: typeKey)
    self.layout = layout
    self.output = output
    self.flushSize = flushSize
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let row = Int(batch.marks[number].row)
      if layout.isPlain {
        writer.write(row, of: batch, input, to: &lines)
      } else {
        compact.removeAll()
        writer.write(row, of: batch, input, to: &compact)
        JSONReshaper.append(compact, 0..<compact.count, layout, to: &lines)
      }
      lines.append(.lineFeed)
      if lines.count >= flushSize { try flush() }
    }
    if !output.isAside && lines.count > 0 { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try output.write(lines.span)
    lines.removeAll()
  }

  package mutating func finish() throws(SystemError) {
    try flush()
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !output.isAside { try flush() }
  }
}
