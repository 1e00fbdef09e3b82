import RKMapping
import Testing

/// What happens to records that fail, in every shape of the output.
@Suite("Failed records")
struct FailedRecordTests {
  private static let spec = #"""
    {"mappers": [{"id": "a", "attributes": ["n"],
      "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"}]},
      {"id": "k", "attributes": [{"from": "n", "to": "n", "onMissing": "error"}]}]}
    """#

  private static func trial(
    _ rule: MapperOptions.FailedRecords,
    _ input: String,
    spec: String = spec,
    format: Input.Format? = nil,
    shape: Output.Shape = .auto
  ) throws -> MappingTrial {
    var options = MapperOptions()
    options.failedRecords = rule
    return try MappingTrial(spec, input, format: format, options: options) { output in
      output.format = .json
      output.shape = shape
    }
  }

  /// The reasons, without details.
  private static func brief(_ output: String?) -> String {
    (output ?? "nothing").replacing(/\{"\$error":.*?"raw":(\{.*?\})\}\}/) { "!\($0.output.1)" }
  }

  @Test(
    "shapes of the result have what is left of them",
    arguments: [
      (#"[{"x":1}]"#, .auto, "[]", #"[!{"x":1}]"#), (#"{"x":1}"#, .auto, "[]", #"!{"x":1}"#),
      (#"{"x":1}"#, .first, "null", #"!{"x":1}"#),
      (#"[{"x":1},{"n":2}]"#, .first, #"{"n":2}"#, #"!{"x":1}"#),
      (#"[{"x":1},{"n":2},{"x":3}]"#, .auto, #"[{"n":2}]"#, #"[!{"x":1},{"n":2},!{"x":3}]"#),
      (#"[{"n":1},{"x":2},{"x":3}]"#, .array, #"[{"n":1}]"#, #"[{"n":1},!{"x":2},!{"x":3}]"#),
      (#"{"x":1}"#, .dictionary, "{}", #"{"":!{"x":1}}"#),
      (#"[{"x":1}]"#, .dictionary, #"{"":[]}"#, #"{"":[!{"x":1}]}"#),
    ] as [(String, Output.Shape, String, String)]
  )
  func shapes(input: String, shape: Output.Shape, skipped: String, emitted: String) throws {
    let skip = try Self.trial(.skip, input, shape: shape)
    #expect(skip.output == skipped)
    #expect(skip.report.ending == .failedRecord)
    let emit = try Self.trial(.emit, input, shape: shape)
    #expect(Self.brief(emit.output) == emitted)
    #expect(emit.report.ending == .complete)
  }

  @Test("a related record that fails is left out, and the others stay, at any depth")
  func related() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": ["n"],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "a"},
          {"from": "one", "to": "one", "map-ref": "a"}]}]}
      """#
    let input = #"""
      {"n":1,"kids":[{"n":2,"kids":[{"x":3},{"n":4}],"one":{"x":5}},{"x":6},{"n":7}],"one":{"n":8}}
      """#
    for rule in [MapperOptions.FailedRecords.skip, .emit] {
      let trial = try Self.trial(rule, input, spec: spec)
      #expect(
        trial.output
          == #"{"n":1,"kids":[{"n":2,"kids":[{"n":4}]},{"n":7}],"one":{"n":8}}"#
      )
      #expect(trial.report.failedCount == 3)
      #expect(trial.report.recordCount == 1 && trial.report.readCount == 1)
      #expect(trial.report.errorCount == 3)
    }
    #expect(try Self.trial(.fail, input, spec: spec).output == nil)
  }

  @Test("an unmatched related record is left out like a failed one")
  func unmatched() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [{"id": "a", "attributes": ["n"],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "d"}]},
        {"id": "k", "attributes": ["n"]},
        {"id": "d", "dynamic": true, "unmatched": "error", "matchers": [
          {"keyPath": "t", "expectValue": "k", "map-ref": "k"}]}]}
      """#
    let input = #"[{"n":1,"kids":[{"t":"z"},{"t":"k","n":2},{"t":"y"}]},{"n":3}]"#
    let trial = try Self.trial(.skip, input, spec: spec)
    #expect(trial.output == #"[{"n":1,"kids":[{"n":2}]},{"n":3}]"#)
    #expect(trial.report.failedCount == 2)
  }

  @Test("records that fail because of one value elsewhere all name its position")
  func farValue() throws {
    let spec = #"""
      {"keyPath": "r", "mappers": [{"id": "a", "attributes": ["n",
        {"from": "@document.z.y", "to": "z", "type": "integer", "onError": "fail"}]}]}
      """#
    let input = #"""
      {"z":{"y":"one"},
        "r":[{"n":1},{"n":2}]}
      {"r":[{"n":3},{"n":4}],
        "z":{"y":"two"}}
      """#
    let trial = try Self.trial(.emit, input, spec: spec)
    let places = (trial.output ?? "").split(separator: "\"$error\"").dropFirst().map { error in
      error.split(separator: ",").filter { $0.contains("pointer") || $0.contains("line") }
        .joined(separator: ",")
    }
    let first = #""pointer":"/z/y","line":1"#
    let second = #""pointer":"/z/y","line":4"#
    #expect(places == [first, first, second, second])
  }

  @Test("the reason of a record is its own, not that of one related to it")
  func reason() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": ["k"],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"},
          {"from": "must", "to": "must", "map-ref": "k", "onMissing": "error"}]},
        {"id": "k", "attributes": ["n"]}]}
      """#
    let trial = try Self.trial(.emit, #"{"k":1,"kids":[{"x":1}]}"#, spec: spec)
    #expect(trial.output?.hasPrefix(#"{"$error":{"code":"RK1005""#) == true)
    #expect(trial.findings == ["RK1005 ", "RK1003 /kids/0"])
  }

  @Test("missing parts fail only their document of a stream")
  func notFound() throws {
    let spec = #"{"keyPath": "a", "mappers": [{"id": "a", "attributes": ["n"]}]}"#
    let input = "{\"a\":{\"n\":1}}\n{\"b\":2}\n{\"a\":{\"n\":3}}\n"
    let skip = try Self.trial(.skip, input, spec: spec, format: .ndjson)
    #expect(skip.output == #"[{"n":1},{"n":3}]"#)
    #expect(skip.findings == ["RK1001 "])
    let emit = try Self.trial(.emit, input, spec: spec, format: .ndjson)
    #expect(Self.brief(emit.output) == #"[{"n":1},!{"b":2},{"n":3}]"#)
  }

  @Test("a document of several parts has its failures in place")
  func severalParts() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "m"}, {"keyPath": "b", "root-map-ref": "m"}],
       "mappers": [{"id": "m", "attributes": ["n"]}]}
      """#
    let trial = try Self.trial(.emit, #"{"b":{"x":1},"a":[{"n":2},{"x":3}]}"#, spec: spec)
    #expect(Self.brief(trial.output) == #"{"a":[{"n":2},!{"x":3}],"b":!{"x":1}}"#)
    #expect(trial.output?.contains(#""pointer":"/a/1""#) == true)
    #expect(trial.output?.contains(#""pointer":"/b""#) == true)
  }
}
