import Testing

@Suite("--result error")
struct ErrorResultTests {
  /// The output for an input by a mapper with these attributes and other members.
  private func text(attributes: String, _ members: String = "", input: String) throws -> String {
    let spec =
      #"{"mappers": [{"id": "e", "target": "E", "attributes": \#(attributes)\#(members)}]}"#
    let place = try Workplace(spec: spec, input: input)
    let trial = try place.run("apply", "spec.json", "in.json", "--result", "error")
    return trial.status == 0 ? trial.output : "exit \(trial.status)"
  }

  @Test("a string is written without quotes and escapes, any other scalar unchanged")
  func scalars() throws {
    let input = #"[{"n":"a\n\"\u00e9\""},{"n":12.50},{"n":true},{"n":false},{"n":null}]"#
    #expect(
      try text(attributes: #"["n"]"#, input: input) == "a\n\"\u{E9}\", 12.50, true, false, null\n"
    )
  }

  @Test("a structure is written as compact JSON")
  func structures() throws {
    let input = #"[{"n": [1, "a b"]}, {"n": {"k" : "\n"}}]"#
    #expect(try text(attributes: #"["n"]"#, input: input) == #"[1,"a b"], {"k":"\n"}"# + "\n")
  }

  @Test("a constant is written")
  func constant() throws {
    let attributes = #"[{"to": "message", "value": "out of \"order\""}, "n"]"#
    #expect(try text(attributes: attributes, input: #"{"n":1}"#) == "out of \"order\"\n")
  }

  @Test("a default is written")
  func defaultValue() throws {
    let attributes = #"[{"from": "n", "default": "none"}, {"from": "m", "hidden": true}]"#
    let input = #"[{"n":"some","m":1},{"m":1}]"#
    #expect(try text(attributes: attributes, input: input) == "some, none\n")
  }

  @Test("a hidden attribute is not written, wherever it is declared")
  func hidden() throws {
    let attributes = #"[{"from": "code", "hidden": true}, "message"]"#
    let input = #"{"code":7,"message":"seven"}"#
    #expect(try text(attributes: attributes, input: input) == "seven\n")
  }

  @Test("a converted value is written")
  func converted() throws {
    let attributes = #"[{"from": "n", "type": "integer"}]"#
    #expect(try text(attributes: attributes, input: #"{"n":"12"}"#) == "12\n")
  }

  @Test("a nested object is written as JSON")
  func group() throws {
    let attributes = #"{"n": "outer.inner"}"#
    #expect(try text(attributes: attributes, input: #"{"n":"a"}"#) == #"{"inner":"a"}"# + "\n")
  }

  @Test("related records are written as JSON")
  func related() throws {
    let spec = #"""
      {"root-map-ref": "e", "mappers": [
        {"id": "e", "target": "E", "relationships": [{"from": "a", "to": "a", "map-ref": "p"}]},
        {"id": "p", "target": "P", "attributes": ["n"]}]}
      """#
    let place = try Workplace(spec: spec, input: #"[{"a":{"n":1}},{"a":[{"n":2},{"n":3}]}]"#)
    let trial = try place.run("apply", "spec.json", "in.json", "--result", "error")
    #expect(trial.output == #"{"n":1}, [{"n":2},{"n":3}]"# + "\n")
  }

  @Test("a record without visible members has an empty text")
  func nothing() throws {
    let attributes = #"["n", {"from": "m", "hidden": true}]"#
    #expect(try text(attributes: attributes, input: #"[{"m":1},{"n":2,"m":1}]"#) == ", 2\n")
  }

  @Test("a type key is not an attribute")
  func typeKey() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: #"{"n":1}"#)
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.json",
      "--result",
      "error",
      "--type-key",
      "@type"
    )
    #expect(trial.output == "1\n")
  }
}
