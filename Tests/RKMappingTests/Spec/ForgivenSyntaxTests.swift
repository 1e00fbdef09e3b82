import RKDiagnostics
import RKMapping
import Testing

@Suite("What the spec reader forgives")
struct ForgivenSyntaxTests {
  /// Specs that are tolerated with a warning, and their corrections.
  static let slips: [(String, String)] = [
    (
      #"{"mappers": [{"id": "a", "attributes": ["x"«RK2004»,]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x"]}]}"#
    ),
    (
      #"{"mappers": [{"id": "a", "attributes": ["x"]«RK2004»,}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x"]}]}"#
    ),
    (
      "{\"mappers\": [{\"id\": \"a\"«RK2004»\n\"attributes\": [\"x\"]}]}",
      "{\"mappers\": [{\"id\": \"a\",\n\"attributes\": [\"x\"]}]}"
    ),
    (
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\"«RK2004»\n\"y\"]}]}",
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\",\n\"y\"]}]}"
    ),
    (
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\"«RK2004» // one\n \"y\"]}]}",
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\", // one\n \"y\"]}]}"
    ),
    (
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\"]}«RK2004»\r\n{\"id\": \"b\"}],"
        + #" "root-map-ref": "a"}"#,
      "{\"mappers\": [{\"id\": \"a\", \"attributes\": [\"x\"]},\r\n{\"id\": \"b\"}],"
        + #" "root-map-ref": "a"}"#
    ),
    (
      #"{"statusCodes": [201, «RK2004»2XX], "mappers": [{"id": "a"}]}"#,
      #"{"statusCodes": [201, "2XX"], "mappers": [{"id": "a"}]}"#
    ),
    (
      #"{"mappers": [{"id": "a", "entity": «RK2004»YES}]}"#,
      #"{"mappers": [{"id": "a", "entity": true}]}"#
    ),
    (
      #"{"mappers": [{"id": "a", "attributes": ["x", {"value": [«RK2004»NO, «RK2004»on], "to": "y"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x", {"value": [false, "on"], "to": "y"}]}]}"#
    ),
    (
      #"{"mappers": [{"id": "a", "attributes": [{"from": "x", "default": «RK2004»YES}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"from": "x", "default": true}]}]}"#
    ),
    (
      #"{"mappers": [{"id": "a", "attributes": {"value": «RK2004»YES}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"value": "YES"}}]}"#
    ),
    (
      #"{"keyPath": «RK2004»nil, "mappers": [{"id": "a"}]}"#,
      #"{"keyPath": null, "mappers": [{"id": "a"}]}"#
    ),
    (
      #"{"mappers": [{"id": «RK2004»'a'}]}"#,
      #"{"mappers": [{"id": "a"}]}"#
    ),
    (
      #"{"name": «RK2004»'a "quoted" it\'s', "mappers": [{"id": "a"}]}"#,
      #"{"name": "a \"quoted\" it's", "mappers": [{"id": "a"}]}"#
    ),
    (
      #"{«RK2004»mappers: [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a"}]}"#
    ),
    (
      #"{"mappers": [{«RK2004»'id': "a"}]}"#,
      #"{"mappers": [{"id": "a"}]}"#
    ),
  ]

