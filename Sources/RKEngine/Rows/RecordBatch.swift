/// Mapped records, as a forest in preorder: a record's row, then the rows of everything related to
/// it.
///
/// Batches are passed from the mapper to the outputs. Their cells point into the window that the
/// records came from, so a batch is written before its window moves.
package struct RecordBatch: ~Copyable {
  /// One record: its shape, where its cells begin, and the row after everything related to it.
  ///
  /// Without a shape it is JSON text that replaces a failed record: a range of `side`.
  package struct Row: BitwiseCopyable {
    package var record: PlanID<RecordShape>
    package var firstCell: UInt32
    package var end: UInt32
    /// Where its representation begins in the window's bytes.
    package var offset: UInt32

    package init(
      record: PlanID<RecordShape>,
      firstCell: UInt32,
      end: UInt32,
      offset: UInt32 = 0
    ) {
      self.record = record
      self.firstCell = firstCell
      self.end = end
      self.offset = offset
    }

    /// `offset` is where the replaced representation begins.
    package init(text: Range<Int>, offset: Int = 0) {
      record = .none
      firstCell = UInt32(truncatingIfNeeded: text.lowerBound)
      end = UInt32(truncatingIfNeeded: text.upperBound)
      self.offset = UInt32(truncatingIfNeeded: max(offset, 0))
    }

    /// The range of `side` of a row without a shape.
    package var text: Range<Int> { Int(firstCell)..<Int(end) }
  }

  /// What happened at the outermost level, in order.
  package struct Mark: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable {
      /// A document begins.
      case document
      /// Several representations, or none, were found at a key path.
      case collection
      /// A record that is the only thing found.
      case single
      /// A record that is one of several.
      case element
    }

    package var kind: Kind
    /// The index of the key path in the result.
    package var section: UInt32
    package var row: UInt32

    package init(_ kind: Kind, section: UInt32 = 0, row: UInt32 = 0) {
      self.kind = kind
      self.section = section
      self.row = row
    }

    package var isRecord: Bool { kind == .single || kind == .element }
  }

  package var rows = UniqueArray<Row>()
  package var cells = UniqueArray<Cell>()
  /// Bytes that conversions made.
  package var side = UniqueArray<UInt8>()
  package var marks = UniqueArray<Mark>()
  package var faults = UniqueArray<MappingFault>()
  /// Where the window begins in its input.
  package var origin = 0
  /// The window's text is transcoded or extracted, so all records begin at `origin`.
  package var isTranscoded = false
  /// The transcoded text, if records are to be identified by where they begin in the input; and
  /// where the window begins in that text.
  package var text: (any TranscodedText)?
  package var textOrigin = 0

  package init() {}

  /// A state to roll back to.
  package struct Checkpoint: BitwiseCopyable {
    fileprivate var rows = 0
    fileprivate var cells = 0
    fileprivate var side = 0
  }

  package var checkpoint: Checkpoint {
    Checkpoint(rows: rows.count, cells: cells.count, side: side.count)
  }

  /// Removes the records made since the checkpoint.
  package mutating func rollBack(to checkpoint: Checkpoint) {
    rows.truncate(to: checkpoint.rows)
    cells.truncate(to: checkpoint.cells)
    side.truncate(to: checkpoint.side)
  }

  /// The approximate number of bytes that the records take.
  package var size: Int {
    @inline(__always) get {
      side.count &+ (cells.count &+ rows.count) &* MemoryLayout<Cell>.stride
    }
  }

  /// Prepares the batch for writing: wide copies read past the end of its bytes.
  package mutating func seal() {
    // A full batch is written after each record, so only a single record could be this large.
    precondition(
      max(rows.count, cells.count, side.count) <= Int(UInt32.max),
      "a record takes more than 4 GiB"
    )
    if let text {
      locateRecords(in: text)
    } else if isTranscoded {
      for row in 0..<rows.count { rows[row].offset = 0 }
    }
    side.append(repeating: 0, count: OutputBuffer.slack)
  }

  /// Sets the offsets of root records to their places in the input.
  private mutating func locateRecords(in text: any TranscodedText) {
    var isFirst = true
    for number in 0..<marks.count where marks[number].isRecord {
      let row = Int(marks[number].row)
      let place = text.sourceOffset(of: textOrigin + Int(rows[row].offset))
      if isFirst { (origin, isFirst) = (place, false) }
      rows[row].offset = UInt32(truncatingIfNeeded: max(place - origin, 0))
    }
  }

  package mutating func removeAll() {
    removeRecords()
    faults.removeAll()
  }

  /// Removes what has been written; faults that are not yet reported stay.
  package mutating func removeRecords() {
    rows.removeAll()
    cells.removeAll()
    side.removeAll()
    marks.removeAll()
  }
}
