import RKMapping
import TestSupport
import Testing

@Suite("Values looked up in value maps")
struct ValueExchangeTests {
  private static let map =
    #"{"1": "one", "1.0": "one and no more", "true": false, "a": null, "b": 2.50, "é": "e", "n": "7"}"#

  /// The result for a value under an attribute's members: the output's `v`, or a diagnostic.
  private func exchanged(_ value: String, _ members: String, maps: String = "") throws -> String? {
    let spec = #"""
      {"valueMaps": {"m": \#(Self.map)\#(maps)}, "mappers": [
        {"id": "a", "attributes": ["k", {"to": "v", \#(members)}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"k":0,"v":\#(value)}"#)
    guard trial.findings.isEmpty else {
      #expect(trial.output == #"{"k":0}"#)
      return trial.findings.joined()
    }
    return trial.output.map { String($0.dropFirst(#"{"k":0,"v":"#.count).dropLast()) }
  }

  @Test(
    "a value is looked up by its text, and becomes a value of any kind",
    arguments: [
      ("1", #""one""#), (#""1""#, #""one""#), ("1.0", #""one and no more""#), ("true", "false"),
      (#""true""#, "false"), (#""a""#, "null"), (#""\u0061""#, "null"), (#""b""#, "2.50"),
      (#""\u00e9""#, #""e""#), (#""é""#, #""e""#), ("null", "null"),
      (#""c""#, "RK1002 /v"), (#""B""#, "RK1002 /v"), ("2", "RK1002 /v"), (#""""#, "RK1002 /v"),
      ("[1]", "RK1002 /v"), ("{}", "RK1002 /v"),
    ]
  )
  func byText(value: String, output: String) throws {
    #expect(try exchanged(value, #""map": "m""#) == output)
    #expect(try exchanged(value, #""map": \#(Self.map)"#) == output)
  }

  @Test(
    "a default replaces all other values",
    arguments: [(#""a""#, "1"), (#""b""#, "0"), (#""default""#, "0"), ("null", "null")]
  )
  func otherwise(value: String, output: String) throws {
    #expect(try exchanged(value, #""map": {"a": 1, "default": 0}"#) == output)
  }

  @Test(
    "a null from a map is like a null of the input",
    arguments: [
      (#""onNull": "absent""#, ""), (#""onNull": "default", "default": 5"#, "5"),
      (#""onNull": "null""#, "null"),
    ]
  )
  func null(policy: String, output: String) throws {
    for value in [#""a""#, "null"] {
      #expect(try exchanged(value, #""map": "m", \#(policy)"#) == output)
    }
  }

  @Test("the map comes before the type", arguments: [(#""n""#, "7"), (#""1""#, "RK1002 /v")])
  func beforeType(value: String, output: String) throws {
    #expect(try exchanged(value, #""map": "m", "type": "integer""#) == output)
  }

  @Test("a map of an included file is available under its name")
  func included() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"valueMaps": {"m": {"1": "male"}}}"#, to: "common.json")
    try folder.write(
      #"{"include": "common.json", "mappers": [{"id": "a", "attributes": [{"to": "s", "map": "m"}]}]}"#,
      to: "spec.json"
    )
    let mapper = try Mapper(Mapping(contentsOf: folder.path(of: "spec.json")))
    try mapper.apply(
      to: [.bytes(Array(#"{"s":1}"#.utf8), name: "in", format: nil)],
      into: .file(folder.path(of: "out"))
    )
    #expect(folder.read("out") == "{\"s\":\"male\"}\n")
    #expect(mapper.planListing.contains("map m"))
  }
}
