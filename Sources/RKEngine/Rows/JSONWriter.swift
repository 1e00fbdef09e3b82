/// Writes records of a batch as compact JSON text.
///
/// A schema is compiled to steps, each with the text before its value. Values are copied unchanged,
/// except for the white space of a structure. `JSONReshaper` adds indentation and escapes for
/// non-ASCII characters.
package struct JSONWriter: ~Copyable {
  /// How one member is written.
  struct Step: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// A column whose whole label is `shortLabel`, like most.
      case plain
      case column
      case group
      case related
    }

    var kind: Kind
    /// The member's value is hidden; such a step counts as nested.
    var isRedacted = false
    /// A default for new records only is not written.
    var leavesOutFallback = false
    /// `,"name":` in the writer's text.
    var label = ByteRange(0..<0)
    /// The first 16 bytes of the label.
    var shortLabel = ShortText()
    var column: UInt32
    /// The steps of the nested object.
    var inner: PlanRange<Step>

    var isNested: Bool { kind == .group || kind == .related }

    /// Whether a cell's value is written.
    @inline(__always)
    func writes(_ cell: Cell) -> Bool {
      cell.kind != .missing && !(leavesOutFallback && cell.traits.contains(.isFallback))
    }
  }

  /// How records of one shape are written.
  struct Shape: BitwiseCopyable {
    /// `,"@type":"Name"`, if requested.
    var typeLabel: ByteRange
    var steps: PlanRange<Step>
    /// The type label of a record nested in another one.
    var nestedLabel: ByteRange
    var nestedSteps: PlanRange<Step>
  }

  /// The texts of null, true and false, by the cell's kind.
  private struct Words {
    let null = ShortText(prefixOf: Array("null".utf8))
    let `true` = ShortText(prefixOf: Array("true".utf8))
    let `false` = ShortText(prefixOf: Array("false".utf8))

    @inline(__always)
    subscript(kind: Cell.Kind) -> ShortText? {
      kind == .true ? `true` : kind == .false ? `false` : kind == .null ? null : nil
    }
  }

  private let words = Words()
  private(set) var shapes: [Shape] = []
  var steps: [Step] = []
  /// Labels, with padding for wide copies.
  private(set) var text: [UInt8] = []
  let constants: [UInt8]
  /// How nested records are written, if only a part of them is.
  let keyed: KeyedForm?
  let isKeyed: Bool

  /// `typeKey` is the name of a first member with the record's target, if any.
  ///
  /// `redactions` are members whose values are hidden. `keyed` says how records are written as
  /// keyed lines.
  package init(
    plan: borrowing MappingPlan,
    typeKey: String?,
    redactions: [Redaction] = [],
    keyed: KeyedForm? = nil
  ) {
    let room = [UInt8](repeating: 0, count: OutputBuffer.slack)
    constants = plan.text + room
    self.keyed = keyed
    isKeyed = keyed != nil
    for (number, record) in plan.schema.records.enumerated() {
      let name = plan.schema.text[record.name.range]
      let typeLabel = typeKey.map { addLabel($0, name) } ?? ByteRange(0..<0)
      let redacted = redactions.filter { name.elementsEqual($0.target.utf8) }
      let steps = addSteps(record.members, plan.schema, redacted.map { $0.keys[...] })
      var shape = Shape(
        typeLabel: typeLabel,
        steps: steps,
        nestedLabel: keyed == nil ? typeLabel : ByteRange(0..<0),
        nestedSteps: steps
      )
      if let form = keyed?.shapes[number] {
        leaveOut(form.fallbacks, of: steps)
        if form.isLabelled { shape.nestedLabel = addLabel(KeyedForm.targetKey, name) }
        if form.isIdentified { shape.nestedSteps = key(form.identity, of: steps) }
      }
      shapes.append(shape)
    }
    text += room
  }

  private mutating func addLabel(_ key: String, _ name: ArraySlice<UInt8>) -> ByteRange {
    addText([.comma] + JSONText.quoted(key) + [.colon] + JSONText.quoted(name))
  }

  private init(copyOf other: borrowing JSONWriter) {
    shapes = other.shapes
    steps = other.steps
    text = other.text
    constants = other.constants
    keyed = other.keyed
    isKeyed = other.isKeyed
  }

  /// Creates another writer of the same records.
  package borrowing func copy() -> JSONWriter { JSONWriter(copyOf: self) }

  private mutating func addText(_ added: [UInt8]) -> ByteRange {
    text += added
    return ByteRange((text.count - added.count)..<text.count)
  }

  private mutating func addSteps(
    _ members: PlanRange<OutputMember>,
    _ schema: RowSchema,
    _ redacted: [ArraySlice<String>]
  ) -> PlanRange<Step> {
    let added = schema.members[members].map { member in
      var step = Step(kind: .column, column: 0, inner: .empty)
      let name = schema.text[member.name.range]
      let redacted =
        redacted.isEmpty
        ? []
        : redacted.filter { $0.first.map { name.elementsEqual($0.utf8) } ?? false }
          .map { $0.dropFirst() }
      switch member.content {
      case .column(let column): step.column = column
      case .group(let inner):
        step.kind = .group
        step.inner = addSteps(inner, schema, redacted)
      case .related(let column, let inner):
        step.kind = .related
        step.column = column
        step.inner = addSteps(inner, schema, redacted)
      }
      if redacted.contains(where: { $0.isEmpty }) {
        step.isRedacted = true
        // A column without a nested object beside it.
        if step.kind == .column { step.kind = .related }
      }
      let start = text.count
      text.append(.comma)
      text += JSONText.quoted(name)
      text.append(.colon)
      step.label = ByteRange(start..<text.count)
      step.shortLabel = ShortText(prefixOf: Array(text[start...]))
      if step.kind == .column && step.label.count <= 16 { step.kind = .plain }
      return step
    }
    return steps.add(added)
  }

  // MARK: - Records

  /// Writes the record at `row`.
  ///
  /// `input` is the window's bytes with their padding.
  package mutating func write(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    let record = Int(batch.rows[row].record.index)
    if record < 0 { return output.append(batch.side.span.extracting(batch.rows[row].text)) }
    let start = output.count
    let typeLabel = shapes[record].typeLabel
    if typeLabel.count > 0 {
      output.append(padded: text.span, Int(typeLabel.offset), Int(typeLabel.count))
    }
    let steps = shapes[record].steps.indices
    writeMembers(steps, Int(batch.rows[row].firstCell), batch, input, &output)
    close(objectFrom: start, &output)
  }

  /// Writes the value of the first member of the record at `row` as text: a string without quotes
  /// and escapes, any other value as JSON.
  ///
  /// Writes nothing for a record without members.
  package mutating func writeText(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    let firstCell = Int(batch.rows[row].firstCell)
    for number in shapes[Int(batch.rows[row].record.index)].steps.indices {
      if steps[number].isNested {
        let start = output.count
        writeNested(number, firstCell, batch, input, isLabelled: false, &output)
        if output.count > start { return }
        continue
      }
      let cell = batch.cells[firstCell + Int(steps[number].column)]
      switch (cell.kind, cell.space) {
      case (.missing, _): continue
      case (.string, .input): cell.writeContent(input, to: &output)
      case (.string, .batch): cell.writeContent(batch.side.span, to: &output)
      case (.string, .plan): cell.writeContent(constants.span, to: &output)
      default: write(cell, batch, input, &output)
      }
      return
    }
  }

  /// Replaces the first label's comma by the brace: every label begins with the comma that
  /// separates it from the previous member.
  @inline(__always)
  func close(objectFrom start: Int, _ output: inout OutputBuffer) {
    if output.count > start { output[start] = .openObject } else { output.append(.openObject) }
    output.append(.closeObject)
  }

  @inline(__always)
  private mutating func writeMembers(
    _ range: Range<Int>,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    var next = range.lowerBound
    while true {
      next = writeShort(next..<range.upperBound, firstCell, batch, input, &output)
      if next >= range.upperBound { return }
      if steps[next].isNested {
        writeNested(next, firstCell, batch, input, &output)
      } else {
        let cell = batch.cells[firstCell &+ Int(steps[next].column)]
        if cell.kind != .missing && (!isKeyed || steps[next].writes(cell)) {
          writeLabel(next, &output)
          if let word = words[cell.kind] {
            output.append(word)
          } else if isKeyed {
            writeValue(cell, firstCell, batch, input, &output)
          } else {
            write(cell, batch, input, &output)
          }
        }
      }
      next &+= 1
    }
  }

  /// Writes the members of a nested object; a separate function, since the compiler inlines nothing
  /// into recursive ones.
  @inline(never)
  mutating func writeInner(
    _ range: Range<Int>,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    writeMembers(range, firstCell, batch, input, &output)
  }

  /// Writes members while they have a short label and a short plain text, or no value; returns the
  /// first other one.
  @inline(__always)
  private func writeShort(
    _ range: Range<Int>,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) -> Int {
    let steps = steps.span.extracting(range)
    let cells = batch.cells.span
    // A local variable, so that the count stays in a register.
    var buffer = consume output
    var next = 0
    while next < steps.count && steps[next].kind == .plain {
      let cell = cells[firstCell &+ Int(steps[next].column)]
      if cell.kind != .missing {
        guard cell.kind == .number || cell.kind == .string else { break }
        let label = steps[next].shortLabel
        let isWritten =
          if cell.space == .input {
            buffer.appendShort(label, then: input, cell.offset, cell.count)
          } else if cell.space == .batch {
            buffer.appendShort(label, then: batch.side.span, cell.offset, cell.count)
          } else {
            buffer.appendShort(label, then: constants.span, cell.offset, cell.count)
          }
        if !isWritten { break }
      }
      next &+= 1
    }
    output = buffer
    return range.lowerBound &+ next
  }

  @inline(__always)
  private mutating func writeLabel(_ number: Int, _ output: inout OutputBuffer) {
    let count = Int(steps[number].label.count)
    if count <= 16 { return output.append(steps[number].shortLabel) }
    output.append(padded: text.span, steps[number].label.lowerBound, count)
  }

  /// Writes a nested object that dotted destinations make, or related records with such an object
  /// in their place.
  private mutating func writeNested(
    _ number: Int,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    isLabelled: Bool = true,
    _ output: inout OutputBuffer
  ) {
    let step = steps[number]
    let cell = step.kind == .related ? batch.cells[firstCell + Int(step.column)] : .missing
    let hasGroup = hasCells(step.inner, firstCell, batch)
    if cell.kind == .missing && !hasGroup { return }
    if isLabelled { writeLabel(number, &output) }
    if step.isRedacted { return output.append(Redaction.text) }
    if cell.kind == .missing || (cell.kind == .null && hasGroup) {
      let start = output.count
      writeInner(step.inner.indices, firstCell, batch, input, &output)
      close(objectFrom: start, &output)
    } else {
      writeValue(cell, firstCell, batch, input, &output)
    }
  }

  /// Whether some member of a nested object is present.
  private mutating func hasCells(
    _ range: PlanRange<Step>,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch
  ) -> Bool {
    for number in range.indices {
      let step = steps[number]
      if step.kind != .group && step.writes(batch.cells[firstCell + Int(step.column)]) {
        return true
      }
      if step.isNested && hasCells(step.inner, firstCell, batch) { return true }
    }
    return false
  }

  // MARK: - Values

  /// Writes one value of a record; nothing if there is none.
  @inline(never)
  package mutating func write(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    switch cell.kind {
    case .missing: break
    // The resolver has replaced references that refer to records.
    case .null, .reference: output.append(Literal.nullText)
    case .true: output.append(Literal.trueText)
    case .false: output.append(Literal.falseText)
    case .number, .string, .structure:
      cell.write(CellBytes(input, batch.side.span, constants.span).around(cell), to: &output)
    case .record: writeNested(Int(cell.offset), of: batch, input, &output)
    case .list: writeList(cell, batch, input, &output)
    }
  }

  private mutating func writeList(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    output.append(.openArray)
    var row = Int(cell.offset)
    for number in 0..<cell.count {
      if number > 0 { output.append(.comma) }
      writeNested(row, of: batch, input, &output)
      row = Int(batch.rows[row].end)
    }
    output.append(.closeArray)
  }
}
