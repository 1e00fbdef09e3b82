import RKDiagnostics
import RKMapping
import Testing

@Suite("Relationships")
struct RelationshipTests {
  /// A spec whose root `p` has an attribute `n` and a relationship `r` to mapper `c`.
  private func spec(_ members: String = "", child: String = #""attributes": ["m"]"#) -> String {
    #"""
    {"root-map-ref": "p", "mappers": [
      {"id": "p", "attributes": ["n"],
        "relationships": [{"from": "r", "to": "r", "map-ref": "c"\#(members)}]},
      {"id": "c", \#(child)}]}
    """#
  }

  @Test(
    "without a cardinality the value's shape decides",
    arguments: [
      (#"{"n":1,"r":{"m":2}}"#, #"{"n":1,"r":{"m":2}}"#),
      (#"{"n":1,"r":[{"m":2},{"m":3}]}"#, #"{"n":1,"r":[{"m":2},{"m":3}]}"#),
      (#"{"n":1,"r":[{"m":2}]}"#, #"{"n":1,"r":[{"m":2}]}"#),
      (#"{"n":1,"r":[]}"#, #"{"n":1,"r":[]}"#),
      (#"{"n":1,"r":null}"#, #"{"n":1,"r":null}"#),
      (#"{"n":1}"#, #"{"n":1}"#),
    ]
  )
  func shape(input: String, output: String) throws {
    #expect(try map(input, by: spec()) == output)
  }

  @Test(
    "to many, a single value is a list of one, and null is null",
    arguments: [
      (#"{"n":1,"r":{"m":2}}"#, #"{"n":1,"r":[{"m":2}]}"#),
      (#"{"n":1,"r":[{"m":2}]}"#, #"{"n":1,"r":[{"m":2}]}"#),
      (#"{"n":1,"r":null}"#, #"{"n":1,"r":null}"#),
      (#"{"n":1}"#, #"{"n":1}"#),
    ]
  )
  func toMany(input: String, output: String) throws {
    #expect(try map(input, by: spec(#", "many": true"#)) == output)
  }

  @Test("RK1002: to one, an array is a failed conversion, and the member is left out")
  func arrayToOne() throws {
    let trial = try MappingTrial(spec(#", "many": false"#), #"{"n":1,"r":[{"m":2}]}"#)
    #expect(trial.output == #"{"n":1}"#)
    #expect(trial.findings == ["RK1002 /r"])
    #expect(trial.report.warningCount == 1)
  }

  @Test("RK1002: an array of arrays is a failed conversion")
  func arrayOfArrays() throws {
    let trial = try MappingTrial(spec(), #"{"n":1,"r":[[{"m":2}]]}"#)
    #expect(trial.output == #"{"n":1}"#)
    #expect(trial.findings.map { $0.prefix(6) } == ["RK1002"])
  }

  @Test("null elements are skipped")
  func nullElements() throws {
    #expect(
      try map(#"{"n":1,"r":[null,{"m":2},null]}"#, by: spec()) == #"{"n":1,"r":[{"m":2}]}"#
    )
  }

  @Test("RK1003: a child to which nothing applies is a failed record")
  func failedChild() throws {
    let trial = try MappingTrial(spec(), #"{"n":1,"r":[{"m":2},{"x":3}]}"#)
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings == ["RK1003 /r/1"])
  }

  @Test("a relationship that is missing does not count as applied")
  func missingIsNotApplied() throws {
    let trial = try MappingTrial(spec(), #"{"x":1}"#)
    #expect(trial.findings == ["RK1003 "])
  }

  @Test("a relationship that is null counts as applied")
  func nullIsApplied() throws {
    #expect(try map(#"{"r":null}"#, by: spec()) == #"{"r":null}"#)
  }

  @Test("an empty source composes a record from the parent's own representation")
  func composition() throws {
    let spec = #"""
      {"keyPath": "member_info", "root-map-ref": "staff", "mappers": [
        {"id": "staff", "attributes": {"memIdx": "userId", "memNm": "name"},
          "relationships": [{"from": "", "to": "house", "map-ref": "house"}]},
        {"id": "house", "attributes": {"orgId": "houseId", "orgNm": "name"}}]}
      """#
    let input = #"{"member_info":{"memIdx":1,"memNm":"A","orgId":2,"orgNm":"B"}}"#
    #expect(
      try map(input, by: spec) == #"{"userId":1,"name":"A","house":{"houseId":2,"name":"B"}}"#
    )
  }

  @Test("a cyclic relationship goes as deep as the document")
  func cycle() throws {
    let spec = #"""
      {"mappers": [{"id": "n", "attributes": ["v"],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "n"}]}]}
      """#
    let input = #"{"v":1,"kids":[{"v":2,"kids":[{"v":3}]},{"v":4,"kids":[]}]}"#
    #expect(try map(input, by: spec) == input)
  }

  @Test("attributes come before relationships, each in the listed order")
  func order() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "relationships": [
          {"from": "b", "to": "b", "map-ref": "c"}, {"from": "a", "to": "a", "map-ref": "c"}],
          "attributes": ["z", "y"]},
        {"id": "c", "attributes": ["m"]}]}
      """#
    #expect(
      try map(#"{"a":{"m":1},"b":{"m":2},"y":3,"z":4}"#, by: spec)
        == #"{"z":4,"y":3,"b":{"m":2},"a":{"m":1}}"#
    )
  }

  @Test("a dotted source may fill a member of a relationship's record")
  func dottedIntoRelationship() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": "address.city"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "a"}]},
        {"id": "a", "attributes": ["street"]}]}
      """#
    let input = #"{"address":{"street":"S"},"extra":{"city":"C"}}"#
    #expect(try map(input, by: spec) == #"{"address":{"street":"S","city":"C"}}"#)
  }

  @Test("a dotted source replaces what the related mapper has made")
  func dottedOverRelationship() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": "address.city"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "a"}]},
        {"id": "a", "attributes": ["city", "street"]}]}
      """#
    let input = #"{"address":{"street":"S","city":"made"},"extra":{"city":"C"}}"#
    #expect(try map(input, by: spec) == #"{"address":{"city":"C","street":"S"}}"#)
  }

  @Test("a scalar in place of an object is one attribute if the mapper says so")
  func scalarAs() throws {
    let child = #""scalarAs": "id", "attributes": ["id", "m"]"#
    #expect(
      try map(#"{"n":1,"r":[5,{"id":6,"m":7},"x"]}"#, by: spec(child: child))
        == #"{"n":1,"r":[{"id":5},{"id":6,"m":7},{"id":"x"}]}"#
    )
  }

  @Test("a nested destination makes nested objects")
  func nestedDestination() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"n": "x.n"},
          "relationships": [{"from": "r", "to": "x.r", "map-ref": "c"}]},
        {"id": "c", "attributes": ["m"]}]}
      """#
    #expect(try map(#"{"n":1,"r":{"m":2}}"#, by: spec) == #"{"x":{"n":1,"r":{"m":2}}}"#)
  }

  @Test(
    "the three assignment policies give the same for a single document",
    arguments: ["set", "union", "replace"]
  )
  func assignmentPolicies(policy: String) throws {
    #expect(
      try map(#"{"n":1,"r":[{"m":2}]}"#, by: spec(#", "assignmentPolicy": "\#(policy)""#))
        == #"{"n":1,"r":[{"m":2}]}"#
    )
  }

  @Test(
    "onMissing decides about missing relationships",
    arguments: [("absent", #"{"n":1}"#), ("null", #"{"n":1,"r":null}"#)]
  )
  func onMissing(policy: String, output: String) throws {
    #expect(try map(#"{"n":1}"#, by: spec(#", "onMissing": "\#(policy)""#)) == output)
  }

  @Test(
    "onNull decides about null relationships",
    arguments: [("absent", #"{"n":1}"#), ("null", #"{"n":1,"r":null}"#)]
  )
  func onNull(policy: String, output: String) throws {
    #expect(try map(#"{"n":1,"r":null}"#, by: spec(#", "onNull": "\#(policy)""#)) == output)
  }

  @Test(
    "RK1005: a required relationship is neither missing nor null",
    arguments: [(#"{"n":1}"#, "RK1005 "), (#"{"n":1,"r":null}"#, "RK1005 /r")]
  )
  func required(input: String, finding: String) throws {
    let trial = try MappingTrial(spec(#", "required": true"#), input)
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.findings == [finding])
  }

  @Test("a child made from its owner's representation is not made from a default alone")
  func defaultAloneMakesNoChild() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "attributes": ["z"], "relationships": [
          {"from": "", "to": "r", "map-ref": "k"}]},
        {"id": "k", "attributes": [{"from": "a", "to": "a", "default": false}, "b"]}]}
      """#
    #expect(try map(#"{"z":1}"#, by: spec) == #"{"z":1}"#)
    #expect(try map(#"{"z":1,"b":2}"#, by: spec) == #"{"z":1,"r":{"a":false,"b":2}}"#)
    #expect(try MappingTrial(spec, #"[{"y":1}]"#).findings == ["RK1003 /0"])
  }

  @Test("RK1002: one record is not made from an array, even if the mapper could read one")
  func arrayWholeToOne() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "attributes": ["z"], "relationships": [
          {"from": "r", "to": "r", "map-ref": "k", "many": false}]},
        {"id": "k", "attributes": [{"from": "", "to": "x"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"z":1,"r":[1,2]}"#)
    #expect(trial.output == #"{"z":1}"#)
    #expect(trial.findings == ["RK1002 /r"])
  }

  @Test("RK1002: a key of a forced collection with an array is not a record, in a relationship too")
  func arrayInForcedCollection() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": ["z"], "relationships": [
          {"from": "x", "to": "x", "map-ref": "m"}]},
        {"id": "m", "forceCollection": true, "attributes": ["a"]}]}
      """#
    let trial = try MappingTrial(spec, #"{"z":1,"x":{"j":{"a":1},"k":[{"a":1}]}}"#)
    #expect(trial.output == #"{"z":1}"#)
    #expect(trial.findings == ["RK1002 /x/k"])
  }

  @Test("RK1002: for an array of arrays the inner array is marked")
  func placeInArrayOfArrays() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": ["z"], "relationships": [
          {"from": "x", "to": "x", "map-ref": "m"}]},
        {"id": "m", "attributes": ["a"]}]}
      """#
    let trial = try MappingTrial(spec, #"{"z":1,"x":[{"a":1},[{"a":2}]]}"#)
    #expect(trial.findings == ["RK1002 /x/1"])
  }

  @Test(
    "the key of a related record is the last key of the path to it",
    arguments: [
      ("d", #"{"d":{"n":1}}"#), ("d", #"{"d":[{"n":1}]}"#), ("d[0]", #"{"d":[{"n":1}]}"#),
      ("c.d", #"{"c":{"d":{"n":1}}}"#), ("c.d", #"{"c":[{"d":{"n":1}}]}"#),
    ]
  )
  func keyOfRelated(source: String, input: String) throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "relationships": [{"from": "\#(source)", "to": "x", "map-ref": "m"}]},
        {"id": "m", "attributes": [{"from": "@key", "to": "k"}, "n"]}]}
      """#
    #expect(try #require(try map(input, by: spec)).contains(#"{"k":"d","n":1}"#))
  }

  @Test("RK4004: cycles that lead down too slowly end before the records are too deep to write")
  func tooDeepRecords() throws {
    let ring = (0..<30).map { number in
      let source = number == 29 ? "x" : ""
      let next = (number + 1) % 30
      return #"""
        {"id": "m\#(number)", "attributes": ["n"], "relationships": [
          {"from": "\#(source)", "to": "r", "map-ref": "m\#(next)"}]}
        """#
    }
    let spec = #"{"root-map-ref": "m0", "mappers": [\#(ring.joined(separator: ","))]}"#
    let depth = 500
    let input =
      String(repeating: #"{"n":1,"x":"#, count: depth) + #"{"n":1}"#
      + String(repeating: "}", count: depth)
    let trial = try MappingTrial(spec, input)
    #expect(trial.findings.map { $0.prefix(6) } == ["RK4004"])
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("the whole document is read once, the same for every record")
  func documentOfEachRecord() throws {
    let spec = #"""
      {"keyPath": "all", "mappers": [{"id": "a", "attributes": [
        "n", {"from": "@document.tags.t", "to": "tags"}, {"from": "@document.all.n", "to": "ns"}]}]}
      """#
    #expect(
      try map(#"{"tags":[{"t":1},{"t":2}],"all":[{"n":1},{"n":2}]}"#, by: spec)
        == #"[{"n":1,"tags":[1,2],"ns":[1,2]},{"n":2,"tags":[1,2],"ns":[1,2]}]"#
    )
    #expect(
      try map(#"{"tags":[],"all":[{"n":3}]}{"all":[{"n":4}]}"#, by: spec)
        == "{\"n\":3,\"tags\":[],\"ns\":[3]}\n{\"n\":4,\"ns\":[4]}"
    )
  }

  @Test(
    "a record from the owner's representation counts, and is unchanged if there is none",
    arguments: [
      (#", "many": true"#, #"{"id":0}"#, #"{"r":[{"id":0}]}"#),
      ("", #"{"id":0}"#, #"{"r":{"id":0}}"#),
      (#", "many": true"#, #"{"zz":1}"#, #"{"zz":1}"#), ("", #"{"zz":1}"#, #"{"zz":1}"#),
    ]
  )
  func composedCounts(many: String, input: String, output: String) throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "attributes": ["zz"], "relationships": [
          {"from": "", "to": "r", "map-ref": "k"\#(many)}]},
        {"id": "k", "attributes": ["id"]}]}
      """#
    #expect(try map(input, by: spec) == output)
  }

  @Test("a null under a nesting key makes nothing, and clears nothing")
  func composedOfNull() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "keyAttribute": "key", "relationships": [
          {"from": "", "to": "r", "map-ref": "j"}]},
        {"id": "j", "attributes": ["a"]}]}
      """#
    #expect(try map(#"{"z":null}"#, by: spec) == #"{"key":"z"}"#)
  }
}
