import RKMapping
import TestSupport
import Testing

@Suite("Rules that validate values and records")
struct ValidationTests {
  /// The output for an attribute `v` with rules, or the diagnostics of a run that failed.
  private func outcome(_ value: String, _ rules: String, _ members: String = "") throws -> String? {
    let attribute = #"{"to": "v", \#(members) "validate": [\#(rules)]}"#
    let trial = try MappingTrial(
      spec(attributes: #"["k", \#(attribute), "w"]"#),
      value.isEmpty ? #"{"k":0}"# : #"{"k":0,"v":\#(value)}"#
    )
    return trial.report.ending == .complete ? trial.output : trial.findings.joined(separator: ",")
  }

  @Test("a decimal is validated as a number, alone, with others and within a record")
  func decimals() throws {
    let below = #"{"if": "SELF < 0 OR SELF == '-1.50'", "then": "reject"}"#
    let decimal = #""type": "decimal", "#
    #expect(try outcome("-1.50", below, decimal) == #"{"k":0}"#)
    #expect(try outcome(#""1.50""#, below, decimal) == #"{"k":0,"v":"1.50"}"#)
    let spec = #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "attributes": [{"to": "limit", "type": "decimal"}],
         "relationships": [{"from": "items", "to": "items", "map-ref": "i"}],
         "validate": [{"if": "ANY items.price > limit", "then": "fail"}]},
        {"id": "i", "target": "I", "attributes": [{"to": "price", "type": "decimal"}]}]}
      """#
    let good = #"{"limit": 10, "items": [{"price": "9.99"}, {"price": 10.0}]}"#
    #expect(try MappingTrial(spec, good).findings.isEmpty)
    let bad = #"{"limit": 9, "items": [{"price": "10"}]}"#
    #expect(try MappingTrial(spec, bad).findings == ["RK1005 "])
  }

  @Test(
    "the three outcomes of RestKit's validators, and replaced values",
    arguments: [
      ("1", #"{"if": "SELF == 1", "then": "reject"}"#, #"{"k":0}"#),
      ("1", #"{"unless": "SELF == 1", "then": "reject"}"#, #"{"k":0,"v":1}"#),
      ("1", #"{"if": "SELF == 1", "then": "fail"}"#, "RK1005 /v"),
      ("1", #"{"if": "SELF == 1", "then": "null"}"#, #"{"k":0,"v":null}"#),
      ("1", #"{"if": "SELF == 1", "then": "set", "value": {"a": [1]}}"#, #"{"k":0,"v":{"a":[1]}}"#),
      // Missing values are not validated, nulls are.
      ("", #"{"if": "TRUEPREDICATE", "then": "fail"}"#, #"{"k":0}"#),
      ("null", #"{"if": "SELF == nil", "then": "set", "value": 2}"#, #"{"k":0,"v":2}"#),
      // In order, each sees what the one before it has left.
      (
        "1",
        #"{"if": "SELF == 1", "then": "set", "value": 2}, {"if": "SELF == 2", "then": "set", "value": 3}"#,
        #"{"k":0,"v":3}"#
      ),
      (
        "1", #"{"if": "SELF == 1", "then": "reject"}, {"if": "TRUEPREDICATE", "then": "fail"}"#,
        #"{"k":0}"#
      ),
      // An attribute fails once.
      (
        "1",
        #"{"if": "SELF == 1", "then": "fail"}, {"if": "SELF == 1", "then": "fail"}"#, "RK1005 /v"
      ),
    ]
  )
  func outcomes(value: String, rules: String, expected: String) throws {
    #expect(try outcome(value, rules) == expected)
  }

  @Test(
    "rules see converted values, and defaults",
    arguments: [
      (#""7""#, #""type": "integer","#, #"{"if": "SELF == 7", "then": "reject"}"#, #"{"k":0}"#),
      (
        "", #""default": 7,"#, #"{"if": "SELF == 7", "then": "set", "value": 8}"#, #"{"k":0,"v":8}"#
      ),
      (
        #"" a ""#, #""transform": "trim","#, #"{"if": "SELF == 'a'", "then": "reject"}"#,
        #"{"k":0}"#
      ),
    ]
  )
  func converted(value: String, members: String, rules: String, expected: String) throws {
    #expect(try outcome(value, rules, members) == expected)
  }

  @Test(
    "required values are checked after the rules",
    arguments: [
      ("", #"{"if": "SELF == 1", "then": "reject"}"#, "RK1005 "),
      ("1", #"{"if": "SELF == 1", "then": "reject"}"#, "RK1005 /v"),
      ("1", #"{"if": "SELF == 1", "then": "null"}"#, "RK1005 /v"),
      ("null", #"{"if": "SELF == 1", "then": "null"}"#, "RK1005 /v"),
      ("null", #"{"if": "SELF == nil", "then": "set", "value": 3}"#, #"{"k":0,"v":3}"#),
      ("2", #"{"if": "SELF == 1", "then": "reject"}"#, #"{"k":0,"v":2}"#),
      (#""x""#, #"{"if": "SELF == 1", "then": "reject"}"#, "RK1002 /v"),
    ]
  )
  func required(value: String, rules: String, expected: String) throws {
    #expect(try outcome(value, rules, #""type": "integer", "required": true,"#) == expected)
  }

  @Test("rules see all converted attributes, wherever they are, including hidden ones")
  func otherAttributes() throws {
    let attributes = #"""
      [{"to": "end", "validate": [{"if": "SELF < start OR hidden == YES", "then": "reject"}]},
        {"from": "begin", "to": "start", "type": "integer"},
        {"from": "h", "to": "hidden", "hidden": true}]
      """#
    let output = try map(
      #"[{"begin":"5","end":3},{"begin":"5","end":8},{"begin":"1","end":3,"h":true}]"#,
      by: spec(attributes: attributes)
    )
    #expect(output == #"[{"start":5},{"end":8,"start":5},{"start":1}]"#)
  }

  @Test("attributes with a dotted source, expressions and templates are validated, too")
  func everyKind() throws {
    let attributes = #"""
      [{"from": "a.b", "to": "late", "validate": [{"if": "SELF == 1", "then": "set", "value": 10}]},
        {"to": "made", "expression": "n * 2", "validate": [{"if": "SELF > 5", "then": "null"}]},
        {"to": "text", "template": "{late}", "validate": [{"if": "SELF == '10'", "then": "set", "value": "ten"}]},
        {"to": "constant", "value": 1, "validate": [{"if": "made == 4", "then": "reject"}]}]
      """#
    let output = try map(
      #"[{"a":{"b":1},"n":2},{"a":{"b":2},"n":3}]"#,
      by: spec(attributes: attributes)
    )
    #expect(
      output
        == #"[{"late":10,"made":4,"text":"ten"},{"late":2,"made":null,"text":"2","constant":1}]"#
    )
  }

  @Test("a rule's message becomes the diagnostic's, and its place is named")
  func message() throws {
    let attributes =
      #"["k", {"to": "v", "validate": [{"if": "SELF == 1", "then": "fail", "message": "no"}]}]"#
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec(attributes: attributes), name: "s.json"))
    let receiver = FindingList()
    _ = mapper.apply(
      to: [.bytes(Array(#"{"k":1,"v":1}"#.utf8), name: "in.json")],
      into: .file(folder.path(of: "output")),
      reportingTo: receiver
    )
    let finding = try #require(receiver.diagnostics.first)
    #expect(finding.message == "no")
    #expect(finding.related.first?.subject == "mappers.a.attributes.v.validate[0]")
    #expect(finding.related.first?.message == "if SELF == 1")
  }

  // MARK: - Records

  private let parent = #"""
    {"root-map-ref": "a", "mappers": [
      {"id": "a", "attributes": ["id"], "validate": [{"if": "kids.@count == 0", "then": "fail"}],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"}]},
      {"id": "k", "attributes": ["n"], "validate": [{"unless": "n > 0", "then": "fail", "message": "n"}]}]}
    """#

  @Test("a finished record is validated, unless children that its rule reads have failed")
  func records() throws {
    var options = MapperOptions()
    options.failedRecords = .skip
    options.failureLimit = .count(100)
    let input =
      #"[{"id":1,"kids":[{"n":1},{"n":-1}]},{"id":2,"kids":[]},{"id":3,"kids":[{"n":0}]}]"#
    let trial = try MappingTrial(parent, input, options: options)
    #expect(trial.output == #"[{"id":1,"kids":[{"n":1}]},{"id":3,"kids":[]}]"#)
    // The others are like these.
    #expect(trial.findings == ["RK1005 /0/kids/1", "RK1005 /1", "RK3047 /0"])
  }

  @Test("a record for which nothing was found is unmappable, and not validated")
  func unmappable() throws {
    let trial = try MappingTrial(parent, #"{"x":1}"#)
    #expect(trial.findings == ["RK1003 "])
  }

  @Test("a mapper inherits the rules of the one that it extends, as a whole")
  func inheritance() throws {
    let spec = #"""
      {"root-map-ref": "b", "mappers": [
        {"id": "a", "attributes": ["n"], "when": "n != 5", "validate": [{"if": "n == 1", "then": "fail"}]},
        {"id": "b", "extends": "a"},
        {"id": "c", "extends": "a", "validate": []}]}
      """#
    let input = #"[{"n":1},{"n":2},{"n":5}]"#
    #expect(try MappingTrial(spec, input).findings == ["RK1005 /0"])
    let other = spec.replacing(#""root-map-ref": "b""#, with: #""root-map-ref": "c""#)
    #expect(try map(input, by: other) == #"[{"n":1},{"n":2}]"#)
  }

  @Test("a required value without a position is missing in its representation")
  func requiredNowhere() throws {
    let attribute = #"""
      {"to": "v", "onMissing": "null", "required": true, "validate": [{"if": "SELF == 1", "then": "null"}]}
      """#
    let trial = try MappingTrial(
      spec(attributes: #"["k", \#(attribute)]"#),
      #"[{"k":1,"v":2},{"k":2}]"#
    )
    #expect(trial.findings == ["RK1005 /1"])
  }

  @Test("rules of what an owner fills into a related record name the owner's attributes")
  func filled() throws {
    let spec = #"""
      {"root-map-ref": "r", "mappers": [
        {"id": "m", "attributes": ["b", "c"]},
        {"id": "r", "relationships": [{"from": "x", "to": "x", "map-ref": "m"}], "attributes": [
          "a", {"from": "h", "to": "h.i", "hidden": true}, {"from": "k.y", "to": "x.d"},
          {"from": "k.z", "to": "x.c", "validate": [
            {"if": "SELF == 5 AND x.d == 1", "then": "fail"},
            {"if": "a == 1 AND h.i CONTAINS 3 AND x.b == 2", "then": "set", "value": 9}]}]}]}
      """#
    let document = #"{"a":1,"h":[3],"x":{"b":2,"c":0},"k":{"y":2,"z":5}}"#
    #expect(try map(document, by: spec) == #"{"a":1,"x":{"b":2,"c":9,"d":2}}"#)
    #expect(
      try map(document.replacing(#""a":1"#, with: #""a":2"#), by: spec)
        == #"{"a":2,"x":{"b":2,"c":5,"d":2}}"#
    )
    let failing = try MappingTrial(spec, document.replacing(#""y":2"#, with: #""y":1"#))
    #expect(failing.findings.first == "RK1005 /k/z")
  }
}
