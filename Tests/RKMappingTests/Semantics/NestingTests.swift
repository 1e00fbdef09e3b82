import RKMapping
import Testing

@Suite("Nesting attributes")
struct NestingTests {
  private func spec(_ members: String) -> String {
    #"{"mappers": [{"id": "u", "keyAttribute": "username", \#(members)}]}"#
  }

  private let force = #""forceCollection": true, "attributes": ["email"]"#

  @Test("the only key is the nesting attribute, and the other paths are read below it")
  func oneKey() throws {
    #expect(
      try map(#"{"blake":{"email":"b@x.org"}}"#, by: spec(#""attributes": ["email"]"#))
        == #"{"username":"blake","email":"b@x.org"}"#
    )
  }

  @Test(
    "values below may be named with the nesting attribute in parentheses",
    arguments: ["(username).email", "{username}.email"]
  )
  func explicitPath(path: String) throws {
    #expect(
      try map(#"{"blake":{"email":"b@x.org"}}"#, by: spec(#""attributes": {"\#(path)": "email"}"#))
        == #"{"username":"blake","email":"b@x.org"}"#
    )
  }

  @Test(
    "a key may have any characters",
    arguments: ["john.doe@example.com", "@type", "(a)", "a b", #"\u00e9\""#, "", "{x}.y"]
  )
  func anyKey(key: String) throws {
    #expect(
      try map(#"{"\#(key)":{"email":1}}"#, by: spec(#""attributes": ["email"]"#))
        == #"{"username":"\#(key)","email":1}"#
    )
  }

  @Test("with forceCollection every key is a representation, in the order of the input")
  func forceCollection() throws {
    #expect(
      try map(#"{"b":{"email":1},"a":{"email":2}}"#, by: spec(force))
        == #"[{"username":"b","email":1},{"username":"a","email":2}]"#
    )
  }

  @Test("with forceCollection one key gives a list of one, and none an empty list")
  func forceFew() throws {
    #expect(try map(#"{"b":{"email":1}}"#, by: spec(force)) == #"[{"username":"b","email":1}]"#)
    #expect(try map("{}", by: spec(force)) == "[]")
  }

  @Test("RK1011: without forceCollection several keys are one record of the first, with a warning")
  func severalKeys() throws {
    let trial = try MappingTrial(
      spec(#""attributes": ["email"]"#),
      #"{"b":{"email":1},"a":{"email":2}}"#
    )
    #expect(trial.output == #"{"username":"b","email":1}"#)
    // It points at the key that was taken.
    #expect(trial.findings == ["RK1011 /b"])
    #expect(trial.report.warningCount == 1)
  }

  @Test("RK1011: where keys that nothing maps are errors, those after the first are")
  func severalKeysFail() throws {
    var options = MapperOptions()
    options.drift = .fail
    let text = spec(#""attributes": ["email"]"#)
    let trial = try MappingTrial(text, #"{"b":{"email":1},"a":{"email":2}}"#, options: options)
    #expect(trial.findings == ["RK1011 /b"])
    #expect(trial.diagnostics.map(\.severity) == [.error])
    #expect(trial.report.ending == .failedRecord)
    let one = try MappingTrial(text, #"{"b":{"email":1}}"#, options: options)
    #expect(one.findings == [])
  }

  @Test("@key is the key of a collection that is forced")
  func keyRoot() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "forceCollection": "YES", "attributes": {"@key": "k", "n": "n"}}]}
      """#
    #expect(
      try map(#"{"a":{"n":1},"b":{"n":2}}"#, by: spec) == #"[{"k":"a","n":1},{"k":"b","n":2}]"#
    )
  }

  @Test("@key in a list is the key of the list")
  func keyOfList() throws {
    let spec =
      #"{"keyPath": "us", "mappers": [{"id": "u", "attributes": {"@key": "k", "n": "n"}}]}"#
    #expect(
      try map(#"{"us":[{"n":1},{"n":2}]}"#, by: spec) == #"[{"k":"us","n":1},{"k":"us","n":2}]"#
    )
  }

  @Test("a rule for the nesting attribute may give it a type")
  func typedKey() throws {
    let members =
      #""attributes": [{"from": "(username)", "to": "username", "type": "integer"}, "n"]"#
    #expect(try map(#"{"007":{"n":1}}"#, by: spec(members)) == #"{"username":7,"n":1}"#)
  }

  @Test("a relationship may be a forced collection, at every level")
  func nestedCollections() throws {
    let spec = #"""
      {"root-map-ref": "g", "mappers": [
        {"id": "g", "keyAttribute": "group", "forceCollection": true,
          "relationships": [{"from": "users", "to": "users", "map-ref": "u"}]},
        {"id": "u", "keyAttribute": "name", "forceCollection": true, "attributes": ["n"]}]}
      """#
    #expect(
      try map(#"{"x":{"users":{"a":{"n":1},"b":{"n":2}}},"y":{"users":{}}}"#, by: spec)
        == #"[{"group":"x","users":[{"name":"a","n":1},{"name":"b","n":2}]},"#
        + #"{"group":"y","users":[]}]"#
    )
  }

  @Test("elements of a list may each be nested")
  func listOfNested() throws {
    #expect(
      try map(#"[{"a":{"email":1}},{"b":{"email":2}}]"#, by: spec(#""attributes": ["email"]"#))
        == #"[{"username":"a","email":1},{"username":"b","email":2}]"#
    )
  }

  @Test("the key of a nested record is decoded", arguments: [0, 60, 100, 200])
  func escapedKey(distance: Int) throws {
    let spec = #"""
      {"mappers": [{"id": "a", "keyAttribute": "key", "forceCollection": true, "attributes": [
        {"from": "(key)", "to": "key", "type": "integer"}, "n"]}]}
      """#
    let gap = String(repeating: " ", count: distance)
    #expect(try map(#"{"\u0031":\#(gap){"n":1}}"#, by: spec) == #"[{"key":1,"n":1}]"#)
  }

  @Test("an object of nulls is found, and gives no records")
  func nullMembers() throws {
    let spec = spec(#""forceCollection": true, "attributes": ["email"]"#)
    #expect(try map(#"{"a":null,"b":null}"#, by: spec) == "[]")
  }
}
