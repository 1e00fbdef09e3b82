import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
  /// Humans `h`, of which each is connected to cats `c` by its key `k`, hidden.
  private func spec(
    _ members: String = "",
    where keys: String = #"{"k": "id"}"#,
    cat: String = #""attributes": ["id", "name"]"#,
    targets: String = ""
  ) -> String {
    #"""
    {"descriptors": [{"keyPath": "h", "root-map-ref": "h"}, {"keyPath": "c", "root-map-ref": "c"}],
     "mappers": [
      {"id": "h", "target": "Human", "attributes": ["n", {"from": "k", "to": "k", "hidden": true},
         {"from": "l", "to": "l", "hidden": true}],
       "connections": [{"to": "cat", "target": "Cat", "where": \#(keys)\#(members)}]},
      {"id": "c", "target": "Cat", \#(cat)}]\#(targets)}
    """#
  }

  private func humans(_ input: String, by spec: String) throws -> String? {
    let output = try map(input, by: spec)
    guard let output, output.hasPrefix(#"{"h":"#) else { return output }
    let end = output.firstRange(of: #","c":"#)?.lowerBound ?? output.index(before: output.endIndex)
    return String(output[output.index(output.startIndex, offsetBy: 5)..<end])
  }

  @Test(
    "the value of the key decides between one record and several",
    arguments: [
      (#"{"n":1,"k":5}"#, #"{"n":1,"cat":{"id":5,"name":"Asia"}}"#),
      (#"{"n":1,"k":[5]}"#, #"{"n":1,"cat":[{"id":5,"name":"Asia"}]}"#),
      (#"{"n":1,"k":[6,5]}"#, #"{"n":1,"cat":[{"id":6},{"id":5,"name":"Asia"}]}"#),
      (#"{"n":1,"k":[]}"#, #"{"n":1,"cat":[]}"#),
      (#"{"n":1,"k":[null]}"#, #"{"n":1,"cat":[]}"#),
      (#"{"n":1,"k":null}"#, #"{"n":1}"#),
      (#"{"n":1}"#, #"{"n":1}"#),
    ]
  )
  func shape(human: String, record: String) throws {
    let input = #"{"h":\#(human),"c":[{"id":5,"name":"Asia"},{"id":6}]}"#
    #expect(try humans(input, by: spec()) == record)
  }

  @Test(
    "of many records, those of one identity are found as one, and of others the first",
    arguments: [(#""identification": "id", "#, 1_000), ("", 0)]
  )
  func many(identification: String, offset: Int) throws {
    // More than are looked up together.
    let cats = (0..<1_500).map { #"{"id":\#($0 % 500 * 7),"name":\#($0)}"# }
    let humans = (0..<1_500).map { #"{"n":\#($0),"k":\#($0 * 11 % 500 * 7)}"# }
    let records = (0..<1_500).map { number in
      let cat = number * 11 % 500
      return #"{"n":\#(number),"cat":{"id":\#(cat * 7),"name":\#(cat + offset)}}"#
    }
    let input =
      #"{"h":[\#(humans.joined(separator: ","))],"c":[\#(cats.joined(separator: ","))]}"#
    let spec = spec(cat: identification + #""attributes": ["id", "name"]"#)
    #expect(try self.humans(input, by: spec) == "[\(records.joined(separator: ","))]")
  }

  @Test(
    "keys are compared by their text, and numbers by their value",
    arguments: [
      (#""5""#, #""5""#, true), ("5", #""5""#, true), (#""5""#, "5", true), ("5", "5.0", true),
      ("1.50e1", #""15""#, true), ("-0.0", "0", true), ("0.0010", "1e-3", true), ("-5", "5", false),
      ("1e500", "1.0e500", true), ("1e500", "1e501", false), ("5", #""5.0""#, false),
      (#""a\u0062""#, #""ab""#, true), (#""a\\b""#, #""ab""#, false), ("true", #""true""#, true),
      (#"{"a": 1}"#, #"{ "a":1}"#, true), (#"{"a": "x y\" z"}"#, #"{"a":"x y\" z"}"#, true),
      (#""null""#, "null", false), (#""""#, #""""#, true), (#"[["a", 1]]"#, #"["a",1]"#, true),
    ]
  )
  func texts(own: String, other: String, isFound: Bool) throws {
    let input = #"{"h":{"k":\#(own)},"c":{"id":\#(other)}}"#
    let trial = try MappingTrial(spec(), input)
    #expect(trial.output?.contains(#""cat":null"#) == !isFound || own.hasPrefix("["))
    #expect(trial.findings == (isFound ? [] : ["RK1015"]))
  }

  @Test("of several keys all count, and null is searched for unless all of them are")
  func compound() throws {
    let keys = #"{"k": "id", "l": "name"}"#
    let cats = #"[{"id":1,"name":"a"},{"id":1,"name":null},{"id":1,"name":"b"},{"id":2}]"#
    func cat(_ human: String) throws -> String? {
      try humans(#"{"h":\#(human),"c":\#(cats)}"#, by: spec(where: keys))
    }
    #expect(try cat(#"{"n":0,"k":1,"l":"b"}"#) == #"{"n":0,"cat":{"id":1,"name":"b"}}"#)
    #expect(try cat(#"{"n":0,"k":1,"l":null}"#) == #"{"n":0,"cat":{"id":1,"name":null}}"#)
    #expect(try cat(#"{"n":0,"k":1}"#) == #"{"n":0,"cat":{"id":1,"name":null}}"#)
    #expect(try cat(#"{"n":0,"k":2}"#) == #"{"n":0,"cat":{"id":2}}"#)
    #expect(try cat(#"{"n":0,"k":null}"#) == #"{"n":0}"#)
    #expect(
      try cat(#"{"n":0,"k":[2,1],"l":["b","a",null]}"#)
        == #"{"n":0,"cat":[{"id":1,"name":"b"},{"id":1,"name":"a"}]}"#
    )
  }

  @Test(
    "the property of a target determines the cardinality",
    arguments: [
      ("[Cat]", "5", #"[{"id":5,"name":"x"},{"id":5,"name":"y"}]"#),
      ("set<Cat>", "7", "[]"), ("Cat", "5", #"{"id":5,"name":"x"}"#),
      ("Cat", "[7, 6, 5]", #"{"id":6,"name":"z"}"#),
    ]
  )
  func declared(type: String, key: String, cat: String) throws {
    let targets = #", "targets": {"Human": {"properties": {"cat": "\#(type)"}}, "Cat": {}}"#
    let trial = try MappingTrial(
      spec(targets: targets),
      #"{"h":{"k":\#(key)},"c":[{"id":5,"name":"x"},{"id":6,"name":"z"},{"id":5,"name":"y"}]}"#
    )
    #expect(trial.output?.hasPrefix(#"{"h":{"cat":\#(cat)},"#) == true)
  }

  @Test("a false condition means that there are none, keys or not")
  func condition() throws {
    let spec = spec(#", "if": "n == 1""#)
    func cat(_ human: String) throws -> String? {
      try humans(#"{"h":\#(human),"c":{"id":5}}"#, by: spec)
    }
    #expect(try cat(#"{"n":1,"k":5}"#) == #"{"n":1,"cat":{"id":5}}"#)
    #expect(try cat(#"{"n":2,"k":5}"#) == #"{"n":2,"cat":null}"#)
    #expect(try cat(#"{"n":2,"k":[5]}"#) == #"{"n":2,"cat":[]}"#)
    #expect(try cat(#"{"n":2}"#) == #"{"n":2,"cat":null}"#)
    #expect(try cat(#"{"n":1}"#) == #"{"n":1}"#)
  }

  @Test("excluded records are silently skipped")
  func only() throws {
    let spec = spec(#", "only": "name != 'a'""#)
    let input =
      #"{"h":{"n":1,"k":[5,6]},"c":[{"id":5,"name":"a"},{"id":5,"name":"b"},{"id":6,"name":"a"}]}"#
    #expect(try humans(input, by: spec) == #"{"n":1,"cat":[{"id":5,"name":"b"}]}"#)
  }

  @Test("records of one identity are merged, also where several mappers make them")
  func merged() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "h", "root-map-ref": "h"}, {"keyPath": "c", "root-map-ref": "c"}],
       "mappers": [
        {"id": "h", "target": "Human", "attributes": [{"from": "k", "to": "k", "hidden": true}],
         "relationships": [{"from": "own", "to": "own", "map-ref": "d"}],
         "connections": [{"to": "cat", "target": "Cat", "where": {"k": "id"}}]},
        {"id": "c", "target": "Cat", "attributes": ["id", "name"], "identification": "id"},
        {"id": "d", "target": "Cat", "attributes": ["id", "sex"], "identification": "id"}]}
      """#
    let input =
      #"{"h":{"k":5,"own":{"id":5,"sex":"f"}},"c":[{"id":5,"name":"a"},{"id":5,"name":"b"}]}"#
    let output = try map(input, by: spec)
    #expect(output?.contains(#""cat":{"id":5,"name":"b","sex":"f"}}"#) == true, "\(output ?? "")")
  }

  @Test("a list has each record once, in the order of the keys")
  func once() throws {
    let input = #"{"h":{"n":1,"k":[6,5,6,5]},"c":[{"id":5},{"id":6}]}"#
    #expect(try humans(input, by: spec()) == #"{"n":1,"cat":[{"id":6},{"id":5}]}"#)
  }

  @Test("records of one identity are one record")
  func identity() throws {
    let cat = #""attributes": ["id", "name"], "identification": "id""#
    let input = #"{"h":{"n":1,"k":[5]},"c":[{"id":5,"name":"a"},{"id":6},{"id":"5","name":"a"}]}"#
    #expect(try humans(input, by: spec(cat: cat)) == #"{"n":1,"cat":[{"id":"5","name":"a"}]}"#)
  }

  @Test("records of targets that extend the wanted one count, too")
  func extensions() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "h", "root-map-ref": "h"}, {"keyPath": "c", "root-map-ref": "c"},
         {"keyPath": "d", "root-map-ref": "d"}],
       "mappers": [
        {"id": "h", "attributes": ["k"],
         "connections": [{"to": "pets", "target": "Pet", "where": {"k": "id"}}]},
        {"id": "c", "target": "Cat", "attributes": ["id"]},
        {"id": "d", "target": "Dog", "attributes": ["id"]}],
       "targets": {"Pet": {}, "Animal": {"extends": "Pet"}, "Cat": {"extends": "Animal"}, "Dog": {}}}
      """#
    let trial = try MappingTrial(spec, #"{"h":{"k":[1,2]},"c":{"id":1},"d":{"id":2}}"#)
    #expect(trial.output == #"{"h":{"k":[1,2],"pets":[{"id":1}]},"c":{"id":1},"d":{"id":2}}"#)
    #expect(trial.findings == ["RK1015"])
  }

  @Test("connected records come without their own connections, so that cycles end")
  func circles() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["id", {"from": "b", "to": "b", "hidden": true}],
         "relationships": [{"from": "c", "to": "c", "map-ref": "q"}],
         "connections": [{"to": "boss", "target": "P", "where": {"b": "id"}}]},
        {"id": "q", "target": "Q", "attributes": ["m", {"from": "o", "to": "o", "hidden": true}],
         "connections": [{"to": "owner", "target": "P", "where": {"o": "id"}}]}]}
      """#
    let input = #"[{"id":1,"b":2,"c":[{"m":1,"o":1},{"m":2,"o":2}]},{"id":2,"b":2}]"#
    #expect(
      try map(input, by: spec)
        == #"[{"id":1,"c":[{"m":1,"owner":{"id":1}},{"m":2,"owner":{"id":2}}],"boss":{"id":2}},"#
        + #"{"id":2,"boss":{"id":2}}]"#
    )
  }

  @Test("records of all inputs are seen, whatever their order, and lines come at the end")
  func inputs() throws {
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec()))
    let findings = FindingList()
    _ = mapper.apply(
      to: [
        .bytes(Array(#"{"h":[{"n":1,"k":5},{"n":2,"k":6}],"c":[]}"#.utf8), name: "a.json"),
        .bytes(Array(#"{"h":[],"c":[{"id":5}]}"#.utf8), name: "b.json"),
      ],
      into: .file(folder.path(of: "output")),
      reportingTo: findings
    )
    #expect(
      folder.read("output")
        == #"{"n":1,"cat":{"id":5}}"# + "\n" + #"{"n":2,"cat":null}"# + "\n" + #"{"id":5}"# + "\n"
    )
    #expect(findings.diagnostics.map(\.message) == ["Human.cat finds no 'Cat' whose 'id' is 6"])
    #expect(findings.diagnostics[0].help.last?.contains("a.json") == true)
  }

  @Test("keys that lead nowhere are counted, those of one connection together")
  func unresolved() throws {
    let trial = try MappingTrial(
      spec(),
      #"{"h":[{"k":[1,2]},{"k":"a"},{"k":5},{"n":1}],"c":[{"id":5}]}"#
    )
    #expect(trial.findings == ["RK1015"])
    #expect(trial.report.warningCount == 3)
  }

  @Test("failed records are left out or replaced by errors")
  func failures() throws {
    let cat = #""attributes": ["id", {"from": "name", "to": "name", "required": true}]"#
    let input = #"{"h":{"n":1,"k":[5,6]},"c":[{"id":5},{"id":6,"name":"x"}]}"#
    var options = MapperOptions()
    options.failedRecords = .emit
    let trial = try MappingTrial(spec(cat: cat), input, options: options)
    #expect(
      trial.output?.hasPrefix(#"{"h":{"n":1,"cat":[{"id":6,"name":"x"}]},"c":[{"$error":{"#) == true
    )
    options.failedRecords = .skip
    let skipped = try MappingTrial(spec(cat: cat), input, options: options)
    #expect(
      skipped.output
        == #"{"h":{"n":1,"cat":[{"id":6,"name":"x"}]},"c":[{"id":6,"name":"x"}]}"#
    )
  }

  @Test("two connections by one key each find their own records")
  func twoConditions() throws {
    let spec = spec().replacing(
      #""connections": ["#,
      with: #"""
        "connections": [{"to": "male", "target": "Cat", "where": {"k": "id"}, "only": "name == 'm'"},
          {"to": "female", "target": "Cat", "where": {"k": "id"}, "only": "name == 'f'"},
        """#
    )
    let input = #"{"h":{"n":1,"k":5},"c":[{"id":5,"name":"m"},{"id":5,"name":"f"}]}"#
    #expect(
      try humans(input, by: spec)
        == #"{"n":1,"male":{"id":5,"name":"m"},"female":{"id":5,"name":"f"},"cat":{"id":5,"name":"m"}}"#
    )
  }
}
