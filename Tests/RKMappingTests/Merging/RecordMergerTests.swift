import Testing

@Suite("Merging records")
struct RecordMergerTests {
  private static func spec(_ mapper: String, attributes: String = #""x", "y""#) -> String {
    """
    { "mappers": [{ "id": "m", "target": "M", "attributes": ["id", \(attributes)],
      "identification": "id" \(mapper.isEmpty ? "" : ", " + mapper) }] }
    """
  }

  private static func related(_ relationship: String, identified: Bool = true) -> String {
    """
    { "root-map-ref": "m", "mappers": [
      { "id": "m", "target": "M", "attributes": ["id"], "identification": "id",
        "relationships": [{ "from": "r", "to": "r", "map-ref": "k", \(relationship) }] },
      { "id": "k", "target": "K", "attributes": ["id", "x", "y"]
        \(identified ? #", "identification": "id""# : "") }] }
    """
  }

  @Test("the newer value counts if present, null included")
  func attributes() throws {
    let spec = Self.spec("")
    let trial = try MergeTrial(
      spec,
      #"{"id":1,"x":1,"y":"a"}"#,
      #"{"id":1,"x":null}"#,
      #"{"id":1,"y":"\u0062"}"#
    )
    #expect(trial.text == #"{"id":1,"x":null,"y":"\u0062"}"#)
  }

