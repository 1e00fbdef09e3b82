internal import RKEngine

/// Reads dates in the form that records have them.
struct InstantReader {
  private let tables: DateTables
  private let conversion: DateConversion
  /// Whether dates are in ISO 8601, where one instant may have several texts.
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

  /// The seconds since 1970, as the text of a number; nil if the value is not a date.
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

  /// A text that is equal for texts of one instant.
  ///
  /// In ISO 8601 they are in UTC, and may have trailing zeros in the fraction.
  func canonicalText(of text: String) -> String {
    guard isISO, let point = text.utf8.firstIndex(of: .period) else { return text }
    let digits = text.utf8[text.utf8.index(after: point)...].prefix(while: \.isDigit)
    var kept = digits
    while kept.last == .zero { kept.removeLast() }
    let fraction = kept.isEmpty ? "" : "." + String(Substring(kept))
    return text[..<point] + fraction + text[digits.endIndex...]
  }
}
