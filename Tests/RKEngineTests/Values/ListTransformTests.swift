@testable import RKEngine
import TestSupport
import Testing

@Suite("TextTransform: lists")
struct ListTransformTests {
  @Test(
    "split divides text at every separator",
    arguments: [
      ("\"x,y\"", ",", #"["x","y"]"#), ("\",x,,\"", ",", #"["","x","",""]"#), ("\"\"", ",", "[]"),
      ("\"x\"", ",", #"["x"]"#), ("\"a::b:c\"", "::", #"["a","b:c"]"#), ("12", "1", #"["","2"]"#),
      ("\"aaa\"", "aa", #"["","a"]"#), (#"["a b","c"]"#, " ", #"[["a","b"],["c"]]"#),
    ]
  )
  func split(json: String, separator: String, parts: String) {
    #expect(TransformTrial.apply(ValueRule.Transform.split, separator, to: json) == parts)
  }

  @Test(
    "join puts the separator between the texts of scalars",
    arguments: [
      (#"["c","a"]"#, "-", #""c-a""#), ("[1, null, true, 2.50]", ",", #""1,,true,2.50""#),
      ("[]", ",", "\"\""), (#"["\u00e9","\""]"#, "", "\"\u{00E9}\\\"\""),
    ]
  )
  func join(json: String, separator: String, text: String) {
    #expect(TransformTrial.apply(ValueRule.Transform.join, separator, to: json) == text)
  }

  @Test("join accepts only lists of scalars", arguments: ["[[]]", "[{}]", "{}", "\"x\"", "1"])
  func noJoin(json: String) {
    #expect(TransformTrial.apply(ValueRule.Transform.join, ",", to: json) == nil)
  }

  @Test(
    "first and last are elements, or null for an empty list",
    arguments: [
      ("[1,[2,3],{\"a\":[4]}]", "1", #"{"a":[4]}"#), ("[]", "null", "null"),
      (#"["a\n","\\\"]"]"#, #""a\n""#, #""\\\"]""#), ("[null]", "null", "null"),
      ("[true,false]", "true", "false"),
    ]
  )
  func ends(json: String, first: String, last: String) {
    #expect(TransformTrial.apply(.first, to: json) == first)
    #expect(TransformTrial.apply(.last, to: json) == last)
  }

  @Test(
    "count is that of elements, members or characters",
    arguments: [
      ("[]", "0"), ("[1,[2,3],\"a,b\"]", "3"), ("{}", "0"), (#"{"a":1,"b":{"c":[1,2]}}"#, "2"),
      ("\"\u{00E9}\u{1F600}x\"", "3"), ("\"\"", "0"),
    ]
  )
  func count(json: String, count: String) {
    #expect(TransformTrial.apply(.count, to: json) == count)
  }

  @Test(
    "flatten dissolves nested lists of any depth",
    arguments: [
      ("[[1,2],[3]]", "[1,2,3]"), ("[1,[],[[2,[3]]],{\"a\":[4]}]", #"[1,2,3,{"a":[4]}]"#),
      ("[[],[[]]]", "[]"), (#"["[",["]"]]"#, #"["[","]"]"#),
    ]
  )
  func flatten(json: String, flat: String) {
    #expect(TransformTrial.apply(.flatten, to: json) == flat)
  }

  @Test(
    "sort orders like jq, and is stable",
    arguments: [
      (#"["c","a","c"]"#, #"["a","c","c"]"#), ("[10,9,1.5,-2,-10,0]", "[-10,-2,0,1.5,9,10]"),
      ("[{},[],\"\",0,true,false,null]", "[null,false,true,0,\"\",[],{}]"),
      ("[1.0,1,1e0,0.5]", "[0.5,1.0,1,1e0]"),
      (
        "[100000000000000000000002,100000000000000000000001]",
        "[100000000000000000000001,100000000000000000000002]"
      ),
      ("[-1.5,-1.25,-1e-5,1e-5,1e5]", "[-1.5,-1.25,-1e-5,1e-5,1e5]"),
      (
        "[\"b\",\"\u{FFFD}\",\"\u{1F600}\",\"ab\",\"a\"]",
        "[\"a\",\"ab\",\"b\",\"\u{FFFD}\",\"\u{1F600}\"]"
      ),
      ("[[2],[1,5],[1],[]]", "[[],[1],[1,5],[2]]"),
      (#"[{"b":1},{"a":2},{"a":1,"b":0},{"a":1}]"#, #"[{"a":1},{"a":2},{"a":1,"b":0},{"b":1}]"#),
      (
        #"[{"a":[{"c":2,"b":1}]},{"a":[{"b":1,"c":1}]}]"#,
        #"[{"a":[{"b":1,"c":1}]},{"a":[{"c":2,"b":1}]}]"#
      ),
    ]
  )
  func sort(json: String, sorted: String) {
    #expect(TransformTrial.apply(.sort, to: json) == sorted)
  }

  @Test(
    "unique keeps the first of equal values",
    arguments: [
      (#"["c","a","c"]"#, #"["c","a"]"#), ("[1,1.0,\"1\",true,10e-1]", #"[1,"1",true]"#),
      (#"[{"a":1,"b":[2]},{"b":[2.0],"a":1},{"a":1}]"#, #"[{"a":1,"b":[2]},{"a":1}]"#),
      (#"["\u0061","a"]"#, #"["\u0061"]"#), ("[null,null,[],[],{}]", "[null,[],{}]"),
      ("[0,-0,0.0]", "[0]"), (#"[{"a":1,"a":2},{"a":2},{"a":{}}]"#, #"[{"a":1,"a":2},{"a":{}}]"#),
      ("[]", "[]"),
    ]
  )
  func unique(json: String, unique: String) {
    #expect(TransformTrial.apply(.unique, to: json) == unique)
  }

  @Test(
    "transforms of lists accept nothing else",
    arguments: [ValueRule.Transform.first, .last, .sort, .unique, .flatten],
    ["1", "\"a\"", "{}", "true"]
  )
  func noLists(rule: ValueRule.Transform, json: String) {
    #expect(TransformTrial.apply(rule, to: json) == nil)
  }

  @Test("a number and a boolean have no count", arguments: ["1", "true"])
  func noCount(json: String) { #expect(TransformTrial.apply(.count, to: json) == nil) }

  @Test("a number with an exponent of ten digits has no place in an order")
  func endlessExponent() {
    #expect(TransformTrial.apply(.sort, to: "[1e9999999999,1]") == nil)
    #expect(TransformTrial.apply(.unique, to: "[{\"a\":1e9999999999}]") == nil)
    #expect(
      TransformTrial.apply(.sort, to: "[1e99999999,1e-99999999]") == "[1e-99999999,1e99999999]"
    )
  }

  @Test("deep lists need no stack")
  func depth() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(TransformTrial.apply(.sort, to: "[\(deep)]") == "[\(deep)]")
    #expect(TransformTrial.apply(.flatten, to: deep) == "[]")
    #expect(TransformTrial.apply(.last, to: "[\(deep)]") == deep)
  }

  @Test("numbers are ordered by value")
  func orderOfNumbers() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let numbers = (0..<2).map { _ -> String in
        let digits = Int.random(in: -2000...2000, using: &generator)
        return "\(digits)e\(Int.random(in: -4...4, using: &generator))"
      }
      let values = numbers.compactMap { Double($0) }
      let sorted = TransformTrial.apply(.sort, to: "[\(numbers[0]),\(numbers[1])]")
      let isSwapped = values[1] < values[0]
      #expect(
        sorted == (isSwapped ? "[\(numbers[1]),\(numbers[0])]" : "[\(numbers[0]),\(numbers[1])]")
      )
    }
  }

  @Test("sorting and removing duplicates are idempotent")
  func idempotent() {
    var random = RandomJSON(seed: 5)
    for _ in 0..<300 {
      let text = String(decoding: random.document(size: 60), as: UTF8.self)
      let list = "[\(text),\(text),1,\(text)]"
      guard let sorted = TransformTrial.apply(.sort, to: list) else { continue }
      #expect(TransformTrial.apply(.sort, to: sorted) == sorted)
      let unique = TransformTrial.apply(.unique, .count, to: list)
      #expect(unique == (TransformTrial.apply(.unique, .count, to: "[\(text),1]")))
    }
  }
}
