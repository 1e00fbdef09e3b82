@testable import RKEngine
import TestSupport
import Testing

/// Expects every way of reading a text to find these tokens, each written as its first byte.
func expect(
  _ text: String,
  separator: UInt8? = nil,
  tokens: String,
  at offsets: [Int]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for way in EngineReading.Way.all {
    let reading = EngineReading.read(Array(text.utf8), way, separator: separator)
    let fault = reading.fault
    #expect(fault == nil, "\(way)", sourceLocation: sourceLocation)
    let bytes = String(decoding: reading.tokens.map(\.byte), as: UTF8.self)
    #expect(bytes == tokens, "\(way)", sourceLocation: sourceLocation)
    if let offsets {
      let found = reading.tokens.map(\.offset)
      #expect(found == offsets, "\(way)", sourceLocation: sourceLocation)
    }
  }
}

/// Expects every way of reading a text to stop at the first fault, and to report this.
///
/// The position of the fault is marked in the text by `^`, before the byte.
func expect(
  _ marked: String,
  separator: UInt8? = nil,
  maximumDepth: Int = 1024,
  fault: JSONSyntaxError.Fault,
  expected: JSONSyntaxError.Expectation = .nothing,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let bytes = Array(marked.utf8)
  guard let mark = bytes.firstIndex(of: UInt8(ascii: "^")) else {
    Issue.record("no place is marked", sourceLocation: sourceLocation)
    return
  }
  expect(
    Array(bytes[..<mark] + bytes[(mark + 1)...]),
    separator: separator,
    maximumDepth: maximumDepth,
    fault: fault,
    expected: expected,
    at: mark,
    sourceLocation: sourceLocation
  )
}

/// The same, and expects the kernels and the oracle to agree on the text anywhere between valid
/// tokens: in lines, or in documents, elements and members.
func expectEverywhere(
  _ marked: String,
  separator: UInt8? = nil,
  maximumDepth: Int = 1024,
  fault: JSONSyntaxError.Fault,
  expected: JSONSyntaxError.Expectation = .nothing,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(
    marked,
    separator: separator,
    maximumDepth: maximumDepth,
    fault: fault,
    expected: expected,
    sourceLocation: sourceLocation
  )
  let found = EngineReading.disagreements(
    marked.utf8.filter { $0 != .ascii("^") },
    separator: separator,
    maximumDepth: maximumDepth
  )
  #expect(found == [], "\(marked.debugDescription)", sourceLocation: sourceLocation)
}

/// The same for bytes that are not text.
func expect(
  _ bytes: [UInt8],
  separator: UInt8? = nil,
  maximumDepth: Int = 1024,
  fault: JSONSyntaxError.Fault,
  expected: JSONSyntaxError.Expectation = .nothing,
  at offset: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for way in EngineReading.Way.all {
    let reading = EngineReading.read(
      bytes,
      way,
      separator: separator,
      maximumDepth: maximumDepth
    )
    let found = reading.fault
    #expect(found?.fault == fault, "\(way)", sourceLocation: sourceLocation)
    #expect(found?.expected == expected, "\(way)", sourceLocation: sourceLocation)
    let place = reading.place?.offset
    #expect(place == offset, "\(way)", sourceLocation: sourceLocation)
  }
}
