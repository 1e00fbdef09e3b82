import Foundation
import Testing

@testable import RKAuthoring
@testable import RKMapping

@Suite("Schemas of data")
struct DataSchemaTests {
  /// The members of the mapper `m`, or its target `M`, in a schema, as compact JSON with sorted keys.
  private func definition(_ name: String, _ schema: String) throws -> [String: String] {
    let tree = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let definitions = try #require(tree?["$defs"] as? [String: Any])
    let members = try #require(definitions[name] as? [String: Any])
    return try members.mapValues { value in
      let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
      return String(
        decoding: try JSONSerialization.data(withJSONObject: value, options: options),
        as: UTF8.self
      )
    }
  }

  private func mapper(_ members: String) throws -> Mapper {
    try Mapper(Mapping(text: #"{"mappers": [{"id": "m", "target": "M", \#(members)}]}"#))
  }

  private func records(_ members: String) throws -> [String: String] {
    try definition("M", RecordSchema.text(of: mapper(members)))
  }

  private func source(_ members: String) throws -> [String: String] {
    try definition("m", SourceSchema.text(of: mapper(members)))
  }

  @Test("what is required in an object in a record is so with the object")
  func nestedRequired() throws {
    let schema = try records(
      """
      "attributes": [{"from": "a", "to": "x.y.a", "required": true}, {"from": "b", "to": "x.b"},
        {"from": "c", "to": "x.y.c"}]
      """
    )
    #expect(schema["required"] == #"["x"]"#)
    let properties = try #require(schema["properties"])
    #expect(properties.contains(#""required":["y"]"#))
    #expect(properties.contains(#""required":["a"]"#))
  }

  @Test(
    "a constant that a validation replaces has alternatives",
    arguments: [
      (#""then": "null""#, #"{"enum":[5,null]}"#), (#""then": "reject""#, #"{"const":5}"#),
      (#""then": "set", "value": 7"#, #"{"enum":[5,7]}"#), (#""then": "fail""#, #"{"const":5}"#),
    ]
  )
  func constants(then: String, wanted: String) throws {
    let schema = try records(
      #""attributes": [{"to": "k", "value": 5, "validate": [{"if": "SELF > 3", \#(then)}]}]"#
    )
    #expect(schema["properties"] == #"{"k":\#(wanted)}"#)
  }

  @Test(
    "kinds that never convert are refused where that is an error",
    arguments: [
      (#""type": "string""#, #"{"type":["string","number","boolean","null"]}"#),
      (#""type": "object""#, #"{"type":["object","string","null"]}"#), (#""type": "any""#, "{}"),
      (
        #""type": "[object]""#,
        """
        {"anyOf":[{"items":{"type":["object","string","null"]},"type":"array"},\
        {"type":["object","string","null"]}]}
        """
      ),
      (#""type": "[any]""#, "{}"), (#""type": "string", "transform": ["toJSON"]"#, "{}"),
      (
        #""map": {"a": "A", "1": "B", "true": "C"}"#,
        #"{"enum":["a","1","true",1,true,null]}"#
      ),
      (#""map": {"a": "A"}, "emptyString": "null""#, #"{"enum":["a","",null]}"#),
      (#""map": {"a": "A", "default": "B"}"#, "{}"),
    ]
  )
  func kinds(members: String, wanted: String) throws {
    let attribute = #"{"from": "a", "to": "b", \#(members), "onError": "#
    #expect(
      try source(#""attributes": [\#(attribute)"fail"}]"#)["properties"] == #"{"a":\#(wanted)}"#
    )
    #expect(try source(#""attributes": [\#(attribute)"null"}]"#)["properties"] == #"{"a":{}}"#)
  }

  @Test("of several sources only the first is always read")
  func severalSources() throws {
    let schema = try source(
      #""attributes": [{"from": ["a", "b"], "to": "c", "type": "string", "onError": "fail"}]"#
    )
    let kinds = #"{"type":["string","number","boolean","null"]}"#
    #expect(schema["properties"] == #"{"a":\#(kinds),"b":{}}"#)
  }

  @Test("objects in an object without other keys have no others either, unless a rule takes them")
  func closed() throws {
    let schema = try source(
      """
      "unknown": "error", "ignoreKeys": ["a.q", "w.*"], "attributes": [
        {"from": "a.b", "to": "b"}, {"from": "c.d", "to": "d"}, {"from": "c", "to": "c"},
        {"from": "w.x", "to": "x"}]
      """
    )
    #expect(schema["additionalProperties"] == "false")
    let properties = try #require(schema["properties"])
    let inner = #""additionalProperties":false,"items":{"additionalProperties":false,"#
    let keys = #""properties":{"b":{},"q":{}}"#
    #expect(properties.contains(#""a":{\#(inner)\#(keys)},\#(keys)}"#))
    #expect(properties.contains(#""c":{"items":{"properties":{"d":{}}},"properties":{"d":{}}}"#))
    #expect(properties.contains(#""w":{"items":{"properties":{"x":{}}},"properties":{"x":{}}}"#))
  }
}
