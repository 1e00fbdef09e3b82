import RKEngine
import RKMapping
import Testing

@Suite("What of an input is mapped")
struct CoverageTests {
  @Test(
    "a leaf is mapped when a rule reads it, or a value around it as a whole",
    arguments: [
      (#""a""#, #"{"a":1,"b":2}"#, ["+a 1/1", "-b 1/0"]),
      (#""a""#, #"{"a":{"x":[1,{"y":null}]}}"#, ["+a.x[] 1/1", "+a.x[].y 1/1"]),
      (#""a.b""#, #"{"a":{"b":1,"c":2}}"#, ["+a.b 1/1", "-a.c 1/0"]),
      (#""a.b""#, #"{"a":[{"b":1},{"c":2}]}"#, ["+a[].b 1/1", "-a[].c 1/0"]),
      (#"{"from":"a.@count","to":"n"}"#, #"{"a":[1,[2]]}"#, ["+a[] 1/1", "+a[][] 1/1"]),
      (#"{"from":"a.@sum.b","to":"n"}"#, #"{"a":[{"b":1,"c":2}]}"#, ["+a[].b 1/1", "-a[].c 1/0"]),
      (#"{"from":"a[1]","to":"n"}"#, #"{"a":[1,2,3]}"#, ["+a[] 3/1"]),
      (
        #"{"from":"..x","to":"n"}"#, #"{"a":{"x":1,"y":{"x":2,"z":3}}}"#,
        ["+a.x 1/1", "+a.y.x 1/1", "-a.y.z 1/0"]
      ),
      (
        #"{"from":"p*","to":"n"}"#, #"{"pa":1,"pb":{"c":2},"q":3}"#,
        ["+pa 1/1", "+pb.c 1/1", "-q 1/0"]
      ),
      (
        #"{"to":"n","expression":"a.b + c"}"#, #"{"a":{"b":1,"d":1},"c":2}"#,
        ["+a.b 1/1", "-a.d 1/0", "+c 1/1"]
      ),
      (#"{"from":["a","b"],"to":"n"}"#, #"{"a":1,"b":2}"#, ["+a 1/1", "-b 1/0"]),
      (#"{"from":["a","b"],"to":"n"}"#, #"{"b":2}"#, ["+b 1/1"]),
    ]
  )
  func read(rule: String, input: String, wanted: [String]) throws {
    let text = spec(attributes: "[\(rule)]")
    #expect(try CoverageTrial(text, input).paths == wanted)
  }

  @Test("a null among members that are all representations is read, also where documents are held")
  func memberOfRepresentations() throws {
    let mapper = """
      {"id": "m", "target": "M", "forceCollection": true, "attributes": ["x"]}
      """
    let one = "{\"descriptors\": [{\"root-map-ref\": \"m\"}], \"mappers\": [\(mapper)]}"
    let two = """
      {"descriptors": [{"root-map-ref": "m"}, {"keyPath": "q", "root-map-ref": "m", "optional": true}],
       "mappers": [\(mapper)]}
      """
    for text in [one, two] {
      #expect(try CoverageTrial(text, #"{"k": {"x": 2}, "n": null}"#).paths(.unmapped) == [])
    }
  }

  @Test("a null among members that are related records is read by the relationship")
  func relatedMembers() throws {
    let text = #"""
      {"descriptors": [{"root-map-ref": "a"}], "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [{"from": "m", "to": "m", "map-ref": "b"}]},
        {"id": "b", "forceCollection": true, "keyAttribute": "k", "attributes": ["n"]}]}
      """#
    let input = #"[{"id": 1, "m": {"x": {"n": 1}, "y": null, "z": {}}}]"#
    #expect(try CoverageTrial(text, input).paths(.unmapped) == [])
  }

  @Test(
    "a null or an empty value on the way of a key path is mapped, a scalar is not",
    arguments: [
      (#"{"a":null}"#, ["+a 1/1"]), (#"{"a":{}}"#, ["+a 1/1"]), (#"{"a":[]}"#, ["+a 1/1"]),
      (#"{"a":[null,{"b":1}]}"#, ["+a[] 1/1", "+a[].b 1/1"]), (#"{"a":5}"#, ["-a 1/0"]),
    ]
  )
  func onTheWay(input: String, wanted: [String]) throws {
    #expect(try CoverageTrial(spec(attributes: #"["a.b"]"#), input).paths == wanted)
  }

  @Test("what stands under a key of ignoreKeys is ignored where the mapper took it")
  func ignored() throws {
    let text = #"""
      {"mappers": [{"id": "a", "target": "A", "ignoreKeys": ["_*", "x.y"], "when": "n > 0",
        "attributes": ["n", "_m"]}]}
      """#
    let input = #"[{"n":1,"_l":{"s":2},"_m":3,"x":{"y":[4],"z":5}},{"n":0,"_k":6}]"#
    #expect(
      try CoverageTrial(text, input).paths == [
        "-[]._k 1/0", "~[]._l.s 1/0", "+[]._m 1/1", "+[].n 2/2", "~[].x.y[] 1/0", "-[].x.z 1/0",
      ]
    )
  }

  @Test("paths that lead out of the representation are followed, and rules are named")
  func ancestors() throws {
    let text = #"""
      {"keyPath": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["i", {"from": "@document.m.k", "to": "k"}],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["j", {"from": "@parent.p", "to": "p"}]}]}
      """#
    let trial = try CoverageTrial(text, #"{"a":[{"i":1,"p":2,"b":{"j":3}}],"m":{"k":4,"l":5}}"#)
    #expect(trial.paths(.unmapped) == ["m.l"])
    #expect(trial.rules(of: "a[].p") == ["mappers.b.attributes.p"])
    #expect(trial.rules(of: "m.k") == ["mappers.a.attributes.k"])
  }

  @Test("keys as data are one path, except keys that a rule names")
  func keysAsData() throws {
    let text = #"""
      {"keyPath": "u", "mappers": [{"id": "m", "target": "M", "keyAttribute": "name",
        "forceCollection": true, "attributes": ["e", {"from": "t.*.v", "to": "v"}]}]}
      """#
    let input = #"{"u":{"ann":{"e":1,"t":{"x":{"v":2},"y":{"w":3}}},"bob":{"e":null}}}"#
    let trial = try CoverageTrial(text, input)
    #expect(trial.paths == ["+u{}.e 2/2", "+u{}.t{}.v 1/1", "-u{}.t{}.w 1/0"])
    #expect(trial.uses("mappers.m.keyAttribute") == "2/2")
  }

  @Test("keys in the plain are keys, others stand in quotes")
  func quotedKeys() throws {
    let input = #"{"a b":1,"c.d":{"é":2},"":3,"e/$f":4}"#
    let trial = try CoverageTrial(spec(attributes: #"["x", "e/$f"]"#), input)
    #expect(trial.coverage.paths.map(\.text) == [#"[""]"#, #"["a b"]"#, #"["c.d"].é"#, "e/$f"])
    for path in trial.coverage.paths {
      #expect(KeyPathText.components(path.text) == path.components)
    }
  }

  @Test(
    "keys that begin with a mark, a joiner or a selector are read back",
    arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{93E}", "\u{301}]", "a\u{301}"]
  )
  func marks(key: String) {
    let key = SourceTree.Component.key(Array(key.utf8))
    let path: [SourceTree.Component] = [.key(Array("a".utf8)), key, .elements, key, .everyKey]
    #expect(KeyPathText.components(KeyPathText.text(of: path)) == path)
  }

  @Test("a document that is a scalar has the empty path, and none without leaves")
  func scalars() throws {
    #expect(try CoverageTrial(spec(attributes: #"["x"]"#), "5").paths == ["- 1/0"])
    #expect(try CoverageTrial(spec(attributes: #"["x"]"#), "").coverage.percent == nil)
  }

  @Test("related records that are null or empty are mapped by the relationship")
  func related() throws {
    let text = #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": ["i"],
        "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["j"]}]}
      """#
    let trial = try CoverageTrial(
      text,
      #"[{"i":1,"b":null},{"i":2,"b":[]},{"i":3},{"i":4,"b":[{"j":5,"k":6},null]}]"#
    )
    #expect(trial.paths(.unmapped) == ["[].b[].k"])
    #expect(trial.rules(of: "[].b") == ["mappers.a.relationships.b"])
    #expect(trial.rules(of: "[].b[].j") == ["mappers.b.attributes.j"])
    #expect(
      trial.findings("mappers.a.relationships.b")
        == "found 2 null 1 missing 1 failed 0 default 0"
    )
  }

  @Test("percentages are rounded down")
  func percent() throws {
    let text = spec(attributes: #"["a", "b"]"#)
    #expect(try CoverageTrial(text, #"{"a":1,"b":2,"c":3}"#).coverage.percent == "66.6")
    #expect(try CoverageTrial(text, #"{"a":1,"b":2}"#).coverage.percent == "100.0")
  }

  // MARK: - The same whatever the parts

  private static let list = #"""
    {"keyPath": "a", "mappers": [
      {"id": "a", "target": "A", "attributes": ["i", "t"],
        "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
      {"id": "b", "target": "B", "attributes": ["j"]}]}
    """#

  /// Elements with keys of their own here and there.
  private static func elements(_ count: Int) -> [String] {
    (0..<count).map { number in
      let rare = number % 97 == 96 ? #","r\#(number)":{"x":[1,{}]}"# : ""
      let related = number % 3 == 0 ? "null" : #"{"j":\#(number),"k":"\#(number)"}"#
      return #"{"i":\#(number),"t":"\u0041 \#(number)","b":\#(related)\#(rare)}"#
    }
  }

  @Test("threads and the size of their parts change nothing", arguments: [1, 2, 4], [512, 4096])
  func parts(threadCount: Int, segmentSize: Int) throws {
    let items = Self.elements(1500).joined(separator: ",")
    let input = #"{"m":{"n":[1,2]},"a":[\#(items)],"z":{}}"#
    let whole = try CoverageTrial(Self.list, input) { $0.threadCount = 1 }
    let split = try CoverageTrial(Self.list, input) {
      $0.threadCount = threadCount
      $0.segmentSize = segmentSize
    }
    #expect(split.paths == whole.paths)
    #expect(whole.paths.contains("-a[].b.k 1000/0"))
    #expect(split.coverage.recordCount == 1500)
    #expect(split.coverage.rules.map(\.counts) == whole.coverage.rules.map(\.counts))
    let places = whole.coverage.paths.map(\.example.pointer)
    #expect(split.coverage.paths.map(\.example.pointer) == places)
    #expect(places.contains("/a/96/r96/x/0"))
  }

  @Test("so does the form of a stream", arguments: [1, 4])
  func lines(threadCount: Int) throws {
    let text = Self.list.split(separator: #""keyPath": "a", "#).joined()
    let lines = Self.elements(1500).joined(separator: "\n")
    let stream = try CoverageTrial(text, lines, format: .ndjson) {
      $0.threadCount = threadCount
      $0.segmentSize = 2048
    }
    #expect(stream.coverage.documentCount == 1500)
    #expect(stream.paths.contains("-b.k 1000/0"))
    let rare = stream.coverage.paths.first { $0.text == "r96.x[]" }?.example
    #expect(rare?.document == 97)
    #expect(rare?.line == 97)
  }

  @Test("documents in memory as a whole are counted as those read piece by piece")
  func whole() throws {
    let items = Self.elements(300).joined(separator: ",")
    let input = #"{"m":{"n":[1,2]},"a":[\#(items),null],"z":{}}"#
    let pieces = try CoverageTrial(Self.list, input)
    // Duplicate keys are looked for in whole documents.
    let whole = try CoverageTrial(Self.list, input) { $0.duplicateKeys = .error }
    #expect(pieces.paths == whole.paths)
    #expect(pieces.paths(.unmapped).contains("z"))
  }

  @Test("too many keys become one path, whatever their order", arguments: [0, 1, 2, 3])
  func folding(mostKeys: Int) throws {
    let text = spec(attributes: #"["t.known"]"#)
    let objects = [
      #"{"t":{"known":1,"k1":{"a":1,"b":2}}}"#, #"{"t":{"k2":{"c":3},"known":2}}"#,
      #"{"t":{"k3":[{"d":4}],"k1":5}}"#, #"{"t":{"k4":{"a":{"e":6}}}}"#,
    ]
    let wanted = try CoverageTrial(text, objects.joined(separator: " "), mostKeys: mostKeys).paths
    let turned = objects.reversed().joined(separator: " ")
    #expect(try CoverageTrial(text, turned, mostKeys: mostKeys).paths == wanted)
    #expect(wanted.contains("+t.known 2/2"))
    #expect(wanted.contains { $0.contains("t{}") })
    let apart = try CoverageTrial(text, objects[0], objects[1], objects[2], objects[3], mostKeys: 4)
    #expect(!apart.paths.contains { $0.contains("t{}") })
  }

  @Test("lines of the inputs are mapped when all counted leaves on them are")
  func lines() throws {
    let text = spec(attributes: #"["a", "b"]"#)
    let trial = try CoverageTrial(
      text,
      "{\"a\": 1,\n \"b\": 2, \"c\": 3,\n \"d\": {}}\n",
      countsLines: true
    )
    #expect(trial.coverage.files?.count == 1)
    #expect(trial.coverage.files?.first?.lines == [1: true, 2: false, 3: false])
  }
}
