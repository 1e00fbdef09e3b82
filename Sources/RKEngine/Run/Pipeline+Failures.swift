extension Pipeline {
  // MARK: - Texts that are not JSON

  /// Reports a key or a document that is not allowed where it occurs, which ends the run.
  func refuse(
    _ fault: JSONSyntaxError.Fault,
    _ token: Int,
    _ window: borrowing InputWindow,
    _ input: InputState
  ) -> Ending {
    let view = window.view
    let isKey = fault != .secondDocument
    report(
      JSONSyntaxError(fault, at: view.position(token)),
      length: isKey ? view.content(ofString: token).count + 2 : 1,
      window,
      input
    )
    return .noJSON
  }

  /// Reports a line that is not JSON, as a failed record.
  ///
  /// Continues after it if the rule for failed records says so; otherwise returns an ending.
  func refuse(
    _ fault: JSONSyntaxError,
    _ window: inout InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: InputState
  ) throws(SystemError) -> Ending? {
    if fault.fault == .tooLarge {
      report(fault, length: 1, window, input)
      return .noJSON
    }
    window.moveLineAnchor(to: fault.offset)
    mapper.countBadLine()
    // Text that is not JSON still makes the input not empty.
    documentCountBefore = nil
    report(fault, length: 1, window, input)
    let rule = options.failedRecordRule
    if keeper == nil && rule == .fail { return .failedRecord }
    let place = keeper == nil ? nil : place(of: fault, length: 1, isShown: false, window, input)
    var line = UniqueArray<UInt8>(minimumCapacity: 1)
    try window.recover(keeping: keeper == nil ? 0 : FailedRecord.longestBadLine, in: &line)
    if let place {
      let record = FailedRecord(
        reason: .syntax(fault, input.format),
        place: place,
        way: [],
        text: trimmed(line)
      )
      try keepUnread(record, line.span, at: place.byteOffset - place.column + 1)
    }
    splitter = lineSplitter(input)
    return rule == .fail ? .failedRecord : nil
  }

  /// The range of the line without surrounding white space.
  private func trimmed(_ line: borrowing UniqueArray<UInt8>) -> Range<Int> {
    var (start, end) = (0, line.count)
    while end > start && line[end - 1].isWhitespace { end -= 1 }
    while start < end && line[start].isWhitespace { start += 1 }
    return start..<end
  }

  func report(
    _ fault: JSONSyntaxError,
    length: Int,
    _ window: borrowing InputWindow,
    _ input: InputState
  ) {
    let isShown = receiver.wantsPlace(of: fault)
    receiver.receive(
      fault,
      of: input.hasLines ? mapper.readCount : 0,
      in: input.format,
      at: isShown ? place(of: fault, length: length, window, input) : nil
    )
  }

  private func place(
    of fault: JSONSyntaxError,
    length: Int,
    isShown: Bool = true,
    _ window: borrowing InputWindow,
    _ input: InputState
  ) -> InputPlace {
    var place = input.located(
      window.place(
        fault.offset..<(fault.offset + length),
        input: input.name,
        pointer: nil,
        isShown: isShown
      )
    )
    if isShown { place.firstBytes = window.firstBytes }
    return place
  }

  // MARK: - Values and records

  /// Reports the faults since the last call, keeps the records that failed, and adds their
  /// replacements to the batch.
  func reportFaults(_ window: inout InputWindow, _ input: InputState) throws(SystemError) {
    guard batch.faults.count > 0 else { return }
    for number in 0..<batch.faults.count {
      let fault = batch.faults[number]
      let unit = mapper.units[Int(fault.unit)]
      let token = token(of: fault, in: unit)
      let kind = fault.derived ?? JSONKind(firstByte: window.view.token(token))
      let isWanted = receiver.wantsPlace(of: fault, kind)
      receiver.receive(
        fault,
        kind,
        of: unit.number,
        at: isWanted ? place(of: fault, &window, input) : nil,
        keys: isWanted ? keys(of: fault, window.view) : []
      )
    }
    if keeper != nil {
      for failure in mapper.failures { try keep(failure, &window, input) }
    }
    batch.faults.removeAll()
    enclosingLocation = nil
    mapper.forgetFaults()
  }

  private func keep(
    _ failure: RootMapper.Failure,
    _ window: inout InputWindow,
    _ input: InputState
  ) throws(SystemError) {
    // The reason is the first error, except errors of related records that were left out.
    var number = Int(failure.firstFault)
    while number + 1 < failure.endOfFaults
      && (!batch.faults[number].isError || batch.faults[number].isRelated)
    {
      number += 1
    }
    let fault = batch.faults[number]
    let place = place(of: fault, isShown: false, &window, input)
    let view = window.view
    let text: Range<Int>? =
      failure.end > failure.first
      ? view.position(Int(failure.first))..<view.end(ofValueEndingWith: Int(failure.end) - 1) : nil
    let record = FailedRecord(
      reason: .fault(fault, keys: keys(of: fault, view)),
      place: consume place,
      way: fault.code == .notFound ? [] : way(to: failure, view),
      isElement: fault.code != .notFound && isElement(failure),
      text: text,
      isCompact: text.map { !view.hasNote(.whitespace, $0) } ?? false
    )
    let row = try keep(record, view.padded)
    if let place = failure.row {
      batch.rows[Int(place)] = .init(text: row, offset: view.position(Int(failure.first)))
    }
  }

  /// Keeps input that could not be read, and adds its replacement to the batch; `offset` is where
  /// it begins in the input.
  func keepUnread(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    at offset: Int
  ) throws(SystemError) {
    let text = try keep(record, bytes)
    guard options.failedRecordRule == .emit else { return }
    batch.marks.append(.init(.single, row: UInt32(truncatingIfNeeded: batch.rows.count)))
    batch.rows.append(.init(text: text, offset: offset - batch.origin))
  }

  /// Returns the range of the batch's side that a record's replacement was written to.
  private func keep(_ record: FailedRecord, _ bytes: Span<UInt8>) throws(SystemError)
    -> Range<Int>
  {
    let start = batch.side.count
    try keeper?.receive(record, bytes, into: &batch.side)
    return start..<batch.side.count
  }

  private func keys(of fault: MappingFault, _ view: TokenView) -> [[UInt8]] {
    switch fault.code {
    case .notFound, .missingPart, .neverCompares: mapper.missedKeys[Int(fault.detail)]
    case .unevaluated: [mapper.operation.failures[Int(fault.detail)]]
    case .unmappable where fault.isOfOtherShape: view.keys(of: Int(fault.token))
    default: []
    }
  }

  // MARK: - Places

  /// The token of a fault; its representation's first token if it has none.
  private func token(of fault: MappingFault, in unit: RootMapper.Unit) -> Int {
    Int(fault.token == 0 ? unit.first : fault.token)
  }

  private func place(
    of fault: MappingFault,
    isShown: Bool = true,
    _ window: inout InputWindow,
    _ input: InputState
  ) -> InputPlace {
    let unit = mapper.units[Int(fault.unit)]
    let token = token(of: fault, in: unit)
    if unit.document != nil, !window.view.holds(token, inValueAt: Int(unit.first)) {
      return enclosingLocation(of: token, unit, isShown: isShown, window, input)
    }
    window.moveLineAnchor(to: window.view.position(Int(unit.first)))
    let pointer = pointer(to: token, in: unit, window.view)
    var place = input.located(
      window.place(ofToken: token, input: input.name, pointer: pointer, isShown: isShown)
    )
    place.recordNumber = unit.number
    if isShown && fault.isOfOtherShape {
      let view = window.view
      // The rest of a document that is read piece by piece may not be there yet.
      let document = unit.document ?? unit.outer.map { Int($0) } ?? Int(unit.first)
      if view.close(of: document) != nil {
        place.waysToMembers = view.waysToMembers(
          of: document,
          depth: 4,
          largestCount: 1_000,
          entersLists: true
        )
      }
    } else if isShown && fault.lacksSomething {
      place.waysToMembers = window.view.waysToMembers(of: token, depth: 3, largestCount: 200)
    }
    return place
  }

  /// The position of a value outside the failed representation.
  ///
  /// It is computed once, since all records of the document may fail because of it.
  private func enclosingLocation(
    of token: Int,
    _ unit: RootMapper.Unit,
    isShown: Bool,
    _ window: borrowing InputWindow,
    _ input: InputState
  ) -> InputPlace {
    var place: InputPlace
    if let known = enclosingLocation, known.token == token, known.isShown == isShown {
      place = known.place
    } else {
      let pointer = pointer(to: token, in: unit, window.view)
      place = input.located(
        window.place(ofToken: token, input: input.name, pointer: pointer, isShown: isShown)
      )
      enclosingLocation = EnclosingLocation(token: token, isShown: isShown, place: place)
    }
    place.recordNumber = unit.number
    return place
  }

  /// The keys that lead from a document to a representation that failed; empty if the path has
  /// steps other than keys.
  private func way(to failure: RootMapper.Failure, _ view: TokenView) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    for step in mapper.plan.steps[mapper.plan.descriptors[Int(failure.descriptor)].path] {
      guard case .key(let key) = step else { return [] }
      keys.append(Array(mapper.plan.text[key.range]))
    }
    switch mapper.units[Int(failure.unit)].place {
    case .member(let key), .memberOf(_, _, let key): keys.append(view.text(ofString: Int(key)))
    case .document, .value, .element, .elementOf: break
    }
    return keys
  }

  /// Whether a failed representation that is itself a list was an element of a list.
  private func isElement(_ failure: RootMapper.Failure) -> Bool {
    switch mapper.units[Int(failure.unit)].place {
    case .member, .memberOf: false
    case .document, .value, .element, .elementOf:
      mapper.plan.descriptors[Int(failure.descriptor)].cardinality != .one
    }
  }

  private func pointer(
    to token: Int,
    in unit: RootMapper.Unit,
    _ view: TokenView
  ) -> [UInt8] {
    var pointer: [UInt8] = []
    // The value may be in another part of the document, such as its root.
    if let document = unit.document, !view.holds(token, inValueAt: Int(unit.first)) {
      JSONPointer.append(view, from: document, to: token, to: &pointer)
      return pointer
    }
    var level = mapper.plan.descriptors[0].path.count
    switch unit.place {
    case .document, .elementOf, .memberOf: level = 0
    case .value(let reached): level = reached
    case .element, .member: break
    }
    for step in mapper.plan.steps[mapper.plan.descriptors[0].path].prefix(level) {
      guard case .key(let key) = step else { continue }
      JSONPointer.append(key: mapper.plan.text[key.range], to: &pointer)
    }
    switch unit.place {
    case .document, .value: break
    case .element(let index): JSONPointer.append(index: index, to: &pointer)
    case .member(let key): JSONPointer.append(key: view.text(ofString: Int(key)), to: &pointer)
    case .elementOf(let list, let document, let index):
      JSONPointer.append(view, from: Int(document), to: Int(list), to: &pointer)
      JSONPointer.append(index: Int(index), to: &pointer)
    case .memberOf(let object, let document, let key):
      JSONPointer.append(view, from: Int(document), to: Int(object), to: &pointer)
      JSONPointer.append(key: view.text(ofString: Int(key)), to: &pointer)
    }
    JSONPointer.append(view, from: Int(unit.first), to: token, to: &pointer)
    return pointer
  }
}

extension RootMapper.Unit {
  /// The first token of the document that contains the unit, if all of the document is in memory.
  fileprivate var document: Int? {
    switch place {
    case .elementOf(_, let document, _), .memberOf(_, let document, _): Int(document)
    case .document, .value, .element, .member: nil
    }
  }
}

extension MappingFault {
  fileprivate var isOfOtherShape: Bool { code == .unmappable && variant == Self.otherShape }

  /// The fault reports a value that was not found: it may be there under another name.
  fileprivate var lacksSomething: Bool {
    switch code {
    case .required, .requiredRecord, .unmappable: true
    default: false
    }
  }
}

extension TokenView {
  /// Whether a token belongs to the value that begins with `first`.
  fileprivate func holds(_ token: Int, inValueAt first: Int) -> Bool {
    token >= first && token < next(after: first)
  }
}
