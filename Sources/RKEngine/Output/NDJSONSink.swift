/// Writes each root record on a line of its own, in the order in which they come.
///
/// The records of a window are passed on before the next is read, so that a reader at the other end
/// of a slow pipe never waits for available output.
package struct NDJSONSink: RecordSink, ~Copyable {
  private var writer: LineWriter
  private var output: OutputFile
  private var lines = OutputBuffer()
  private let flushSize: Int
  /// What the last line says, but for the number of lines; asked for at the end.
  private let trailer: (() -> Trailer)?
  private var lineCount = 0

  package init(
    plan: borrowing MappingPlan,
    typeKey: String?,
    layout: JSONLayout,
    selection: RecordSelection? = nil,
    output: consuming OutputFile,
    flushSize: Int = 128 * 1024,
    trailer: (() -> Trailer)? = nil
  ) {
    writer = LineWriter(JSONWriter(plan: plan, typeKey: typeKey), layout, selection)
    self.output = output
    self.flushSize = flushSize
    self.trailer = trailer
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      writer.write(Int(batch.marks[number].row), of: batch, input, to: &lines)
      if lines.count >= flushSize { try flush() }
    }
    if !output.isAside && lines.count > 0 { try flush() }
  }

  package borrowing func makePart() -> PartSink? { LinePart(writer.copy()) }

  package mutating func append(_ part: borrowing OutputPart) throws(SystemError) {
    if lines.count > 0 { try flush() }
    if trailer != nil { lineCount += part.text.span.count(of: .lineFeed) }
    try output.write(part.text.span)
  }

  private mutating func flush() throws(SystemError) {
    if trailer != nil { lineCount += lines.span.count(of: .lineFeed) }
    try output.write(lines.span)
    lines.removeAll()
  }

  package mutating func finish() throws(SystemError) {
    try flush()
    if var last = trailer?() {
      last.lineCount = lineCount
      try output.write(Array((last.text + "\n").utf8).span)
    }
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !output.isAside { try flush() }
  }
}

/// Writes records as lines of JSON.
private struct LineWriter: ~Copyable {
  private var writer: JSONWriter
  private let layout: JSONLayout
  /// Which records are written; the root records if nil.
  private let selection: RecordSelection?
  /// A record that is still to be reformatted.
  private var compact = OutputBuffer(capacity: 4096)

  init(_ writer: consuming JSONWriter, _ layout: JSONLayout, _ selection: RecordSelection?) {
    self.writer = writer
    self.layout = layout
    self.selection = selection
  }

  borrowing func copy() -> LineWriter { LineWriter(writer.copy(), layout, selection) }

  /// Writes all root records of a batch.
  mutating func write(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to lines: inout OutputBuffer
  ) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      write(Int(batch.marks[number].row), of: batch, input, to: &lines)
    }
  }

  /// Writes what is wanted of a root record.
  @inline(__always)
  mutating func write(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to lines: inout OutputBuffer
  ) {
    guard let selection else { return writeLine(row, batch, input, &lines) }
    for row in selection.range(of: row, batch) where selection.contains(row, of: batch) {
      writeLine(row, batch, input, &lines)
    }
  }

  @inline(__always)
  private mutating func writeLine(
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ lines: inout OutputBuffer
  ) {
    if layout.isPlain {
      writer.write(row, of: batch, input, to: &lines)
    } else {
      compact.removeAll()
      writer.write(row, of: batch, input, to: &compact)
      JSONReshaper.append(compact, 0..<compact.count, layout, to: &lines)
    }
    lines.append(.lineFeed)
  }
}

/// The lines of a part of a run.
private final class LinePart: PartSink {
  private var writer: LineWriter

  init(_ writer: consuming LineWriter) { self.writer = writer }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    writer.write(batch, input, to: &part.text)
  }
}
