extension MappingOperation {
  /// The value at a token, unchanged; its kind is `missing` if it is not valid text.
  @inline(__always)
  mutating func plainCell(_ token: Int, _ view: TokenView) -> Cell {
    let start = view.position(token)
    switch view.token(token) {
    case .quote:
      let end = view.closingQuote(of: token) &+ 1
      if hasEscapes && view.mayHaveEscapes(from: start, to: end) {
        // Invalid text cannot be converted, not even to text.
        return view.string(token, from: start, to: end)
          ?? Cell(.missing, token: UInt32(truncatingIfNeeded: token))
      }
      return Cell(.string, from: start, to: end, token: token)
    case .openObject, .openArray: return structure(token, view)
    case .ascii("n"): return Cell(.null, token: UInt32(truncatingIfNeeded: token))
    case .ascii("t"): return Cell(.true, token: UInt32(truncatingIfNeeded: token))
    case .ascii("f"): return Cell(.false, token: UInt32(truncatingIfNeeded: token))
    default: return Cell(.number, from: start, to: view.end(ofScalar: token), token: token)
    }
  }

  /// The value at a location, converted.
  ///
  /// Its kind is `missing` if it could not be; the token is then that of the failed value.
  @inline(__always)
  mutating func value(
    at location: ValueLocation,
    _ rule: PlanID<ValueRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    guard location.kind == .token else { return derivedValue(at: location, rule, view, &batch) }
    let cell = plainCell(Int(location.first), view)
    if rule.isNone || plan.valueRules[rule].keeps(cell.kind) { return cell }
    return converted(cell, by: rule, at: location, madeFrom: batch.side.count, view, &batch)
  }

  /// The value at a location that is not in the input, converted.
  @inline(never)
  private mutating func derivedValue(
    at location: ValueLocation,
    _ rule: PlanID<ValueRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    let start = batch.side.count
    if location.kind == .uncomputed {
      faultCode = .unevaluated
      return Cell(.missing, token: location.first)
    }
    if let repeated, repeated.turn != 0, location.kind == .list, !declaresList(rule) {
      return Cell(.missing, token: repeated.turn)
    }
    let cell = plainValue(at: location, view, &batch)
    if rule.isNone || cell.kind == .null { return cell }
    return converted(cell, by: rule, at: location, madeFrom: start, view, &batch)
  }

  /// Whether a rule makes a list of a value.
  @inline(never)
  private func declaresList(_ rule: PlanID<ValueRule>) -> Bool {
    guard !rule.isNone else { return false }
    let isList = plan.valueRules[rule].conversion?.element != nil
    return isList || plan.transforms[plan.valueRules[rule].transforms].contains(where: \.takesLists)
  }

  /// Mutating, because a nonmutating function would get a copy of the whole operation.
  @inline(never)
  private mutating func structure(_ token: Int, _ view: TokenView) -> Cell {
    if let second = repeated?.second(of: token, view) {
      return Cell(.missing, token: UInt32(second))
    }
    let range = view.position(token)..<(view.position(view.next(after: token) - 1) + 1)
    var traits: Cell.Traits = []
    if view.hasNote(.whitespace, range) { traits.insert(.mayHaveWhitespace) }
    if view.mayHaveEscapes(range) {
      if StringText.hasLoneSurrogate(view.padded, range) {
        return Cell(.missing, token: UInt32(loneSurrogate(within: token, view)))
      }
      traits.insert(.mayHaveEscapes)
    }
    return Cell(.structure, range, traits: traits, token: token)
  }

  /// The token of the string or key in a structure that contains a lone surrogate; there must be
  /// one.
  private func loneSurrogate(within structure: Int, _ view: TokenView) -> Int {
    let inner = (structure + 1)..<view.next(after: structure)
    return inner.first {
      view.token($0) == .quote
        && StringText.hasLoneSurrogate(view.padded, view.content(ofString: $0))
    } ?? structure
  }

