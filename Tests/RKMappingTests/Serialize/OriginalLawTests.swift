import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("What is put onto a document is read from it again, and nothing else is lost")
struct OriginalLawTests {
  private static func mapper(_ attributes: String) -> String {
    #"{"mappers": [{"id": "m", "target": "M", "attributes": \#(attributes)}]}"#
  }

  private static func related(_ relationship: String, _ attributes: String = #"["a"]"#) -> String {
    #"""
    {"root-map-ref": "m", "mappers": [
      {"id": "m", "target": "M", "attributes": \#(attributes), "relationships": [\#(relationship)]},
      {"id": "k", "target": "K", "attributes": ["b"]}]}
    """#
  }

  @Test("the representation as a whole is not replaced where another source can be written")
  func wholeSource() throws {
    let spec = Self.mapper(#"[{"from": ["d", ""], "to": "v"}]"#)
    #expect(try put(#"{"v":5}"#, onto: #"{"q":1}"#, by: spec) == #"{"q":1,"d":5}"#)
  }

  @Test(
    "places in lists are kept, whatever goes and comes beside them",
    arguments: [
      (#"{"y":1,"q":9}"#, #"{"y":1,"l":[1]}"#, #"{"y":1,"l":[null,9]}"#),
      (#"{"y":1}"#, #"{"y":1,"l":[1,2]}"#, #"{"y":1,"l":[]}"#),
      (#"{"y":1,"s":3}"#, #"{"y":1,"l":[1, 2, 3]}"#, #"{"y":1,"l":[null, null, 3]}"#),
    ]
  )
  func places(records: String, original: String, expected: String) throws {
    let spec = Self.mapper(#"["y", {"l[0]": "p"}, {"l[1]": "q"}, {"l[2]": "s"}]"#)
    #expect(try put(records, onto: original, by: spec, deletes: true) == expected)
  }

  @Test("attributes that fill members of a related record are theirs")
  func filled() throws {
    let spec = Self.related(
      #"{"from": "r", "to": "r", "map-ref": "k"}"#,
      #"[{"from": "f.v", "to": "r.v"}]"#
    )
    let original = #"{"f":{"v":1}}"#
    #expect(try put(#"{"r":{"v":1}}"#, onto: original, by: spec) == original)
    #expect(
      try put(#"{"r":{"b":3,"v":4}}"#, onto: #"{"f":{"v":1},"r":{"b":2}}"#, by: spec)
        == #"{"f":{"v":4},"r":{"b":3}}"#
    )
  }

  @Test("one record without a list around it becomes a list, keeps its members, or goes")
  func shapes() throws {
    let any = Self.related(#"{"from": "r", "to": "r", "map-ref": "k"}"#)
    let many = Self.related(#"{"from": "r", "to": "r", "many": true, "map-ref": "k"}"#)
    let original = #"{"a":1,"r":{"b":2,"z":0}}"#
    let two = #"{"a":1,"r":[{"b":2},{"b":3}]}"#
    for spec in [any, many] {
      #expect(try put(two, onto: original, by: spec) == #"{"a":1,"r":[{"b":2,"z":0},{"b":3}]}"#)
    }
    #expect(try put(#"{"a":1,"r":[]}"#, onto: original, by: many) == original)
    #expect(
      try put(#"{"a":1,"r":[]}"#, onto: original, by: many, deletes: true) == #"{"a":1,"r":[]}"#
    )
    let list = #"{"a":1,"r":[{"b":2,"z":0}]}"#
    #expect(try put(#"{"a":1,"r":{"b":2}}"#, onto: list, by: any) == "RK1030 /r")
    let whole = Self.related(#"{"from": "", "to": "r", "map-ref": "k"}"#)
    #expect(
      try put(#"{"a":1}"#, onto: #"{"a":1,"b":2}"#, by: whole, deletes: true) == "RK1030 "
    )
  }

  @Test("a descriptor of one record makes one, and descriptors that found nothing change nothing")
  func descriptors() throws {
    let one = #"""
      {"descriptors": [{"keyPath": "a", "many": false, "optional": true, "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "M", "attributes": ["x"]}]}
      """#
    #expect(try put(#"{"x":1}"#, onto: "{}", by: one) == #"{"a":{"x":1}}"#)
    let two = #"""
      {"descriptors": [{"keyPath": "a", "optional": true, "root-map-ref": "m"},
        {"keyPath": "b", "optional": true, "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "M", "attributes": ["x"]}]}
      """#
    #expect(try put("{}", onto: #"{"q":1}"#, by: two) == #"{"q":1}"#)
  }

  @Test("RK1030: a record that would not be read as it is")
  func unlike() throws {
    let bounded = Self.mapper(
      #"[{"from": "n", "to": "n", "validate": [{"unless": "SELF < 5", "then": "null"}]}]"#
    )
    #expect(try put(#"{"n":9}"#, onto: #"{"n":1}"#, by: bounded) == "RK1030 /n")
    let chosen = #"""
      {"mappers": [{"id": "m", "target": "M", "when": "n != 0", "attributes": ["n", "id"],
        "identification": "id"}]}
      """#
    #expect(
      try put(
        #"[{"id":1,"n":2},{"id":2,"n":0}]"#,
        onto: #"[{"id":1,"n":1},{"id":2,"n":1}]"#,
        by: chosen
      )
        == "RK1030 /1"
    )
  }

  @Test("RK1031: related records of one identity are told by it")
  func identity() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "attributes": ["a"],
         "relationships": [{"from": "r", "to": "r", "map-ref": "k"}]},
        {"id": "k", "target": "K", "identification": "id", "attributes": ["id", "n"]}]}
      """#
    let folder = try ScratchFolder()
    let mapping = try Mapping(text: spec)
    var options = RecordSerializer.Options()
    options.hasOriginal = true
    let receiver = FindingList()
    _ = try RecordSerializer(mapping, options: options).run(
      on: .bytes(Array(#"{"r":[{"id":7,"n":1},{"id":7,"n":2}]}"#.utf8), name: "records.json"),
      onto: .bytes(Array(#"{"r":[{"id":7,"n":1}]}"#.utf8), name: "original.json"),
      deletes: false,
      into: .file(folder.path(of: "output")),
      reportingTo: receiver
    )
    let message = try #require(receiver.diagnostics.first?.message)
    #expect(message == "2 records have the identity 7, and 1 of the original")
  }

  @Test("RK1031: fewer records that only their order tells apart, unless they are all as they were")
  func fewer() throws {
    let spec = Self.mapper(#"["x", "n"]"#)
    let original = #"[{"x":1,"n":1,"z":1},{"x":2,"n":2,"z":2},{"x":3,"n":3,"z":3}]"#
    let same = #"[{"x":1,"n":1},{"x":3,"n":3}]"#
    #expect(try put(same, onto: original, by: spec) == original)
    #expect(
      try put(same, onto: original, by: spec, deletes: true)
        == #"[{"x":1,"n":1,"z":1},{"x":3,"n":3,"z":3}]"#
    )
    #expect(try put(#"[{"x":1,"n":1},{"x":3,"n":4}]"#, onto: original, by: spec) == "RK1031 /0")
    #expect(try put(#"[{"x":1,"n":5},{"x":2"#, onto: original, by: spec).hasPrefix("RK4"))
    let list = Self.related(#"{"from": "r", "to": "r", "map-ref": "k"}"#)
    #expect(
      try put(#"{"r":[{"b":4}]}"#, onto: #"{"r":[{"b":1},{"b":2}]}"#, by: list) == "RK1031 /r/0"
    )
  }

  @Test("an original of nothing becomes one document, unless it is a stream")
  func nothing() throws {
    let list = #"{"keyPath": "i", "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}"#
    let two = #"[{"a":1},{"a":2}]"#
    #expect(try put(two, onto: "", by: list) == "{\"i\":[{\"a\":1},{\"a\":2}]}\n")
    #expect(try put(two, onto: " \n", by: list, deletes: true) == "{\"i\":[{\"a\":1},{\"a\":2}]}\n")
    #expect(try put("[]", onto: " \n", by: list) == " \n")
    #expect(
      try put(two, onto: "", by: list, format: .ndjson) == "{\"i\":{\"a\":1}}\n{\"i\":{\"a\":2}}\n"
    )
    let bare = Self.mapper(#"["a"]"#)
    #expect(try put(two, onto: "", by: bare) == "[{\"a\":1},{\"a\":2}]\n")
    #expect(try put(#"{"a":1}"#, onto: "", by: bare) == "{\"a\":1}\n")
  }
}
