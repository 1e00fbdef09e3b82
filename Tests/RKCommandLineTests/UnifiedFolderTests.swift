import Testing

@Suite("apply -o FOLDER/ --unify")
struct UnifiedFolderTests {
  private static let spec = """
    {"root-map-ref": "o", "mappers": [
      {"id": "o", "target": "O", "identification": "id",
       "attributes": [{"to": "id", "type": "integer"}, "any", {"to": "b", "type": "boolean"},
         {"to": "d", "type": "decimal"}, {"to": "n", "type": "number"}, {"to": "l", "type": "[any]"}],
       "relationships": [
         {"from": "items", "to": "items", "map-ref": "i", "many": true},
         {"from": "tags", "to": "tags", "map-ref": "t", "many": true}]},
      {"id": "i", "target": "I", "attributes": ["x", "y"]},
      {"id": "t", "target": "T", "identification": "k", "attributes": [{"from": "", "to": "k"}]}]}
    """
  private static let input = """
    {"id":9,"any":{"a":[1, 2]},"d":1.50,"b":true,"items":[{"x":1},{"x":null,"y":2}],"tags":["b","a"]}
    {"id":5,"any":true,"n":12.50,"l":null,"items":[{"x":1},{"y":"w"}],"tags":["c","b"]}
    {"id":9,"any":"{}","b":false,"l":[1,"a"],"tags":["a"]}
    {"id":5,"items":[{"y":null},{"x":3},{"y":4}]}
    {"id":1,"any":[1],"n":123456789012345678901234567890123}

    """

  private static func place(_ input: String = input, spec: String = spec) throws -> Workplace {
    let place = try Workplace()
    try place.write(spec, to: "spec.json")
    try place.write(input, to: "in.ndjson")
    return place
  }

  private static let run = ["apply", "spec.json", "in.ndjson", "-o", "made/", "--unify"]

