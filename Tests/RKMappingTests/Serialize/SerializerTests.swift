import RKDiagnostics
import RKMapping
import Testing

@Suite("Records become documents again")
struct SerializerTests {
  @Test(
    "a value is written as what it is read from",
    arguments: [
      (#""type": "integer""#, "42", "42"),
      (#""type": "integer""#, "42.0", "42"),
      (#""type": "decimal""#, #""1.50""#, #""1.50""#),
      (#""type": "boolean""#, "1", "true"),
      (#""type": "string""#, #""\u0061""#, #""\u0061""#),
      (
        #""type": "[date]", "format": "d/M/yyyy""#, #"["2011-07-04T00:00:00Z",null]"#,
        #"["4/7/2011",null]"#
      ),
      (
        #""type": "date", "format": "yyyy-MM-dd HH:mm:ss.SSS""#, #""2011-07-04T01:02:03.5Z""#,
        #""2011-07-04 01:02:03.500""#
      ),
      (#""type": "date", "format": "epochMillis""#, #""1970-01-01T00:00:01.5Z""#, "1500"),
      (#""type": "set<integer>""#, "[3,1]", "[3,1]"),
      (#""map": {"true": "yes", "01": "no"}"#, #""yes""#, "true"),
      (#""map": {"true": "yes", "01": "no"}"#, #""no""#, #""01""#),
      (#""map": {"a": "2011-07-04"}, "type": "date""#, #""2011-07-04T00:00:00Z""#, #""a""#),
      (#""transform": ["suffix: kg", "prefix:#"]"#, ##""#5 kg""##, #""5""#),
      (
        #""transform": "htmlUnescape""#, #""<a href=\"'&\">""#,
        #""&lt;a href=&quot;&#39;&amp;&quot;&gt;""#
      ),
      (#""transform": "toJSON""#, #""{\"k\":1}""#, #"{"k":1}"#),
      (#""transform": "split:,""#, #"["a","b"]"#, #""a,b""#),
      (#""transform": "prefix:#""#, ##"["#a","#b"]"##, #"["a","b"]"#),
    ]
  )
  func values(members: String, value: String, written: String) throws {
    let spec = spec(attributes: #"[{"from": "x", "to": "y", \#(members)}]"#)
    #expect(try write(#"{"y": \#(value)}"#, by: spec) == #"{"x":\#(written)}"#)
  }

  @Test(
    "a value that would be read as another one fails its record",
    arguments: [
      (#""type": "integer""#, #""abc""#),
      (#""type": "integer""#, #""""#),
      (#""type": "date", "format": "yyyy-MM-dd""#, #""2011-07-04T12:00:00Z""#),
      (#""type": "set<integer>""#, "[1,1]"),
      (#""emptyString": "null""#, #""""#),
      (#""onNull": "absent""#, "null"),
      (#""required": true"#, "null"),
      (#""map": {"1": "a", "default": "b"}"#, #""b""#),
      (#""map": {"1": "a"}"#, #"["a"]"#),
      (#""transform": "trim""#, #"" a""#),
      (#""transform": "sort""#, "[2,1]"),
      (#""transform": "split:,""#, #"["a,b"]"#),
      (#""transform": "base64Encode""#, #""?""#),
      (#""transform": "removePrefix:a""#, "[[1]]"),
    ]
  )
  func losses(members: String, value: String) throws {
    let spec = spec(attributes: #"[{"from": "x", "to": "y", \#(members)}]"#)
    let trial = try SerializeTrial(spec, #"[{"y": \#(value)}]"#)
    #expect(trial.findings == ["RK1030 /0/y"])
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.diagnostics.first?.related.first?.subject == "mappers.a.attributes.y")
  }

  @Test("what stands at one place joins, whoever writes it")
  func joined() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M",
         "attributes": ["id", {"from": "", "to": "raw"}, {"from": "kid.rank", "to": "rank"}],
         "relationships": [{"from": "kid", "to": "kid", "map-ref": "k"}, {"from": "", "to": "self", "map-ref": "k"}]},
        {"id": "k", "target": "K", "attributes": ["name"]}]}
      """#
    let raw = #"{"id":1,"more":[true],"kid":{"name":"a","rank":2},"name":"b"}"#
    let rest = #""id": 1, "rank": 2, "kid": {"name": "a"}, "self": {"name": "b"}"#
    #expect(try write(#"{"raw": \#(raw), \#(rest)}"#, by: spec) == raw)
    #expect(try write("{\(rest)}", by: spec)?.contains(#""kid":{"name":"a","rank":2}"#) == true)
    // What is read as a whole would have more in it.
    let less = #"{"id": 1, "raw": {"id": 1}, "rank": 2}"#
    #expect(try SerializeTrial(spec, less).findings == ["RK1030 /raw"])
    let other = #"{"id": 1, "raw": {"id": 2}}"#
    #expect(try SerializeTrial(spec, other).findings == ["RK1030 /raw"])
  }

  @Test("places in lists are filled, and gaps are null")
  func places() throws {
    let spec = spec(attributes: #"[{"a[2].b": "x"}, {"a[0]": "y"}, {"c[1]": "z"}]"#)
    #expect(try write(#"{"x": 1, "y": 2}"#, by: spec) == #"{"a":[2,null,{"b":1}]}"#)
    #expect(try write(#"{"z": 3}"#, by: spec) == #"{"c":[null,3]}"#)
    #expect(try write(#"{"other": 3}"#, by: spec) == "RK1003 ")
  }

  @Test(
    "keys are keys again",
    arguments: [
      (#"{"n": "a.b", "v": 1}"#, #"{"a.b":{"v":1}}"#),
      (#"{"n": 5, "v": null}"#, #"{"5":{"v":null}}"#),
      (#"[{"n": "a"}, {"n": "b", "v": 1}]"#, #"{"a":{},"b":{"v":1}}"#),
      (#"[{"n": "a"}, {"n": "a"}]"#, "RK1030 /1"),
      (#"[{"v": 1}]"#, "RK1030 /0"),
      ("[]", "{}"),
    ]
  )
  func keys(records: String, written: String) throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "keyAttribute": "n", "forceCollection": true, "attributes": ["v"]}]}
      """#
    #expect(try write(records, by: spec) == written)
  }

  @Test("RK1030: the first choice of a target does not pass over what only a later one writes")
  func laterChoice() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [{"keyPath": "k", "valueMap": {"a": "a", "b": "b"}}]},
        {"id": "a", "target": "T", "attributes": ["k", {"one": "v"}]},
        {"id": "b", "target": "T", "attributes": ["k", {"two": "w"}]}]}
      """#
    #expect(try write(#"[{"k": "a", "v": 1}]"#, by: spec) == #"[{"k":"a","one":1}]"#)
    let trial = try SerializeTrial(spec, #"[{"k": "b", "w": 2}]"#)
    #expect(trial.findings == ["RK1030 /0/w"])
    #expect(trial.diagnostics.first?.related.first?.subject == "mappers.b.attributes.w")
  }

  @Test(
    "a list that is read of the parent itself is one record",
    arguments: [
      (#"{"n": 1, "rs": [{"m": 2}]}"#, #"{"n":1,"m":2}"#),
      (#"{"n": 1, "rs": [{"m": 2}, {"m": 3}]}"#, "RK1030 /rs"),
      (#"{"n": 1, "rs": []}"#, "RK1030 /rs"),
      (#"{"n": 1}"#, #"{"n":1}"#),
    ]
  )
  func listOfParent(record: String, written: String) throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["n"], "relationships": [{"from": "", "to": "rs", "many": true, "map-ref": "b"}]},
        {"id": "b", "attributes": ["m"]}]}
      """#
    #expect(try write(record, by: spec) == written)
  }

  @Test(
    "of the types that can be written the nearest is suggested",
    arguments: [("Ab", "A"), ("B", "A")]
  )
  func nearestType(type: String, suggested: String) throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [{"id": "a", "target": "A", "attributes": ["n"]},
        {"id": "b", "target": "B", "attributes": ["n"]}]}
      """#
    let trial = try SerializeTrial(spec, #"{"t": "\#(type)", "n": 1}"#) { $0.typeKey = "t" }
    #expect(trial.findings == ["RK1006 "])
    #expect(trial.diagnostics.first?.message.hasSuffix("did you mean '\(suggested)'?") == true)
  }

  @Test("a dynamic mapper's key is around what it has chosen")
  func dynamicKey() throws {
    let spec = #"""
      {"keyPath": "all", "root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "keyAttribute": "key", "forceCollection": true,
         "matchers": [{"keyPath": "k", "valueMap": {"a": "a", "b": "b"}}]},
        {"id": "a", "target": "A", "attributes": ["k"]}, {"id": "b", "target": "B", "attributes": ["k", "n"]}]}
      """#
    let trial = try SerializeTrial(
      spec,
      #"[{"t": "B", "key": "x", "k": "b", "n": 1}, {"t": "A", "key": "y", "k": "a"}]"#
    ) { $0.typeKey = "t" }
    #expect(trial.output == #"{"all":{"x":{"k":"b","n":1},"y":{"k":"a"}}}"#)
  }

  @Test(
    "records of one value are one document, a stream a document a line",
    arguments: [
      (#"{"a": 1}"#, nil, #"{"x":{"a":1}}"#),
      (#"[{"a": 1}]"#, nil, #"{"x":[{"a":1}]}"#),
      ("[]", nil, #"{"x":[]}"#),
      ("{}", nil, #"{"x":{}}"#),
      (#"{"a": 1}{"a": 2}"#, nil, "{\"x\":{\"a\":1}}\n{\"x\":{\"a\":2}}"),
      (#"{"a": 1}{"a": 2}"#, .json, #"{"x":[{"a":1},{"a":2}]}"#),
      (#"[{"a": 1},{"a": 2}]"#, .ndjson, "{\"x\":{\"a\":1}}\n{\"x\":{\"a\":2}}"),
      (#"[{"a": 1},{"a": [2]}]"#, .form, "x[][a]=1&x[][a][]=2"),
    ] as [(String, RecordSerializer.Format?, String)]
  )
  func forms(records: String, format: RecordSerializer.Format?, written: String) throws {
    let spec = #"{"keyPath": "x", "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}"#
    let trial = try SerializeTrial(spec, records, options: { $0.format = format })
    #expect(trial.output == written)
    #expect(trial.findings == [])
  }

  @Test("a list is the same whether it is held or written as it comes, and in every layout")
  func largeLists() throws {
    let spec =
      #"{"keyPath": "x.y", "mappers": [{"id": "m", "target": "M", "attributes": ["a", "é"]}]}"#
    let record = #"{"a":["0123456789012345678901234567890123456789"],"é":"ü"}"#
    let records = "[" + Array(repeating: record, count: 6000).joined(separator: ",") + "]"
    let compact = try SerializeTrial(spec, records)
    #expect(compact.output == #"{"x":{"y":"# + records + "}}")
    let pretty = try SerializeTrial(
      spec,
      records,
      output: {
        $0.isPretty = true; $0.isASCII = true
      }
    )
    let few = try SerializeTrial(
      spec,
      "[\(record),\(record)]",
      output: {
        $0.isPretty = true; $0.isASCII = true
      }
    )
    let end = try #require(few.output?.firstRange(of: ",\n      {"))
    #expect(pretty.output?.hasPrefix(few.output?[..<end.lowerBound] ?? "-") == true)
    #expect(pretty.output?.hasSuffix("    ]\n  }\n}") == true)
  }

  @Test("key paths of one document are merged where they can be")
  func keyPaths() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "", "root-map-ref": "p"}, {"keyPath": "a.list", "root-map-ref": "q"}],
       "mappers": [{"id": "p", "target": "P", "attributes": {"a.n": "n"}}, {"id": "q", "target": "Q", "attributes": ["v"]}]}
      """#
    let records = #"{"": {"n": 1}, "a.list": [{"v": 1}]}"#
    #expect(try write(records, by: spec) == #"{"a":{"n":1,"list":[{"v":1}]}}"#)
    #expect(try write(#"{"a.list": []}"#, by: spec) == #"{"a":{"list":[]}}"#)
    let clash = try SerializeTrial(spec, #"{"": [{"n": 1}], "a.list": [{"v": 1}]}"#)
    #expect(clash.findings == ["RK1030"])
    #expect(clash.report.ending == .failedRecord)
    let open = try SerializeTrial(spec, #"[{"n": 1}]"#)
    #expect(open.needsTypeKey)
    let misspelt = try SerializeTrial(spec, #"{"": {"n": 1}, "a.lists": [{"v": 1}]}"#)
    #expect(misspelt.findings == ["RK1006 /a.lists"])
  }

  @Test("what stands for a record that failed has failed")
  func errors() throws {
    let spec = spec(attributes: #"["a"]"#)
    let lines =
      "{\"a\":1}\n{\"$error\":{\"code\":\"RK1002\",\"raw\":{\"a\":9}}}\n{\"$error\":{\"code\":\"RK1030\"},\"a\":2}\n"
    let trial = try SerializeTrial(spec, lines) { $0.reading.failedRecords = .skip }
    #expect(trial.output == nil || trial.output == "{\"a\":1}\n{\"a\":2}")
    #expect(trial.findings == ["RK1003 "])
    let list = try SerializeTrial(spec, #"[{"$error":{"code":"RK1002"}}, {"a": 1}]"#)
    #expect(list.findings == ["RK1003 /0"])
  }

  @Test("scalars where records are expected fail", arguments: ["5", "[5]", #"["a"]"#, "[[{}]]"])
  func noRecords(records: String) throws {
    let trial = try SerializeTrial(spec(attributes: #"["a"]"#), records)
    #expect(trial.findings.count == 1)
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("one-way rules are told, each at its place, with what it shares its source with")
  func oneWay() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "attributes": [{"x": "a"}, {"x": "b"}, {"from": "y", "to": "y", "transform": "floor"}],
         "relationships": [{"from": "k", "to": "k", "map-ref": "k", "serialize": false}]},
        {"id": "k", "target": "K", "attributes": [{"from": "z.@sum", "to": "z"}]}]}
      """#
    let error = #expect(throws: DiagnosticsError.self) { try SerializeTrial(spec, "[]") }
    let findings = error?.diagnostics ?? []
    #expect(findings.map(\.code) == [.oneWayRule, .oneWayRule])
    #expect(findings.first?.message.contains("'m.a' and of 'm.b'") == true)
    #expect(findings.first?.related.count == 1)
    #expect(findings.last?.message.hasSuffix("floor") == true)
  }

  // MARK: - Keys that are read as others

  /// The records of a document, what is written of them, and the records of that.
  private func thereAndBack(_ document: String, _ spec: String) throws -> [String?] {
    let records = try map(document, by: spec)
    let written = try write(records ?? "", by: spec)
    return [records, written, try map(written ?? "", by: spec)]
  }

  @Test(
    "keys are written so that they are read as the names of the spec",
    arguments: [
      (#""rename": {"a": "b", "b": "a"}"#, #"["a", "b"]"#, #"{"b":2,"a":1}"#),
      (#""rename": {"id_str": "id"}"#, #"["id"]"#, #"{"id_str":"7"}"#),
      (#""rename": {"one": "x", "two": "x"}"#, #"["x"]"#, #"{"one":1}"#),
      (
        #""caseInsensitive": true"#, #"[{"from": "A.x", "to": "x"}, {"from": "a.y", "to": "y"}]"#,
        #"{"A":{"x":1,"y":2}}"#
      ),
    ]
  )
  func renamedKeys(keys: String, attributes: String, document: String) throws {
    let spec = #"{"keys": {\#(keys)}, "mappers": [{"id": "m", "attributes": \#(attributes)}]}"#
    let steps = try thereAndBack(document, spec)
    #expect(steps[1] == document)
    #expect(steps[2] == steps[0])
  }

  @Test("key paths of descriptors are renamed, too")
  func renamedKeyPath() throws {
    let spec = #"""
      {"keys": {"rename": {"b": "a"}}, "keyPath": "a.k", "mappers": [{"id": "m", "attributes": ["q"]}]}
      """#
    #expect(try write(#"{"q":1}"#, by: spec) == #"{"b":{"k":{"q":1}}}"#)
  }

  @Test("RK2090: a name that no key is read as cannot be written")
  func unreadName() throws {
    let spec = #"""
      {"keys": {"rename": {"x": "y"}}, "mappers": [{"id": "m", "attributes": ["x", "z"]}]}
      """#
    let error = #expect(throws: DiagnosticsError.self) { try SerializeTrial(spec, "[]") }
    #expect(error?.diagnostics.map(\.code) == [.oneWayRule])
    #expect(error?.diagnostics.first?.message.contains("'m.x'") == true)
  }

  @Test("RK2090: sources that differ in case alone are one source where case is ignored")
  func sharedInAnyCase() throws {
    let spec = #"""
      {"keys": {"caseInsensitive": true},
       "mappers": [{"id": "m", "attributes": [{"Name": "a"}, {"name": "b"}]}]}
      """#
    let error = #expect(throws: DiagnosticsError.self) { try SerializeTrial(spec, "[]") }
    #expect(error?.diagnostics.map(\.code) == [.oneWayRule])
  }

  // MARK: - Values of missing keys

  @Test(
    "a value that a missing key gives makes no object around the key",
    arguments: [
      (#""onMissing": "null""#, #"{"t":1}"#, #"{"t":1}"#),
      (#""default": "anon", "onMissing": "default""#, #"{"t":1}"#, #"{"t":1}"#),
      (
        #""onMissing": "null""#, #"{"t":1,"author":{"name":"Ann"}}"#,
        #"{"t":1,"author":{"name":"Ann"}}"#
      ),
      (#""onMissing": "null""#, #"{"author":{"name":null}}"#, #"{"author":{"name":null}}"#),
    ]
  )
  func missingNeighbour(policy: String, document: String, written: String) throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "attributes": ["t", {"from": "author.name", "to": "by", \#(policy)}],
         "relationships": [{"from": "author", "to": "author", "map-ref": "c"}]},
        {"id": "c", "attributes": ["name"]}]}
      """#
    let steps = try thereAndBack(document, spec)
    #expect(steps[1] == written || steps[1] == "RK1030 /by")
    if steps[1] == written { #expect(steps[2] == steps[0]) }
  }

  @Test("RK1030: what would be read as the value of an absent member is not written")
  func madeNeighbour() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "attributes": [{"from": ["a.b", "b"], "to": "x"}, "a"]}]}
      """#
    #expect(try SerializeTrial(spec, #"{"x":1}"#).findings.map { $0.prefix(6) } == ["RK1030"])
    #expect(try write(#"{"x":1,"a":{"b":1}}"#, by: spec) == #"{"a":{"b":1}}"#)
  }
}
