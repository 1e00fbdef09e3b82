import RKDiagnostics
import RKMapping
import TestSupport
import Testing

/// What a spec makes of records in memory that are put onto a document.
func put(
  _ records: String,
  onto original: String,
  by spec: String,
  deletes: Bool = false,
  format: Input.Format? = nil,
  typeKey: String? = nil
) throws -> String {
  let folder = try ScratchFolder()
  var options = RecordSerializer.Options()
  options.hasOriginal = true
  options.typeKey = typeKey
  let serializer = try RecordSerializer(Mapping(text: spec), options: options)
  let receiver = FindingList()
  _ = serializer.run(
    on: .bytes(Array(records.utf8), name: "records.json", format: format),
    onto: .bytes(Array(original.utf8), name: "original.json", format: format),
    deletes: deletes,
    into: .file(folder.path(of: "output")),
    reportingTo: receiver
  )
  let findings = receiver.diagnostics.map {
    $0.code.id + ($0.location?.pointer.map { " " + $0 } ?? "")
  }
  return findings.isEmpty ? folder.read("output") ?? "" : findings.joined(separator: ", ")
}

private func spec(_ attributes: String, _ members: String = "") -> String {
  #"{"mappers": [{"id": "m", "target": "M", "attributes": \#(attributes)\#(members)}]}"#
}

