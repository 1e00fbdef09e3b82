import RKDiagnostics
import Testing

@Suite("RK2100: choices that are never reached")
struct UnreachableChoicesTests {
  /// A dynamic mapper with the given matchers, each of which leads to 'a' or 'b'.
  private func spec(_ matchers: [String], rest: String = "") -> String {
    """
    {"root-map-ref": "d", "mappers": [
      {"id": \(rest), "dynamic": "YES", "matchers": [\(matchers.joined(separator: ", "))]},
      {"id": "a", "target": "A", "attributes": ["x"]}, {"id": "b", "target": "B", "attributes": ["x"]}
    ]}
    """
  }

  private func spec(_ matchers: [String]) -> String {
    spec(matchers + [#"{"keyPath": "last", "expectValue": 1, "map-ref": "b"}"#], rest: #""d""#)
  }

  @Test(
    "a matcher after one that matches all that it would",
    arguments: [
      (#""expectValue": "x""#, #""expectValue": "x""#),
      (#""expectValue": 1"#, #""expectValue": 1"#),
      (#""expectValue": 1"#, #""expectValue": true"#),
      (#""expectValue": null"#, #""expectValue": null"#),
      (#""expectValues": ["x", "y"]"#, #""expectValue": "y""#),
      (#""expectType": "string""#, #""expectValue": "x""#),
      (#""expectType": "number""#, #""expectValue": 7"#),
      (#""expectType": "null""#, #""expectValue": null"#),
      (#""expectType": "object""#, #""expectType": "object""#),
      (#""expectValues": [true, false]"#, #""expectType": "boolean""#),
      (#""expectValue": null"#, #""expectType": "null""#),
      (#""expectType": "string""#, #""expectValues": ["x", "y"]"#),
      (#""expectValue": 1"#, #""expectValue": 1.0"#),
      (#""expectValue": 120"#, #""expectValue": 1.2e+2"#),
    ]
  )
  func covered(first: String, second: String) {
    let matchers = [
      #"{"keyPath": "k", \#(first), "map-ref": "a"}"#,
      #"«RK2100»{"keyPath": "k", \#(second), "map-ref": "b"}"#,
    ]
    #expect(linted(spec(matchers)) == spec(matchers))
  }

  @Test(
    "a matcher that matches something else",
    arguments: [
      (#""expectValue": "x""#, #""expectValue": "y""#),
      (#""expectValue": "1""#, #""expectValue": 1"#),
      (#""expectType": "number""#, #""expectValue": 1"#),
      (#""expectType": "number""#, #""expectValue": "1""#),
      (#""expectValue": "x""#, #""expectType": "string""#),
      (#""expectValue": true"#, #""expectType": "boolean""#),
      (#""expectType": "array""#, #""expectType": "object""#),
    ]
  )
  func uncovered(first: String, second: String) {
    let matchers = [
      #"{"keyPath": "k", \#(first), "map-ref": "a"}"#,
      #"{"keyPath": "k", \#(second), "map-ref": "b"}"#,
    ]
    #expect(linted(spec(matchers)) == spec(matchers))
  }

  @Test("values of different key paths are different")
  func paths() {
    let matchers = [
      #"{"keyPath": "k", "expectValue": 1, "map-ref": "a"}"#,
      #"{"keyPath": "l", "expectValue": 1, "map-ref": "b"}"#,
    ]
    #expect(linted(spec(matchers)) == spec(matchers))
  }

  @Test(
    "one of several values that is matched before, and one that occurs twice",
    arguments: [
      (#""expectValues": ["y", "x"]"#, "'x' never reaches this matcher"),
      (#""expectValues": ["y", "y"]"#, "'y' occurs twice in this matcher"),
    ]
  )
  func values(second: String, message: String) {
    let matchers = [
      #"{"keyPath": "k", "expectValue": "x", "map-ref": "a"}"#,
      #"{"keyPath": "k", \#(second), "map-ref": "b"}"#,
    ]
    #expect(lintMessages(spec(matchers)) == [message])
  }

  @Test("value maps are looked up by text, which values of several kinds may have")
  func valueMaps() {
    func found(_ first: String, _ key: String) -> [String] {
      lintMessages(
        spec([
          #"{"keyPath": "k", \#(first)}"#,
          #"{"keyPath": "k", "valueMap": {"\#(key)": "b", "other": "a"}}"#,
        ])
      )
    }
    let taken = "'x' never reaches this matcher"
    #expect(found(#""expectValue": "x", "map-ref": "a""#, "x") == [taken])
    #expect(found(#""valueMap": {"x": "a"}"#, "x") == [taken])
    #expect(found(#""expectValue": "1", "map-ref": "a""#, "1").isEmpty)
    #expect(found(#""expectValue": "true", "map-ref": "a""#, "true").isEmpty)
    #expect(found(#""valueMap": {"1": "a"}"#, "1") == ["'1' never reaches this matcher"])
  }

  @Test("the same predicate twice, and a predicate that only compares a text")
  func predicates() {
    let same = [
      #"{"predicate": "x > 5", "map-ref": "a"}"#,
      #"«RK2100»{"predicate": "x > 5", "map-ref": "b"}"#,
    ]
    #expect(linted(spec(same)) == spec(same))
    let text = [
      #"{"predicate": "k == 'x'", "map-ref": "a"}"#,
      #"«RK2100»{"keyPath": "k", "expectValue": "x", "map-ref": "b"}"#,
    ]
    #expect(linted(spec(text)) == spec(text))
    let cases = [
      #"{"predicate": "k ==[c] 'x'", "map-ref": "a"}"#,
      #"{"keyPath": "k", "expectValue": "x", "map-ref": "b"}"#,
    ]
    #expect(linted(spec(cases)) == spec(cases))
  }

  @Test("after an always true predicate nothing is reached, not even the default")
  func all() {
    let marked = spec(
      [
        #"{"predicate": "TRUEPREDICATE OR x == 1", "map-ref": "a"}"#,
        #"«RK2100»{"keyPath": "k", "expectValue": 1, "map-ref": "b"}"#,
      ],
      rest: #"«RK2100»"d", "default": "b""#
    )
    #expect(linted(marked) == marked)
  }

  @Test("an always false predicate")
  func nothing() {
    let matchers = [#"«RK2100»{"predicate": "NOT TRUEPREDICATE", "map-ref": "a"}"#]
    #expect(
      lintMessages(spec(matchers)).first
        == "the matcher for 'a' takes nothing: its predicate is false for everything"
    )
  }

  @Test("the mapper and the earlier matcher are named")
  func related() throws {
    let spec = spec([
      #"{"keyPath": "k", "expectValue": 1, "map-ref": "b"}"#,
      #"{"keyPath": "k", "expectValue": 1, "map-ref": "a"}"#,
      #"{"keyPath": "k", "expectValue": 1, "map-ref": null}"#,
    ])
    let findings = MarkedSpec(spec).findings(isLinted: true)
    #expect(
      findings.map(\.message)
        == [
          "the matcher for 'a' is never reached", "the matcher that declines is never reached",
          "nothing uses the mapper 'a'",
        ].filter { !$0.hasPrefix("nothing") }
    )
    #expect(findings.map { $0.related.count } == [1, 1])
  }

  @Test(
    "predicates that compare values are compared with matchers of values, and with one another",
    arguments: [
      (#""predicate": "k IN {'x', 'y'}""#, #""keyPath": "k", "expectValue": "x""#, true),
      (#""predicate": "k == 'x' OR 'y' == k""#, #""keyPath": "k", "expectValue": "y""#, true),
      (#""predicate": "k == 3""#, #""keyPath": "k", "expectValue": 3.0"#, true),
      (#""keyPath": "k", "expectValues": [1, 2]"#, #""predicate": "k IN {2, 1}""#, true),
      (#""predicate": "k == NIL""#, #""keyPath": "k", "expectValue": null"#, true),
      (#""predicate": "k > 3 AND m = 'a'""#, #""predicate": "k>3  AND m=='a'""#, true),
      (#""keyPath": "k", "expectValue": null"#, #""predicate": "k == NIL""#, false),
      (#""keyPath": "k", "expectValues": [1, 2]"#, #""predicate": "k IN {m, 1}""#, false),
      (#""predicate": "k == 'x' OR m == 'x'""#, #""keyPath": "k", "expectValue": "x""#, false),
      (#""predicate": "k ==[c] 'x'""#, #""predicate": "k == 'x'""#, false),
      (#""predicate": "k == 'a b'""#, #""predicate": "k == 'ab'""#, false),
      (#""predicate": "k == 3""#, #""keyPath": "k", "expectValue": "3""#, false),
    ]
  )
  func values(first: String, second: String, isFound: Bool) {
    let matchers = [
      #"{\#(first), "map-ref": "a"}"#,
      #"\#(isFound ? "«RK2100»" : ""){\#(second), "map-ref": "b"}"#,
    ]
    #expect(linted(spec(matchers)) == spec(matchers))
  }

  @Test(
    "the text of a number is matched by a matcher of texts and one of numbers",
    arguments: ["5", "-5", "0.5"]
  )
  func textsOfNumbers(text: String) {
    let string = #"{"keyPath": "k", "expectType": "string", "map-ref": "a"}"#
    let number = #"{"keyPath": "k", "expectValue": \#(text), "map-ref": "a"}"#
    let map = #"{"keyPath": "k", "valueMap": {"\#(text)": "b"}}"#
    #expect(linted(spec([string, map])) == spec([string, map]))
    let marked = spec([string, number, "«RK2100»" + map])
    #expect(linted(marked) == marked)
  }
}
