extension RootMapper {
  /// Applies all descriptors to the document of these tokens, in the order of the spec.
  ///
  /// `number` is its place in a stream of documents, nil if it is the only one.
  package mutating func map(
    document first: Int,
    _ last: Int,
    number: Int?,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) throws(SystemError) {
    if operation.options.takesDocuments {
      return try mapWhole(document: first, last, number, .single, view, &batch)
    }
    if number != nil ? !isSomething(first, view) : passesOver(first, last, view) { return }
    let unit = Unit(first: UInt32(truncatingIfNeeded: first), place: .document)
    let index = number.map { ValueLocation(.number, UInt32(truncatingIfNeeded: $0)) } ?? .missing
    operation.beginDocument(first)
    if expectsRecords && number == nil && isEmpty(first, last, view) {
      let isWanted = applied.isEmpty || applied.contains { !plan.descriptors[$0].isOptional }
      return isWanted ? reportNothing(unit, to: last, keys: [], &batch) : ()
    }
    var isFound = false
    var hasMissed = false
    var mustFind = applied.isEmpty
    for place in applied.indices {
      let descriptor = applied[place]
      if descriptor != tallied.descriptor { tally(descriptor) }
      mustFind = mustFind || !plan.descriptors[descriptor].isOptional
      let location = operation.locate(plan.descriptors[descriptor].path, in: first, view)
      switch location.kind {
      case .token where isSomething(Int(location.first), view):
        isFound = true
        let token = Int(location.first)
        try mapFound(
          token,
          to: token == first ? last : nil,
          descriptor,
          index,
          unit,
          view,
          &batch
        )
      case .list:
        let hasItems = try mapItems(
          of: location,
          descriptor,
          unit,
          view,
          &batch
        )
        isFound = hasItems || isFound
        hasMissed = hasMissed || !hasItems
      default: hasMissed = true
      }
      if isStopped { return }
    }
    if isFound && hasMissed && !chosen.isEmpty { reportMissingParts(of: unit, view, &batch) }
    operation.forgetRepeatedKey()
    if !isFound && mustFind {
      // An empty document that no descriptor applies to is not reported.
      if applied.isEmpty && isEmpty(first, last, view) { return }
      reportNothing(unit, to: last, keys: view.keys(of: first), &batch)
    }
  }

  /// Whether each document, or element of one, is a representation as a whole.
  var takesDocuments: Bool { operation.options.takesDocuments }

  /// Maps an element of a document as a representation of every descriptor.
  mutating func map(
    element first: Int,
    _ last: Int,
    number: Int,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) throws(SystemError) {
    try mapWhole(document: first, last, number, .element, view, &batch)
  }

  @inline(never)
  private mutating func mapWhole(
    document first: Int,
    _ last: Int,
    _ number: Int?,
    _ kind: RecordBatch.Mark.Kind,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    operation.beginDocument(first)
    let index = number.map { ValueLocation(.number, UInt32(truncatingIfNeeded: $0)) } ?? .missing
    for descriptor in applied where !isStopped {
      let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
      let row = UInt32(truncatingIfNeeded: batch.rows.count)
      let faultCount = batch.faults.count
      let outcome = operation.map(
        representation(first, descriptor, index: index),
        to: last,
        by: plan.descriptors[descriptor].node,
        of: descriptor,
        view,
        into: &batch
      )
      try record(
        outcome,
        RecordBatch.Mark(kind, section: section, row: row),
        UInt32(truncatingIfNeeded: first)..<UInt32(truncatingIfNeeded: last + 1),
        descriptor,
        Unit(first: UInt32(truncatingIfNeeded: first), place: .document),
        faultsFrom: faultCount,
        view,
        &batch
      )
    }
  }

  /// Whether an empty document is skipped.
  ///
  /// If records are expected, it is skipped only if it is an empty collection of them.
  func passesOver(_ first: Int, _ last: Int, _ view: TokenView) -> Bool {
    guard isEmpty(first, last, view) else { return false }
    return !expectsRecords
      || applied.contains { number in
        let descriptor = plan.descriptors[number]
        return descriptor.path.isEmpty
          && (view.token(first) == .openArray || plan.nodes[descriptor.node].forcesCollection)
      }
  }

  /// Whether the document is `[]`, or `{}` unless that is mapped like any other.
  func isEmpty(_ first: Int, _ last: Int, _ view: TokenView) -> Bool {
    guard last == first + 1 else { return false }
    let byte = view.token(first)
    return byte == .openArray || byte == .openObject && !operation.options.takesEmptyObjects
  }

