/// Makes lists and sets of a declared type, element by element, and appends them to the bytes of a
/// batch.
///
/// It reads JSON text, so that it works the same for lists of the input and lists that key paths
/// made. What could not be converted is reported as an offset in that text. It recurses only as
/// deep as the types of a spec.
struct ListConverter: ~Copyable {
  /// The text of a string with escapes.
  private var content = UniqueArray<UInt8>()
  private var set = ElementSet()
  /// The offset in the text of the element that could not be converted.
  private(set) var failure = 0
  /// The number of dates of the last list that only matched a format that the spec does not
  /// declare, and their conversion.
  private(set) var assumed = AssumedDates()
  private(set) var assumedConversion: Int?
  /// Whether to record elements that came as a kind other than their type's natural one.
  var watchesKinds = false
  /// The offset in the text of the first of them.
  private var converted: Int?

  /// The offset of the first element that came as another kind, if those are recorded; returned
  /// once.
  mutating func takeConverted() -> Int? {
    defer { converted = nil }
    return converted
  }

  /// Appends a list of the elements of an array, given as JSON text, or of a single value; false if
  /// one of them cannot be converted.
  mutating func append(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    of element: PlanID<Conversion>,
    isSet: Bool,
    _ plan: borrowing MappingPlan,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    var part: ElementSet.Part?
    if isSet {
      part = set.begin(element.isNone ? .text : plan.conversions[element].meaning(plan.dates))
    }
    defer { if let part { set.end(part) } }
    side.append(.openArray)
    var isFirst = true
    var elements = ArrayElements(from: range.lowerBound)
    let isSingle = text[range.lowerBound] != .openArray
    var next = isSingle ? range : elements.next(text)
    while let value = next {
      let end = side.count
      if !isFirst { side.append(.comma) }
      let start = side.count
      guard append(text, value, as: element, isInSet: isSet, plan, to: &side) else { return false }
      if let part, !set.insert(side.span, start..<side.count, in: part) {
        side.truncate(to: end)
      } else {
        isFirst = false
      }
      next = isSingle ? nil : elements.next(text)
    }
    side.append(.closeArray)
    return true
  }

  /// Appends a list of the elements of a whole text; false if one of them cannot be converted.
  mutating func append(
    _ text: borrowing UniqueArray<UInt8>,
    of element: PlanID<Conversion>,
    isSet: Bool,
    _ plan: borrowing MappingPlan,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    append(text.span, 0..<text.count, of: element, isSet: isSet, plan, to: &side)
  }

  /// Appends one element, converted.
  mutating func append(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    as id: PlanID<Conversion>,
    isInSet: Bool,
    _ plan: borrowing MappingPlan,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    failure = range.lowerBound
    let kind = Cell.Kind(firstByte: text[range.lowerBound])
    if kind == .null || id.isNone { return copy(text, range, isInSet: isInSet, to: &side) }
    let conversion = plan.conversions[id]
    if watchesKinds && converted == nil { watch(text, range, conversion, plan.dates) }
    switch (conversion, kind) {
    case (.list, .string) where range.count == 2: side.append(Literal.nullText)
    case (.list(let element, let isSet), _):
      return append(text, range, of: element, isSet: isSet, plan, to: &side)
    case (.object, .structure) where text[range.lowerBound] == .openObject:
      return copy(text, range, isInSet: isInSet, to: &side)
    case (_, .structure): return false
    case (.string, .string): return copy(text, range, isInSet: isInSet, to: &side)
    case (_, .string): return appendString(text, range, conversion, plan, to: &side)
    case (_, .number), (_, .true), (_, .false), (_, .null), (_, .missing), (_, .record), (_, .list),
      (_, .reference):
      let cell = ValueConverter.convert(kind, text, range, to: conversion, plan.dates, &side)
      note(cell, conversion)
      return write(cell, text, to: &side)
    }
    return true
  }

  private mutating func watch(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ conversion: Conversion,
    _ dates: borrowing DateTables
  ) {
    let kind = JSONKind(firstByte: text[range.lowerBound])
    let natural = conversion.naturalKinds(dates: dates)
    // Empty text counts as null.
    if kind == .string && range.count == 2 || natural.takes(kind, text, range) { return }
    converted = range.lowerBound
  }

  private mutating func appendString(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ conversion: Conversion,
    _ plan: borrowing MappingPlan,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    let inner = (range.lowerBound + 1)..<(range.upperBound - 1)
    guard inner.contains(where: { text[$0] == .backslash }) else {
      let cell = ValueConverter.convert(.string, text, inner, to: conversion, plan.dates, &side)
      note(cell, conversion)
      return write(cell, text, to: &side)
    }
    content.removeAll()
    guard StringText.append(text, inner, to: &content) else { return false }
    let whole = 0..<content.count
    let cell = ValueConverter.convert(
      .string,
      content.span,
      whole,
      to: conversion,
      plan.dates,
      &side
    )
    note(cell, conversion)
    return write(cell, content.span, to: &side)
  }

  private mutating func note(_ cell: Cell?, _ conversion: Conversion) {
    guard let cell, !cell.traits.isDisjoint(with: .isNotedDate), case .date(let id) = conversion
    else { return }
    assumed.add(AssumedDates(cell.traits))
    assumedConversion = Int(id.index)
  }

  /// Forgets the assumed dates of the previous list.
  mutating func forgetAssumed() { (assumed, assumedConversion) = (AssumedDates(), nil) }

  /// Appends the result of a conversion, unless the conversion has appended it; false if there is
  /// no result.
  private func write(_ cell: Cell?, _ text: Span<UInt8>, to side: inout UniqueArray<UInt8>) -> Bool
  {
    guard let cell else { return false }
    cell.appendMade(of: text, to: &side)
    return true
  }

  /// Appends a value unchanged.
  ///
  /// In a set, white space and unnecessary escapes are removed, so that equal values have equal
  /// texts.
  mutating func copy(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    isInSet: Bool,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    guard isInSet else {
      side.append(contentsOf: text, range)
      return true
    }
    var at = range.lowerBound
    while at < range.upperBound {
      if text[at] == .quote {
        let start = at + 1
        at = start
        while text[at] != .quote { at += text[at] == .backslash ? 2 : 1 }
        content.removeAll()
        guard StringText.append(text, start..<at, to: &content) else { return false }
        JSONText.append(quoting: content.span, 0..<content.count, to: &side)
      } else if !text[at].isWhitespace {
        side.append(text[at])
      }
      at += 1
    }
    return true
  }
}

extension Cell {
  /// Appends the JSON text of a result that a conversion made from `text`, unless it is already in
  /// the side's bytes.
  func appendMade(of text: Span<UInt8>, to side: inout UniqueArray<UInt8>) {
    switch kind {
    case .null: side.append(Literal.nullText)
    case .true: side.append(Literal.trueText)
    case .false: side.append(Literal.falseText)
    case .string where space == .input: JSONText.append(quoting: text, range, to: &side)
    case .number where space == .input: side.append(contentsOf: text, range)
    default: break
    }
  }
}

extension Cell.Kind {
  /// The kind of the value whose JSON text begins with a byte.
  init(firstByte byte: UInt8) {
    switch byte {
    case .quote: self = .string
    case .openObject, .openArray: self = .structure
    case .ascii("t"): self = .true
    case .ascii("f"): self = .false
    case .ascii("n"): self = .null
    default: self = .number
    }
  }
}