  @Test("a silent default replaces no existing value")
  func silentDefaults() throws {
    let spec = Self.spec("", attributes: #"{"to": "x", "default": 7}, "y""#)
    #expect(try MergeTrial(spec, #"{"id":1,"x":1}"#, #"{"id":1}"#).text == #"{"id":1,"x":1}"#)
    #expect(
      try MergeTrial(spec, #"{"id":1,"x":null}"#, #"{"id":1}"#).text == #"{"id":1,"x":null}"#
    )
    #expect(try MergeTrial(spec, #"{"id":1}"#, #"{"id":1}"#).text == #"{"id":1,"x":7}"#)
    #expect(try MergeTrial(spec, #"{"id":1}"#, #"{"id":1,"x":2}"#).text == #"{"id":1,"x":2}"#)
    let stated = Self.spec(
      "",
      attributes: #"{"to": "x", "default": 7, "onMissing": "default"}, "y""#
    )
    #expect(try MergeTrial(stated, #"{"id":1,"x":1}"#, #"{"id":1}"#).text == #"{"id":1,"x":7}"#)
  }

  @Test("nested objects of dotted destinations are merged member by member")
  func groups() throws {
    let spec = Self.spec("", attributes: #"{"x": "g.x"}, {"y": "g.y"}"#)
    let trial = try MergeTrial(spec, #"{"id":1,"x":1}"#, #"{"id":1,"y":2}"#)
    #expect(trial.text == #"{"id":1,"g":{"x":1,"y":2}}"#)
  }

  @Test("the records of one mapper complete those of another of its target")
  func severalMappers() throws {
    let spec = """
      { "root-map-ref": "d", "mappers": [
        { "id": "short", "target": "User", "attributes": ["name", "id"], "identification": "id" },
        { "id": "full", "target": "User", "attributes": ["id", "mail"], "identification": "id",
          "relationships": [{ "from": "boss", "to": "boss", "map-ref": "short" }] },
        { "id": "d", "dynamic": true, "default": "short",
          "matchers": [{ "keyPath": "full", "expectValue": true, "map-ref": "full" }] }] }
      """
    let full = #"{"full":true,"id":1,"mail":"m","boss":{"id":2,"name":"B"}}"#
    let trial = try MergeTrial(spec, #"{"id":1,"name":"A"}"#, full)
    #expect(trial.text == #"{"name":"A","id":1,"mail":"m","boss":{"name":"B","id":2}}"#)
    #expect(try MergeTrial(spec, full, #"{"id":1,"name":"A"}"#).text == trial.text)
    let alike = try MergeTrial(spec, full, #"{"full":true,"id":1,"mail":"n"}"#)
    #expect(alike.text == #"{"id":1,"mail":"n","boss":{"name":"B","id":2}}"#)
  }

  @Test(
    "records that are not newer are skipped",
    arguments: [
      (#""number""#, "1", "2", true), (#""number""#, "2", "2.0", false),
      (#""number""#, "10", "9", false), (#""number""#, "-1", "-2", false),
      (#""number""#, "1e3", "1001", true), (#""decimal""#, #""9.5""#, #""10""#, true),
      (#""date""#, #""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.5Z""#, true),
      (#""date""#, #""2024-01-01T00:00:00.50Z""#, #""2024-01-01T00:00:00.5Z""#, false),
      (#""date""#, #""2024-01-01T00:00:00.5Z""#, #""2024-01-01T00:00:00.50Z""#, false),
      (#""date""#, #""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.0Z""#, false),
      (#""date""#, #""2024-01-02""#, #""2024-01-01T00:00:00Z""#, false),
      (#""string""#, #""b""#, #""a""#, true), (#""string""#, #""a""#, #""\u0061""#, false),
      (#""any""#, "2", "1", false), (#""any""#, "1", #""1""#, true),
      (#""any""#, "1", "null", false),
      (#""any""#, "null", "1", true), (#""boolean""#, "true", "true", false),
      (#""boolean""#, "true", "false", true),
    ]
  )
  func modification(type: String, old: String, new: String, isNewer: Bool) throws {
    let spec = Self.spec(
      #""modification": "t""#,
      attributes: #"{"to": "t", "type": \#(type)}, "x""#
    )
    let trial = try MergeTrial(
      spec,
      #"{"id":1,"t":\#(old),"x":"old"}"#,
      #"{"id":1,"t":\#(new),"x":"new"}"#
    )
    #expect(trial.text.contains(#""x":"new""#) == isNewer, "\(trial.text)")
  }

  @Test("the relationships of records that are not newer count only if the mapper says so")
  func unmodified() throws {
    let old = #"{"id":1,"t":2,"x":1,"r":[{"id":1}]}"#
    let new = #"{"id":1,"t":2,"x":2,"r":[{"id":2}]}"#
    for (flag, x) in [("false", "1"), ("true", "2")] {
      let spec = """
        { "root-map-ref": "m", "mappers": [
          { "id": "m", "target": "M", "attributes": ["id", {"to": "t", "type": "number"}, "x"],
            "modification": "t", "mapRelationshipsIfUnmodified": \(flag),
            "relationships": [{ "from": "r", "to": "r", "map-ref": "k" }] },
          { "id": "k", "target": "K", "attributes": ["id"] }] }
        """
      let text = try MergeTrial(spec, old, new).text
      #expect(text == #"{"id":1,"t":2,"x":1,"r":[{"id":\#(x)}]}"#)
    }
  }

  @Test(
    "related records by policy",
    arguments: [
      // Newer members replace the older, those of one identity completed.
      (
        "set", #"[{"id":1,"x":1},{"id":2}]"#, #"[{"id":3},{"id":1,"y":2}]"#,
        #"[{"id":3},{"id":1,"x":1,"y":2}]"#
      ),
      ("replace", #"[{"id":1,"x":1}]"#, #"[{"id":1}]"#, #"[{"id":1,"x":1}]"#),
      (
        "union", #"[{"id":1,"x":1},{"id":2}]"#, #"[{"id":3},{"id":"1","x":null}]"#,
        #"[{"id":"1","x":null},{"id":2},{"id":3}]"#
      ),
      (
        "union", #"[{"id":1}]"#, #"[{"id":2,"x":1},{"id":2,"y":1}]"#,
        #"[{"id":1},{"id":2,"x":1,"y":1}]"#
      ),
      (
        "union", #"[{"id":null}]"#, #"[{"id":null},{"x":1}]"#, #"[{"id":null},{"id":null},{"x":1}]"#
      ),
      ("union", "null", #"[{"id":1},{"id":1}]"#, #"[{"id":1},{"id":1}]"#),
      ("union", #"[{"id":1}]"#, "null", #"[{"id":1}]"#), ("set", #"[{"id":1}]"#, "null", "null"),
      ("set", #"[{"id":1}]"#, "[]", "[]"), ("union", #"[{"id":1}]"#, "[]", #"[{"id":1}]"#),
      // To one.
      ("set", #"{"id":1,"x":1}"#, #"{"id":1,"y":1}"#, #"{"id":1,"x":1,"y":1}"#),
      ("set", #"{"id":1,"x":1}"#, #"{"id":2,"y":1}"#, #"{"id":2,"y":1}"#),
      ("set", #"{"id":1,"x":1}"#, #"[{"id":1}]"#, #"[{"id":1,"x":1}]"#),
      ("union", #"{"id":1}"#, #"{"id":2}"#, #"[{"id":1},{"id":2}]"#),
      ("union", #"{"id":1}"#, #"{"id":1}"#, #"{"id":1}"#),
    ]
  )
  func policies(policy: String, old: String, new: String, expected: String) throws {
    let spec = Self.related(#""assignmentPolicy": "\#(policy)""#)
    let trial = try MergeTrial(spec, #"{"id":1,"r":\#(old)}"#, #"{"id":1,"r":\#(new)}"#)
    #expect(trial.text == #"{"id":1,"r":\#(expected)}"#)
  }

  @Test("records without identity are never the same (D15)")
  func withoutIdentity() throws {
    let spec = Self.related(#""assignmentPolicy": "set""#, identified: false)
    let one = try MergeTrial(spec, #"{"r":{"id":1,"x":1}}"#, #"{"r":{"id":1}}"#)
    #expect(one.text == #"{"r":{"id":1}}"#)
    let union = Self.related(#""assignmentPolicy": "union""#, identified: false)
    let many = try MergeTrial(union, #"{"r":[{"id":1}]}"#, #"{"r":[{"id":1}]}"#)
    #expect(many.text == #"{"r":[{"id":1},{"id":1}]}"#)
  }

  @Test("a missing relationship changes nothing")
  func missing() throws {
    let spec = Self.related(#""assignmentPolicy": "set""#)
    let trial = try MergeTrial(spec, #"{"id":1,"r":[{"id":1}]}"#, #"{"id":1}"#)
    #expect(trial.text == #"{"id":1,"r":[{"id":1}]}"#)
  }

  @Test("of many lists each record occurs once, in linear time")
  func manyLists() throws {
    let spec = Self.related(#""assignmentPolicy": "union", "many": true"#)
    let documents = (0..<2_000).map { #"{"id":1,"r":[{"id":\#($0)},{"id":0,"x":\#($0)}]}"# }
    let members = (1..<2_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let text = try MergeTrial(spec, documents).text
    let isRight = text == #"{"id":1,"r":[{"id":0,"x":1999},{"id":0,"x":0},\#(members)]}"#
    #expect(isRight)
  }

  @Test("a default is neither a record's identity nor newer than known values")
  func defaultsThatDecideNothing() throws {
    let spec = """
      { "root-map-ref": "m", "mappers": [
        { "id": "m", "target": "M", "attributes": ["id"], "identification": "id",
          "relationships": [{ "from": "r", "to": "r", "map-ref": "k", "assignmentPolicy": "union" }] },
        { "id": "k", "target": "K", "attributes": [{"to": "id", "default": 7}, "x", "y"],
          "identification": "id" }] }
      """
    let trial = try MergeTrial(spec, #"{"id":1,"r":[{"x":1}]}"#, #"{"id":1,"r":[{"y":1}]}"#)
    #expect(trial.text == #"{"id":1,"r":[{"id":7,"x":1},{"id":7,"y":1}]}"#)
    let revised = Self.spec(
      #""modification": "t""#,
      attributes: #"{"to": "t", "type": "number", "default": 1}, "x""#
    )
    let newer = try MergeTrial(revised, #"{"id":1,"t":2,"x":"old"}"#, #"{"id":1,"x":"new"}"#)
    #expect(newer.text == #"{"id":1,"t":2,"x":"new"}"#)
  }

  @Test("what one mapper of a target hides is present if another shows it")
  func hiddenByOne() throws {
    let spec = """
      { "root-map-ref": "d", "mappers": [
        { "id": "a", "target": "M", "attributes": ["id", {"to": "x", "hidden": true}],
          "identification": "id" },
        { "id": "b", "target": "M", "attributes": ["id", "x"], "identification": "id" },
        { "id": "d", "dynamic": true, "default": "a",
          "matchers": [{ "keyPath": "b", "expectValue": true, "map-ref": "b" }] }] }
      """
    let (hidden, shown) = (#"{"id":1,"x":1}"#, #"{"id":1,"x":2,"b":true}"#)
    #expect(try MergeTrial(spec, hidden, shown).text == #"{"id":1,"x":2}"#)
    #expect(try MergeTrial(spec, shown, hidden).text == #"{"id":1,"x":1}"#)
    #expect(try MergeTrial(spec, hidden, hidden).text == #"{"id":1}"#)
  }
}
