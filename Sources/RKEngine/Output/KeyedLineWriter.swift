/// Writes records as keyed lines: `key`, tab, `position`, tab, the record as compact JSON.
///
/// A record with an identity has its own line, even if it is related to another one; other related
/// records are written inside their owner. Sorting the lines by bytes groups those of one key, in
/// the order of the input.
package struct KeyedLineWriter: LineWriter, ~Copyable {
  private var json: JSONWriter
  private let form: KeyedForm
  private let constants: [UInt8]
  /// The number of the run's part, if several runs map the input in parts.
  private let part: Int
  /// The positions that the lines of the input have themselves.
  private let positions: LinePositions?
  /// The ordinal of the input.
  private var file = -1
  /// The offset of the furthest representation so far, or its line's number if lines have
  /// positions; and the number of records written since it was reached.
  private var place = -1
  private var count = 0
  private var text = UniqueArray<UInt8>()

  package init(
    plan: borrowing MappingPlan,
    form: KeyedForm,
    part: Int,
    positions: LinePositions? = nil
  ) {
    json = JSONWriter(plan: plan, typeKey: nil, keyed: form)
    constants = plan.text
    self.form = form
    self.part = part
    self.positions = positions
  }

  private init(copyOf other: borrowing KeyedLineWriter) {
    json = other.json.copy()
    (form, constants, part) = (other.form, other.constants, other.part)
    (positions, file) = (other.positions, other.file)
  }

  package borrowing func copy() -> KeyedLineWriter { KeyedLineWriter(copyOf: self) }

  package mutating func beginInput() {
    file += 1
    place = -1
  }

  package mutating func write(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to lines: inout OutputBuffer
  ) {
    let offset = batch.origin + Int(batch.rows[row].offset)
    let found = positions?.moveToLine(at: offset) ?? offset
    // Several key paths of a document may find things in another order than that of the document.
    if found > place { (place, count) = (found, 0) }
    if batch.rows[row].record.isNone {
      lines.append("$error")
      return writeRest(row, batch, input, &lines)
    }
    for record in row..<Int(batch.rows[row].end) {
      let shape = Int(batch.rows[record].record.index)
      if record > row && !form.shapes[shape].isIdentified { continue }
      let name = form.shapes[shape].name
      lines.append(name.span)
      writeKey(record, shape, batch, input, &lines)
      writeRest(record, batch, input, &lines)
    }
  }

  package mutating func write(_ trailer: Trailer, to lines: inout OutputBuffer) {
    lines.append("$trailer\t")
    Self.append(trailer.part, width: 6, to: &lines)
    lines.append(Array(("\t" + trailer.text + "\n").utf8).span)
  }

  /// Writes the rest of the line, after the key.
  private mutating func writeRest(
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ lines: inout OutputBuffer
  ) {
    lines.append(.tab)
    if let positions {
      positions.append(to: &lines)
    } else {
      Self.append(part, width: 6, to: &lines)
      lines.append(.minus)
      Self.append(file, width: 6, to: &lines)
      lines.append(.minus)
      Self.append(place, width: 16, to: &lines)
    }
    lines.append(.minus)
    Self.append(count, width: 9, to: &lines)
    lines.append(.tab)
    json.write(row, of: batch, input, to: &lines)
    lines.append(.lineFeed)
    count += 1
  }

  /// Appends a number with leading zeros.
  static func append(_ number: Int, width: Int, to lines: inout OutputBuffer) {
    var (least, digits) = (10, 1)
    while number >= least && digits < width { (least, digits) = (least * 10, digits + 1) }
    for _ in digits..<width { lines.append(.zero) }
    lines.append(decimal: number)
  }

  // MARK: - Keys

  private mutating func writeKey(
    _ row: Int,
    _ shape: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ lines: inout OutputBuffer
  ) {
    for (number, column) in form.shapes[shape].identity.enumerated() {
      let cell = batch.cell(UInt32(max(column, 0)), of: row)
      text.removeAll()
      KeyText.append(cell, batch, input, constants, to: &text)
      // Each part ends with its length, in four bytes.
      let end = text.count - 4
      let isInstant = form.shapes[shape].instants[number]
      let zeros = isInstant ? InstantText.zeros(text.span, 0..<end) : 0..<0
      lines.append(KeyedForm.separator)
      for at in 0..<end where !zeros.contains(at) {
        let byte = text[at]
        KeyedForm.append(byte) { lines.append($0) }
      }
    }
  }
}

/// The positions of an input's lines, until the lines have been mapped.
package final class LinePositions {
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var text: [UInt8] = []
  /// The current line, and the number of lines dropped before the first one held.
  private var first = 0
  private var dropped = 0

  package init() {}

  /// Adds the position of the line that begins at an offset.
  package func add(_ position: ArraySlice<UInt8>, ofLineAt offset: Int) {
    starts.append(offset)
    text += position
    ends.append(text.count)
  }

  /// Makes the line that contains an offset the current one, and returns its number.
  ///
  /// Offsets must be in ascending order.
  func moveToLine(at offset: Int) -> Int {
    while first + 1 < starts.count && starts[first + 1] <= offset { first += 1 }
    if first > 4096 { release() }
    return dropped + first
  }

  /// Appends the position of the current line.
  func append(to lines: inout OutputBuffer) {
    guard first < starts.count else { return }
    for at in (first == 0 ? 0 : ends[first - 1])..<ends[first] { lines.append(text[at]) }
  }

  /// The position of the line that contains an offset; empty if it is no longer held.
  package func position(at offset: Int) -> [UInt8] {
    var (low, high) = (first, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    guard low < starts.count, starts[low] <= offset else { return [] }
    return Array(text[(low == 0 ? 0 : ends[low - 1])..<ends[low]])
  }

  private func release() {
    let start = ends[first - 1]
    text.removeFirst(start)
    starts.removeFirst(first)
    ends = ends[first...].map { $0 - start }
    dropped += first
    first = 0
  }
}
