import RKEngine
import Testing

@testable import RKMapping

@Suite("Notes of the kinds that values came as")
struct KindNoteTests {
  private func notes(
    _ spec: String,
    _ input: String,
    besides redactions: [Redaction] = []
  ) throws -> [String] {
    var options = MapperOptions()
    (options.notesKinds, options.redactions) = (true, redactions)
    let mapper = try Mapper(try Mapping(text: spec), options: options)
    let collection = RecordCollection(redacting: redactions)
    try mapper.apply(to: [.bytes(Array(input.utf8))], into: .collection(collection))
    for record in collection.records {
      #expect(!String(decoding: collection.bytes[record.text], as: UTF8.self).contains("$from"))
    }
    return collection.records.map {
      String(decoding: collection.bytes[$0.notedText], as: UTF8.self)
    }
  }

  /// The recorded kind of a value of one attribute.
  private func note(_ value: String, _ rule: String) throws -> String? {
    let spec = #"{"mappers": [{"id": "m", "attributes": ["id", {"to": "a", \#(rule)}]}]}"#
    let text = try notes(spec, #"{"id": 1, "a": \#(value)}"#)[0]
    return text.firstMatch(of: /"\$from":\{"a":"(.*)"\}/).map { String($0.1) }
  }

  @Test(
    "a value of another kind is recorded with it",
    arguments: [
      ("\"2\"", "integer", "string"), ("2", "integer", nil), ("null", "integer", nil),
      ("1", "boolean", "number"), ("5", "string", "number"), ("\"1.50\"", "decimal", nil),
      ("\"a\"", "[string]", "string"), ("[\"1\", 2]", "[integer]", "[string]"),
      ("[1, true, \"x\"]", "[string]", "[boolean|number]"),
      ("[[\"1\"], [2]]", "[[integer]]", "[[string]]"), ("[]", "[integer]", nil),
      ("1714557600", "date", "number"), ("\"2024-05-01\"", "date", nil),
      ("{\"x\": 1}", "any", nil),
    ] as [(String, String, String?)]
  )
  func kinds(value: String, type: String, expected: String?) throws {
    #expect(try note(value, #""from": "a", "type": "\#(type)""#) == expected)
  }

  @Test("keys as values, constants and defaults are not examined")
  func others() throws {
    #expect(try note("{\"5\": 1}", #""from": "a.@keys", "type": "[integer]""#) == nil)
    #expect(try note("1", #""value": "5", "type": "integer""#) == nil)
    #expect(
      try note("\"x\"", #""from": "a", "type": "integer", "onError": "default", "default": 1"#)
        == nil
    )
    #expect(try note("\" 1\"", #""from": "a", "type": "integer", "transform": ["trim"]"#) == nil)
  }

  @Test("values that a path collects are examined one by one")
  func gathered() throws {
    let rule = #""from": "a.n", "type": "[integer]""#
    #expect(try note(#"[{"n": 1}, {"n": "2"}]"#, rule) == "[string]")
    #expect(try note(#"[{"n": 1}, {"n": 2}]"#, rule) == nil)
  }

  private let nested = #"""
    {"root-map-ref": "u", "mappers": [
      {"id": "u", "target": "User", "attributes": [
         {"from": "n", "to": "stats.n", "type": "integer"}, {"from": "id", "to": "id", "type": "integer"}],
       "relationships": [{"from": "pets", "to": "pets", "map-ref": "p", "many": true}]},
      {"id": "p", "target": "Pet", "attributes": [{"from": "age", "to": "age", "type": "integer"}]}]}
    """#

  @Test("related records have their own notes; a dotted destination keeps its dots")
  func related() throws {
    let text = try notes(nested, #"{"id": "1", "n": "2", "pets": {"age": "3"}}"#)
    #expect(
      text == [
        #"{"stats":{"n":2},"id":1,"pets":[{"age":3,"$from":{"age":"string"}}],"#
          + #""$from":{"stats.n":"string","id":"string","pets":"object"}}"#
      ]
    )
  }

  @Test("redacted members are not recorded")
  func redacted() throws {
    let redactions = [
      Redaction(target: "User", keys: ["stats"]), Redaction(target: "User", keys: ["pets"]),
    ]
    let text = try notes(
      nested,
      #"{"id": "1", "n": "2", "pets": {"age": "3"}}"#,
      besides: redactions
    )
    #expect(text[0].hasSuffix(#""$from":{"id":"string"}}"#))
  }
}
