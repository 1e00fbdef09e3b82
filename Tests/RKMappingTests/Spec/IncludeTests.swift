import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("Files that a spec includes")
struct IncludeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The diagnostics of the spec `spec.json` in the folder, as file name, line, column and code.
  private func findings() -> [String] {
    let diagnostics: [Diagnostic]
    do {
      diagnostics = try Mapping(contentsOf: folder.path(of: "spec.json")).warnings
    } catch {
      diagnostics = error.diagnostics
    }
    return diagnostics.map { diagnostic in
      let place = diagnostic.location?.text.replacing(folder.path(of: ""), with: "") ?? "nowhere"
      return "\(place) \(diagnostic.code.id)"
    }
  }

  @Test("mappers of an included file can be referred to")
  func mappers() throws {
    try folder.write(#"{"mappers": [{"id": "b", "attributes": ["y"]}]}"#, to: "common.json")
    try folder.write(
      #"{"include": ["common.json"], "mappers": [{"id": "a", "extends": "b"}]}"#,
      to: "spec.json"
    )
    #expect(findings() == [])
  }

  @Test("files whose names look the same are two, which must not spell a word in two ways")
  func sameLook() throws {
    try folder.write(#"{"mappers": [{"id": "b", "attributes": ["\#u{E9}"]}]}"#, to: "\u{E9}.json")
    try folder.write(
      #"{"mappers": [{"id": "c", "attributes": ["e\#u{301}"], "bogus": 1}]}"#,
      to: "e\u{301}.json"
    )
    try folder.write(
      ##"{"include": ["\u00e9.json", "e\u0301.json"], "mappers": [{"id": "a", "attributes": ["x"]}]}"##,
      to: "spec.json"
    )
    #expect(findings() == ["e\u{301}.json:1:42 RK2034", "e\u{301}.json:1:49 RK2005"])
  }

  @Test("targets and value maps of an included file can be referred to")
  func targetsAndValueMaps() throws {
    try folder.write(
      #"{"targets": {"B": {"properties": {"x": "integer"}}}, "valueMaps": {"m": {"a": 1}}}"#,
      to: "common.json"
    )
    try folder.write(
      #"""
      {"include": ["common.json"], "targets": {"A": {"extends": "B", "identification": "x"}},
        "mappers": [{"id": "a", "target": "A", "attributes": [{"to": "x", "map": "m"}]}]}
      """#,
      to: "spec.json"
    )
    #expect(findings() == [])
  }

  @Test("RK2017: a target or a value map of two files is an error at the second")
  func targetClash() throws {
    try folder.write(#"{"targets": {"B": {}}, "valueMaps": {"m": {"a": 1}}}"#, to: "common.json")
    try folder.write(
      #"""
      {"include": ["common.json"], "targets": {"B": {}}, "valueMaps": {"m": {"a": 1}},
        "mappers": [{"id": "a"}]}
      """#,
      to: "spec.json"
    )
    #expect(findings() == ["common.json:1:14 RK2017", "common.json:1:38 RK2017"])
  }

  @Test("what may be in an unread file is not reported as missing")
  func missingFile() throws {
    try folder.write(
      #"""
      {"include": ["none.json"], "targets": {"A": {"extends": "B", "properties": {"c": "C"}}},
        "mappers": [{"id": "a", "attributes": [{"to": "x", "map": "m"}]}]}
      """#,
      to: "spec.json"
    )
    #expect(findings() == ["spec.json:1:14 RK2016"])
  }

  @Test("names are relative to their file")
  func relativeNames() throws {
    try folder.write(#"{"include": "parts/one.json", "mappers": [{"id": "a"}]}"#, to: "spec.json")
    try folder.write(
      #"{"include": "two.json", "mappers": [{"id": "b"}]}"#,
      to: "parts/one.json"
    )
    try folder.write(#"{"mappers": [{"id": "c"}]}"#, to: "parts/two.json")
    #expect(findings() == [])
  }

  @Test("RK2015: files that include one another are an error at the name that closes the cycle")
  func cycle() throws {
    try folder.write(#"{"include": ["b.json"], "mappers": [{"id": "a"}]}"#, to: "spec.json")
    try folder.write(#"{"include": ["spec.json"], "mappers": [{"id": "b"}]}"#, to: "b.json")
    #expect(findings() == ["b.json:1:14 RK2015"])
  }

  @Test("RK2015: a file that includes itself is an error")
  func selfInclude() throws {
    try folder.write(#"{"include": ["./spec.json"], "mappers": [{"id": "a"}]}"#, to: "spec.json")
    #expect(findings() == ["spec.json:1:14 RK2015"])
  }

  @Test("a file that two others include is read once")
  func diamond() throws {
    let top = #"{"include": ["b.json", "c.json"], "mappers": [{"id": "a"}]}"#
    try folder.write(top, to: "spec.json")
    try folder.write(#"{"include": "d.json", "mappers": [{"id": "b"}]}"#, to: "b.json")
    try folder.write(#"{"include": "d.json", "mappers": [{"id": "c"}]}"#, to: "c.json")
    try folder.write(#"{"mappers": [{"id": "d"}]}"#, to: "d.json")
    #expect(findings() == [])
  }

  @Test("RK2016: a missing included file is an error at its name")
  func missing() throws {
    try folder.write(#"{"include": ["none.json"], "mappers": [{"id": "a"}]}"#, to: "spec.json")
    #expect(findings() == ["spec.json:1:14 RK2016"])
  }

  @Test("RK2016: the standard input cannot be included")
  func standardInput() throws {
    try folder.write(#"{"include": ["-"], "mappers": [{"id": "a"}]}"#, to: "spec.json")
    #expect(findings() == ["spec.json:1:14 RK2016"])
    #expect(
      message(#"{"include": "-", "mappers": [{"id": "a"}]}"#)
        == "the standard input cannot be included"
    )
  }

  @Test("RK2017: two files with one mapper are an error at the second")
  func clash() throws {
    try folder.write(#"{"include": ["b.json"], "mappers": [{"id": "a"}]}"#, to: "spec.json")
    try folder.write(#"{"mappers": [{"id": "a"}]}"#, to: "b.json")
    #expect(findings() == ["b.json:1:21 RK2017"])
  }

  @Test("the diagnostics of all files are reported, each in its own")
  func faultsInAllFiles() throws {
    try folder.write(#"{"include": ["b.json"], "mappers": [{"id": "a", "x": 1}]}"#, to: "spec.json")
    try folder.write("{\"mappers\": [{\"id\": \"b\",\n\"y\": 1}]}", to: "b.json")
    #expect(findings() == ["spec.json:1:49 RK2005", "b.json:2:1 RK2005"])
  }

  /// Writes files of which each includes the next; the last contains a mapper.
  private func writeChain(levels: Int) throws {
    for number in 0..<levels {
      let name = number == 0 ? "spec.json" : "\(number).json"
      try folder.write(#"{"root-map-ref": "a", "include": ["\#(number + 1).json"]}"#, to: name)
    }
    try folder.write(#"{"mappers": [{"id": "a"}]}"#, to: "\(levels).json")
  }

  @Test("files may include one another over 100 levels")
  func levels() throws {
    try writeChain(levels: 100)
    #expect(findings() == [])
  }

  @Test("RK2015: a file that is included over more levels is an error where it is named")
  func tooManyLevels() throws {
    try writeChain(levels: 101)
    #expect(findings() == ["100.json:1:35 RK2015"])
  }
}
