import RKEngine
import Testing

@testable import RKMapping

@Suite("Notes of the kinds that values came as")
struct KindNoteTests {
  private func notes(
    _ spec: String,
    _ input: String,
    besides redactions: [Redaction] = [],
    forms: Bool = false
  ) throws -> [String] {
    var options = MapperOptions()
    options.notesForms = forms
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
  private func note(_ value: String, _ rule: String, forms: Bool = false) throws -> String? {
    let spec = #"{"mappers": [{"id": "m", "attributes": ["id", {"to": "a", \#(rule)}]}]}"#
    let text = try notes(spec, #"{"id": 1, "a": \#(value)}"#, forms: forms)[0]
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

  @Test(
    "with forms, dates are recorded with theirs, and decimals with their kind",
    arguments: [
      ("\"1.50\"", "decimal", nil), ("1.50", "decimal", "number"),
      ("[\"1\", 2]", "[decimal]", "[number]"), ("\"2\"", "integer", "string"),
      ("\"2024-05-01T10:00:00Z\"", "date", nil), ("\"20240501T100000+0200\"", "date", nil),
      ("\"2024-05-01T10:00:00\"", "date", "iso8601 local"),
      ("\"2024-05-01\"", "date", "iso8601 day"),
      ("\"20240501\"", "date", "iso8601 day"), ("1714557600", "date", "epoch"),
      ("\"1714557600\"", "date", "epoch text"), ("\"05/01/2024\"", "date", "MM/dd/yyyy"),
      ("\"Wed, 15 May 2019 15:20:18 GMT\"", "date", "rfc1123"),
      ("[1714557600, \"2024-05-01T10:00:00Z\"]", "[date]", "[epoch|iso8601]"),
      ("[\"2024-05-01T10:00:00Z\"]", "[date]", nil),
      ("\"2024-05-01T10:00:00Z\"", "[date]", "iso8601"),
    ] as [(String, String, String?)]
  )
  func forms(value: String, type: String, expected: String?) throws {
    #expect(try note(value, #""from": "a", "type": "\#(type)""#, forms: true) == expected)
  }

  @Test(
    "a stated format is recorded by its name",
    arguments: [
      ("\"\\/Date(1714557600000)\\/\"", "dotnet", "dotnet"),
      ("1714557600000", "epochMillis", "epochMillis"),
      ("\" 1.5.2024 \"", "d.M.yyyy", "d.M.yyyy"),
    ]
  )
  func statedForms(value: String, format: String, expected: String) throws {
    let rule = #""from": "a", "type": "date", "format": "\#(format)""#
    #expect(try note(value, rule, forms: true) == expected)
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
