import Foundation
import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("What the spec reader cannot understand")
struct SpecSyntaxTests {
  @Test(
    "a syntax error is reported at its first byte",
    arguments: [
      "«RK2002»",
      " \n«RK2002»",
      #"{"mappers": «RK2002»}"#,
      #"{"mappers" «RK2002»[]}"#,
      #"{"mappers": [{"id": "a"}]} «RK2002»x"#,
      #"{"mappers": [{"id": "a", "attributes": ["x" «RK2002»"y"]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [«RK2002», "y"]}]}"#,
      #"{"name": "a«RK2002»\qb", "mappers": [{"id": "a"}]}"#,
      #"{"name": "a«RK2002»\u12G4b", "mappers": [{"id": "a"}]}"#,
      #"{"name": "a«RK2002»\uD800", "mappers": [{"id": "a"}]}"#,
      "{\"name\": \"a«RK2002»\u{1}b\", \"mappers\": [{\"id\": \"a\"}]}",
      "{\"name\": «RK2002»\"open\n, \"mappers\": [{\"id\": \"a\"}]}",
      #"{"mappers": [{"id": "a"}]} «RK2002»/* not closed"#,
      #"{"mappers": «RK2002»[{"id": "a"}"#,
      #"{"mappers": [{"id": "a"«RK2002»]}"#,
      #"{"mappers": [{«RK2002»[]: "a"}]}"#,
      #"{"mappers": «RK2002»*}"#,
    ]
  )
  func faults(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "consequences of a syntax error are not reported",
    arguments: [
      #"{"mappers": [{"id": "m", "attributes": ["«RK2002»\q", "a"]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": ["«RK2002»\u12", "a"]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": ["«RK2002»\ud800", "a"]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": {"«RK2002»\q": "a"}}]}"#,
      #"{"mappers": [{"id": "m", "attributes": {"a": "«RK2002»\q"}}]}"#,
      #"{"mappers": [{"id": "m", "attributes": [["«RK2002»\q": "a"]]}]}"#,
      #"{"mappers": [{"id": "m«RK2002»\q", "attributes": ["a"]}], "root-map-ref": "m"}"#,
      "«RK2002»/* hello",
      "{\"mappers\": [{\"id\": \"m\" «RK2002»/* x",
      "{\"mappers\": [{\"id\": \"m\", \"attributes\": [«RK2002»\"a\nb\", \"c\"]}]}",
      "{\"mappers\": [{\"id\": \"m\", \"attributes\": [«RK2002»\"a\n\nb\"]}]}",
      "{\"mappers\": [{\"id\": \"m\", \"attributes\": {\"x\": «RK2002»\"a\r\nb\", \"c\": \"d\"}}]}",
      "{\"mappers\": [{\"id\": \"m\", \"attributes\": [«RK2002»\"a, \n\"c\"]}]}",
      "{\"mappers\": [{\"id\": \"m\", \"attributes\": [«RK2002»\"a]}]}",
      #"{"mappers": [{"id": "m", "attributes": [«RK2002»http://x]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": {"a": «RK2002»http://x/y, "b": "c"}}]}"#,
      #"{"mappers":«RK2002»"#,
      #"{"mappers": [{"id": "m", "attributes": ["a,"«RK2002»b", "c", "d"]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": ["a", "b"«RK2002»", "c"]}]}"#,
      #"{"mappers": [{"id": "m", "attributes": ["a"«RK2002»}]}"#,
    ]
  )
  func consequences(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("a NUL byte is named at its position")
  func nulByte() throws {
    for (marked, name) in [
      ("{\"name\": \"a«RK2002»\u{0}b\", \"mappers\": [{\"id\": \"a\"}]}", "a NUL byte in a string"),
      (
        "{\"name\": «RK2002»\u{0}, \"mappers\": [{\"id\": \"a\"}]}",
        "expected a value, found a NUL byte"
      ),
    ] {
      #expect(annotated(marked) == marked)
      #expect(message(MarkedSpec(marked).text) == name)
    }
  }

  @Test("reading continues after an error, so that one run shows all")
  func recovery() {
    let marked = #"""
      {
        "name": «RK2002»*,
        "keyPath" «RK2002»"x",
        «RK2005»"mapers": [],
        "methods": [«RK2010»"FETCH"]
      }
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "text after an unclosed string belongs to the surrounding text",
    arguments: [
      #"""
      {
        "mappers": [
          {"id": "a", "attributes": [«RK2002»"x]},
          {"id": "b", «RK2005»"bogus": 1}
        ]
      }
      """#,
      #"""
      {
        "mappers": [
          {"id": "a", "attributes": [«RK2002»"x] },
          {"id": "b", «RK2005»"bogus": 1}
        ]
      }
      """#,
    ]
  )
  func openString(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("RK2002: a string with more than 30 consecutive combining marks")
  func manyMarks() {
    let marks = String(repeating: "\u{301}\u{327}", count: 15)
    let spec = #"{"mappers": [{"id": "a", "attributes": ["e\#(marks)", "x"]}]}"#
    #expect(annotated(spec) == spec)
    let more = #"{"mappers": [{"id": "a", "attributes": [«RK2002»"e\#(marks)\#u{301}", "x"]}]}"#
    #expect(annotated(more) == more)
    let endless = String(repeating: marks, count: 10_000)
    let long = #"{"mappers": [{"id": "a", "attributes": ["e\#(endless)", "x"]}]}"#
    #expect(MarkedSpec(long).findings().map(\.code) == [.specSyntax])
  }

  @Test("200 levels are read")
  func deep() {
    let spec = Self.nested(199)
    #expect(annotated(spec) == spec)
  }

  @Test("the 201st level is refused")
  func tooDeep() {
    let faults = MarkedSpec(Self.nested(200)).findings().filter { $0.code == .specSyntax }
    #expect(faults.map(\.location?.byteRange.lowerBound) == [#"{"x-own": "#.utf8.count + 199])
  }

  /// A spec with this many nested lists.
  private static func nested(_ count: Int) -> String {
    #"{"x-own": "# + String(repeating: "[", count: count) + String(repeating: "]", count: count)
      + #", "mappers": [{"id": "a"}]}"#
  }

  // MARK: - Files

  private func failure(of path: String) throws -> Diagnostic {
    let error = #expect(throws: DiagnosticsError.self) { try Mapping(contentsOf: path) }
    let diagnostics = try #require(error).diagnostics
    try #require(diagnostics.count == 1)
    return diagnostics[0]
  }

  @Test("a missing spec is named")
  func missingFile() throws {
    let folder = try ScratchFolder()
    let finding = try failure(of: folder.path(of: "none.json"))
    #expect(finding.code == .unreadableSpec)
    #expect(finding.message.contains("'\(folder.path(of: "none.json"))' cannot be read"))
  }

  @Test("a folder is not a spec")
  func folderAsSpec() throws {
    let folder = try ScratchFolder()
    #expect(try failure(of: folder.path(of: "")).code == .unreadableSpec)
  }

  @Test(
    "a byte that is not UTF-8 is marked",
    arguments: [
      [0xFF], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
      [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func invalidUTF8(bytes: [UInt8]) throws {
    let folder = try ScratchFolder()
    let head = Array("{\"name\": \"\u{E9}\u{20AC}".utf8)
    let tail = Array(#"", "mappers": [{"id": "a"}]}"#.utf8)
    let finding = try failure(of: folder.write(head + bytes + tail, to: "spec.json"))
    #expect(finding.code == .unreadableSpec)
    #expect(finding.location?.byteRange == head.count..<(head.count + 1))
  }

  @Test("UTF-16 is not a spec", arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func utf16(encoding: String.Encoding) throws {
    let folder = try ScratchFolder()
    let data = try #require(#"{"mappers": [{"id": "a"}]}"#.data(using: encoding))
    #expect(try failure(of: folder.write(Array(data), to: "spec.json")).code == .unreadableSpec)
  }
}
