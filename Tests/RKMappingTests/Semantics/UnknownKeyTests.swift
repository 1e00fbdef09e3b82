import RKMapping
import Testing

@Suite("Keys that no rule reads")
struct UnknownKeyTests {
  /// The diagnostics for an input by a spec of some mappers, of which `a` is the root.
  private func findings(
    _ input: String,
    _ mappers: String,
    defaults: String = #""unknown": "report""#
  ) throws -> [String] {
    let spec = #"{"defaults": {\#(defaults)}, "root-map-ref": "a", "mappers": [\#(mappers)]}"#
    return try MappingTrial(spec, input).findings
  }

  @Test("without a policy they are not reported")
  func ignored() throws {
    #expect(try map(#"{"k":1,"x":2}"#, by: spec(attributes: #"["k"]"#)) == #"{"k":1}"#)
  }

  @Test("with report, each is a warning at the key, and the record is made")
  func reported() throws {
    let spec = #"{"mappers": [{"id": "a", "unknown": "report", "attributes": ["k"]}]}"#
    let trial = try MappingTrial(spec, #"[{"x":0,"k":1,"y":2},{"k":3}]"#)
    #expect(trial.findings == ["RK3001 /0/x", "RK3001 /0/y"])
    #expect(trial.output == #"[{"k":1},{"k":3}]"#)
    #expect(trial.report.warningCount == 2)
  }

  @Test("as errors they fail their record, and all of them are reported")
  func errors() throws {
    let spec = #"{"mappers": [{"id": "a", "unknown": "error", "attributes": ["k"]}]}"#
    let trial = try MappingTrial(spec, #"{"x":0,"k":1,"y":2}"#)
    #expect(trial.findings == ["RK3001 /x", "RK3001 /y"])
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.report.failedCount == 1)
  }

  @Test("a key is known decoded, whatever its spelling")
  func escapes() throws {
    let mapper = #"{"id": "a", "attributes": ["key", "a\"b"]}"#
    #expect(try findings(#"{"k\u0065y":1,"a\"b":2,"\u006b":3}"#, mapper) == ["RK3001 /k"])
  }

  @Test(
    "the objects on the path of a dotted source are checked, values mapped as a whole are not"
  )
  func dotted() throws {
    let mapper =
      #"{"id": "a", "attributes": ["w", "p.q", {"list.x": "xs"}, {"two.z": "z", "two": "t"}]}"#
    let input = #"""
      {"w":{"any":1},"p":{"q":1,"r":2},"list":[{"x":1,"y":2},[{"z":3}],4],"two":{"z":1,"u":2}}
      """#
    #expect(
      try findings(input, mapper) == ["RK3001 /p/r", "RK3001 /list/0/y", "RK3001 /list/1/0/z"]
    )
  }

  @Test("nested arrays are checked at any depth")
  func deepArrays() throws {
    let mapper = #"{"id": "a", "attributes": ["p.q"]}"#
    let depth = 200
    let open = String(repeating: "[", count: depth)
    let close = String(repeating: "]", count: depth)
    let record = #"{"q":1,"r":2}"#
    let input =
      #"{"p":[{"q":0},[],\#(open)\#(record)\#(close),[{"s":[{"t":1}]},{"q":[{"u":1}]}]]}"#
    let way = "/p/2" + String(repeating: "/0", count: depth)
    #expect(try findings(input, mapper) == ["RK3001 \(way)/r", "RK3001 /p/3/0/s"])
  }

  @Test("an index leads to elements whose keys are known")
  func indexes() throws {
    let mapper = #"{"id": "a", "attributes": [{"list[0].x": "x"}]}"#
    #expect(try findings(#"{"list":[{"x":1,"y":2}]}"#, mapper) == ["RK3001 /list/0/y"])
  }

  @Test("a representation that is mapped as a whole has no other keys", arguments: ["", "self"])
  func wholeRepresentation(source: String) throws {
    let mapper = #"{"id": "a", "attributes": ["k", {"from": "\#(source)", "to": "all"}]}"#
    #expect(try findings(#"{"k":1,"x":2}"#, mapper) == [])
  }

  @Test("each mapper decides for its own representations")
  func relationships() throws {
    let mappers = #"""
      {"id": "a", "attributes": ["k"], "relationships": [{"from": "p.b", "to": "b", "map-ref": "b"}]},
      {"id": "b", "unknown": "ignore", "attributes": ["n"],
        "relationships": [{"from": "c", "to": "c", "map-ref": "c"}]},
      {"id": "c", "attributes": ["m"]}
      """#
    let input = #"{"k":1,"p":{"b":{"n":1,"x":2,"c":[{"m":1,"y":2},null]},"z":3}}"#
    #expect(try findings(input, mappers) == ["RK3001 /p/b/c/0/y", "RK3001 /p/z"])
  }

  @Test("a relationship's own policy is nearer than that of its mapper")
  func onRelationship() throws {
    let mappers = #"""
      {"id": "a", "relationships": [
        {"from": "b", "to": "b", "map-ref": "n", "unknown": "ignore"},
        {"from": "c", "to": "c", "map-ref": "d", "unknown": "ignore"},
        {"from": "e", "to": "e", "map-ref": "n"},
        {"from": "f", "to": "f", "map-ref": "n", "ignoreKeys": "x"}]},
      {"id": "d", "dynamic": true, "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "n"}]},
      {"id": "n", "unknown": "report", "attributes": ["n"]}
      """#
    let object = #"{"t":1,"n":1,"x":2}"#
    let input = #"{"b":\#(object),"c":\#(object),"e":\#(object),"f":\#(object)}"#
    #expect(try findings(input, mappers) == ["RK3001 /e/x"])
  }

  @Test("records of one representation know the keys of all, and their owner decides")
  func composed() throws {
    let mappers = #"""
      {"id": "a", "attributes": ["k"], "relationships": [{"from": "", "to": "b", "map-ref": "b"}]},
      {"id": "b", "unknown": "error", "attributes": ["n"], "relationships": [
        {"from": "", "to": "c", "map-ref": "d"}, {"from": "r", "to": "r", "map-ref": "c"}]},
      {"id": "d", "dynamic": true, "matchers": [{"keyPath": "t", "expectType": "number", "map-ref": "c"}]},
      {"id": "c", "attributes": ["m"]}
      """#
    let input = #"{"k":1,"n":2,"m":3,"t":4,"r":{"m":5},"x":6}"#
    #expect(try findings(input, mappers) == ["RK3001 /x"])
  }

  @Test("keys that matchers read are known to all of their mappers")
  func matchers() throws {
    let mappers = #"""
      {"id": "a", "dynamic": true, "default": "c", "matchers": [
        {"keyPath": "type", "expectValue": "b", "map-ref": "b"},
        {"keyPath": "info.kind", "expectValue": "c", "map-ref": "c"}]},
      {"id": "b", "attributes": ["k"]}, {"id": "c", "attributes": ["m"]}
      """#
    let input = #"[{"type":"b","k":1,"m":2,"info":{"x":3}},{"m":1,"info":{"kind":"c"}}]"#
    #expect(try findings(input, mappers) == ["RK3001 /0/m", "RK3001 /0/info/x"])
  }

  @Test("keys that children read from ancestors are known to those")
  func ancestors() throws {
    let mappers = #"""
      {"id": "a", "attributes": ["k"], "relationships": [{"from": "p.bs", "to": "b", "map-ref": "b"}]},
      {"id": "b", "attributes": ["n", {"@parent.near": "near"}, {"@parent.@parent.far": "far"}],
        "relationships": [{"from": "c", "to": "c", "map-ref": "c"}]},
      {"id": "c", "attributes": ["m", {"@root.r": "r"}, {"@document.d": "d"}],
        "relationships": [{"from": "@parent", "to": "up", "map-ref": "e"}]},
      {"id": "e", "attributes": ["id"]}
      """#
    let input = #"""
      {"k":1,"far":2,"r":3,"d":4,"x":5,"p":{"near":6,"y":7,"bs":[{"n":1,"id":8,"z":9,"c":{"m":1}}]}}
      """#
    #expect(try findings(input, mappers) == ["RK3001 /x", "RK3001 /p/y", "RK3001 /p/bs/0/z"])
  }

  @Test("keys that an owner reads below a relationship are known to the related mapper")
  func readByOwner() throws {
    let mappers = #"""
      {"id": "a", "attributes": [{"b.city": "city"}, {"b.c.deep": "deep"}],
        "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
      {"id": "b", "attributes": ["n"], "relationships": [{"from": "c", "to": "c", "map-ref": "c"}]},
      {"id": "c", "attributes": ["m"]}
      """#
    let input = #"{"b":{"n":1,"city":2,"x":3,"c":{"m":1,"deep":2,"y":3}}}"#
    #expect(try findings(input, mappers) == ["RK3001 /b/x", "RK3001 /b/c/y"])
  }

  @Test("a related representation that is also mapped as a whole has keys of its own")
  func wholeAndRelated() throws {
    let mapper = #"""
      {"id": "a", "attributes": ["k", {"b": "raw"}],
        "relationships": [{"from": "b", "to": "b", "map-ref": "a"}]}
      """#
    #expect(try findings(#"{"k":1,"b":{"k":2,"x":3}}"#, mapper) == ["RK3001 /b/x"])
  }

  @Test("the nesting key is not a key of the representation")
  func nesting() throws {
    let mapper =
      #"{"id": "a", "keyAttribute": "name", "forceCollection": true, "attributes": ["k"]}"#
    #expect(try findings(#"{"x":{"k":1},"y":{"k":2,"z":3}}"#, mapper) == ["RK3001 /y/z"])
  }

  @Test("keys around the key path are not keys of the representation")
  func keyPath() throws {
    let spec = #"""
      {"keyPath": "data.items", "mappers": [{"id": "a", "unknown": "report", "attributes": ["k"]}]}
      """#
    let trial = try MappingTrial(spec, #"{"meta":1,"data":{"next":2,"items":[{"k":1,"x":2}]}}"#)
    #expect(trial.findings == ["RK3001 /data/items/0/x"])
  }

  @Test(
    "ignored keys are keys, paths, and patterns",
    arguments: [
      (#"["x"]"#, ["/_y", "/p/a.b", "/p/x", "/2*"]), (#""x""#, ["/_y", "/p/a.b", "/p/x", "/2*"]),
      (#"["_*", "x"]"#, ["/p/a.b", "/p/x", "/2*"]), (#"["*"]"#, []),
      (#"["p"]"#, ["/x", "/_y", "/2*"]), (#"["p.x", "p.a\\.b"]"#, ["/x", "/_y", "/2*"]),
      (#"["p.*", "*x*", "*_y"]"#, ["/2*"]), (#"["p[\"x\"]"]"#, ["/x", "/_y", "/p/a.b", "/2*"]),
      (#"["p.[\"a.b\"]", "p.x", "[\"2*\"]", "[\"_*\"]"]"#, ["/x", "/_y"]),
      (#"["2\\*", "?*.x"]"#, ["/x", "/_y", "/p/a.b", "/p/x"]),
      (#"["p*.x", "*y", "_", "xx*", "*x*x"]"#, ["/x", "/p/a.b", "/2*"]),
    ]
  )
  func ignoreKeys(list: String, expected: [String]) throws {
    let spec = #"""
      {"mappers": [{"id": "a", "unknown": "report", "ignoreKeys": \#(list), "attributes": ["p.k"]}]}
      """#
    let input = #"{"x":1,"_y":2,"p":{"k":3,"a.b":4,"x":5},"2*":6}"#
    #expect(try MappingTrial(spec, input).findings == expected.map { "RK3001 " + $0 })
  }

  @Test("a nearer list of keys replaces an outer one, even an empty one")
  func nearestList() throws {
    let mappers = #"""
      {"id": "a", "ignoreKeys": ["x"], "attributes": ["k"], "relationships": [
        {"from": "b", "to": "b", "map-ref": "b"}, {"from": "c", "to": "c", "map-ref": "c"},
        {"from": "d", "to": "d", "map-ref": "d"}]},
      {"id": "b", "attributes": ["k"]}, {"id": "c", "ignoreKeys": [], "attributes": ["k"]},
      {"id": "d", "extends": "a", "relationships": []}
      """#
    let object = #"{"k":1,"x":2,"_y":3}"#
    let input = #"{"k":1,"x":2,"_y":3,"b":\#(object),"c":\#(object),"d":\#(object)}"#
    let defaults = #""unknown": "report", "ignoreKeys": ["_*"]"#
    #expect(
      try findings(input, mappers, defaults: defaults)
        == ["/_y", "/b/x", "/c/x", "/c/_y", "/d/_y"].map { "RK3001 " + $0 }
    )
  }

  @Test("the reason in a rejected representation is known")
  func rejected() throws {
    #expect(
      try findings(#"{"$error":{"code":"x"},"k":1}"#, #"{"id":"a","attributes":["k"]}"#) == []
    )
  }

  @Test("a mapper that leads to itself knows its keys once")
  func circle() throws {
    let mapper = #"""
      {"id": "a", "attributes": ["k", {"kids.k": "ks"}, {"@parent.up": "u"}],
        "relationships": [{"from": "kids", "to": "kids", "map-ref": "a"}]}
      """#
    let input = #"{"k":1,"up":0,"kids":[{"k":2,"x":3,"kids":[{"k":4,"y":5}]}]}"#
    #expect(try findings(input, mapper) == ["RK3001 /kids/0/x", "RK3001 /kids/0/kids/0/y"])
  }

  /// Propagated for each way to it, they would never end.
  @Test("keys read far below many relationships to one mapper are propagated once")
  func deepCircle() throws {
    let path = Array(repeating: "a", count: 60).joined(separator: ".")
    let relationships = (0..<4).map { #"{"from": "a", "to": "r\#($0)", "map-ref": "a"}"# }
    let mapper =
      #"{"id": "a", "attributes": ["k", {"\#(path)": "x"}], "relationships": [\#(relationships.joined(separator: ","))]}"#
    #expect(try findings(#"{"k":1,"y":2,"a":null}"#, mapper) == ["RK3001 /y"])
  }
}
