/// Writes records as lines of JSON.
package struct RecordLineWriter: LineWriter, ~Copyable {
  private var writer: JSONWriter
  private let layout: JSONLayout
  /// Which records are written; the root records if nil.
  private let selection: RecordSelection?
  /// A record before it is reformatted.
  private var compact = OutputBuffer(capacity: 4096)

  /// Writes records in a layout; with a selection, the selected records instead of the root
  /// records.
  package init(
    _ writer: consuming JSONWriter,
    _ layout: JSONLayout,
    _ selection: RecordSelection? = nil
  ) {
    self.writer = writer
    self.layout = layout
    self.selection = selection
  }

  package borrowing func copy() -> RecordLineWriter {
    RecordLineWriter(writer.copy(), layout, selection)
  }

  @inline(__always)
  package mutating func write(
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

/// Writes each root record on a line of its own, as JSON.
package typealias NDJSONSink = LineSink<RecordLineWriter>

extension LineSink where Writer == RecordLineWriter {
  /// With a selection, its records are written instead of the root records.
  package init(
    plan: borrowing MappingPlan,
    typeKey: String?,
    layout: JSONLayout,
    selection: RecordSelection? = nil,
    keyed: KeyedForm? = nil,
    output: consuming OutputFile,
    flushSize: Int = 128 * 1024,
    trailer: (() -> Trailer)? = nil
  ) {
    self.init(
      RecordLineWriter(JSONWriter(plan: plan, typeKey: typeKey, keyed: keyed), layout, selection),
      output: output,
      flushSize: flushSize,
      trailer: trailer
    )
  }
}
