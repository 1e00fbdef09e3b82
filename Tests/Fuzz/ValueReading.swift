@testable import RKEngine
import RKMapping
import TestSupport

/// Does to values what a spec can request: it never traps, the result is text or JSON, and
/// repeating it gives the same where it must.
///
/// The first byte chooses the operation, the others are the value. Because the fuzzer takes much
/// longer for an input than a value does, each input is used for many values like it, which depend
/// only on the input.
struct ValueReading: ~Copyable {
  private let plan: MappingPlan
  private var value = ValueBuffer()
  private var again = ValueBuffer()
  private var lists = ListConverter()
  private var side = UniqueArray<UInt8>()
  private var text = UniqueArray<UInt8>()

  /// The spec's attributes define what is done to values.
  init(spec: String) {
    do {
      plan = try Mapper(Mapping(contentsOf: spec)).compiled.plan
    } catch {
      fatalError("\(error)")
    }
    precondition(plan.valueRules.count < 256, "one byte chooses the rule")
  }

  /// How many values were read.
  private(set) var count = 0

  /// The first byte of a variant varies, too: another operation.
  private static let variants = Variants(
    letters: #"0123456789+-.,:;/%&#=_ "\[]{}()eETZtfnuxXaAzZ'"#
  )

  mutating func read(_ bytes: Span<UInt8>) {
    guard bytes.count > 1 else { return }
    Self.variants.forEach(bytes.indices.map { bytes[$0] }) { bytes, _ in readValue(bytes.span) }
  }

  private mutating func readValue(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    count += 1
    let rule = plan.valueRules[Int(bytes[0]) % plan.valueRules.count]
    let content = bytes.extracting(1..<bytes.count)
    // As text, and as the value of that JSON text.
    let isText = content.isUTF8
    value.kind = .string
    value.bytes.removeAll()
    value.bytes.append(contentsOf: content, 0..<content.count)
    apply(rule, isText: isText)
    guard isText, content.count > 0, Self.mayBeginJSON(content[0]) else { return }
    text.removeAll()
    guard let kind = EmbeddedText.append(content, to: &text), kind != .null else { return }
    guard Self.load(kind, text, into: &value) else { return }
    apply(rule, isText: true)
  }

  private static func mayBeginJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case .quote, .openArray, .openObject, .minus, .ascii("t"), .ascii("f"), .space: true
    default: byte.isDigit
    }
  }

  private mutating func apply(_ rule: ValueRule, isText: Bool) {
    guard TextTransform.firstFailure(of: rule.transforms, on: &value, plan) == nil else { return }
    if isText { Self.check(value.kind, value.bytes, &text) }
    if rule.transforms.count == 1 {
      repeatLast(plan.transforms[rule.transforms.indices.lowerBound])
    }
    guard let conversion = rule.conversion, isText, value.kind != .null else { return }
    convert(to: conversion)
  }

  private static func load(
    _ kind: Cell.Kind,
    _ text: borrowing UniqueArray<UInt8>,
    into value: inout ValueBuffer
  ) -> Bool {
    value.load(kind, text.span, 0..<text.count)
  }

  /// Text is UTF-8, everything else compact JSON.
  private static func check(
    _ kind: Cell.Kind,
    _ bytes: borrowing UniqueArray<UInt8>,
    _ text: inout UniqueArray<UInt8>
  ) {
    if kind == .string { return precondition(bytes.span.isUTF8, "a result is no text") }
    precondition(bytes.count > 0 && Cell.Kind(firstByte: bytes[0]) == kind, "a result of no kind")
    if kind != .structure && kind != .number { return }
    text.removeAll()
    let found = EmbeddedText.append(bytes.span, to: &text)
    precondition(found == kind, "a result is no JSON")
    precondition(text.count == bytes.count, "a result is not compact")
  }

  /// Trimming, sorting and rounding are idempotent; what is encoded can be decoded.
  private mutating func repeatLast(_ rule: ValueRule.Transform) {
    switch rule {
    case .trim, .collapse, .sort, .unique, .flatten, .round, .floor, .ceil, .abs, .lowercase:
      again.kind = value.kind
      Self.copy(value.bytes, to: &again.bytes)
      guard TextTransform.apply(rule, to: &again, plan) else {
        fatalError("\(rule) cannot be applied to its own result")
      }
      precondition(again.kind == value.kind && Self.areEqual(again.bytes, value.bytes), "\(rule)")
    default: break
    }
  }

  private mutating func convert(to conversion: Conversion) {
    side.removeAll()
    switch (conversion, value.kind) {
    case (.list(let element, let isSet), .structure):
      Self.convert(&lists, value.bytes, of: element, isSet: isSet, plan, to: &side)
    case (.list, _), (.object, _), (_, .structure): break
    default: Self.convert(value.kind, value.bytes, to: conversion, plan, &text, &side)
    }
  }

  private static func convert(
    _ lists: inout ListConverter,
    _ bytes: borrowing UniqueArray<UInt8>,
    of element: PlanID<Conversion>,
    isSet: Bool,
    _ plan: MappingPlan,
    to side: inout UniqueArray<UInt8>
  ) {
    if lists.append(bytes, of: element, isSet: isSet, plan, to: &side) {
      precondition(side.count >= 2 && side[0] == .openArray && side.last == .closeArray)
    }
  }

  private static func convert(
    _ kind: Cell.Kind,
    _ bytes: borrowing UniqueArray<UInt8>,
    to conversion: Conversion,
    _ plan: MappingPlan,
    _ padded: inout UniqueArray<UInt8>,
    _ side: inout UniqueArray<UInt8>
  ) {
    padded.removeAll()
    padded.append(contentsOf: bytes.span, 0..<bytes.count)
    padded.append(repeating: .space, count: 64)
    let cell = ValueConverter.convert(
      kind,
      padded.span,
      0..<bytes.count,
      to: conversion,
      plan.dates,
      &side
    )
    guard let cell, cell.kind != .null, cell.kind != .true, cell.kind != .false else { return }
    precondition(cell.range.upperBound <= (cell.space == .batch ? side.count : bytes.count))
  }

  private static func copy(
    _ source: borrowing UniqueArray<UInt8>,
    to copy: inout UniqueArray<UInt8>
  ) {
    copy.removeAll()
    copy.append(contentsOf: source.span, 0..<source.count)
  }

  private static func areEqual(
    _ left: borrowing UniqueArray<UInt8>,
    _ right: borrowing UniqueArray<UInt8>
  ) -> Bool {
    left.count == right.count && left.span.has(right.span, 0..<right.count, at: 0)
  }
}