@Suite("Records are put onto the documents that they were made of")
struct OriginalTests {
  @Test(
    "members are changed, added and removed with the white space around them",
    arguments: [
      (#"{"a":1,"b":3}"#, #"{ "a" : 1.0, "b":2 }"#, #"{ "a" : 1.0, "b":3 }"#),
      (#"{"b":2}"#, #"{ "a" : 1, "b":2 }"#, #"{ "b":2 }"#),
      (#"{"a":1}"#, #"{ "a" : 1 , "b":2 }"#, #"{ "a" : 1 }"#),
      (#"{}"#, #"{ "a" : 1 , "b":2 }"#, #"{}"#),
      (#"{"c":4}"#, #"{ "a" : 1 , "b":2 }"#, #"{"c":4}"#),
      (#"{"b":2,"c":4}"#, #"{ "a" : 1 , "b":  2 }"#, #"{ "b":  2, "c":  4 }"#),
      (
        #"{"a":1,"b":2,"c":null}"#, "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
        "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": null\n}\n"
      ),
    ]
  )
  func members(records: String, original: String, expected: String) throws {
    #expect(
      try put(records, onto: original, by: spec(#"["a", "b", "c"]"#), deletes: true) == expected
    )
  }

  @Test("a removed place in a list becomes null where others follow it")
  func places() throws {
    let shared = spec(#"["k", {"a[2].p": "p"}, {"a[2].q": "q"}]"#)
    let spec = spec(#"[{"a[0]": "x"}, {"a[1]": "y"}, {"a[3]": "z"}]"#)
    #expect(
      try put(#"{"y":2}"#, onto: #"{"a": [1, 2]}"#, by: spec, deletes: true) == #"{"a": [null, 2]}"#
    )
    #expect(
      try put(#"{"x":1}"#, onto: #"{"a": [1, 2]}"#, by: spec, deletes: true) == #"{"a": [1]}"#
    )
    #expect(try put(#"{"z":4}"#, onto: #"{"a": [1, 2]}"#, by: spec) == #"{"a": [1, 2, null, 4]}"#)
    #expect(
      try put(#"{"p":1,"q":2}"#, onto: #"{"k":0,"a": [{}]}"#, by: shared)
        == #"{"k":0,"a": [{},null,{"p":1,"q":2}]}"#
    )
  }

  @Test("the last of equal keys is changed, and all of them are removed")
  func duplicates() throws {
    let original = #"{"a":1,"\u0061":2,"b":3}"#
    #expect(
      try put(#"{"a":5}"#, onto: original, by: spec(#"["a"]"#)) == #"{"a":1,"\u0061":5,"b":3}"#
    )
    #expect(try put("{}", onto: original, by: spec(#"["a"]"#), deletes: true) == #"{"b":3}"#)
  }

  @Test(
    "values that are the same leave their bytes alone",
    arguments: [
      (#""type": "date", "format": "d/M/yyyy""#, #""2011-07-04T00:00:00.000Z""#, #""04/07/2011""#),
      (#""type": "number""#, "1.50", #""15e-1""#),
      (#""transform": "lowercase""#, #""ab""#, #""AB""#),
      (#""map": {"1": "x", "2": "x"}"#, #""x""#, "2"),
      (#""onMissing": "null""#, #"{"b":2,"a":1}"#, #"{"a":1.0,"b":2}"#),
    ]
  )
  func same(members: String, value: String, text: String) throws {
    let spec = spec(#"[{"from": "x", "to": "y", \#(members)}]"#)
    let original = "[{\"x\" :\(text)} ]"
    #expect(try put("[{\"y\":\(value)}]", onto: original, by: spec) == original)
  }

  @Test("RK1030: a value without an inverse, and one that another rule holds")
  func refused() throws {
    let shared = spec(#"["x", {"from": "x", "to": "y"}]"#)
    #expect(try put(#"{"x":1,"y":2}"#, onto: #"{"x":1}"#, by: shared) == "RK1030 /y")
    let whole = spec(#"["id", {"from": "", "to": "raw"}]"#)
    #expect(try put(#"{"id":2,"raw":{"id":1}}"#, onto: #"{"id":1}"#, by: whole) == "RK1030 /raw")
    #expect(try put(#"{"id":2,"raw":{"id":2}}"#, onto: #"{"id":1}"#, by: whole) == #"{"id":2}"#)
    let dotted = spec(#"["a", {"b.c": "c"}]"#)
    #expect(try put(#"{"c":1}"#, onto: #"{"a":1,"b":5}"#, by: dotted) == "RK1030 /c")
    let second = #"[{"id":1},{"id":2}]"#
    let identified = spec(#"["id"]"#, #", "identification": "id""#)
    #expect(try put(second, onto: #"{"id":1}"#, by: identified) == "RK1030 /1")
  }

  @Test("records with a key around them are matched by it")
  func keys() throws {
    let spec = spec(#"["n"]"#, #", "keyAttribute": "k""#)
    let original = #"[{"a": {"n":1, "z": 0}}, {"b": {"n":2}}]"#
    let records = #"[{"k":"b","n":3},{"k":"a","n":1},{"k":"c","n":4}]"#
    let expected = #"[{"a": {"n":1, "z": 0}}, {"b": {"n":3}}, {"c":{"n":4}}]"#
    #expect(try put(records, onto: original, by: spec) == expected)
    #expect(
      try put(#"[{"k":"b","n":2}]"#, onto: original, by: spec, deletes: true)
        == #"[{"b": {"n":2}}]"#
    )
  }

  @Test("documents of a stream go with the white space behind them, and new ones are lines")
  func stream() throws {
    let spec = spec(#"["id"]"#, #", "identification": "id""#)
    let original = "{\"id\": 1}\n\n{\"id\": 2}"
    let records = "{\"id\":2}\n{\"id\":3}\n"
    #expect(
      try put(records, onto: original, by: spec, deletes: true, format: .ndjson)
        == "{\"id\": 2}\n{\"id\":3}\n"
    )
  }

  @Test("keys that are read as others are found by the names of the spec")
  func names() throws {
    let spec = #"""
      {"keys": {"caseInsensitive": true, "rename": {"b_": "b"}},
       "mappers": [{"id": "m", "target": "M", "attributes": ["a", {"b.c": "c"}, {"b.d": "d"}]}]}
      """#
    let original = #"{"A":1, "B_": {"C":2}}"#
    #expect(
      try put(#"{"a":2,"c":3,"d":4}"#, onto: original, by: spec) == #"{"A":2, "B_": {"C":3,"d":4}}"#
    )
  }

  @Test("what the mapper of a document declines, or fails, stays")
  func untouched() throws {
    let spec = spec(
      #"[{"from": "n", "to": "n", "type": "integer", "onError": "fail"}]"#,
      #", "when": "n != 0""#
    )
    let original = #"[{"n":0}, {"n":"x"}, {"n": 1}]"#
    #expect(
      try put(#"[{"n":2}]"#, onto: original, by: spec, deletes: true)
        == #"[{"n":0}, {"n":"x"}, {"n": 2}]"#
    )
  }

  @Test("to-one records of another identity replace the whole value; others are changed inside")
  func single() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "attributes": [],
         "relationships": [{"from": "k", "to": "k", "map-ref": "k"}]},
        {"id": "k", "target": "K", "identification": "id", "attributes": ["id", "n"]}]}
      """#
    let original = #"{"k": {"id":1, "n": 2, "z": 3}}"#
    #expect(
      try put(#"{"k":{"id":1,"n":4}}"#, onto: original, by: spec)
        == #"{"k": {"id":1, "n": 4, "z": 3}}"#
    )
    #expect(
      try put(#"{"k":{"id":2,"n":4}}"#, onto: original, by: spec) == #"{"k": {"id":2,"n":4}}"#
    )
    #expect(try put(#"{"k":{"id":2}}"#, onto: original, by: spec) == #"{"k": {"id":2}}"#)
    #expect(try put(#"{"k":null}"#, onto: original, by: spec) == #"{"k": null}"#)
  }

  @Test("several new records make one list where there is none, or null")
  func newLists() throws {
    let deep = #"{"keyPath": "a.b", "mappers": [{"id": "m", "target": "M", "attributes": ["n"]}]}"#
    let records = #"[{"n":1},{"n":2}]"#
    #expect(
      try put(records, onto: #"{"x": 1}"#, by: deep) == #"{"x": 1,"a": {"b":[{"n":1},{"n":2}]}}"#
    )
    #expect(try put(records, onto: #"{"a": null}"#, by: deep) == #"{"a": {"b":[{"n":1},{"n":2}]}}"#)
    #expect(try put(records, onto: #"{"a": {"b": 5}}"#, by: deep) == "RK1031 /0")
    let keyed = spec(#"["n"]"#, #", "keyAttribute": "k", "forceCollection": true"#)
    let new = #"[{"k":"a","n":1},{"k":"b","n":2}]"#
    #expect(
      try put(new, onto: #"{"c": {"n": 1}}"#, by: keyed)
        == #"{"c": {"n": 1},"a": {"n":1},"b": {"n":2}}"#
    )
    #expect(try put(#"[{"k":"a","n":1},{"k":"a","n":2}]"#, onto: "{}", by: keyed) == "RK1031 /0")
  }

  @Test("a record that fails before it is known removes nothing")
  func unknown() throws {
    let spec = spec(#"["id"]"#, #", "identification": "id""#)
    let folder = try ScratchFolder()
    var options = RecordSerializer.Options()
    options.hasOriginal = true
    options.reading.failedRecords = .skip
    let serializer = try RecordSerializer(Mapping(text: spec), options: options)
    _ = serializer.run(
      on: .bytes(Array(#"[{"id":1}, 5]"#.utf8), name: "records.json"),
      onto: .bytes(Array(#"[{"id":1}, {"id":2}]"#.utf8), name: "original.json"),
      deletes: true,
      into: .file(folder.path(of: "output")),
      reportingTo: FindingList()
    )
    #expect(folder.read("output") ?? #"[{"id":1}, {"id":2}]"# == #"[{"id":1}, {"id":2}]"#)
  }

  @Test("members of objects in a list are changed, removed and added with their keys")
  func keysInLists() throws {
    let spec = spec(#"["t"]"#, #", "keyAttribute": "k", "forceCollection": true"#)
    let original = #"[{"a": {"t":1}}, {"b": {"t":2, "z":0}}, {"c":{"t":3}}]"#
    let records = #"[{"k":"a","t":1},{"k":"b","t":5},{"k":"c","t":3},{"k":"d","t":4}]"#
    #expect(
      try put(records, onto: original, by: spec)
        == #"[{"a": {"t":1}}, {"b": {"t":5, "z":0}}, {"c":{"t":3}}, {"d":{"t":4}}]"#
    )
    #expect(
      try put(#"[{"k":"b","t":2}]"#, onto: original, by: spec, deletes: true)
        == #"[{}, {"b": {"t":2, "z":0}}, {}]"#
    )
  }

  @Test("a record of which no rule writes anything fails, and removes nothing")
  func nothingKnown() throws {
    let unnamed = spec(#"["n"]"#)
    let spec = spec(#"["id", "n"]"#, #", "identification": "id""#)
    let original = #"[{"id":1,"n":2}]"#
    #expect(try put(#"{"zz":[{"id":1}]}"#, onto: original, by: spec, deletes: true) == "RK1030 ")
    #expect(try put(#"{"zz":[{"n":1}]}"#, onto: #"{"n":2}"#, by: unnamed) == "RK1030 ")
    #expect(try put("{}", onto: #"{"n":2}"#, by: unnamed) == #"{"n":2}"#)
  }

  @Test("RK1030: two rules of one place, of which one says the old value")
  func halfChanged() throws {
    let twice = spec(#"[{"x": "a"}, {"x": "b"}]"#)
    #expect(try put(#"{"a":2,"b":1}"#, onto: #"{"x":1}"#, by: twice) == "RK1030 /b")
    let inside = spec(#"[{"x": "a"}, {"x.y": "b"}]"#)
    #expect(
      try put(#"{"a":{"y":1},"b":2}"#, onto: #"{"x":{"y":1}}"#, by: inside) == "RK1030 /a"
    )
    #expect(
      try put(#"{"a":{"y":2},"b":2}"#, onto: #"{"x":{"y":1}}"#, by: inside) == #"{"x":{"y":2}}"#
    )
  }

  @Test("a to-one record that does not say its identity is the original's")
  func unsaidIdentity() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "attributes": [],
         "relationships": [{"from": "k", "to": "k", "map-ref": "k"}]},
        {"id": "k", "target": "K", "identification": "id", "attributes": ["id", "n"]}]}
      """#
    let original = #"{"k": {"id":1, "n": 2, "z": 3}}"#
    #expect(
      try put(#"{"k":{"n":4}}"#, onto: original, by: spec) == #"{"k": {"id":1, "n": 4, "z": 3}}"#
    )
  }

  @Test("records behind lists are removed from the list or object that they stand in")
  func behindLists() throws {
    let spec = #"""
      {"keyPath": "a.b", "mappers": [
        {"id": "m", "target": "M", "identification": "id", "attributes": ["id"]}]}
      """#
    let original = #"{"a": [{"b": {"id":1}, "c": 0}, {"b": {"id":2}}]}"#
    #expect(
      try put(#"[{"id":2}]"#, onto: original, by: spec, deletes: true)
        == #"{"a": [{"c": 0}, {"b": {"id":2}}]}"#
    )
  }

  @Test("of several sources the one that is there is changed, and all are removed")
  func severalSources() throws {
    let missing = spec(#"[{"from": "x", "to": "a", "default": 1}]"#)
    #expect(try put("{}", onto: "{}", by: missing, deletes: true) == "RK1030 ")
    let spec = spec(#"[{"from": ["x", "y"], "to": "a"}]"#)
    #expect(try put(#"{"a":2}"#, onto: #"{"y":1}"#, by: spec) == #"{"y":2}"#)
    #expect(
      try put("{}", onto: #"{"x":1,"y":1,"z":1}"#, by: spec, deletes: true) == #"{"z":1}"#
    )
  }

  @Test("a scalar is replaced by a scalar, or by an object where there is more to say")
  func scalars() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "scalarAs": "id", "attributes": ["id", "n"]}]}
      """#
    #expect(try put(#"[{"id":1},{"id":3}]"#, onto: "[1, 2]", by: spec) == "[1, 3]")
    #expect(
      try put(#"[{"id":1},{"id":2,"n":3}]"#, onto: "[1, 2]", by: spec) == #"[1, {"id":2,"n":3}]"#
    )
    #expect(try put(#"[{"n":1},{"id":2}]"#, onto: "[1, 2]", by: spec) == "RK1030 /0")
  }

  @Test("identities are equal by their text")
  func textIdentity() throws {
    let spec = spec(#"["id", "n"]"#, #", "identification": "id""#)
    #expect(
      try put(#"[{"id":"1","n":3}]"#, onto: #"[{"id":1,"n":2}]"#, by: spec)
        == #"[{"id":"1","n":3}]"#
    )
  }

  @Test("an original that ends with a literal is read to its end")
  func literalAtEnd() throws {
    #expect(try put("[]", onto: "null", by: spec(#"["n"]"#)) == "null")
  }

  @Test(
    "where the order alone tells records from each other, one of another type replaces the whole"
  )
  func otherTypes() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true,
         "matchers": [{"keyPath": "kind", "valueMap": {"a": "a", "b": "b"}}]},
        {"id": "a", "target": "A", "attributes": ["kind", "n"],
         "relationships": [{"from": "of", "to": "of", "map-ref": "d", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["kind", "n"]}]}
      """#
    let original = #"{"kind":"a", "of": [{"kind":"a","n":1}, {"kind":"b", "n":2, "z":0}]}"#
    let records =
      #"{"@type":"A","kind":"a","of":[{"@type":"B","kind":"b","n":1},{"@type":"B","kind":"b","n":3}]}"#
    #expect(
      try put(records, onto: original, by: spec, typeKey: "@type")
        == #"{"kind":"a", "of": [{"kind":"b","n":1}, {"kind":"b", "n":3, "z":0}]}"#
    )
    #expect(
      try put("[\(records)]", onto: #"[{"kind":"b", "n": 1}]"#, by: spec, typeKey: "@type")
        == #"[{"kind":"a","of":[{"kind":"b","n":1},{"kind":"b","n":3}]}]"#
    )
  }

  @Test("a line goes as a whole where nothing else is in it")
  func linesUnderKeys() throws {
    let spec =
      #"{"keyPath": "k", "mappers": [{"id": "m", "target": "M", "identification": "id", "attributes": ["id"]}]}"#
    let original = "{\"k\": {\"id\":1}}\n{\"k\": {\"id\":2}, \"z\":0}\n{\"k\": {\"id\":3}}\n"
    #expect(
      try put("{\"id\":3}\n", onto: original, by: spec, deletes: true, format: .ndjson)
        == "{\"z\":0}\n{\"k\": {\"id\":3}}\n"
    )
  }
}