  /// Whether a value counts as found: not null or a list of nulls, but an empty list does.
  func isSomething(_ token: Int, _ view: TokenView) -> Bool {
    if view.isNull(token) { return false }
    var element = token + 1
    if view.token(token) != .openArray || view.token(element) == .closeArray { return true }
    while view.token(element) != .closeArray {
      if !view.isNull(element) { return true }
      element = view.afterComma(element + 1)
    }
    return false
  }

  /// Maps what one descriptor found.
  ///
  /// `last` is its last token; nil to compute it if needed.
  private mutating func mapFound(
    _ token: Int,
    to last: Int?,
    _ descriptor: Int,
    _ index: ValueLocation,
    _ unit: Unit,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    let cardinality = plan.descriptors[descriptor].cardinality
    let forcesCollection = plan.nodes[plan.descriptors[descriptor].node].forcesCollection
    switch view.token(token) {
    case .openArray where cardinality != .one:
      mark(descriptor, &batch)
      var first = token + 1
      var place = 0
      while view.token(first) != .closeArray && !isStopped {
        let after = view.next(after: first)
        let representation = representation(
          first,
          descriptor,
          index: ValueLocation(.number, UInt32(truncatingIfNeeded: place))
        )
        let element = Unit(
          first: UInt32(truncatingIfNeeded: first),
          place: .elementOf(
            list: UInt32(truncatingIfNeeded: token),
            document: unit.first,
            index: UInt32(truncatingIfNeeded: place)
          )
        )
        try map(representation, to: after - 1, descriptor, .element, element, view, &batch)
        first = view.afterComma(after)
        place += 1
      }
    case .openObject where forcesCollection:
      mark(descriptor, &batch)
      try mapMembers(of: token, descriptor, view, &batch) { key in
        let place = Unit.Place.memberOf(
          object: UInt32(truncatingIfNeeded: token),
          document: unit.first,
          key: UInt32(truncatingIfNeeded: key)
        )
        return Unit(first: UInt32(truncatingIfNeeded: key + 2), place: place)
      }
    default:
      let single = representation(token, descriptor, index: index)
      let last = last ?? view.next(after: token) - 1
      try map(single, to: last, descriptor, .single, unit, view, &batch)
    }
  }

  /// Whether the members of an object in a list are the representations of a node, each under its
  /// key.
  func entersElements(of node: PlanID<PlanNode>) -> Bool {
    plan.nodes[node].forcesCollection && plan.nodes[node].takesNestingKey
  }

  /// Maps each member of the object at a token; `unit` gives that of the one with a key.
  mutating func mapMembers(
    of token: Int,
    _ descriptor: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch,
    unit: (_ key: Int) -> Unit
  ) throws(SystemError) {
    var key = token + 1
    var index = 0
    while view.token(key) == .quote && !isStopped {
      let after = view.next(after: key + 2)
      var member = representation(
        key + 2,
        descriptor,
        index: ValueLocation(.number, UInt32(truncatingIfNeeded: index))
      )
      member.key = ValueLocation(token: key)
      member.isMember = true
      try map(member, to: after - 1, descriptor, .element, unit(key), view, &batch)
      key = view.afterComma(after)
      index += 1
    }
  }

  /// Maps the items of a list that a key path made; false if all of them are null.
  mutating func mapItems(
    of list: ValueLocation,
    _ descriptor: Int,
    _ unit: Unit,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) -> Bool {
    // A copy, as the operation reuses its lists.
    operation.copyItems(of: list, to: &items)
    var isFound = items.isEmpty
    for place in 0..<items.count where items[place].kind == .token {
      if !view.isNull(Int(items[place].first)) { isFound = true }
    }
    guard isFound else { return false }
    mark(descriptor, &batch)
    for place in 0..<items.count where items[place].kind == .token && !isStopped {
      let token = Int(items[place].first)
      var item = representation(
        token,
        descriptor,
        index: ValueLocation(.number, UInt32(truncatingIfNeeded: place))
      )
      if items[place].second != 0 { item.key = ValueLocation(.token, items[place].second) }
      try map(item, to: view.next(after: token) - 1, descriptor, .element, unit, view, &batch)
    }
    return true
  }

  /// Marks in the batch that the key path of a descriptor leads to several representations.
  func mark(_ descriptor: Int, _ batch: inout RecordBatch) {
    let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
    batch.marks.append(.init(.collection, section: section))
  }
}
