import RKDiagnostics
import RKMapping
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  private let two = #"""
    {"descriptors": [{"name": "u", "keyPath": "users", "root-map-ref": "user"},
        {"name": "p", "keyPath": "meta.page", "root-map-ref": "page", "optional": true}],
      "mappers": [{"id": "user", "attributes": ["n"]}, {"id": "page", "attributes": ["size"]}]}
    """#

  private func one(_ members: String) -> String {
    #"{\#(members), "mappers": [{"id": "a", "attributes": ["n"]}]}"#
  }

  @Test("the flat dialect, descriptors and groups of them mean the same")
  func dialects() throws {
    let mappers = #"[{"id": "a", "attributes": ["n"]}]"#
    let specs = [
      #"{"keyPath": "items", "root-map-ref": "a", "mappers": \#(mappers)}"#,
      #"{"descriptors": [{"keyPath": "items", "root-map-ref": "a"}], "maps": \#(mappers)}"#,
      #"{"responseDescriptors": [{"requests": [{"keyPath": "items"}], "maps": \#(mappers)}]}"#,
      #"{"responseDescriptors": {"requests": [{"keyPath": "items"}], "maps": \#(mappers)}}"#,
    ]
    let outputs = try specs.map { try map(#"{"items":[{"n":1}]}"#, by: $0) }
    #expect(outputs == Array(repeating: #"[{"n":1}]"#, count: 4))
  }

  @Test("request descriptors are not used for mapping")
  func requestDescriptors() throws {
    let spec = #"""
      {"responseDescriptors": [{"requests": [{}], "maps": [{"id": "a", "attributes": ["n"]}]}],
        "requestDescriptors": [{"requests": [{}], "maps": [{"id": "b", "attributes": ["m"]}]}]}
      """#
    #expect(try map(#"{"n":1,"m":2}"#, by: spec) == #"{"n":1}"#)
  }

  @Test("several key paths give a dictionary by key path, in the order of the spec")
  func severalKeyPaths() throws {
    #expect(
      try map(#"{"meta":{"page":{"size":10}},"users":[{"n":1}]}"#, by: two)
        == #"{"users":[{"n":1}],"meta.page":{"size":10}}"#
    )
  }

  @Test("a key path at which nothing is found is left out of the dictionary")
  func partlyFound() throws {
    #expect(try map(#"{"users":[]}"#, by: two) == #"{"users":[]}"#)
  }

  @Test("a descriptor may be chosen by its name")
  func byName() throws {
    var options = MapperOptions()
    options.descriptorName = "p"
    let trial = try MappingTrial(
      two,
      #"{"users":[{"n":1}],"meta":{"page":{"size":10}}}"#,
      options: options
    )
    #expect(trial.output == #"{"size":10}"#)
  }

  @Test("RK5908: an unknown descriptor name is reported with the most similar one")
  func unknownName() throws {
    var options = MapperOptions()
    options.descriptorName = "userz"
    let mapping = try Mapping(
      text: #"{"descriptors": [{"name": "users"}], "mappers": [{"id": "a"}]}"#
    )
    let error = #expect(throws: DiagnosticsError.self) { try Mapper(mapping, options: options) }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.code == .unknownDescriptor)
    #expect(finding.message.hasSuffix("did you mean 'users'?"))
  }

  @Test(
    "RK5907: descriptors of one key path for different requests are ambiguous",
    arguments: [
      #"{"path": "/a"}, {"path": "/b"}"#, #"{"methods": ["GET"]}, {"methods": ["POST"]}"#,
      #"{"statusCodes": "2XX"}, {"statusCodes": "4XX"}"#, #"{}, {"path": "/b"}"#,
    ]
  )
  func ambiguous(descriptors: String) throws {
    let mapping = try Mapping(
      text: #"{"descriptors": [\#(descriptors)], "mappers": [{"id": "a"}]}"#
    )
    let error = #expect(throws: DiagnosticsError.self) { try Mapper(mapping) }
    #expect(error?.diagnostics.map(\.code) == [.ambiguousDescriptors])
  }

  @Test("descriptors of one key path for the same requests all apply, one result after the other")
  func sameContext() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "l", "root-map-ref": "a"}, {"keyPath": "l", "root-map-ref": "b"}],
        "mappers": [{"id": "a", "attributes": {"n": "a"}}, {"id": "b", "attributes": {"n": "b"}}]}
      """#
    #expect(
      try map(#"{"l":[{"n":1},{"n":2}]}"#, by: spec) == #"[{"a":1},{"a":2},{"b":1},{"b":2}]"#
    )
  }

  @Test(
    "RK1001: nothing at the key path of a document that is not empty",
    arguments: [
      #"{"other":1}"#, #"{"items":null}"#, #"{"items":[null,null]}"#, "[]x", "5", "null", "[1]",
    ].filter { $0 != "[]x" }
  )
  func notFound(input: String) throws {
    let trial = try MappingTrial(one(#""keyPath": "items""#), input)
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings == ["RK1001 "])
  }

  @Test("missing key paths are reported with the document's keys")
  func notFoundMessage() throws {
    let mapper = try Mapper(Mapping(text: two))
    let list = FindingList()
    _ = mapper.apply(
      to: [.bytes(Array(#"{"user":[],"page":1}"#.utf8))],
      into: .nowhere,
      reportingTo: list
    )
    #expect(
      list.diagnostics.map(\.message) == [
        "nothing found at 'users' or 'meta.page'; the document has 'user', 'page'"
      ]
    )
  }

  @Test("a null key is distinguished from a missing one", arguments: ["null", "[null]"])
  func notFoundNull(value: String) throws {
    let mapper = try Mapper(Mapping(text: two))
    let list = FindingList()
    let input = Input.bytes(Array(#"{"users":\#(value),"meta":{}}"#.utf8))
    _ = mapper.apply(to: [input], into: .nowhere, reportingTo: list)
    #expect(
      list.diagnostics.map(\.message) == [
        "nothing found at 'users' or 'meta.page'; the document has 'users' (nothing but null), 'meta'"
      ]
    )
  }

  @Test("of a document's many keys twenty are listed")
  func notFoundManyKeys() throws {
    let members = (1...21).map { #""k\#($0)":0"# }.joined(separator: ",")
    let list = FindingList()
    _ = try Mapper(Mapping(text: one(#""keyPath": "items""#))).apply(
      to: [.bytes(Array("{\(members)}".utf8))],
      into: .nowhere,
      reportingTo: list
    )
    let message = try #require(list.diagnostics.first?.message)
    #expect(message.hasSuffix(", 'k20' and more"))
  }

  @Test("a group's own mapper comes before the spec's of that id")
  func groupBeforeSpec() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": {"n": "outer"}}],
        "responseDescriptors": [
          {"requests": [{"root-map-ref": "a"}],
            "maps": [{"id": "a", "attributes": {"n": "inner"}}]}]}
      """#
    #expect(try map(#"{"n":1}"#, by: spec) == #"{"inner":1}"#)
  }

  @Test("nothing at an optional key path is no error")
  func optional() throws {
    #expect(try map(#"{"other":1}"#, by: one(#""keyPath": "items", "optional": true"#)) == "[]")
  }

  @Test(
    "an input that is one empty document, or none, is success without records",
    arguments: ["{}", "[]", "", " \n\t"]
  )
  func emptyInput(input: String) throws {
    let trial = try MappingTrial(one(#""keyPath": "items""#), input)
    #expect(trial.findings == (["{}", "[]"].contains(input) ? [] : ["RK4009"]))
    #expect(trial.report.ending == .complete)
    #expect(trial.output == "[]")
  }

  @Test(
    "an empty list or object at the key path is found",
    arguments: [(#"{"items":[]}"#, "[]")]
  )
  func emptyFound(input: String, output: String) throws {
    #expect(try map(input, by: one(#""keyPath": "items""#)) == output)
  }

  @Test("nulls among other elements of a list are skipped")
  func nullElements() throws {
    #expect(try map(#"{"items":[null,{"n":1}]}"#, by: one(#""keyPath": "items""#)) == #"[{"n":1}]"#)
  }

  @Test("a key path may have escapes and indexes")
  func keyPathForms() throws {
    #expect(
      try map(#"{"a.b":[[{"n":1}],[{"n":2}]]}"#, by: one(#""keyPath": "[\"a.b\"][1]""#))
        == #"[{"n":2}]"#
    )
  }

  @Test("an empty key path, or none, is the whole document", arguments: ["\"\"", "null"])
  func wholeDocument(keyPath: String) throws {
    #expect(try map(#"{"n":1}"#, by: one(#""keyPath": \#(keyPath)"#)) == #"{"n":1}"#)
  }

  @Test(
    "the result has the requested shape",
    arguments: [
      (Output.Shape.auto, #"[{"n":1},{"n":2}]"#),
      (.dictionary, #"{"items":[{"n":1},{"n":2}]}"#),
      (.array, #"[{"n":1},{"n":2}]"#),
      (.first, #"{"n":1}"#),
      (.error, "1, 2"),
    ]
  )
  func shapes(shape: Output.Shape, expected: String) throws {
    let trial = try MappingTrial(one(#""keyPath": "items""#), #"{"items":[{"n":1},{"n":2}]}"#) {
      $0.shape = shape
    }
    #expect(trial.output == expected)
  }

  @Test("the first of no records is null")
  func firstOfNone() throws {
    let trial = try MappingTrial(one(#""keyPath": "items""#), #"{"items":[]}"#) {
      $0.shape = .first
    }
    #expect(trial.output == "null")
  }

  @Test(
    "RK1001: a list of nothing but nulls is not found, however it comes about",
    arguments: [
      ("x.y", #"[{"x":{"y":null}}]"#), ("x.y", #"{"x":[{"y":null},{}]}"#),
      ("x", #"[{"x":null},{"x":null}]"#), ("x", #"{"x":[null,null]}"#),
    ]
  )
  func nothingButNulls(keyPath: String, input: String) throws {
    let spec = #"{"keyPath": "\#(keyPath)", "mappers": [{"id": "a", "attributes": ["n"]}]}"#
    #expect(try MappingTrial(spec, input).findings.map { $0.prefix(6) } == ["RK1001"])
  }

  @Test("RK4008: a repeated key on the path to the records of a line is reported once")
  func repeatedKeyOnTheWay() throws {
    let spec = #"{"keyPath": "items", "mappers": [{"id": "a", "attributes": ["n"]}]}"#
    let line = #"{"items":[{"n":1}],"items":[{"n":2}]}"# + "\n"
    let trial = try MappingTrial(spec, line + line, format: .ndjson)
    #expect(trial.output == "{\"n\":2}\n{\"n\":2}")
    #expect(trial.findings == ["RK4008 /items"])
  }

  @Test(
    "RK2009: a list of descriptors without any is an error at it",
    arguments: [
      #"{"descriptors": «RK2009»[], "mappers": [{"id": "a"}]}"#,
      #"{"descriptors": «RK2009»[], "responseDescriptors": [], "mappers": [{"id": "a"}]}"#,
    ]
  )
  func noDescriptor(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("a list of descriptors may be empty beside groups of descriptors")
  func noDescriptorBesideGroups() {
    let spec = #"""
      {"descriptors": [], "responseDescriptors": {"requests": [{"keyPath": ""}], "maps": [{"id": "a"}]}}
      """#
    #expect(annotated(spec) == spec)
  }
}
