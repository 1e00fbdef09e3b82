/// Appends records that other threads have written.
extension JSONSink {
  package borrowing func makePart() -> PartSink? {
    switch options.shape {
    case .auto, .dictionary, .array: JSONPart(writer.copy(), options.selection)
    case .first, .error: nil
    }
  }

  package mutating func append(_ part: borrowing OutputPart) throws(SystemError) {
    for section in part.collections { isCollection[Int(section)] = true }
    for _ in 0..<part.documentCount { try beginDocument() }
    if form == .undecided {
      held.append(part)
      try beginListWhenLarge()
    } else {
      try pass(part)
    }
    if form == .lines { try flush(least: 1) }
  }

  /// Writes records immediately.
  private mutating func pass(_ part: borrowing OutputPart) throws(SystemError) {
    let layout = form == .lines ? lineLayout : options.layout
    var start = 0
    while let end = part.text.span.first(.lineFeed, in: start..<part.text.count) {
      if form == .openList { beginElement(level: 0) }
      if layout.isPlain {
        text.append(part.text.span.extracting(start..<end))
      } else {
        JSONReshaper.append(
          part.text,
          start..<end,
          layout,
          level: form == .lines ? 0 : 1,
          to: &text
        )
      }
      if form == .lines { text.append(.lineFeed) }
      try flush()
      start = end + 1
    }
  }
}

/// The records of a part of a run, in compact form.
private final class JSONPart: PartSink {
  private var writer: JSONWriter
  private let selection: RecordSelection?

  init(_ writer: consuming JSONWriter, _ selection: RecordSelection?) {
    self.writer = writer
    self.selection = selection
  }

  override func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    part.append(batch, input, selection, by: &writer)
  }
}

extension OutputPart {
  /// Appends the wanted records of a batch, in compact form.
  fileprivate mutating func append(
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ selection: RecordSelection?,
    by writer: inout JSONWriter
  ) {
    for number in 0..<batch.marks.count {
      let mark = batch.marks[number]
      switch mark.kind {
      case .document: documentCount += 1
      case .collection: collections.insert(mark.section)
      case .single, .element:
        if mark.kind == .element { collections.insert(mark.section) }
        let root = Int(mark.row)
        for row in selection?.range(of: root, batch) ?? root..<(root + 1)
        where selection?.contains(row, of: batch) ?? true {
          writer.write(row, of: batch, input, to: &text)
          text.append(.lineFeed)
          add(recordOf: mark.section)
        }
      }
    }
  }
}