  /// The value at a location, unchanged.
  mutating func plainValue(
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    switch location.kind {
    case .unknown, .missing, .broken, .uncomputed: return .missing
    case .null: return Cell(.null)
    case .token: return plainCell(Int(location.first), view)
    case .constant:
      return Cell(.string, space: .plan, offset: location.first, count: location.second)
    case .cell: return batch.cells[Int(location.first)]
    case .metadata: return metadata.cell(at: location, &batch.side)
    case .number, .madeNumber:
      let start = batch.side.count
      walk.appendNumber(location, to: &batch.side)
      return Cell(.number, start..<batch.side.count, space: .batch)
    case .list: return list(location, view, &batch)
    }
  }

  /// The text, as an array, of a list that a path made.
  private mutating func list(
    _ location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  )
    -> Cell
  {
    let start = batch.side.count
    var traits: Cell.Traits = []
    let failing = write(location, from: start, view, &batch, &traits)
    room &-= batch.side.count &- start
    if failing != 0 {
      batch.side.truncate(to: start)
      return Cell(.missing, token: failing)
    }
    return Cell(.structure, start..<batch.side.count, space: .batch, traits: traits)
  }

  /// Writes a list, which begins at `start`, with brackets and commas.
  ///
  /// Returns the token of an item that cannot be written, otherwise 0.
  private mutating func write(
    _ location: ValueLocation,
    from start: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch,
    _ traits: inout Cell.Traits
  ) -> UInt32 {
    batch.side.append(.openArray)
    for number in location.first..<(location.first + location.second) {
      if number > location.first { batch.side.append(.comma) }
      let item = walk.lists[Int(number)]
      switch item.kind {
      case .list:
        let failing = write(item, from: start, view, &batch, &traits)
        if failing != 0 { return failing }
        continue
      case .number, .madeNumber:
        walk.appendNumber(item, to: &batch.side)
        continue
      default: break
      }
      let cell = value(at: item, .none, view, &batch)
      traits.formUnion(cell.traits)
      switch cell.kind {
      case .missing: return cell.token
      case .null: batch.side.append(Literal.nullText)
      case .true: batch.side.append(Literal.trueText)
      case .false: batch.side.append(Literal.falseText)
      default: batch.side.append(contentsOf: view.padded, cell.range)
      }
      if batch.side.count &- start > room {
        room = -1
        return item.firstToken(walk.lists) ?? frames.top.outer
      }
    }
    batch.side.append(.closeArray)
    return 0
  }
}

extension Cell {
  /// A value in a range of bytes.
  ///
  /// For a window 32 bits suffice; a batch that is too large traps when it is sealed.
  @inline(__always)
  init(
    _ kind: Kind,
    _ range: Range<Int>,
    space: Space = .input,
    traits: Traits = [],
    token: Int = 0
  ) {
    self.init(
      kind,
      space: space,
      traits: traits,
      offset: UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.upperBound &- range.lowerBound),
      token: UInt32(truncatingIfNeeded: token)
    )
  }

  /// A plain value of the window, whose bytes lie between two offsets in ascending order.
  @inline(__always)
  init(_ kind: Kind, from start: Int, to end: Int, token: Int) {
    self.init(
      kind,
      offset: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: end &- start),
      token: UInt32(truncatingIfNeeded: token)
    )
  }
}

extension Cell {
  /// A scalar's bytes without a string's quotes.
  var textRange: Range<Int> { kind == .string ? contentRange : range }

  /// Appends a scalar's text, without a string's quotes and escapes.
  func appendText(_ bytes: Span<UInt8>, to output: inout UniqueArray<UInt8>) {
    switch kind {
    case .true: output.append(Literal.trueText)
    case .false: output.append(Literal.falseText)
    case .string: _ = StringText.append(bytes, contentRange, to: &output)
    default: output.append(contentsOf: bytes, range)
    }
  }
}
