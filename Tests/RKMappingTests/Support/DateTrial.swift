import RKEngine
import RKMapping

/// The result for a date's text; nil for a failed conversion.
func date(
  _ text: String,
  from formats: [String]? = nil,
  to output: String = "iso8601",
  zone: String = "UTC"
) throws -> String? {
  var dates = DateTables()
  var zones: [TimeZone: DateZone] = [:]
  let rules = DateRules(
    formats: try formats?.map { try DatePattern($0) } ?? DatePattern.defaults,
    isUnnamed: formats == nil,
    zone: try TimeZoneDatabase().zone(zone),
    output: try DatePattern(output)
  )
  let conversion = rules.conversion(in: &dates, zones: &zones)
  var side = UniqueArray<UInt8>()
  let bytes = Array(text.utf8)
  let range = 0..<bytes.count
  guard DateConverter.convert(.string, bytes.span, range, by: conversion, dates, &side) != nil
  else {
    return nil
  }
  return String(decoding: (0..<side.count).map { side[$0] }, as: UTF8.self).replacing(
    "\"",
    with: ""
  )
}

/// The same with one format.
func date(
  _ text: String,
  from format: String,
  to output: String = "iso8601",
  zone: String = "UTC"
) throws -> String? {
  try date(text, from: [format], to: output, zone: zone)
}