  @Test("a mistake is a warning at its position", arguments: slips)
  func warning(marked: String, mended: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("a mistake has a fix-it that corrects it", arguments: slips)
  func fixIt(marked: String, mended: String) {
    #expect(MarkedSpec(marked).mended() == mended)
  }

  @Test("a corrected spec has no diagnostics", arguments: slips)
  func mendedIsClean(marked: String, mended: String) {
    #expect(annotated(mended) == mended)
  }

  @Test(
    "the warning of a bare word says what it is read as",
    arguments: [
      (#"{"value": YES, "to": "y"}"#, "true"), (#"{"value": NO, "to": "y"}"#, "false"),
      (#"{"value": nil, "to": "y"}"#, "null"), (#"{"value": yes, "to": "y"}"#, "a text"),
      (#"{"from": "x", "hidden": Yes}"#, "true"), (#"{"from": "x", "required": FALSE}"#, "false"),
      (#"{"from": "x", "to": YES}"#, "a text"),
    ]
  )
  func readingOfBareWord(attribute: String, reading: String) {
    let sentence = message(spec(attributes: "[\(attribute)]"))
    #expect(sentence?.hasSuffix(" is read as \(reading)") == true)
  }

  @Test("a corrected spec makes the same records", arguments: ["YES", "NO", "yes", "nil"])
  func mendedMakesTheSame(word: String) throws {
    let slip = spec(attributes: #"["x", {"value": \#(word), "to": "y"}]"#)
    let output = try MappingTrial(slip, #"{"x":1}"#).output
    #expect(try map(#"{"x":1}"#, by: MarkedSpec(slip).mended()) == output)
  }

  @Test("a mistake is an error in strict mode", arguments: slips)
  func strict(marked: String, mended: String) {
    let severities = MarkedSpec(marked).findings(isStrict: true).map(\.severity)
    #expect(!severities.isEmpty && severities.allSatisfy { $0 == .error })
  }

  @Test(
    "a comment is not a mistake",
    arguments: [
      "{ // a comment\n\"mappers\": [{\"id\": \"a\"}]}",
      "# a comment\n{\"mappers\": [{\"id\": \"a\"}]}",
      "{\"mappers\": /* a\ncomment */ [{\"id\": \"a\"}]} // the end",
      "{\"mappers\": [{\"id\": \"a\"/**/}]}",
    ]
  )
  func comments(spec: String) {
    #expect(annotated(spec) == spec)
  }

  @Test("comment marks inside a string begin no comment")
  func commentInString() throws {
    #expect(
      try Mapping(text: #"{"name": "a//b#c/*", "mappers": [{"id": "a"}]}"#).name == "a//b#c/*"
    )
  }

  @Test("a list of pairs is read as an object")
  func pairs() throws {
    let marked = #"{"mappers": [{"id": "a", "attributes": «RK2004»["a": "x", "b": "y"]}]}"#
    #expect(annotated(marked) == marked)
    #expect(
      try MappingTrial(MarkedSpec(marked).text, #"{"a":1,"b":2}"#).output == #"{"x":1,"y":2}"#
    )
  }

  @Test("a list of pairs is read as a list of one object if a list is expected")
  func pairsInList() throws {
    let marked = #"""
      {"mappers": [{"id": "a", "relationships": «RK2004»["from": "b", "to": "x", "map-ref": "a"],
        "attributes": ["n"]}]}
      """#
    #expect(annotated(marked) == marked)
    let input = #"{"n":1,"b":{"n":2}}"#
    #expect(try MappingTrial(MarkedSpec(marked).text, input).output == #"{"n":1,"x":{"n":2}}"#)
  }

  @Test("of a repeated member the last one counts, with a warning at it")
  func repeatedMember() throws {
    let marked = #"{"name": "first", «RK2007»"name": "last", "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
    #expect(try Mapping(text: MarkedSpec(marked).text).name == "last")
  }

  @Test("a repeated member is found among few others and among many", arguments: [0, 5, 6, 40])
  func repeatedMember(others: Int) throws {
    let own = (0..<others).map { "\"$own\($0)\": \($0), " }.joined()
    let marked = #"{"name": "first", \#(own)«RK2007»"name": "last", "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
    #expect(try Mapping(text: MarkedSpec(marked).text).name == "last")
  }

  @Test(
    "the fix-it of a repeated member removes the unused one",
    arguments: [
      (
        #"{"name": "a", "name": "b", "mappers": [{"id": "a"}]}"#,
        #"{"name": "b", "mappers": [{"id": "a"}]}"#
      ),
      (
        #"{"name": "a", "mappers": [{"id": "a"}], "name": "b"}"#,
        #"{"mappers": [{"id": "a"}], "name": "b"}"#
      ),
      (
        #"{"name": "a", "name": "b", "name": "c", "mappers": [{"id": "a"}]}"#,
        #"{"name": "c", "mappers": [{"id": "a"}]}"#
      ),
    ]
  )
  func repeatedMemberFixIt(spec: String, mended: String) {
    #expect(MarkedSpec(spec).mended() == mended)
  }

  @Test("the warning about a repeated member points at the first one, too")
  func repeatedMemberRelated() throws {
    let finding = try #require(
      MarkedSpec(#"{"name": "a", "name": "b", "mappers": [{"id": "a"}]}"#).findings().first
    )
    #expect(finding.related.map(\.location.text) == ["spec.json:1:2"])
  }

  @Test(
    "a boolean may be written in many ways",
    arguments: [
      "true", #""true""#, #""YES""#, #""yes""#, "YES", "1",
    ]
  )
  func trueValues(value: String) throws {
    let spec = #"""
      {"mappers": [{"id": "a", "keyAttribute": "k", "forceCollection": \#(value),
        "attributes": ["n"]}]}
      """#
    let output = try MappingTrial(spec, #"{"p":{"n":1},"q":{"n":2}}"#).output
    #expect(output == #"[{"k":"p","n":1},{"k":"q","n":2}]"#)
  }

  @Test(
    "false may be written in many ways",
    arguments: ["false", #""false""#, #""NO""#, "NO", "0"]
  )
  func falseValues(value: String) throws {
    let spec = #"""
      {"mappers": [{"id": "a", "keyAttribute": "k", "forceCollection": \#(value),
        "attributes": ["n"]}]}
      """#
    #expect(try MappingTrial(spec, #"{"p":{"n":1}}"#).output == #"{"k":"p","n":1}"#)
  }

  @Test("a byte order mark is skipped")
  func byteOrderMark() {
    let spec = "\u{FEFF}" + #"{"mappers": [{"id": "a"}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test("places are given as line and column in bytes")
  func lineAndColumn() throws {
    let findings = MarkedSpec("{\n  \"name\": '\u{E9}',\n  \"mappers\": [{\"id\": \"a\"},]}")
      .findings()
    #expect(findings.map { $0.location?.text } == ["spec.json:2:11", "spec.json:3:26"])
  }

  @Test("the quick example of the format's old documentation loads as written")
  func oldDocumentation() {
    let marked = #"""
      {
      	"path" : "api/login",
          "keyPath" : "member_info",
          "statusCodes" : [201, «RK2004»2XX, «RK2004»3XX, 302],
          "root-map-ref" : "staffEntity",
      	"methods" : ["POST", "GET"],
          "mappers" : [
          	{
              	"id" : "staffEntity",
                  "entity" : "YES",
                  "targetName" : "NKHouseStaff",
                  "attributes" : {
                  	 "memIdx" : "userId",
                       "memNm" : "name"
                  },
                  "identification" : "userId",
                  "relationships" : [
                  	{
                  		"from" : "",
                          "to" : "house"«RK2004»
                          "map-ref" : "houseEntity"
                      }
                  ]
              },
              {
              	"id" : "houseEntity",
                  "entity" : "YES",
                  "targetName" : "NKHouse",
                  "attributes" : {
                  	"orgId" : "houseId",
                      "orgNm" : "name"
                  },
                  "identification" : "houseId"
              }
          ]
      }
      """#
    #expect(annotated(marked) == marked)
  }
}
