/// Converts values of records back to the values that they were read from.
///
/// Unless it is certain that what is written gives the same value, it is read back to check:
/// nothing is lost silently.
struct ValueInverter: ~Copyable {
  let plan: MappingPlan
  private var lists = ListConverter()
  private var buffer = ValueBuffer()
  /// The value of the record, in the form of its type.
  private var wanted = UniqueArray<UInt8>()
  private var scratch = UniqueArray<UInt8>()
  private var made = UniqueArray<UInt8>()
  private var again = UniqueArray<UInt8>()

  init(_ plan: MappingPlan) { self.plan = plan }

  /// Appends the original form of a value; returns the reason if there is none.
  @inline(__always)
  mutating func append(
    _ token: Int,
    by rule: borrowing WriteRule,
    _ view: TokenView,
    to output: inout UniqueArray<UInt8>
  ) -> WriteProblem? {
    let byte = view.token(token)
    if byte == .ascii("n") {
      guard rule.keepsNull else { return .unlike }
      output.append(Literal.nullText)
      return nil
    }
    let range = view.range(ofValue: token)
    if rule.emptyIsNull && !rule.isProven && byte == .quote && range.count == 2 { return .unlike }
    guard rule.isCopy else { return appendMade(range, by: rule, view.padded, to: &output) }
    Self.append(token, view, to: &output)
    return nil
  }

  /// Appends a value unchanged.
  @inline(__always)
  static func append(_ token: Int, _ view: TokenView, to output: inout UniqueArray<UInt8>) {
    let range = view.range(ofValue: token)
    if TokenView.opens(view.token(token)) && view.hasNote(.whitespace, range) {
      CompactText.append(view.padded, range, to: &output)
    } else {
      output.append(padded: view.padded, range)
    }
  }

  @inline(never)
  private mutating func appendMade(
    _ range: Range<Int>,
    by rule: borrowing WriteRule,
    _ text: Span<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) -> WriteProblem? {
    scratch.removeAll()
    guard lists.append(text, range, as: rule.type, isInSet: false, plan, to: &scratch) else {
      return .unconverted
    }
    // Blank text is null for most types.
    if scratch[0] == .ascii("n") { return .unlike }
    guard rule.isProven else {
      CompactText.append(scratch, to: &output)
      return nil
    }
    wanted.removeAll()
    guard lists.copyPlain(scratch, to: &wanted) else { return .unconverted }
    var problem = WriteProblem.unlike
    for written in rule.written {
      if let found = invert(by: rule, written) {
        problem = found
      } else if givesWanted(rule) {
        output.append(contentsOf: made, 0..<made.count)
        return nil
      } else {
        problem = rule.transforms.isEmpty ? .unlike : .unmade
      }
    }
    return problem
  }

  /// Replaces the wanted value by one that it may have been read from.
  private mutating func invert(
    by rule: borrowing WriteRule,
    _ written: PlanID<Conversion>
  ) -> WriteProblem? {
    made.removeAll()
    if let keys = rule.keys {
      guard let key = keys[wanted.bytes] else { return .unmapped }
      made.append(contentsOf: key)
    } else if written.isNone {
      made.append(contentsOf: wanted, 0..<wanted.count)
    } else {
      guard lists.append(wanted, as: written, plan, to: &made) else { return .unlike }
    }
    if rule.undoing.isEmpty { return nil }
    guard buffer.load(made),
      TextTransform.firstFailure(of: rule.undoing, on: &buffer, plan) == nil
    else { return .unmade }
    made.removeAll()
    buffer.append(to: &made)
    return nil
  }

  // MARK: - Reading it again

  /// Whether the result is read as the wanted value.
  private mutating func givesWanted(_ rule: borrowing WriteRule) -> Bool {
    let kind = Cell.Kind(firstByte: made[0])
    if kind == .null || rule.emptyIsNull && kind == .string && made.count == 2 { return false }
    guard buffer.load(made),
      TextTransform.firstFailure(of: rule.transforms, on: &buffer, plan) == nil
    else { return false }
    scratch.removeAll()
    if rule.map.isNone {
      buffer.append(to: &scratch)
    } else if !lookUp(rule.map) {
      return false
    }
    again.removeAll()
    guard lists.append(scratch, as: rule.read, plan, to: &again) else { return false }
    scratch.removeAll()
    guard lists.copyPlain(again, to: &scratch) else { return false }
    return Self.areSame(scratch, wanted)
  }

