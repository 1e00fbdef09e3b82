import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("Streams of documents")
struct StreamTests {
  private let spec = #"{"mappers": [{"id": "a", "attributes": ["n"]}]}"#

  @Test(
    "documents one after the other give records line by line",
    arguments: [
      "{\"n\":1}\n{\"n\":2}\n", "{\"n\":1}\n{\"n\":2}", "{\"n\":1}\r\n\r\n{\"n\":2}\r\n",
      "{\"n\":1}{\"n\":2}", "{\n\"n\": 1\n}\n{\"n\":2}", "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2}\n",
      "\u{1E}{\"n\":1}\u{1E}{\"n\":2}", "[{\"n\":1}]\n[{\"n\":2}]\n",
      "\u{FEFF}{\"n\":1}\n{\"n\":2}",
    ]
  )
  func forms(input: String) throws {
    #expect(try map(input, by: spec) == "{\"n\":1}\n{\"n\":2}")
  }

  @Test("a list and its NDJSON give the same records")
  func listAndLines() throws {
    let list = try MappingTrial(spec, "[{\"n\":1},null,{\"n\":2}]") { $0.format = .ndjson }
    let lines = try MappingTrial(spec, "{\"n\":1}\nnull\n{\"n\":2}\n")
    #expect(list.output == lines.output)
    #expect(lines.output == "{\"n\":1}\n{\"n\":2}")
  }

  @Test("a stream of one document is a stream if its form says so")
  func oneLine() throws {
    #expect(try MappingTrial(spec, #"{"n":1}"#, format: .ndjson).output == #"{"n":1}"#)
    #expect(
      try MappingTrial(spec, #"[{"n":1},{"n":2}]"#, format: .ndjson).output
        == "{\"n\":1}\n{\"n\":2}"
    )
  }

  @Test("a stream as one JSON value is a list")
  func streamAsValue() throws {
    let trial = try MappingTrial(spec, "{\"n\":1}\n{\"n\":2}\n") { $0.format = .json }
    #expect(trial.output == #"[{"n":1},{"n":2}]"#)
  }

