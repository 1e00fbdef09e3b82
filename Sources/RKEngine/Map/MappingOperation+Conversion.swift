extension MappingOperation {
  /// Applies a value rule to a value that was found at a location.
  ///
  /// The result's kind is `missing` if the value could not be converted; its token is then that of
  /// the value or of the part that failed. `madeFrom` is where the batch's side ended before the
  /// value was looked up.
  @inline(never)
  mutating func converted(
    _ value: Cell,
    by id: PlanID<ValueRule>,
    at location: ValueLocation,
    madeFrom start: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    if value.kind == .missing {
      if location.kind == .token || location.kind == .list { faultCode = .surrogate }
      return value
    }
    let rule = plan.valueRules[id]
    var cell = value
    if !rule.onlyConverts {
      if rule.emptyIsNull && cell.kind == .string && cell.count == 2 {
        trace?.add(.emptyString(in: "\"\""))
        return Cell(.null, token: cell.token)
      }
      if !rule.transforms.isEmpty {
        if let trace {
          cell = tracedTransforms(cell, by: rule.transforms, at: location, trace, view, &batch)
        } else {
          cell = transformed(cell, by: rule.transforms, at: location, view, &batch)
        }
        if cell.kind == .missing || cell.kind == .null { return cell }
      }
      if !rule.map.isNone {
        cell = lookUp(cell, by: rule.map, view, batch)
        if cell.kind == .missing { faultCode = .unmapped }
      }
      cell.token = value.token
    }
    guard let conversion = rule.conversion, cell.kind != .missing, cell.kind != .null else {
      return cell
    }
    // The elements of a transform's result need not be those that were found, so it has no
    // position.
    let place = rule.transforms.isEmpty ? location : .missing
    guard trace != nil || rule.kinds != nil else {
      return convert(cell, to: conversion, at: place, madeFrom: start, view, &batch)
    }
    // Converting a list overwrites its input.
    let given = trace == nil ? nil : tracedText(cell, view, batch)
    lists.watchesKinds = rule.kinds != nil
    let result = convert(cell, to: conversion, at: place, madeFrom: start, view, &batch)
    lists.watchesKinds = false
    if let trace, let given {
      trace.add(.convert(in: given, out: tracedText(result, view, batch)))
    }
    if let kinds = rule.kinds, result.kind != .missing {
      checkKind(of: cell, kinds, at: location, view, &batch)
    }
    return result
  }

  /// Converts the value to the required type.
  @inline(__always)
  private mutating func convert(
    _ cell: Cell,
    to conversion: Conversion,
    at location: ValueLocation,
    madeFrom start: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    let isScalar = cell.kind != .structure && cell.kind != .record && cell.kind != .list
    if case .string = conversion, cell.kind == .string { return cell }
    if case .list(let element, let isSet) = conversion, isScalar || cell.kind == .structure {
      return list(cell, of: element, isSet, at: location, madeFrom: start, view, &batch)
    }
    if case .object = conversion, cell.kind == .structure && kind(of: cell, view, batch) == .object
    {
      return cell
    }
    guard isScalar else { return Cell(.missing, token: cell.token) }
    return scalar(cell, to: conversion, view, &batch)
  }

  // MARK: - Scalars

  @inline(__always)
  private mutating func scalar(
    _ cell: Cell,
    to conversion: Conversion,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    guard cell.space == .input && !cell.traits.contains(.mayHaveEscapes) else {
      return scalarElsewhere(cell, to: conversion, view, &batch)
    }
    let range = cell.textRange
    var made = ValueConverter.convert(
      cell.kind,
      view.padded,
      range,
      to: conversion,
      plan.dates,
      &batch.side
    )
    if let own = made, own.kind == .string, own.space == .input {
      if own.range == range { return cell }
      made = detached(own, of: view.padded, &batch.side)
    }
    var result = made ?? .missing
    if !result.traits.isDisjoint(with: .isNotedDate) { noteAssumed(&result, conversion) }
    result.token = cell.token
    return result
  }

  /// Notes a date of which a format or a zone was assumed.
  @inline(never)
  private mutating func noteAssumed(_ cell: inout Cell, _ conversion: Conversion) {
    if case .date(let id) = conversion {
      survey.note(AssumedDates(cell.traits), of: Int(id.index))
    }
    cell.traits.subtract(.isNotedDate)
  }

  /// Converts a scalar that is not part of the input, or has escapes.
  @inline(never)
  private mutating func scalarElsewhere(
    _ cell: Cell,
    to conversion: Conversion,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    // The text must not overlap the result, and must have no escapes.
    putText(of: cell, view, batch)
    let range = 0..<scratch.count
    let made = ValueConverter.convert(
      cell.kind,
      scratch.span,
      range,
      to: conversion,
      plan.dates,
      &batch.side
    )
    var result = made.map { detached($0, of: scratch.span, &batch.side) } ?? .missing
    if !result.traits.isDisjoint(with: .isNotedDate) { noteAssumed(&result, conversion) }
    result.token = cell.token
    return result
  }

  /// The result of a conversion; copied if it is part of `text`.
  private func detached(
    _ cell: Cell,
    of text: Span<UInt8>,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell {
    guard cell.space == .input, cell.kind == .string || cell.kind == .number else { return cell }
    let start = side.count
    cell.appendMade(of: text, to: &side)
    return Cell(cell.kind, start..<side.count, space: .batch)
  }

  /// Stores a scalar's text, without quotes and escapes, in `scratch`.
  private mutating func putText(
    of cell: Cell,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    scratch.removeAll()
    cell.appendText(batch, view.padded, plan.text, to: &scratch)
  }

  // MARK: - Value maps

  /// Looks up a value in a value map; `missing` if the map has no entry for it.
  @inline(never)
  private mutating func lookUp(
    _ cell: Cell,
    by map: PlanID<ValueMap>,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> Cell {
    let number = entry(for: cell, in: map, view, batch)
    coverage?.count(entry: number, of: plan.valueMaps[map], map)
    if let trace { note(lookUpOf: cell, in: map, entry: number, trace, view, batch) }
    return plan.value(ofEntry: number, of: map)
  }

  /// The number of the entry of a value map for a value; negative if there is none.
  @inline(__always)
  private mutating func entry(
    for cell: Cell,
    in map: PlanID<ValueMap>,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> Int {
    switch cell.kind {
    // Only scalars have a text that can be looked up.
    case .missing, .null, .structure, .record, .list, .reference: return -1
    case .number, .string, .true, .false: break
    }
    let isPlain = cell.kind == .number || cell.kind == .string
    if isPlain && cell.space == .input && !cell.traits.contains(.mayHaveEscapes) {
      return plan.entry(for: view, cell.textRange, in: map)
    }
    putText(of: cell, view, batch)
    let count = scratch.count
    scratch.append(repeating: 0, count: 8)
    return plan.entry(for: scratch.span, 0..<count, in: map)
  }

  // MARK: - Structures

  private mutating func list(
    _ cell: Cell,
    of element: PlanID<Conversion>,
    _ isSet: Bool,
    at location: ValueLocation,
    madeFrom start: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    let isWord = cell.kind == .true || cell.kind == .false
    let isInPlace = cell.space == .input && !isWord
    if !isInPlace {
      // The text must not overlap the result.
      scratch.removeAll()
      if isWord {
        scratch.append(cell.kind == .true ? Literal.trueText : Literal.falseText)
      } else {
        cell.appendBytes(batch, view.padded, plan.text, to: &scratch)
      }
      // Drops what was only made for the conversion; a record's cell stays.
      if location.kind != .cell { batch.side.truncate(to: start) }
    }
    let result = batch.side.count
    let isDone =
      isInPlace
      ? lists.append(view.padded, cell.range, of: element, isSet: isSet, plan, to: &batch.side)
      : lists.append(scratch, of: element, isSet: isSet, plan, to: &batch.side)
    if let conversion = lists.assumedConversion {
      survey.note(lists.assumed, of: conversion)
      lists.forgetAssumed()
    }
    guard isDone else {
      batch.side.truncate(to: result)
      let token = token(
        ofElementAt: lists.failure,
        in: isInPlace ? cell : nil,
        at: location,
        view
      )
      return Cell(.missing, token: token.map { UInt32($0) } ?? cell.token)
    }
    if let converted = lists.takeConverted() {
      let token = token(ofElementAt: converted, in: isInPlace ? cell : nil, at: location, view)
      convertedElement = token.map { UInt32($0) } ?? cell.token
    }
    return Cell(
      .structure,
      result..<batch.side.count,
      space: .batch,
      traits: cell.traits,
      token: Int(cell.token)
    )
  }

  /// The token of the element that begins at an offset in the text of a list.
  ///
  /// A list in the input is searched; one made by a key path is walked again.
  private func token(
    ofElementAt offset: Int,
    in cell: Cell?,
    at location: ValueLocation,
    _ view: TokenView
  ) -> Int? {
    if let cell {
      let first = Int(cell.token)
      return view.token(at: offset, from: first, to: view.next(after: first))
    }
    guard location.kind == .list, scratch[0] == .openArray else { return nil }
    return token(ofElementAt: offset, among: location, from: 0, view)
  }

  private func token(
    ofElementAt offset: Int,
    among list: ValueLocation,
    from start: Int,
    _ view: TokenView
  ) -> Int? {
    var elements = ArrayElements(from: start)
    for number in Int(list.first)..<Int(list.first + list.second) {
      guard let range = elements.next(scratch.span) else { return nil }
      guard range.contains(offset) else { continue }
      let item = walk.lists[number]
      if item.kind == .list && offset > range.lowerBound {
        return token(ofElementAt: offset, among: item, from: range.lowerBound, view)
      }
      guard let first = item.firstToken(walk.lists).map({ Int($0) }) else { return nil }
      if item.kind != .token { return first }
      // The item's text was copied unchanged.
      let place = view.position(first) + offset - range.lowerBound
      return view.token(at: place, from: first, to: view.next(after: first))
    }
    return nil
  }
}

extension TokenView {
  /// The last token from `first` on, before `end`, that begins at or before an offset.
  fileprivate func token(at offset: Int, from first: Int, to end: Int) -> Int {
    var (low, high) = (first, end)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if position(middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