  @Test("each row is there once, as it is at the end, in the order in which its key came first")
  func rows() throws {
    let place = try Self.place()
    let trial = try place.run(Self.run)
    #expect(trial.status == 0 && trial.error.contains("RK3031") && trial.output == "")
    #expect(
      try place.read("made/O.csv")
        == """
        id,any,b,d,n,l
        9,{},false,1.50,,"[1,""a""]"
        5,true,,,12.5,
        1,[1],,,123456789012345678901234567890123,

        """
    )
    #expect(
      try place.read("made/I.csv") == "O_id,position,x,y\n9,0,1,\n9,1,,2\n5,0,,\n5,1,3,\n5,2,,4\n"
    )
    #expect(try place.read("made/O_tags.csv") == "O_id,tags_k,position\n9,a,0\n5,c,0\n5,b,1\n")
    #expect(try place.read("made/T.csv") == "k\nb\na\nc\n")
    #expect(
      place.names(in: "made") == ["I.csv", "O.csv", "O_tags.csv", "T.csv", "datapackage.json"]
    )
    #expect(place.names == ["in.ndjson", "made", "spec.json"])
    let package = try place.read("made/datapackage.json")
    #expect(package.split(separator: "\"primaryKey\"").count == 5)
  }

  @Test(
    "decimals that are stored as numbers are the values themselves",
    arguments: ["csv", "ndjson"]
  )
  func storedDecimals(format: String) throws {
    let place = try Self.place(
      """
      {"id":1,"net":"12.30","weight":"1.50"}
      {"id":2,"net":-0.05,"weight":3}

      """,
      spec: """
        {"root-map-ref": "o", "mappers": [{"id": "o", "target": "O", "identification": "id",
          "attributes": ["id", {"to": "net", "type": "decimal", "column": "scaled", "scale": 2},
            {"to": "weight", "type": "decimal", "column": "real"}]}]}
        """
    )
    let trial = try place.run(Self.run + ["--to", format])
    #expect(trial.status == 0)
    let wanted =
      format == "csv"
      ? "id,net,weight\n1,12.30,1.5\n2,-0.05,3\n"
      : #"{"id":1,"net":"12.30","weight":"1.5"}"# + "\n" + #"{"id":2,"net":"-0.05","weight":"3"}"#
        + "\n"
    #expect(try place.read("made/O.\(format)") == wanted)
  }

  @Test("a record that is older, and relates others all the same, says nothing of values")
  func olderRecord() throws {
    let place = try Self.place(
      """
      {"id":1,"m":3,"a":1}
      {"id":1,"m":2,"a":true,"o":{"id":2}}

      """,
      spec: """
        {"root-map-ref": "o", "mappers": [{"id": "o", "target": "O", "identification": "id", "modification": "m",
          "mapRelationshipsIfUnmodified": true, "attributes": ["id", "m", "a"],
          "relationships": [{"from": "o", "to": "o", "map-ref": "o", "many": false}]}]}
        """
    )
    #expect(try place.run(Self.run + ["--to", "ndjson"]).status == 0)
    #expect(try place.read("made/O.ndjson").hasPrefix(#"{"id":1,"m":3,"a":1,"o_id":2}"#))
  }

  @Test("as NDJSON absent values are left out, null is null, and structures are structures")
  func objects() throws {
    let place = try Self.place()
    _ = try place.run(Self.run + ["--to", "ndjson"])
    #expect(
      try place.read("made/O.ndjson")
        == """
        {"id":9,"any":"{}","b":false,"d":"1.50","l":[1,"a"]}
        {"id":5,"any":true,"n":12.5,"l":null}
        {"id":1,"any":[1],"n":123456789012345678901234567890123}

        """
    )
    #expect(
      try place.read("made/I.ndjson")
        == """
        {"O_id":9,"position":0,"x":1}
        {"O_id":9,"position":1,"x":null,"y":2}
        {"O_id":5,"position":0,"y":null}
        {"O_id":5,"position":1,"x":3}
        {"O_id":5,"position":2,"y":4}

        """
    )
  }

  @Test("flags of CSV hold, and null has its text where it was said")
  func dialect() throws {
    let place = try Self.place()
    let flags = ["--delimiter", ";", "--null", "-", "--list-separator", "|", "--crlf", "--bom"]
    _ = try place.run(Self.run + flags)
    #expect(
      try place.read("made/O.csv")
        == "\u{FEFF}id;any;b;d;n;l\r\n9;{};false;1.50;;1|a\r\n5;true;;;12.5;-\r\n"
        + "1;1;;;123456789012345678901234567890123;\r\n"
    )
    _ = try place.run(Self.run + ["--no-header"])
    #expect(try place.read("made/T.csv") == "b\na\nc\n")
  }

  @Test("newer values of a modification attribute win, and what an older record says is not kept")
  func modification() throws {
    let spec = """
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "identification": "id", "modification": "v",
         "attributes": [{"to": "id", "type": "integer"}, {"to": "v", "type": "integer"}, "a"]}]}
      """
    let place = try Self.place(
      "{\"id\":1,\"v\":2,\"a\":[]}\n{\"id\":1,\"v\":1,\"a\":null}\n{\"id\":2,\"v\":1}\n{\"id\":2,\"v\":2,\"a\":null}\n",
      spec: spec
    )
    _ = try place.run(Self.run + ["--to", "ndjson"])
    #expect(
      try place.read("made/M.ndjson")
        == "{\"id\":1,\"v\":2,\"a\":[]}\n{\"id\":2,\"v\":2,\"a\":null}\n"
    )
  }

  @Test("tables and columns that come late are there if a record has brought them")
  func late() throws {
    let spec = """
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
         "relationships": [{"from": "b", "to": "b", "map-ref": "b"},
                           {"from": "c", "to": "c", "map-ref": "b"}]},
        {"id": "b", "target": "B", "identification": "id", "attributes": ["id", "x"]}]}
      """
    let place = try Self.place(
      "{\"id\":3,\"b\":[{\"id\":2,\"x\":null}]}\n{\"id\":1,\"c\":{\"id\":2}}\n",
      spec: spec
    )
    let trial = try place.run(Self.run + ["--to", "ndjson"])
    #expect(trial.status == 0)
    #expect(try place.read("made/A.ndjson") == "{\"id\":3}\n{\"id\":1,\"c_id\":2}\n")
    #expect(try place.read("made/B.ndjson") == "{\"id\":2,\"x\":null}\n")
    #expect(try place.read("made/A_b.ndjson") == "{\"A_id\":3,\"b_id\":2,\"position\":0}\n")
    #expect(!place.names(in: "made").contains("A_c.ndjson"))
  }

  @Test("the rows of related records without a key stand in the order of their owners' places")
  func nested() throws {
    let spec = """
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
         "relationships": [{"from": "bs", "to": "bs", "map-ref": "b", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["x"],
         "relationships": [{"from": "cs", "to": "cs", "map-ref": "c", "many": true}]},
        {"id": "c", "target": "C", "attributes": ["z"]}]}
      """
    let place = try Self.place(
      """
      {"id":2,"bs":[{"x":1}]}
      {"id":1,"bs":[{"x":2,"cs":[{"z":"p"}]}]}
      {"id":2,"bs":[{"x":3,"cs":[{"z":"q"},{"z":null}]},{"x":4,"cs":[{"z":"r"}]}]}

      """,
      spec: spec
    )
    _ = try place.run(Self.run + ["--to", "ndjson"])
    #expect(
      try place.read("made/B.ndjson")
        == """
        {"_id":1,"A_id":2,"position":0,"x":3}
        {"_id":3,"A_id":2,"position":1,"x":4}
        {"_id":2,"A_id":1,"position":0,"x":2}

        """
    )
    #expect(
      try place.read("made/C.ndjson")
        == """
        {"B__id":1,"position":0,"z":"q"}
        {"B__id":1,"position":1,"z":null}
        {"B__id":3,"position":0,"z":"r"}
        {"B__id":2,"position":0,"z":"p"}

        """
    )
  }

  @Test("a run that fails leaves nothing, and a dry run makes nothing")
  func failure() throws {
    let place = try Self.place("{\"id\":1}\n{\"id\":\"x\"}\n")
    #expect(try place.run(Self.run).status == 1)
    #expect(try place.run(Self.run + ["--on-error", "skip", "--dry-run"]).status == 1)
    #expect(place.names == ["in.ndjson", "spec.json"])
    _ = try place.run(Self.run + ["--on-error", "skip", "--rejects", "bad.ndjson"])
    #expect(try place.read("made/O.csv") == "id,any,b,d,n,l\n1,,,,,\n")
    #expect(place.names.contains("bad.ndjson"))
  }

  @Test("a folder that cannot be made is told before anything is read")
  func unwritable() throws {
    let place = try Self.place()
    let run = ["apply", "spec.json", "in.ndjson", "--unify", "-o"]
    let trial = try place.run(run + ["no/made/"])
    #expect(trial.status == 5)
    #expect(trial.firstError.hasPrefix("error[RK5001]: 'no/made/' cannot be written: "))
    #expect(try place.run(run + ["in.ndjson/"]).status == 5)
  }

  @Test("RK5903: it cannot be combined with --target")
  func target() throws {
    let trial = try Self.place().run(Self.run + ["--target", "in.ndjson"])
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: --target cannot be used with --unify"))
  }
}
