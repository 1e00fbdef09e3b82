/// Writes each root record on one or several lines, in the order in which they come.
///
/// The records of a window are written before the next window is read, so that a reader at the
/// other end of a slow pipe never waits for available output.
package struct LineSink<Writer: LineWriter & ~Copyable>: RecordSink, ~Copyable {
  private var writer: Writer
  private var output: OutputFile
  private var lines = OutputBuffer()
  private let flushSize: Int
  /// Returns the last line, without the number of lines; called at the end.
  private let trailer: (() -> Trailer)?
  private var lineCount = 0

  package init(
    _ writer: consuming Writer,
    output: consuming OutputFile,
    flushSize: Int = 128 * 1024,
    trailer: (() -> Trailer)? = nil
  ) {
    self.writer = writer
    self.output = output
    self.flushSize = flushSize
    self.trailer = trailer
  }

  package mutating func begin(input name: String) { writer.beginInput() }

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
      writer.write(last, to: &lines)
      try output.write(lines.span)
    }
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !output.isAside { try flush() }
  }
}

/// The lines of a part of a run.
private final class LinePart<Writer: LineWriter & ~Copyable>: PartSink {
  private var writer: Writer

  init(_ writer: consuming Writer) { self.writer = writer }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      writer.write(Int(batch.marks[number].row), of: batch, input, to: &part.text)
    }
  }
}

/// Writes root records as lines.
package protocol LineWriter: ~Copyable {
  /// Begins the records of another input.
  mutating func beginInput()

  /// Writes the wanted records of a root record, each line with its end.
  mutating func write(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to lines: inout OutputBuffer
  )

  /// Writes the line that ends the output.
  mutating func write(_ trailer: Trailer, to lines: inout OutputBuffer)

  /// Creates another writer, for a part of the current input that begins with a representation.
  borrowing func copy() -> Self
}

extension LineWriter where Self: ~Copyable {
  package mutating func beginInput() {}

  package mutating func write(_ trailer: Trailer, to lines: inout OutputBuffer) {
    lines.append(Array((trailer.text + "\n").utf8).span)
  }
}
