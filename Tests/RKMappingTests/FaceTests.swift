import Foundation
import RKMapping
import TestSupport
import Testing

@Suite("The library's interface")
struct FaceTests {
  private let folder: ScratchFolder
  private let text = #"""
    {"name": "articles", "keyPath": "articles",
      "mappers": [{"id": "a", "target": "Article", "attributes": ["title"]}]}
    """#

  init() throws { folder = try ScratchFolder() }

  @Test("a mapping is read from a file and applied to a file, as its example shows")
  func example() throws {
    let spec = try folder.write(text, to: "articles-spec.json")
    let input = try folder.write(#"{"articles":[{"title":"T"}]}"#, to: "articles.json")
    let mapping = try Mapping(contentsOf: spec)
    let mapper = try Mapper(mapping)
    let report = try mapper.apply(to: [.file(input)], into: .file(folder.path(of: "out"), .ndjson))
    #expect(report.ending == .complete)
    #expect(report.recordCount == 1)
    #expect(folder.read("out") == "{\"title\":\"T\"}\n")
  }

  @Test(
    "a database is refused without the library that writes it",
    arguments: [Output.file("x.db"), .file("x", .sqlite), .file("x.sql"), .standardOutput(.sql)]
  )
  func databaseWithoutLibrary(output: Output) throws {
    let mapper = try Mapper(Mapping(text: text))
    let error = #expect(throws: DiagnosticsError.self) {
      try mapper.apply(to: [.bytes([])], into: output)
    }
    #expect(error?.diagnostics.map(\.code) == [.unwritableOutput])
    #expect(error?.diagnostics.first?.message.contains("RKSQLite") == true)
  }

  @Test("a mapping has its name and the names of its descriptors")
  func names() throws {
    let spec = #"""
      {"name": "s", "descriptors": [{"name": "x", "keyPath": "x"}, {"keyPath": "y"}],
        "mappers": [{"id": "a"}]}
      """#
    let mapping = try Mapping(text: spec)
    #expect(mapping.name == "s")
    #expect(mapping.descriptorNames == ["x"])
  }

  @Test("the warnings of a spec are kept with its mapping")
  func warnings() throws {
    let mapping = try Mapping(text: #"{"mappers": [{"id": 'a'}]}"#)
    #expect(mapping.warnings.map(\.code) == [.forgivenSyntax])
  }

  @Test("read strictly, warnings are thrown")
  func strictSpec() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Mapping(text: #"{"mappers": [{"id": 'a'}]}"#, isStrict: true)
    }
    #expect(error?.diagnostics.map(\.severity) == [.error])
  }

  @Test("a mapper is used for as many inputs as there are")
  func reuse() throws {
    let mapper = try Mapper(Mapping(text: text))
    for title in ["1", "2"] {
      try mapper.apply(
        to: [.bytes(Array(#"{"articles":[{"title":\#(title)}]}"#.utf8))],
        into: .file(folder.path(of: title))
      )
    }
    #expect(folder.read("1") == "[{\"title\":1}]\n")
    #expect(folder.read("2") == "[{\"title\":2}]\n")
  }

  @Test("a run with errors throws all findings")
  func failure() throws {
    let mapper = try Mapper(Mapping(text: text))
    let error = #expect(throws: DiagnosticsError.self) {
      try mapper.apply(to: [.bytes(Array("{\"other\":1}".utf8))], into: .nowhere)
    }
    #expect(error?.diagnostics.map(\.code) == [.notFound])
  }

  @Test("a failed run leaves no file, and none beside it")
  func noHalfFile() throws {
    let mapper = try Mapper(Mapping(text: text))
    #expect(throws: DiagnosticsError.self) {
      try mapper.apply(
        to: [.bytes(Array(#"{"articles":[{"title":1},{"x":1}]}"#.utf8))],
        into: .file(folder.path(of: "out"))
      )
    }
    #expect(folder.names == [])
  }

  @Test("a failed run leaves an existing file unchanged")
  func oldFile() throws {
    let out = try folder.write("old", to: "out")
    let mapper = try Mapper(Mapping(text: text))
    #expect(throws: DiagnosticsError.self) {
      try mapper.apply(to: [.bytes(Array("{".utf8))], into: .file(out))
    }
    #expect(folder.read("out") == "old")
    #expect(folder.names == ["out"])
  }

  @Test("RK4001: a missing input is a diagnostic that names it")
  func missingInput() throws {
    let mapper = try Mapper(Mapping(text: text))
    let list = FindingList()
    let path = folder.path(of: "none")
    let report = mapper.apply(to: [.file(path)], into: .nowhere, reportingTo: list)
    #expect(report.ending == .badInput)
    #expect(list.diagnostics.map(\.code) == [.unreadableInput])
    #expect(list.diagnostics[0].message.contains("'\(path)'"))
  }

  @Test("RK5001: an output that cannot be written is a diagnostic that names it")
  func unwritableOutput() throws {
    let mapper = try Mapper(Mapping(text: text))
    let list = FindingList()
    let path = folder.path(of: "no-folder/out")
    let report = mapper.apply(
      to: [.bytes(Array("{}".utf8))],
      into: .file(path),
      reportingTo: list
    )
    #expect(report.ending == .badOutput)
    #expect(list.diagnostics.map(\.code) == [.unwritableOutput])
  }

  @Test("diagnostics beyond the limit are counted in a note")
  func reportLimit() throws {
    var options = MapperOptions()
    options.reportLimit = 2
    let attributes = "abcde".map { #"{"to": "\#($0)", "type": "integer"}"# }.joined(separator: ",")
    let spec = #"{"mappers": [{"id": "a", "attributes": ["k", \#(attributes)]}]}"#
    let input = #"{"k":1,"a":"x","b":"x","c":"x","d":"x","e":"x"}"#
    let trial = try MappingTrial(spec, input, options: options)
    #expect(trial.findings == ["RK1002 /a", "RK1002 /b", "RK5909"])
    #expect(trial.report.warningCount == 5)
  }

  @Test(
    "equal keys: the last or the first counts with one warning, or the input is refused",
    arguments: [
      (MapperOptions.DuplicateKeys.last, #"{"title":2}"#, ["RK4008 /title"]),
      (.first, #"{"title":1}"#, ["RK4008 /title"]),
      (.error, nil, ["RK4005"]),
    ] as [(MapperOptions.DuplicateKeys, String?, [String])]
  )
  func duplicateKeys(
    rule: MapperOptions.DuplicateKeys,
    output: String?,
    findings: [String]
  ) throws {
    var options = MapperOptions()
    options.duplicateKeys = rule
    let spec = #"{"mappers": [{"id": "a", "attributes": ["title"]}]}"#
    let trial = try MappingTrial(spec, #"{"title":1,"title":2}"#, options: options)
    #expect(trial.output == output)
    #expect(trial.findings == findings)
  }

  @Test("bytes that are not UTF-8 are rejected, or replaced on request")
  func invalidUTF8() throws {
    let input: [UInt8] = Array(#"{"articles":[{"title":"a"#.utf8) + [0xFF] + Array(#"b"}]}"#.utf8)
    let mapping = try Mapping(text: text)
    let error = #expect(throws: DiagnosticsError.self) {
      try Mapper(mapping).apply(to: [.bytes(input)], into: .nowhere)
    }
    #expect(error?.diagnostics.map(\.code) == [.invalidUTF8])
    var options = MapperOptions()
    options.replacesInvalidUTF8 = true
    try Mapper(mapping, options: options).apply(
      to: [.bytes(input)],
      into: .file(folder.path(of: "out"))
    )
    #expect(folder.read("out") == "[{\"title\":\"a\u{FFFD}b\"}]\n")
  }

  @Test("levels beyond the largest depth are refused")
  func depth() throws {
    var options = MapperOptions()
    options.maximumDepth = 3
    let mapper = try Mapper(Mapping(text: text), options: options)
    let good = #"{"articles":[{"title":1}]}"#
    let report = try mapper.apply(to: [.bytes(Array(good.utf8))], into: .nowhere)
    #expect(report.recordCount == 1)
    let error = #expect(throws: DiagnosticsError.self) {
      try mapper.apply(to: [.bytes(Array(#"{"articles":[{"title":[]}]}"#.utf8))], into: .nowhere)
    }
    #expect(error?.diagnostics.map(\.code) == [.tooDeep])
  }

  @Test("an unsupported instruction set is refused with the supported ones")
  func instructionSet() throws {
    var options = MapperOptions()
    options.instructionSet = "abacus"
    let mapping = try Mapping(text: text)
    let error = #expect(throws: DiagnosticsError.self) { try Mapper(mapping, options: options) }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.message.hasSuffix(MapperOptions.instructionSets.joined(separator: ", ")))
  }

  @Test(
    "every instruction set of the machine maps the same",
    arguments: MapperOptions.instructionSets
  )
  func instructionSets(name: String) throws {
    var options = MapperOptions()
    options.instructionSet = name
    let input = #"{"articles":[{"title":"\#(String(repeating: "x\\\"{}[],:", count: 40))"}]}"#
    let trial = try MappingTrial(text, input, options: options)
    let best = try MappingTrial(text, input)
    #expect(trial.output == best.output)
    #expect(trial.report.recordCount == 1)
  }

  @Test(
    "an output's form follows from its name",
    arguments: [("a.json", 1), ("a.ndjson", 2), ("a.jsonl", 2)]
  )
  func formByName(name: String, lineCount: Int) throws {
    let mapper = try Mapper(Mapping(text: text))
    try mapper.apply(
      to: [.bytes(Array(#"{"articles":[{"title":1},{"title":2}]}"#.utf8))],
      into: .file(folder.path(of: name))
    )
    #expect(try folder.text(of: name).filter { $0 == "\n" }.count == lineCount)
  }

  @Test("only ASCII is written on request")
  func ascii() throws {
    let trial = try MappingTrial(text, "{\"articles\":[{\"title\":\"\u{E9}\u{1F600}\"}]}") {
      $0.isASCII = true
    }
    #expect(trial.output == #"[{"title":"\u00e9\ud83d\ude00"}]"#)
  }

  @Test("an option out of bounds is refused", arguments: [0, -1, 10_001])
  func depthOutOfBounds(depth: Int) throws {
    var options = MapperOptions()
    options.maximumDepth = depth
    let mapping = try Mapping(text: text)
    let error = #expect(throws: DiagnosticsError.self) { try Mapper(mapping, options: options) }
    #expect(error?.diagnostics.map(\.code) == [.flagValue])
  }
}
