extension MappingOperation {
  /// Assigns the computed attributes of the current record.
  ///
  /// They are treated like values that are found, except that they make no representation mappable.
  mutating func compute(
    _ attributes: PlanRange<ComputedAttribute>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    for number in attributes.indices {
      let computed = plan.computedAttributes[number]
      let start = batch.side.count
      if let trace { beginTraced(Int(computed.attribute.index), trace) }
      var place = frames.top.outer
      let cell =
        computed.program.isNone
        ? fill(computed.template, at: &place, view, &batch)
        : value(of: computed.program, at: &place, view, &batch)
      let rule = Int(computed.attribute.index)
      if let coverage {
        let kind = cell?.kind ?? .missing
        cover(computed, hasValue: kind != .missing && kind != .null, coverage, view)
      }
      if let trace { noteComputed(computed, cell, trace, view, &batch) }
      room &-= batch.side.count &- start
      guard let cell, room >= 0 else {
        batch.side.truncate(to: start)
        substitute(failed: place, rule, &batch)
        continue
      }
      assign(made: cell, madeFrom: start, rule, view, &batch)
    }
  }

  /// The value of an expression; nil if it has none, and `faultCode` gives the reason.
  private mutating func value(
    of program: PlanID<ExpressionProgram>,
    at place: inout UInt32,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell? {
    let result = evaluate(program, view, &batch)
    if !result.hasFailed { return result.cell }
    faultCode = .unevaluated
    if uncomputed != 0 { place = uncomputed }
    return nil
  }

  /// Stores a computed value, converted, in the record; or the substitute that the rule defines.
  private mutating func assign(
    made cell: Cell,
    madeFrom start: Int,
    _ rule: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    if cell.kind == .missing || cell.kind == .null {
      let fallback = plan.attributes[rule].onMissing
      if fallback == .absent && !plan.attributes[rule].isRequired { return }
      return fallBack(fallback, rule, &batch)
    }
    var value = cell
    let id = plan.attributes[rule].valueRule
    if !id.isNone {
      value = converted(cell, by: id, at: .missing, madeFrom: start, view, &batch)
    }
    switch value.kind {
    case .missing:
      let isFound = cell.token != 0 && cell.space == .input
      let place = isFound ? cell.token : frames.top.outer
      substitute(failed: place, derived: isFound ? nil : JSONKind(cell.kind), rule, &batch)
    case .null where plan.attributes[rule].onNull != .null || plan.attributes[rule].isRequired:
      let place = cell.token == 0 ? frames.top.outer : cell.token
      fallBack(plan.attributes[rule].onNull, rule, null: place, &batch)
    default: batch.cells[Int(frames.top.firstCell &+ plan.attributes[rule].column)] = value
    }
  }

  // MARK: - Templates

  /// Fills a template from the current record.
  ///
  /// Missing if a part is missing or null; nil if a part has no text, which is then at `place`.
  private mutating func fill(
    _ template: PlanRange<TemplatePiece>,
    at place: inout UInt32,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell? {
    scratch.removeAll()
    scratch.append(.quote)
    var traits: Cell.Traits = []
    for number in template.indices {
      switch plan.templatePieces[number] {
      case .text(let text):
        // Escaped as in a JSON string.
        plan.append(text, to: &scratch)
        traits.insert(.mayHaveEscapes)
      case .column(let column, let isEscaped):
        let cell = batch.cells[Int(frames.top.firstCell &+ column)]
        switch cell.kind {
        case .missing, .null: return .missing
        case .structure, .record, .list, .reference:
          faultCode = .unfilled
          if cell.token != 0 { place = cell.token }
          return nil
        case .true, .false: cell.appendText(batch, view.padded, plan.text, to: &scratch)
        case .number, .string:
          if isEscaped {
            // Loading cannot fail: no value of a record contains a lone surrogate.
            _ = buffer.load(cell, batch, view.padded, plan.text)
            buffer.appendEncoded(to: &scratch)
          } else {
            Self.append(cell, batch, view.padded, plan.text, to: &scratch)
            traits.formUnion(cell.traits)
          }
        }
        if scratch.count > room {
          room = -1
          return nil
        }
      }
    }
    scratch.append(.quote)
    let start = batch.side.count
    batch.side.append(contentsOf: scratch.span, 0..<scratch.count)
    return Cell(
      .string,
      start..<batch.side.count,
      space: .batch,
      traits: traits.intersection(.mayHaveEscapes)
    )
  }

  /// Appends a number, or a string without its quotes.
  private static func append(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    to output: inout UniqueArray<UInt8>
  ) {
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    output.append(contentsOf: bytes, cell.textRange)
  }
}

extension ValueBuffer {
  /// Appends the text, escaped for a URL.
  fileprivate func appendEncoded(to output: inout UniqueArray<UInt8>) {
    TextTransform.urlEncode(bytes.span, &output)
  }
}

extension MappingPlan {
  /// Appends one of the template's texts.
  fileprivate func append(_ text: ByteRange, to output: inout UniqueArray<UInt8>) {
    output.append(contentsOf: self.text.span, text.range)
  }
}
