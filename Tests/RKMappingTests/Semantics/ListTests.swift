import RKMapping
import TestSupport
import Testing

@Suite("Lists and sets")
struct ListTests {
  @Test(
    "each element is converted, and null stays null",
    arguments: [
      ("[integer]", #"[1, "2", true, null, 4.0]"#, "[1,2,1,null,4]"),
      ("[integer]", #"["", " "]"#, "[null,null]"),
      ("[integer]", "[]", "[]"), ("[integer]", " [ ] ", "[]"),
      ("[string]", #"[1.50, "", false, "\u0061"]"#, #"["1.50","","false","\u0061"]"#),
      ("[boolean]", #"["YES", 0, "1"]"#, "[true,false,true]"),
      ("[number]", #"["1e5", 1.0, "+7", ".5", "007"]"#, "[1e5,1.0,7,0.5,7]"),
      ("[decimal]", #"[1e2, "3.10"]"#, #"["100","3.10"]"#),
      (
        "[uuid]", #"["6BA7B810-9DAD-11D1-80B4-00C04FD430C8"]"#,
        #"["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]"#
      ),
      ("[url]", #"["http:\/\/a\/b"]"#, #"["http://a/b"]"#),
      ("[date]", #"["2011-04-07", 0]"#, #"["2011-04-07T00:00:00Z","1970-01-01T00:00:00Z"]"#),
      ("[object]", #"[{ "a" : [ 1 ] }, {}]"#, #"[{"a":[1]},{}]"#),
      ("[any]", #"[ 1, [ "x" ], null ]"#, #"[1,["x"],null]"#),
      ("[[integer]]", #"[["1"], 2, [], null]"#, "[[1],[2],[],null]"),
      ("[[string]]", #"[""]"#, "[null]"),
    ]
  )
  func elements(type: String, value: String, output: String) throws {
    #expect(try converted(value, type) == output)
  }

  @Test(
    "equal elements occur once in a set, at the position of the first",
    arguments: [
      ("set<integer>", #"[3, "3", 1, 3.0]"#, "[3,1]"),
      ("set<number>", #"[1, 1.0, "1e0", 10e-1, 2]"#, "[1,2]"),
      ("set<decimal>", #"["1.50", 1.5, "1.500", 2]"#, #"["1.50","2"]"#),
      ("set<string>", #"["a", "\u0061", "b", "\"", "\u0022", "A"]"#, #"["a","b","\"","A"]"#),
      ("set<string>", #"[1, "1", "1.0", 1.0]"#, #"["1","1.0"]"#),
      ("set<any>", #"[1, "1", 1.0, true, null, null, "x"]"#, #"[1,"1",null,"x"]"#),
      ("set<any>", #"[0, false, -0, "", ""]"#, #"[0,""]"#),
      ("set<object>", #"[{"a": 1}, {"a":1}, {"\u0061":1}, {"a":2}]"#, #"[{"a":1},{"a":2}]"#),
      (
        "set<uuid>",
        #"["6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"]"#,
        #"["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]"#
      ),
      ("set<set<integer>>", "[[1, 1], [1], [2, 1, 2], 1]", "[[1],[2,1]]"),
      ("set<[integer]>", "[[1, 1], [1, 1], [1]]", "[[1,1],[1]]"),
      (
        "set<date>", #"["2011-04-07T00:00:00Z", "2011-04-07T00:00:00.0Z"]"#,
        #"["2011-04-07T00:00:00Z"]"#
      ),
      (
        "set<date>", #"["2011-04-07T00:00:00.50Z", "2011-04-07T00:00:00.5Z", 0, 0.0, 10]"#,
        #"["2011-04-07T00:00:00.50Z","1970-01-01T00:00:00Z","1970-01-01T00:00:10Z"]"#
      ),
      ("orderedSet<string>", #"["b", "a", "b"]"#, #"["b","a"]"#),
      ("set<integer>", "7", "[7]"),
    ]
  )
  func sets(type: String, value: String, output: String) throws {
    #expect(try converted(value, type) == output)
  }

  @Test(
    "dates of a set are equal by their written form, exactly except in ISO 8601",
    arguments: [
      ("d.M", #"["2020-01-01", "2020-10-01", "2021-01-01"]"#, #"["1.1","1.10"]"#),
      ("M.d'Z'", #"["2020-01-01", "2020-01-10"]"#, #"["1.1Z","1.10Z"]"#),
      ("yyyy", #"["2020-01-01", "2020-02-02"]"#, #"["2020"]"#),
      ("epoch", #"[1, 1.0, 10]"#, "[1,10]"),
    ]
  )
  func setsOfDates(output: String, value: String, made: String) throws {
    let spec = #"""
      {"dateOutput": "\#(output)",
        "mappers": [{"id": "a", "attributes": [{"to": "v", "type": "set<date>"}]}]}
      """#
    #expect(try map(#"{"v":\#(value)}"#, by: spec) == #"{"v":\#(made)}"#)
  }

  @Test("a large set works like a small one")
  func largeSet() throws {
    let numbers = (0..<5_000).map { String($0 % 1_000) }
    let expected = (0..<1_000).map { String($0) }.joined(separator: ",")
    let value = "[" + numbers.joined(separator: ", ") + "]"
    #expect(try converted(value, "set<integer>") == "[\(expected)]")
    let texts = (0..<1_000).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try converted(value, "set<string>") == "[\(texts)]")
  }

  @Test(
    "RK1002: one element that cannot be converted fails the list, and is marked",
    arguments: [
      ("[integer]", #"["1", "x"]"#, "/v/1"), ("[integer]", "[[1]]", "/v/0"),
      ("[integer]", #"[1, 2, {"a": 1}]"#, "/v/2"), ("[integer]", #""x""#, "/v"),
      ("[integer]", #"{"a": 1}"#, "/v"), ("[object]", #"[{}, "x"]"#, "/v/1"),
      ("[[integer]]", #"[[1], [2, 3, "x"]]"#, "/v/1/2"), ("set<uuid>", #"["", 7]"#, "/v/1"),
      ("[string]", #"["a", {}]"#, "/v/1"), ("[boolean]", #"[true, [ false, 2 ] ]"#, "/v/1"),
      ("[string]", #"["a", "\ud800"]"#, "/v/1"),
    ]
  )
  func failures(type: String, value: String, pointer: String) throws {
    #expect(try converted(value, type) == "RK1002 " + pointer)
  }

  @Test("a list that a key path makes is converted like any other")
  func distribution() throws {
    let attributes = #"[{"from": "a.b", "to": "x", "type": "[integer]"}]"#
    let list = #"{"a":[{"b":1},{},{"b":"3"}]}"#
    #expect(try map(list, by: spec(attributes: attributes)) == #"{"x":[1,null,3]}"#)
    let set = attributes.replacing("[integer]", with: "set<[integer]>")
    let nested = #"{"a":[{"b":[1]},[{"b":"1"},{"b":2}],{"b":1}]}"#
    #expect(try map(nested, by: spec(attributes: set)) == #"{"x":[[1],[1,2]]}"#)
  }

  @Test(
    "RK1002: a failed element of a list made by a key path is marked at its position",
    arguments: [
      (#"[{"b":1},{"b":"x"}]"#, "[integer]", "/a/1/b"),
      (#"[{"b":1},{},{"b":[1, "x"]}]"#, "[[integer]]", "/a/2/b/1"),
      (#"[{"b":1},[{"b":2},{"b":"x"}]]"#, "[[integer]]", "/a/1/1/b"),
      (#"[{"b":1}, {"b":[{"c":"x"},[7, "y"]]}]"#, "[[integer]]", "/a/1/b/0"),
      (#"[{"b":1}]"#, "integer", "/a/0/b"),
    ]
  )
  func failuresInDistribution(value: String, type: String, pointer: String) throws {
    let attributes = #"["k", {"from": "a.b", "to": "x", "type": "\#(type)"}]"#
    let trial = try MappingTrial(spec(attributes: attributes), #"{"k":0,"a":\#(value)}"#)
    #expect(trial.findings == ["RK1002 " + pointer])
    #expect(trial.output == #"{"k":0}"#)
  }

  @Test("RK1002: a failure in a list made by transforms is marked as a whole")
  func failuresOfTransforms() throws {
    let attributes =
      #"["k", {"from": "a.b", "to": "x", "transform": "sort", "type": "[integer]"}]"#
    let input = #"{"k":0,"a":[{"b":3},{"b":"x"},{"b":1}]}"#
    let trial = try MappingTrial(spec(attributes: attributes), input)
    #expect(trial.findings == ["RK1002 /a/0/b"])
    let message = try finding(of: attributes, input)
    #expect(message == "A.x expects integers, got what 'sort' makes of an array")
  }

  private func finding(of attributes: String, _ input: String) throws -> String? {
    let folder = try ScratchFolder()
    let receiver = FindingList()
    _ = try Mapper(Mapping(text: spec(attributes: attributes))).apply(
      to: [.bytes(Array(input.utf8), name: "in.json")],
      into: Output.file(folder.path(of: "output")),
      reportingTo: receiver
    )
    return receiver.diagnostics.first?.message
  }
}
