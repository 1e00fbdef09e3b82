internal import RKEngine

/// Reads dates as records have them.
struct InstantReader {
  private let tables: DateTables
  private let conversion: DateConversion
  /// Equal instants may be different texts.
  private let isISO: Bool

  init(_ rules: DateRules) {
    var rules = rules
    var tables = DateTables()
    var zones: [TimeZone: DateZone] = [:]
    if case .iso8601 = rules.output.form { isISO = true } else { isISO = false }
    rules.formats = [rules.output]
    rules.isUnnamed = false
    if let epoch = try? DatePattern("epoch") { rules.output = epoch }
    conversion = rules.conversion(in: &tables, zones: &zones)
    self.tables = tables
  }

  /// The seconds since 1970 as a number; nil for what is no date.
  func seconds(of value: Value) -> String? {
    let kind: Cell.Kind
    let content: String
    switch value {
    case .string(let text): (kind, content) = (.string, text)
    case .number(let number): (kind, content) = (.number, number.text)
    case .null, .bool, .array, .object, .record: return nil
    }
    let text = Array(content.utf8) + [UInt8](repeating: 0, count: OutputBuffer.slack)
    let range = 0..<content.utf8.count
    var side = UniqueArray<UInt8>()
    let cell = DateConverter.convert(kind, text.span, range, by: conversion, tables, &side)
    return cell.map { side.span.string($0.range) }
  }

  /// Equal for texts of one instant: those of ISO 8601 are in UTC, and may have zeros at the end of their
  /// fraction.
  func canonicalText(of text: String) -> String {
    guard isISO, let point = text.utf8.firstIndex(of: .period) else { return text }
    let digits = text.utf8[text.utf8.index(after: point)...].prefix(while: \.isDigit)
    var kept = digits
    while kept.last == .zero { kept.removeLast() }
    let fraction = kept.isEmpty ? "" : "." + String(Substring(kept))
    return text[..<point] + fraction + text[digits.endIndex...]
  }
}
