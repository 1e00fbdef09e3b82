import RKAuthoring
import RKDiagnostics
import Testing

@Suite("Formatting")
struct SpecFormatterTests {
  @Test(
    "Mistakes become strict JSON",
    arguments: [
      (#"{'name': 'it\'s "so"'}"#, #"{"name":"it's \"so\""}"#),
      (#"{name: a-b, }"#, #"{"name":"a-b"}"#),
      ("{\"statusCodes\": [201, 2XX\n 3XX,]}", #"{"statusCodes":[201,"2XX","3XX"]}"#),
      (#"{"keyPath": nil}"#, #"{"keyPath":null}"#),
      (#"{"name": "\u00e9\u0041\/\u0007\n"}"#, "{\"name\":\"\u{E9}A/\\u0007\\n\"}"),
      (#"{"version": 1.0E+2}"#, #"{"version":1.0E+2}"#),
      (#"{"name": "a", "keyPath": "k", "name": "b"}"#, #"{"keyPath":"k","name":"b"}"#),
      ("\u{FEFF}{\"name\":\r\n\"a\"}\r\n", #"{"name":"a"}"#),
      (#"{"x-mine": [YES, {'a': 1,}]}"#, #"{"x-mine":["YES",{"a":1}]}"#),
    ]
  )
  func slips(text: String, wanted: String) throws {
    #expect(try compact(text) == wanted)
  }

  @Test(
    "Pairs in a list are what they are read as",
    arguments: [
      (#""attributes": ["a": "b"]"#, #""attributes":{"a":"b"}"#),
      (#""relationships": ["from": "a", "to": "b"]"#, #""relationships":[{"from":"a","to":"b"}]"#),
      (#""attributes": ["x", "a": "b", "y"]"#, #""attributes":["x",{"a":"b"},"y"]"#),
      (
        #""validate": ["if": "a == 1", "then": "fail"]"#,
        #""validate":[{"if":"a == 1","then":"fail"}]"#
      ),
      // As an object these would be full forms.
      (
        #""attributes": ["x", "from": "b", "a": {"type": "date"}]"#,
        #""attributes":["x",[{"from":"from","to":"b"},{"from":"a","type":"date"}]]"#
      ),
    ]
  )
  func pairs(text: String, wanted: String) throws {
    #expect(try compactMapper(text) == wanted)
  }

  @Test(
    "Bare YES and NO become booleans if the reader reads them so, else texts",
    arguments: [
      (#""entity": YES, "target": NO"#, #""entity":true,"target":"NO""#),
      (
        #""attributes": [{"to": "a", "value": [YES, no]}]"#,
        #""attributes":[{"to":"a","value":[true,"no"]}]"#
      ),
      (#""entity": "YES""#, #""entity":"YES""#),
      // Other errors make no difference.
      (
        #""attributes": [{"from": "[", "default": YES}]"#,
        #""attributes":[{"from":"[","default":true}]"#
      ),
      (
        #""matchers": [{"keyPath": "a", "expectValue": YES, "map-ref": "<other>"}]"#,
        #""matchers":[{"keyPath":"a","expectValue":true,"map-ref":"<other>"}]"#
      ),
    ]
  )
  func booleans(text: String, wanted: String) throws {
    #expect(try compactMapper(text) == wanted)
  }

  @Test("Short values are on one line; long or deep ones, and the whole, are not")
  func layout() throws {
    let long = String(repeating: "x", count: 41)
    let wanted = """
      {
        "name": "\(long)\(long)\(long)",
        "mappers": [
          { "id": "m", "target": "M", "attributes": ["a", "b"] },
          {
            "id": "n",
            "attributes": { "a": { "to": "b", "type": "date" } }
          },
          {
            "attributes": ["a"],
            "identification": ["a"]
          },
          { "\(long)": ["\(long)a"] },
          {
            "\(long)": ["\(long)aa"]
          },
          {},
          { "relationships": [] }
        ]
      }

      """
    let lines = wanted.split(separator: "\n")
    // The longest list that is not broken is as wide as allowed.
    #expect(lines.contains { $0.count == 100 })
    #expect(try formatted(lines.map { $0.drop { $0 == " " } }.joined()) == wanted)
    #expect(try formatted(wanted) == wanted)
    #expect(try formatted("{}") == "{}\n")
  }

  @Test(
    "A text that cannot be understood is rejected with only that error",
    arguments: [
      #"{"mappers": [ : ]}"#, "", "[1]", "{} {}", #"{"a": nil "b"}"#, "{\"a\": \"\u{1}\"}",
      #"{'a': 1, "b" /*"#,
    ]
  )
  func refusal(text: String) {
    let error = #expect(throws: DiagnosticsError.self) { try formatted(text) }
    #expect(error?.diagnostics.isEmpty == false)
    #expect(error?.diagnostics.allSatisfy { $0.severity == .error } == true)
  }

  @Test("Bytes that are not UTF-8 are rejected")
  func foreignBytes() {
    let file = SourceFile(name: "a", bytes: Array("{\"a\": \"".utf8) + [0xFF, 0x22, 0x7D])
    #expect(throws: DiagnosticsError.self) { try SpecFormatter.formatted(file) }
  }

  @Test("The lists of a test file stay lists")
  func suite() throws {
    let text = #"{"spec": a, "cases": ["files": ["x"], "expect": {"errors": ["code": RK1002]}]}"#
    #expect(
      try compact(text)
        == #"{"spec":"a","cases":[{"files":["x"],"expect":{"errors":[{"code":"RK1002"}]}}]}"#
    )
  }

  @Test(
    "The first line that is not formatted is named",
    arguments: [
      ("{\n  \"name\": \"a\"\n}\n", nil),
      ("{\n  \"name\":\"a\"\n}\n", 2), ("{\n  \"name\": \"a\"\n}", 3), ("{\"name\": \"a\"}", 1),
      ("{\n  \"name\": \"a\"\n}\n\n", 4), ("{\r\n  \"name\": \"a\"\n}\n", 1),
    ] as [(String, Int?)]
  )
  func difference(text: String, line: Int?) throws {
    let file = SourceFile(name: "a.json", bytes: Array(text.utf8))
    let finding = SpecFormatter.difference(of: file, from: try SpecFormatter.formatted(file))
    #expect(finding?.location?.line == line)
    #expect(finding == nil || finding?.code == .notFormatted)
  }
}
