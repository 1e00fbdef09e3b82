import RKDiagnostics
import RKMapping
import Testing

@Suite("The members of a spec")
struct SpecMemberTests {
  @Test(
    "RK2005: a member that the format does not have is an error at its name",
    arguments: [
      #"{«RK2005»"mapers": []}"#,
      #"{"mappers": [{"id": "a", «RK2005»"atributes": {}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", «RK2005»"tpye": "date"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": {«RK2005»"too": "y"}}}]}"#,
      #"""
      {"mappers": [{"id": "a",
        "relationships": [{"from": "x", "to": "x", «RK2005»"mapref": "a", "map-ref": "a"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "default": "b", "matchers": [
        {"keyPath": "t", "expectValue": 1, "map-ref": "b", «RK2005»"expectedValue": 1}]},
        {"id": "b"}], "root-map-ref": "a"}
      """#,
      #"{"descriptors": [{«RK2005»"keypath": "x"}], "mappers": [{"id": "a"}]}"#,
      #"{"defaults": {«RK2005»"onmissing": "null"}, "mappers": [{"id": "a"}]}"#,
      #"{"responseDescriptors": [{«RK2005»"request": [], "maps": [{"id": "a"}]}]}"#,
      #"{"routes": [{"name": "r", "path": "/", «RK2005»"route": "/"}], "mappers": [{"id": "a"}]}"#,
    ]
  )
  func unknownMember(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "the nearest member is suggested",
    arguments: [
      (#"{"mapers": []}"#, "mappers"),
      (#"{"mappers": [{"id": "a", "atributes": {}}]}"#, "attributes"),
      (#"{"mappers": [{"id": "a", "identifcation": "x"}]}"#, "identification"),
      (#"{"mappers": [{"id": "a", "attributes": [{"sourceKeyPath": "x", "to": "x"}]}]}"#, "from"),
      (
        #"{"mappers": [{"id": "a", "attributes": [{"from": "x", "destinationKeyPath": "x"}]}]}"#,
        "to"
      ),
      (#"{"descriptors": [{"keypath": "x"}], "mappers": [{"id": "a"}]}"#, "keyPath"),
      (#"{"descriptors": [{"mapping": "a"}], "mappers": [{"id": "a"}]}"#, "root-map-ref"),
      (#"{"descriptors": [{"map-ref": "a"}], "mappers": [{"id": "a"}]}"#, "root-map-ref"),
      (
        #"{"mappers": [{"id": "a", "relationships": [{"from": "b", "to": "b", "root-map-ref": "a"}]}]}"#,
        "map-ref"
      ),
    ]
  )
  func suggestion(spec: String, member: String) {
    #expect(message(spec)?.hasSuffix("; did you mean '\(member)'?") == true)
  }

  @Test("members of your own are ignored anywhere")
  func ownMembers() {
    let spec = #"""
      {"$schema": "rkmap.json", "x-note": [1], "descriptors": [{"$comment": "", "keyPath": ""}],
        "mappers": [{"id": "a", "x-owner": null, "attributes": [{"to": "b", "$c": 1}]}]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test(
    "a missing required text is reported as empty",
    arguments: [
      (#"{"mappers": [{"id": ""}]}"#, "'id' takes a text, not an empty text"),
      (
        #"{"include": [""], "mappers": [{"id": "a"}]}"#,
        "'include' takes a text, not an empty text"
      ),
    ]
  )
  func emptyText(spec: String, sentence: String) {
    #expect(message(spec) == sentence)
  }

  @Test(
    "RK2006: a value of the wrong kind is an error at the value",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": [{"from": «RK2006»[], "to": "x"}]}]}"#,
      "«RK2006»[]",
      "«RK2006»5",
      #"{"mappers": «RK2006»"a"}"#,
      #"{"mappers": [«RK2006»"a"]}"#,
      #"{"mappers": [{"id": «RK2006»5}]}"#,
      #"{"mappers": [{"id": «RK2006»""}]}"#,
      #"{"mappers": [{"id": "a", "attributes": «RK2006»5}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x", «RK2006»5]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": «RK2006»5}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": «RK2006»""}}]}"#,
      #"{"mappers": [{"id": "a", "entity": «RK2006»"perhaps"}]}"#,
      #"{"mappers": [{"id": "a", "entity": «RK2006»2}]}"#,
      #"{"mappers": [{"id": "a", "identification": «RK2006»{}}]}"#,
      #"{"mappers": [{"id": "a", "identification": «RK2006»[]}]}"#,
      #"{"mappers": [{"id": "a", "onNull": «RK2006»[]}]}"#,
      #"{"mappers": [{"id": "a", "relationships": «RK2006»{}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"from": «RK2006»5, "to": "x"}]}]}"#,
      #"{"defaults": «RK2006»[], "mappers": [{"id": "a"}]}"#,
      #"{"version": «RK2006»"1", "mappers": [{"id": "a"}]}"#,
      #"{"version": «RK2006»null, "mappers": [{"id": "a"}]}"#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t", "expectValue": «RK2006»[1], "map-ref": null}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        {"keyPath": "t", "valueMap": «RK2006»"b"}]}]}
      """#,
    ]
  )
  func wrongKind(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2008: a member in two spellings is an error at the second",
    arguments: [
      #"{"mappers": [{"id": "a", "target": "A", «RK2008»"targetName": "B"}]}"#,
      #"{"mappers": [{"id": "a"}], «RK2008»"maps": [{"id": "a"}]}"#,
      #"{"method": "GET", «RK2008»"methods": ["GET"], "mappers": [{"id": "a"}]}"#,
      #"""
      {"mappers": [{"id": "a", "attributes": ["x"], "identifications": "x",
        «RK2008»"identification": "x"}]}
      """#,
      #"{«RK2008»"keyPath": "x", "descriptors": [{}], "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": {«RK2008»"from": "y", "to": "z"}}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"from": "y", "to": "z", «RK2008»"value": 1}]}]}"#,
      #"""
      {"mappers": [{"id": "a"}, {"id": "d", "dynamic": true, "matchers": [
        {"keyPath": "t", "valueMap": {"1": "a"}, «RK2008»"map-ref": "a"}]}]}
      """#,
    ]
  )
  func bothSpellings(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2009: a missing required member is an error at the object, or at what needs it",
    arguments: [
      #"«RK2009»{}"#,
      #"«RK2009»{"mappers": []}"#,
      #"{"mappers": [«RK2009»{"target": "A"}]}"#,
      #"{"mappers": [{"id": "a", "relationships": [«RK2009»{"to": "x", "map-ref": "a"}]}]}"#,
      #"{"mappers": [{"id": "a", "relationships": [«RK2009»{"from": "x", "map-ref": "a"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [«RK2009»{"from": "a.b"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [«RK2009»{"from": ["a", "b"]}]}]}"#,
      #"{"mappers": [{"id": "a", "relationships": [{"from": "x", "to": "x", «RK2009»"many": true}]}]}"#,
      #"{"mappers": [{"id": «RK2009»"a", "dynamic": "YES"}]}"#,
      #"{"mappers": [{"id": "a", «RK2009»"matchers": []}]}"#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "matchers": [
        «RK2009»{"keyPath": "t", "expectValue": 1}]}]}
      """#,
    ]
  )
  func missingMember(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2010: a word that a member does not know is an error at the word",
    arguments: [
      #"{"methods": [«RK2010»"FETCH"], "mappers": [{"id": "a"}]}"#,
      #"{"statusCodes": [200, «RK2010»600], "mappers": [{"id": "a"}]}"#,
      #"{"statusCodes": «RK2010»"6XX", "mappers": [{"id": "a"}]}"#,
      #"{"statusCodes": [«RK2010»"299-200"], "mappers": [{"id": "a"}]}"#,
      #"{"defaults": {"onMissing": «RK2010»"nil"}, "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "onNull": «RK2010»"skip"}]}"#,
      #"{"mappers": [{"id": "a", "onError": «RK2010»"error"}]}"#,
      #"{"mappers": [{"id": "a", "keyTransform": «RK2010»"snakeCase"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": «RK2010»"intger"}]}]}"#,
      #"""
      {"mappers": [{"id": "a", "relationships": [
        {"from": "x", "to": "x", "map-ref": "a", "assignmentPolicy": «RK2010»"merge"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "dynamic": true, "unmatched": «RK2010»"fail", "matchers": [
        {"keyPath": "t", "expectType": «RK2010»"integer", "map-ref": null}]}]}
      """#,
    ]
  )
  func unknownValue(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "status codes are numbers, texts, classes and ranges",
    arguments: ["201", #""201""#, #""2XX""#, #""200-299""#, #"[200, "4XX", "500-504"]"#]
  )
  func statusCodes(codes: String) {
    let spec = #"{"statusCodes": \#(codes), "mappers": [{"id": "a"}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test("RK2020: a version other than 1 is an error at it", arguments: ["2", "0", "1.5"])
  func version(version: String) {
    let marked = #"{"version": «RK2020»\#(version), "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test("version 1 is the version of a spec that names none")
  func versionOne() {
    let spec = #"{"version": 1, "mappers": [{"id": "a"}]}"#
    #expect(annotated(spec) == spec)
  }

  @Test("RK2025: the method UPDATE is read as PUT, with a warning that writes PUT")
  func oldMethodName() {
    let marked = #"{"methods": ["GET", «RK2025»"UPDATE"], "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
    #expect(
      MarkedSpec(marked).mended() == #"{"methods": ["GET", "PUT"], "mappers": [{"id": "a"}]}"#
    )
  }

  @Test("a spec with ten errors shows ten diagnostics in the order of the text")
  func tenFaults() {
    let marked = #"""
      {
        «RK2005»"nam": "ten",
        "version": «RK2020»3,
        "methods": [«RK2010»"GTE"],
        "dateFormats": ["«RK2024»'open"],
        "mappers": [
          {"id": "a", "entity": «RK2006»"maybe",
            "attributes": [{"from": "x", "to": "y", «RK2005»"requird": true}],
            "relationships": [
              {"from": "z", "to": "z", "map-ref": «RK2003»"c"},
              «RK2009»{"from": "w"}
            ]},
          {"id": «RK2011»"a"},
          {"id": "b", "extends": «RK2003»"bb"}
        ],
        "root-map-ref": "a"
      }
      """#
    #expect(annotated(marked) == marked)
    #expect(MarkedSpec(marked).findings().count == 10)
  }
}