  @Test("RK4002: a line that is not a document fails the run at its position")
  func badLine() throws {
    let trial = try MappingTrial(spec, "{\"n\":1}\n{\"n\":}\n{\"n\":3}\n")
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings == ["RK4002"])
  }

  /// A line longer than the bytes that are read to detect an input's format.
  private static let longLine =
    #"[{"n":1,"u":""# + String(repeating: "x", count: 1_200_000) + #""},{"n":2}]"#

  @Test(
    "a bad line is a failed record, however long the first line is",
    arguments: [#"{"mappers": [{"id": "a", "attributes": ["n"]}]}"#, twoKeyPaths]
  )
  func longFirstLine(spec: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write("\(Self.longLine)\n{\"n\":3}\n{\"n\":}\n", to: "lines")
    let list = FindingList()
    let report = try Mapper(Mapping(text: spec)).apply(
      to: [.file(path)],
      into: .nowhere,
      reportingTo: list
    )
    #expect(report.ending == .failedRecord)
    #expect(report.recordCount == 3)
    #expect(list.diagnostics.map(\.code) == [.inputSyntax])
    #expect(list.diagnostics.first?.location?.line == 3)
    #expect(list.diagnostics.first?.location?.column == 6)
  }

  /// Its documents are kept in memory as a whole.
  private static let twoKeyPaths = #"""
    {"descriptors": [{"keyPath": "", "root-map-ref": "a"},
      {"keyPath": "none", "root-map-ref": "a"}], "mappers": [{"id": "a", "attributes": ["n"]}]}
    """#

  @Test(
    "a second document on the line, or one of several lines, does not make NDJSON",
    arguments: [
      "\(longLine) {\"n\":3}\n{\"n\":}\n", "[\(longLine.dropFirst().dropLast())\n]\n{\"n\":3}\n]",
    ]
  )
  func longFirstDocument(text: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "documents")
    let list = FindingList()
    let report = try Mapper(Mapping(text: spec)).apply(
      to: [.file(path)],
      into: .nowhere,
      reportingTo: list
    )
    #expect(report.ending == .badInput)
    #expect(report.recordCount == 3)
  }

  @Test("lines that follow a long first one are lines of output")
  func longFirstLineOutput() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("\(Self.longLine)\n{\"n\":3}\nnull\n{\"n\":4}", to: "lines")
    let output = Output.file(folder.path(of: "out"))
    try Mapper(Mapping(text: spec)).apply(to: [.file(path)], into: output)
    #expect(folder.read("out") == "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n{\"n\":4}\n")
  }

  @Test(
    "a line fails as a whole, whatever is good about its beginning",
    arguments: [
      (Input.Format.ndjson, "{\"n\":1}\n{\"n\":2} x\n{\"n\":3}\n"),
      (.ndjson, "{\"n\":1}\n{\"n\":2} x"), (.ndjson, "{\"n\":1}\n{\"n\":2}]"),
      (.ndjson, "{\"n\":1}\n{\"n\":2} {\"n\":3}"), (.ndjson, "{\"n\":1}\n{\"n\":2} \""),
      (.seq, "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2} x\n"), (.seq, "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2},"),
    ]
  )
  func wholeLine(format: Input.Format, input: String) throws {
    let trial = try MappingTrial(spec, input, format: format)
    #expect(trial.report.recordCount == 1)
    #expect(trial.report.ending == .failedRecord)
  }

  @Test(
    "a bad line is reported with its line and column",
    arguments: [
      ("{\"n\":}", 6), ("{\"n\":1", 7), ("{\"n\":1} {\"n\":2}", 9), ("{'n':1}", 2),
      ("{\"n\":01}", 7),
    ]
  )
  func badLinePlace(line: String, column: Int) throws {
    let list = FindingList()
    _ = try Mapper(Mapping(text: spec)).apply(
      to: [.bytes(Array("{\"n\":1}\n\(line)\n{\"n\":3}\n".utf8), name: "in", format: .ndjson)],
      into: .nowhere,
      reportingTo: list
    )
    #expect(list.diagnostics.map { $0.location?.text } == ["in:2:\(column)"])
  }

  @Test("RK1003: an empty object in a stream is unmappable")
  func emptyDocument() throws {
    let trial = try MappingTrial(spec, "{\"n\":1}\n{}\n")
    #expect(trial.findings == ["RK1003 "])
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("several inputs are one stream")
  func severalInputs() throws {
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec))
    let report = try mapper.apply(
      to: [.bytes(Array(#"{"n":1}"#.utf8)), .bytes(Array(#"[{"n":2}]"#.utf8))],
      into: .file(folder.path(of: "out"))
    )
    #expect(report.recordCount == 2)
    #expect(folder.read("out") == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test("a limit ends the run, and the rest is not read")
  func limit() throws {
    var options = MapperOptions()
    options.recordLimit = 1
    let trial = try MappingTrial(spec, "{\"n\":1}\n{\"n\":2}\n{\"n\":}\n", options: options)
    #expect(trial.output == #"{"n":1}"#)
    #expect(trial.report.recordCount == 1)
    #expect(trial.findings == [])
  }

  @Test(
    "a broken document is reported at its first invalid byte",
    arguments: [
      (#"{"n":1,}"#, "in:1:8"), ("{\"n\":\n\n tru}", "in:3:2"), (#"{"n":1"#, "in:1:7"),
      (#"[{"n":1},]"#, "in:1:10"), (#"{"n":1}}"#, "in:1:8"), ("{\"n\":\"a\tb\"}", "in:1:8"),
      (#"{"n":"\x"}"#, "in:1:8"), ("{\"n\":NaN}", "in:1:6"),
    ]
  )
  func brokenDocument(input: String, place: String) throws {
    let list = FindingList()
    let report = try Mapper(Mapping(text: spec)).apply(
      to: [.bytes(Array(input.utf8), name: "in")],
      into: .nowhere,
      reportingTo: list
    )
    #expect(report.ending == .badInput)
    #expect(list.diagnostics.map { $0.location?.text } == [place])
    #expect(list.diagnostics.map(\.code) == [.inputSyntax])
  }

  @Test("a document of nulls is skipped in a stream, like a null")
  func nullDocuments() throws {
    let lines = "{\"n\":1}\n[null]\nnull\n[null,null]\n{\"n\":2}\n"
    #expect(try map(lines, by: spec) == "{\"n\":1}\n{\"n\":2}")
    #expect(try map(#"{"n":1} [null] {"n":2}"#, by: spec) == "{\"n\":1}\n{\"n\":2}")
  }
}
