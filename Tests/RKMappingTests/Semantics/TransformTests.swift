import RKDiagnostics
import RKMapping
import Testing

@Suite("Transforms of attributes")
struct TransformTests {
  /// The result for `value` under an attribute's members: the output's `v`, or a diagnostic.
  private func transformed(_ value: String, _ members: String) throws -> String? {
    let trial = try MappingTrial(
      spec(attributes: #"[{"from": "v", "to": "v", \#(members)}, "k"]"#),
      #"{"k":0,"v":\#(value)}"#
    )
    if !trial.findings.isEmpty { return trial.findings.joined() }
    return trial.output.map { String($0.dropFirst(#"{"v":"#.count).dropLast(#","k":0}"#.count)) }
  }

  @Test(
    "they are applied in order, one or a list of them",
    arguments: [
      (#"" A ""#, #""trim""#, #""A""#), (#"" A ""#, #"["trim", "lowercase"]"#, #""a""#),
      (#"" A ""#, "[]", #"" A ""#), (#""x,y""#, #"["split:,", "last", "prefix:<"]"#, #""<y""#),
      (#""1-2 33-44""#, #"["replace:/(\\d+)-(\\d+)/$2-$1/"]"#, #""2-1 44-33""#),
      ("[ [1, 2], [3] ]", #"["flatten", "join:;"]"#, #""1;2;3""#),
      (#""\u0041\n\"""#, #"["lowercase"]"#, #""a\n\"""#),
      (#""{\"a\": [1, \"\\u00e9\"]}""#, #"["json"]"#, #"{"a":[1,"\u00e9"]}"#),
    ]
  )
  func order(value: String, transforms: String, output: String) throws {
    #expect(try transformed(value, #""transform": \#(transforms)"#) == output)
  }

  @Test("they come before the type")
  func type() throws {
    #expect(
      try transformed(#""80 kg""#, #""transform": "removeSuffix: kg", "type": "integer""#) == "80"
    )
    #expect(
      try transformed(
        #""on 4/7/2011""#,
        #""transform": "removePrefix:on ", "type": "date", "format": "d/M/yyyy""#
      )
        == #""2011-07-04T00:00:00Z""#
    )
    #expect(try transformed("1.5", #""transform": "ceil", "type": "integer""#) == "2")
    #expect(
      try transformed(#""1,2.0,3""#, #""transform": "split:,", "type": "[integer]""#) == "[1,2,3]"
    )
    #expect(
      try transformed(#""1,x""#, #""transform": "split:,", "type": "[integer]""#) == "RK1002 /v"
    )
    #expect(try transformed(#"" x""#, #""transform": "trim", "type": "integer""#) == "RK1002 /v")
  }

  @Test("null and missing values are unchanged, and null may result")
  func null() throws {
    #expect(try transformed("null", #""transform": "uppercase""#) == "null")
    #expect(try transformed("[]", #""transform": "first", "type": "integer""#) == "null")
    #expect(
      try transformed("[]", #""transform": "first", "onNull": "default", "default": 7"#) == "7"
    )
    let spec = spec(attributes: #"[{"from": "v", "to": "v", "transform": "uppercase"}, "k"]"#)
    #expect(try map(#"{"k":0}"#, by: spec) == #"{"k":0}"#)
  }

  @Test("lists that a key path makes are transformed")
  func pathLists() throws {
    let spec = spec(
      attributes: #"[{"from": "l.n", "to": "v", "transform": ["join:-", "uppercase"]}]"#
    )
    #expect(try map(#"{"l":[{"n":"a"},{},{"n":"b"}]}"#, by: spec) == #"{"v":"A--B"}"#)
  }

  @Test("keys, indices and the attributes of parents are transformed")
  func derived() throws {
    let spec = #"""
      {"mappers": [
        {"id": "a", "attributes": [{"from": "n", "to": "n", "hidden": true}],
          "relationships": [{"from": "l", "to": "l", "map-ref": "b"}]},
        {"id": "b", "attributes": [
          {"from": "@key", "to": "k", "transform": "uppercase"},
          {"from": "@metadata.mapping.collectionIndex", "to": "i", "transform": "prefix:#"},
          {"from": "@metadata.mapping.parentObject.n", "to": "p", "transform": "trim"}]}]}
      """#
    #expect(
      try map(#"{"n":" x ","l":[{"y":1}]}"#, by: spec) == ##"{"l":[{"k":"L","i":"#0","p":"x"}]}"##
    )
  }

  @Test("RK1002: a transform that cannot be applied is a failed conversion, subject to onError")
  func failure() throws {
    #expect(try transformed(#""x""#, #""transform": "floor""#) == "RK1002 /v")
    let trial = try MappingTrial(
      spec(
        attributes: #"[{"from": "v", "to": "v", "transform": "join:,", "onError": "null"}, "k"]"#
      ),
      #"{"k":0,"v":"x"}"#
    )
    #expect(trial.output == #"{"v":null,"k":0}"#)
    #expect(trial.findings == ["RK1002 /v"])
  }

  @Test("failures of other transforms, or values of other kinds, are separate diagnostics")
  func kindsOfFailures() throws {
    let attributes = #"["k", {"to": "v", "transform": ["trim", "floor"]}]"#
    let values = [#""x""#, #"{}"#, #""y""#, "true", "[{}]", "[[]]"]
    let input = values.map { #"{"k":0,"v":\#($0)}"# }.joined(separator: ",")
    let trial = try MappingTrial(spec(attributes: attributes), "[\(input)]")
    #expect(trial.findings == ["RK1002 /0/v", "RK1002 /1/v", "RK1002 /3/v", "RK1002 /5/v/0"])
  }

  @Test(
    "the diagnostic names the transform",
    arguments: [
      (#""x""#, #"["floor"]"#, #"'floor' of A.v cannot be applied to string "x""#),
      (
        "[1]", #"["first", "split:1", "sort", "round:2"]"#,
        "'round:2' of A.v cannot be applied to what 'sort' makes of an array"
      ),
    ]
  )
  func message(value: String, transforms: String, message: String) throws {
    let mapper = try Mapper(
      Mapping(
        text: spec(attributes: #"[{"from": "v", "to": "v", "transform": \#(transforms)}, "k"]"#)
      )
    )
    let receiver = FindingList()
    _ = mapper.apply(
      to: [.bytes(Array(#"{"k":0,"v":\#(value)}"#.utf8))],
      into: .nowhere,
      reportingTo: receiver
    )
    #expect(receiver.diagnostics.map(\.message) == [message])
  }

  @Test("equal transforms share one rule of the plan, others do not")
  func sharing() throws {
    let spec = spec(
      attributes: #"""
        [{"to": "a", "transform": "trim"}, {"to": "b", "transform": ["trim"]},
          {"to": "c", "transform": "trim", "type": "integer"}, {"to": "d", "transform": "lowercase"}]
        """#
    )
    #expect(
      try map(#"{"a":" A ","b":" B ","c":" 3 ","d":" D "}"#, by: spec)
        == #"{"a":"A","b":"B","c":3,"d":" d "}"#
    )
    let listing = try Mapper(Mapping(text: spec)).planListing
    #expect(listing.contains("A.c, <- slot 2, transform trim, type integer"))
  }

  @Test("names of attributes and of values are joined by one rule")
  func namesAgree() throws {
    for name in ["userID", "HTTPServer", "a-b c_d", "user2Name", "__x", "aBC", "ABc", "1A", "A1b"] {
      for (transform, spelling) in [
        ("snakeCase", KeyTransform.snakeCase), ("camelCase", .camelCase),
      ] {
        let made = try transformed("\"\(name)\"", #""transform": "\#(transform)""#)
        #expect(made == "\"\(spelling.apply(to: name))\"")
      }
    }
  }
}
