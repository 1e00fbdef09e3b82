/// A document whose representations are returned one by one: the state of its mapping.
///
/// The plan has one descriptor, whose key path consists of keys alone; other plans need whole
/// documents.
package struct StreamedDocument {
  /// The document's first token; negative if that has been dropped.
  private var first = 0
  private var isFirstHeld = true
  private var isFound = false
  private var hasMark = false
  private(set) var elementCount = 0
  private(set) var nullCount = 0

  package init() {}

  /// Begins with the document's first token.
  package init(first: Int) {
    self.first = first
  }

  /// Handles a piece of the document.
  ///
  /// `number` is its number in a stream of documents; nil if it is the only one, or if the number
  /// is not needed.
  package mutating func map(
    _ event: DocumentSplitter.Event,
    number: Int?,
    _ mapper: inout RootMapper,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    if mapper.splitsLists { return try split(event, &mapper, view, &batch) }
    switch event {
    case .single(let first, let last):
      try mapSingle(first, last, number: number, &mapper, view, &batch)
    case .collection:
      isFound = true
    case .element(let first, let last, let key, let index):
      elementCount += 1
      // An object counts as found even if all its members are null.
      if key == nil && view.isNull(first) { nullCount += 1 }
      try mapElement(first, last, key, index, &mapper, view, &batch)
    case .turn(let first, _, let rest):
      let location = mapper.operation.locate(rest, in: first, view)
      guard location.kind == .list else { return }
      let level = mapper.plan.descriptors[0].path.count - rest.count
      let unit = RootMapper.Unit(
        first: UInt32(truncatingIfNeeded: first),
        place: .value(level: level)
      )
      isFound = try mapper.mapItems(of: location, 0, unit, view, &batch)
      hasMark = isFound
    case .more, .document, .begin, .end, .part, .partEnd, .rest, .repeatedKey: break
    }
  }

  /// Adds the elements of the list at the key path as rows, without mapping them.
  private mutating func split(
    _ event: DocumentSplitter.Event,
    _ mapper: inout RootMapper,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    let level = mapper.plan.descriptors[0].path.count
    switch event {
    case .collection: isFound = true
    case .element(let first, let last, _, _):
      elementCount += 1
      try mapper.take(first, last, view, &batch)
    case .single(let first, _) where !view.isNull(first):
      isFound = true
      mapper.reportNoList(first, .value(level: level), &batch)
    case .turn(let first, _, let rest):
      isFound = true
      mapper.reportNoList(first, .value(level: level - rest.count), &batch)
    case .single, .more, .document, .begin, .end, .part, .partEnd, .rest, .repeatedKey: break
    }
  }

  private mutating func mapSingle(
    _ first: Int,
    _ last: Int,
    number: Int?,
    _ mapper: inout RootMapper,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    if mapper.takesDocuments {
      isFound = true
      hasMark = true
      return try mapper.map(document: first, last, number: number, view, into: &batch)
    }
    let level = mapper.plan.descriptors[0].path.count
    let isDocument = level == 0
    if view.isNull(first) {
      // A null document of a stream is skipped; any other null counts as not found.
      isFound = isDocument && number != nil
      hasMark = isFound
      return
    }
    if isDocument && number == nil && mapper.isEmpty(first, last, view) {
      isFound = mapper.passesOver(first, last, view)
      hasMark = isFound
      return
    }
    isFound = true
    hasMark = true
    let index = number.map { ValueLocation(.number, UInt32(truncatingIfNeeded: $0)) } ?? .missing
    let single = mapper.representation(first, 0, index: index)
    var unit = RootMapper.Unit(
      first: UInt32(truncatingIfNeeded: first),
      place: .value(level: level)
    )
    unit.outer = outer
    try mapper.map(single, to: last, 0, .single, unit, view, &batch)
  }

  private mutating func mapElement(
    _ first: Int,
    _ last: Int,
    _ key: Int?,
    _ index: Int,
    _ mapper: inout RootMapper,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    if mapper.takesDocuments {
      return try mapper.map(element: first, last, number: index, view, into: &batch)
    }
    var element = mapper.representation(
      first,
      0,
      index: ValueLocation(.number, UInt32(truncatingIfNeeded: index))
    )
    var place = RootMapper.Unit.Place.element(index: index)
    if let key {
      element.key = ValueLocation(token: key)
      element.isMember = true
      place = .member(key: UInt32(truncatingIfNeeded: key))
    }
    var unit = RootMapper.Unit(first: UInt32(truncatingIfNeeded: first), place: place)
    unit.outer = outer
    try mapper.map(element, to: last, 0, .element, unit, view, &batch)
  }

  /// The document's first token, if the window contains it.
  private var outer: UInt32? { isFirstHeld ? UInt32(truncatingIfNeeded: first) : nil }

  /// Ends the document, whose last token is `last`; `keys` are those that were skipped on the way.
  package mutating func end(
    _ last: Int,
    number: Int?,
    keys: [[UInt8]],
    _ mapper: inout RootMapper,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    if mapper.takesDocuments || mapper.splitsLists && isFound { return }
    let isEmpty = last == first + 1
    // An empty list has nothing at a key path, but no element that lacks it either.
    if isEmpty && mapper.expectsRecords && !mapper.plan.descriptors[0].path.isEmpty {
      isFound = false
    }
    let isListOfNulls = elementCount > 0 && nullCount == elementCount
    // A document of a stream that is a list of nulls is skipped, like a null.
    let isPassedOver = isListOfNulls && number != nil && mapper.plan.descriptors[0].path.isEmpty
    if isPassedOver { return }
    if isFound && !isListOfNulls {
      if !hasMark { mapper.mark(0, &batch) }
    } else if !mapper.plan.descriptors[0].isOptional
      && !(isEmpty && number == nil && !mapper.expectsRecords)
    {
      // The beginning of a large document is no longer in the window.
      let unit = RootMapper.Unit(
        first: UInt32(truncatingIfNeeded: isFirstHeld ? first : last),
        place: .document
      )
      mapper.reportNothing(unit, to: isFirstHeld ? last : nil, keys: keys, &batch)
    }
  }

  /// Counts elements that were mapped together, none of which is null.
  mutating func count(elements: Int) { elementCount += elements }

  /// Counts elements that were mapped by another thread; the window continues after them.
  mutating func pass(elements: Int, nulls: Int) {
    isFirstHeld = false
    elementCount += elements
    nullCount += nulls
  }

  /// Follows the window, whose tokens have moved down; it contains the bytes of tokens from
  /// `firstToken` on.
  package mutating func shift(by count: Int, firstToken: Int) {
    first -= count
    isFirstHeld = isFirstHeld && first >= firstToken
  }
}
