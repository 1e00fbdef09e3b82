import RKMapping
import Testing

/// Every policy, stated at every level, in every situation that it is for.
@Suite("Policies: where they are stated")
struct PolicyLevelTests {
  /// Where a policy is stated, the outermost first.
  enum Level: Int, CaseIterable {
    case spec
    case base
    case mapper
    case rule
  }

  /// A value of a policy, and its result for an input.
  struct Row: CustomTestStringConvertible {
    var policy: String
    var value: String
    var input: String
    var expected: String
    /// A value of the same policy that would give something else.
    var other: String
    /// Other members of the attribute.
    var members = ""

    var testDescription: String { "\(policy) \(value): \(input)" }
  }

  /// The output, or the diagnostics of a run that failed, if `row` is stated at `level` and its
  /// other value at all outer levels.
  private func outcome(_ row: Row, at level: Level) throws -> String? {
    func stated(at here: Level) -> String {
      if here == level { return #", "\#(row.policy)": "\#(row.value)""# }
      return here.rawValue < level.rawValue ? #", "\#(row.policy)": "\#(row.other)""# : ""
    }
    let rule = stated(at: .rule)
    let spec = #"""
      {"root-map-ref": "a", "defaults": {"$": 0\#(stated(at: .spec))}, "mappers": [
        {"id": "base", "target": "A"\#(stated(at: .base)),
          "attributes": ["k", {"to": "v", "from": ["v", "p.v"], "type": "integer"\#(row.members)\#(rule)}],
          "relationships": [
            {"from": "r", "to": "r", "map-ref": "c"\#(rule)},
            {"from": "q.r", "to": "s", "many": false, "map-ref": "c"\#(rule)}]},
        {"id": "a", "extends": "base"\#(stated(at: .mapper))},
        {"id": "c", "attributes": ["n"]}]}
      """#
    let trial = try MappingTrial(spec, row.input)
    return trial.report.ending == .complete ? trial.output : trial.findings.joined(separator: ",")
  }

  /// An input in which one of the three rules meets a situation, and the output if that rule's
  /// member is `member`.
  private static func row(
    _ policy: String,
    _ value: String,
    _ rule: String,
    _ situation: String,
    _ member: String,
    other: String,
    members: String = ""
  ) -> Row {
    let isMade = !member.hasPrefix("RK")
    var input: [String] = []
    var output: [String] = []
    for (name, source, target) in [
      ("v", #""v":1"#, #""v":1"#), ("r", #""r":{"n":1}"#, #""r":{"n":1}"#),
      ("s", #""q":{"r":{"n":2}}"#, #""s":{"n":2}"#),
    ] {
      let text = name == rule ? situation : source
      if !text.isEmpty { input.append(text) }
      let made = name == rule ? member : target
      if !made.isEmpty { output.append(made) }
    }
    return Row(
      policy: policy,
      value: value,
      input: #"{"k":0,"# + input.joined(separator: ",") + "}",
      expected: isMade ? #"{"k":0,"# + output.joined(separator: ",") + "}" : member,
      other: other,
      members: members
    )
  }

  private static let withDefault = #", "default": 7"#

  static let missing = [
    row("onMissing", "absent", "v", "", "", other: "null"),
    row("onMissing", "null", "v", "", #""v":null"#, other: "error"),
    row("onMissing", "default", "v", "", #""v":7"#, other: "absent", members: withDefault),
    row("onMissing", "error", "v", "", "RK1005 ", other: "null"),
    row("onMissing", "absent", "r", "", "", other: "null"),
    row("onMissing", "null", "r", "", #""r":null"#, other: "absent"),
    row("onMissing", "default", "r", "", #""r":null"#, other: "error"),
    row("onMissing", "error", "r", "", "RK1005 ", other: "null"),
  ]

  static let null = [
    row("onNull", "null", "v", #""v":null"#, #""v":null"#, other: "absent"),
    row("onNull", "absent", "v", #""v":null"#, "", other: "error"),
    row("onNull", "default", "v", #""v":null"#, #""v":7"#, other: "absent", members: withDefault),
    row("onNull", "error", "v", #""v":null"#, "RK1005 /v", other: "absent"),
    row("onNull", "absent", "v", #""v":"""#, "", other: "null"),
    row("onNull", "error", "v", #""v":"""#, "RK1005 /v", other: "null"),
    row("onNull", "null", "r", #""r":null"#, #""r":null"#, other: "absent"),
    row("onNull", "absent", "r", #""r":null"#, "", other: "error"),
    row("onNull", "default", "r", #""r":null"#, #""r":null"#, other: "absent"),
    row("onNull", "error", "r", #""r":null"#, "RK1005 /r", other: "absent"),
  ]

  static let unconvertible = [
    row("onError", "absent", "v", #""v":"x""#, "", other: "null"),
    row("onError", "null", "v", #""v":"x""#, #""v":null"#, other: "fail"),
    row("onError", "default", "v", #""v":"x""#, #""v":7"#, other: "fail", members: withDefault),
    row("onError", "fail", "v", #""v":"x""#, "RK1002 /v", other: "null"),
    row("onError", "absent", "s", #""q":{"r":[{"n":2}]}"#, "", other: "null"),
    row("onError", "null", "s", #""q":{"r":[{"n":2}]}"#, #""s":null"#, other: "fail"),
    row("onError", "default", "s", #""q":{"r":[{"n":2}]}"#, #""s":null"#, other: "absent"),
    row("onError", "fail", "s", #""q":{"r":[{"n":2}]}"#, "RK1002 /q/r", other: "null"),
    row("onError", "fail", "r", #""r":[[{"n":2}]]"#, "RK1002 /r/0", other: "null"),
  ]

  static let others = [
    row("nullPath", "missing", "v", #""p":null"#, "", other: "null"),
    row("nullPath", "null", "v", #""p":null"#, #""v":null"#, other: "missing"),
    row("nullPath", "missing", "s", #""q":null"#, "", other: "null"),
    row("nullPath", "null", "s", #""q":null"#, #""s":null"#, other: "missing"),
    row("emptyString", "keep", "r", #""r":"""#, "RK1002 /r", other: "null"),
    row("emptyString", "null", "r", #""r":"""#, #""r":null"#, other: "keep"),
  ]

  @Test(
    "the nearest policy counts, whatever the outer ones",
    arguments: missing + null + unconvertible + others,
    Level.allCases
  )
  func nearest(_ row: Row, _ level: Level) throws {
    #expect(try outcome(row, at: level) == row.expected)
  }

  @Test("a mapper's own policy is nearer than that of the extended one, for all rules")
  func inheritedRules() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "base", "onMissing": "null", "onNull": "absent", "attributes": ["k", "x", "y"]},
        {"id": "a", "extends": "base", "onMissing": "absent", "attributes": ["z"]}]}
      """#
    #expect(try map(#"{"k":0,"y":null}"#, by: spec) == #"{"k":0}"#)
  }

  @Test("a default on a rule is nearer than outer policies for missing values")
  func defaultOnRule() throws {
    let spec = #"""
      {"defaults": {"onMissing": "error"}, "mappers": [
        {"id": "a", "onMissing": "null", "attributes": ["k", {"to": "v", "default": 7}]}]}
      """#
    #expect(try map(#"{"k":0}"#, by: spec) == #"{"k":0,"v":7}"#)
  }

  @Test("a relationship without a mapper is an attribute, with an attribute's policies")
  func withoutMapper() throws {
    func spec(_ members: String) -> String {
      #"{"mappers": [{"id": "a", "attributes": ["k"], "relationships": [{"from": "p.v", "to": "v""#
        + members + "}]}]}"
    }
    #expect(try map(#"{"k":0}"#, by: spec(#", "onMissing": "null""#)) == #"{"k":0,"v":null}"#)
    #expect(
      try map(#"{"k":0,"p":null}"#, by: spec(#", "nullPath": "null""#)) == #"{"k":0,"v":null}"#
    )
    #expect(try map(#"{"k":0,"p":{"v":null}}"#, by: spec(#", "onNull": "absent""#)) == #"{"k":0}"#)
    #expect(try map(#"{"k":0}"#, by: spec(#", "required": true"#)) == "RK1005 ")
  }
}