  /// Stores the text that a value map maps to the buffer's value in `scratch`.
  private mutating func lookUp(_ map: PlanID<ValueMap>) -> Bool {
    let count = buffer.bytes.count
    let isScalar = buffer.kind != .structure && buffer.kind != .null
    buffer.bytes.append(repeating: 0, count: 8)
    let cell =
      isScalar
      ? plan.value(ofEntry: plan.entry(for: buffer.bytes.span, 0..<count, in: map), of: map)
      : plan.valueMaps[map].otherwise
    guard cell.kind != .missing, cell.kind != .null else { return false }
    cell.appendJSON(of: plan, to: &scratch)
    return true
  }

  /// Whether two values in plain form are the same; zeros at the end of a fraction of a second do
  /// not matter.
  private static func areSame(
    _ one: borrowing UniqueArray<UInt8>,
    _ other: borrowing UniqueArray<UInt8>
  ) -> Bool {
    areSame(one.span, other.span)
  }

  /// Whether two texts are the same; zeros at the end of a fraction of a second do not matter.
  static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    if left.count == right.count && left.has(right, 0..<right.count, at: 0) { return true }
    return timesWithoutZeros(left) == timesWithoutZeros(right)
  }

  private static func timesWithoutZeros(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var fraction: Int?
    for at in 0..<text.count {
      let byte = text[at]
      if byte == .ascii("Z"), let start = fraction {
        while bytes.count > start && bytes[bytes.count - 1] == .zero { bytes.removeLast() }
        if bytes.count == start { bytes.removeLast() }
      }
      bytes.append(byte)
      // Only a point after seconds, as in `30.50Z`: two digits with a colon before them.
      if byte == .period, at >= 3, text[at - 3] == .colon {
        fraction = bytes.count
      } else if !byte.isDigit {
        fraction = nil
      }
    }
    return bytes
  }

  // MARK: - Plans

  /// The plain form of a value of a type, given as text; nil if it is not a value of that type.
  mutating func plainText(_ text: [UInt8], as type: PlanID<Conversion>) -> [UInt8]? {
    scratch.removeAll()
    guard lists.append(text.span, 0..<text.count, as: type, isInSet: false, plan, to: &scratch)
    else { return nil }
    wanted.removeAll()
    guard lists.copyPlain(scratch, to: &wanted) else { return nil }
    return wanted.bytes
  }
}

extension Cell {
  /// Appends the JSON text of a constant of a plan.
  fileprivate func appendJSON(of plan: borrowing MappingPlan, to output: inout UniqueArray<UInt8>) {
    switch kind {
    case .true: output.append(Literal.trueText)
    case .false: output.append(Literal.falseText)
    case .missing, .null: output.append(Literal.nullText)
    case .number, .string, .structure, .record, .list, .reference:
      output.append(contentsOf: plan.text.span, range)
    }
  }
}

extension WritePlan {
  /// The inverse of a value map: for each value, in the plain form of a type, the text that is
  /// mapped to it.
  ///
  /// Of several entries with one value the first counts.
  package static func keys(
    of entries: [(text: [UInt8], value: [UInt8])],
    as type: PlanID<Conversion>,
    _ plan: MappingPlan
  ) -> [[UInt8]: [UInt8]] {
    var inverter = ValueInverter(plan)
    var keys: [[UInt8]: [UInt8]] = [:]
    for entry in entries where entry.value != Array("null".utf8) {
      guard let value = inverter.plainText(entry.value, as: type), keys[value] == nil else {
        continue
      }
      keys[value] = isBare(entry.text) ? entry.text : JSONText.quoted(entry.text)
    }
    return keys
  }

  /// Whether a text is a number or a boolean.
  private static func isBare(_ text: [UInt8]) -> Bool {
    if text == Array("true".utf8) || text == Array("false".utf8) { return true }
    return DecimalText.isJSON(text.span)
  }
}
