import RKEngine
import RKMapping
import Testing

@Suite("Key paths")
struct KeyPathParserTests {
  @Test(
    "a source is parsed into its root and components",
    arguments: [
      ("", SourceKeyPath.Root.representation, []),
      ("a", .representation, [.key("a")]),
      ("a.b.c", .representation, [.key("a"), .key("b"), .key("c")]),
      (#"john\.doe"#, .representation, [.key("john.doe")]),
      (#"a\\b"#, .representation, [.key(#"a\b"#)]),
      (#"\@id"#, .representation, [.key("@id")]),
      (#"\*"#, .representation, [.key("*")]),
      (
        #"["john.doe@example.com"].email"#, .representation,
        [
          .key("john.doe@example.com"), .key("email"),
        ]
      ),
      (#"a["b c"].d"#, .representation, [.key("a"), .key("b c"), .key("d")]),
      (#"[""]"#, .representation, [.key("")]),
      (#"["\u00e9\"]"]"#, .representation, [.key("\u{E9}\"]")]),
      ("[0]", .representation, [.index(0)]),
      ("a[-1]", .representation, [.key("a"), .index(-1)]),
      ("a[0][1].b", .representation, [.key("a"), .index(0), .index(1), .key("b")]),
      ("0", .representation, [.key("0")]),
      ("first name", .representation, [.key("first name")]),
      ("\u{E9}.\u{1F600}", .representation, [.key("\u{E9}"), .key("\u{1F600}")]),
      ("self", .representation, []),
      ("self.a", .representation, [.key("a")]),
      ("self[0]", .representation, [.index(0)]),
      ("selfish", .representation, [.key("selfish")]),
      (#"["self"]"#, .representation, [.key("self")]),
      ("@root", .root, []),
      ("@root.a", .root, [.key("a")]),
      ("@document.meta.page", .document, [.key("meta"), .key("page")]),
      ("@parent", .parent(levels: 1), []),
      ("@parent.id", .parent(levels: 1), [.key("id")]),
      ("@parent.@parent.id", .parent(levels: 2), [.key("id")]),
      ("@parent.@parent", .parent(levels: 2), []),
      ("@key", .key, []),
      ("@metadata.mapping.rootKeyPath", .rootKeyPath, []),
      ("@metadata.mapping.collectionIndex", .collectionIndex, []),
      ("@metadata.mapping.parentObject.houseID", .parentObject("houseID"), []),
      ("@metadata.file.name", .metadata(["file", "name"]), []),
      ("@metadata.mapping.country", .metadata(["mapping", "country"]), []),
      (
        #"@metadata.routing.parameters["id.json"]"#,
        .metadata(["routing", "parameters", "id.json"]), []
      ),
      ("(username)", .nestingAttribute("username"), []),
      ("(username).email", .nestingAttribute("username"), [.key("email")]),
      ("{username}.email", .nestingAttribute("username"), [.key("email")]),
      ("*", .representation, [.all(isList: false)]),
      ("a.*.b", .representation, [.key("a"), .all(isList: false), .key("b")]),
      ("a[*].b", .representation, [.key("a"), .all(isList: true), .key("b")]),
      ("a[*][0]", .representation, [.key("a"), .all(isList: true), .index(0)]),
      ("**", .representation, [.all(isList: false)]),
      ("rating-*", .representation, [.glob(glob("rating-", ""))]),
      (#"a\**b\*.x_*_y"#, .representation, [.glob(glob("a*", "b*")), .glob(glob("x_", "_y"))]),
      (#"["a*b"]"#, .representation, [.key("a*b")]),
      ("..name", .representation, [.descendants("name")]),
      ("a..name.b", .representation, [.key("a"), .descendants("name"), .key("b")]),
      (#"a[0]..["b.c"]"#, .representation, [.key("a"), .index(0), .descendants("b.c")]),
      (#"..\*"#, .representation, [.descendants("*")]),
      ("@document..name", .document, [.descendants("name")]),
      ("self..name", .representation, [.descendants("name")]),
      ("@count", .representation, [.collection(.count)]),
      ("self.@count", .representation, [.collection(.count)]),
      ("@parent.kids.@count", .parent(levels: 1), [.key("kids"), .collection(.count)]),
      ("@max.n", .representation, [.collection(.maximum), .key("n")]),
      ("a.@first[0]", .representation, [.key("a"), .collection(.first), .index(0)]),
      (
        "a[*].@values.b", .representation,
        [.key("a"), .all(isList: true), .collection(.values), .key("b")]
      ),
      ("a.@sum.self", .representation, [.key("a"), .collection(.sum)]),
      (
        "a.@unionOfArrays.self.b", .representation,
        [.key("a"), .collection(.unionOfArrays), .key("b")]
      ),
      ("a.@first.self", .representation, [.key("a"), .collection(.first), .key("self")]),
      (#"["@count"].\@sum"#, .representation, [.key("@count"), .key("@sum")]),
      ("a@b", .representation, [.key("a@b")]),
    ] as [(String, SourceKeyPath.Root, [SourceKeyPath.Component])]
  )
  func source(
    text: String,
    root: SourceKeyPath.Root,
    components: [SourceKeyPath.Component]
  ) throws {
    let path = try KeyPathParser.source(text)
    #expect(path.root == root)
    #expect(path.components == components)
  }

  @Test(
    "an invalid key path is reported at its first wrong byte",
    arguments: [
      (".a", 0), ("a.", 2), ("a..", 2), ("a...b", 2), ("[0", 0), ("a[", 1), ("[x]", 0),
      ("a[1.5]", 1),
      ("a[0]b", 4), (#"["a]"#, 0), (#"["\q"]"#, 0), (#"a\"#, 1), ("a. b", 2), (" a", 0),
      ("a .b", 0),
      ("@rot.a", 0), ("a.@parent", 2), ("@key.a", 4), ("(name", 0), ("(name)x", 6),
      ("[99999999999999999999]", 0), ("..", 0), ("a...", 2), ("..*", 0), ("a..[0]", 2),
      ("..@count", 0), ("a..x*", 2), ("a.@cuont", 2), ("@cuont", 0), ("a.@count.b", 9),
      ("a.@count[0]", 8), (" *", 0), ("a.* ", 2), ("a[*]b", 4), ("[**]", 0), ("a.@sum.@key", 7),
      ("@metadata", 0), ("@metadata.a[0]", 9),
    ]
  )
  func malformed(text: String, offset: Int) throws {
    let error = #expect(throws: TextError.self) { try KeyPathParser.source(text) }
    #expect(try #require(error).offset == offset)
  }

  @Test("a misspelt root is reported with the most similar one")
  func nearestRoot() throws {
    let error = #expect(throws: TextError.self) { try KeyPathParser.source("@parnt.a") }
    #expect(try #require(error).message.hasSuffix("did you mean '@parent'?"))
  }

  @Test(
    "a destination is keys",
    arguments: [
      ("a", ["a"]), ("a.b", ["a", "b"]), (#"a\.b"#, ["a.b"]), (#"["a.b"].c"#, ["a.b", "c"]),
      ("self", ["self"]),
    ]
  )
  func destination(text: String, keys: [String]) throws {
    #expect(try KeyPathParser.destination(text).keys == keys)
  }

  @Test(
    "a destination consists of keys only",
    arguments: [
      ("a[0]", 1, "index"), ("a.*", 2, "star"), ("x-*", 0, "star"), ("a..b", 2, "'..'"),
      ("a.@sum", 2, "operator"), ("@count", 0, "operator"),
    ]
  )
  func noDestination(text: String, offset: Int, part: String) throws {
    let error = #expect(throws: TextError.self) { try KeyPathParser.destination(text) }
    #expect(try #require(error).message == "a destination has no \(part)")
    #expect(try #require(error).offset == offset)
  }

  @Test("a misspelt operator is reported with the most similar one")
  func nearestOperator() throws {
    let error = #expect(throws: TextError.self) { try KeyPathParser.source("a.@cuont") }
    #expect(try #require(error).message.hasSuffix("did you mean '@count'?"))
  }

  @Test("a destination is not empty")
  func emptyDestination() {
    #expect(throws: TextError.self) { try KeyPathParser.destination("") }
  }

  @Test(
    "RK2018: an error of a key path is placed inside the text",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": {"a.«RK2018»": "x"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"@metadata«RK2018».mapping.rootKeyPath[0]": "x"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": "a.«RK2018»"}}]}"#,
      #"{"keyPath": "a«RK2018»[x]", "mappers": [{"id": "a"}]}"#,
      #"{"keyPath": «RK2018»"@root.a", "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {«RK2018»"(name).x": "x"}}]}"#,
      // With an escape in the text the whole of it is marked.
      #"{"mappers": [{"id": "a", "attributes": {«RK2018»"\u0061.": "x"}}]}"#,
    ]
  )
  func placeInSpec(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "a key transform joins the words of a name",
    arguments: [
      (KeyTransform.snakeCase, "publicationDate", "publication_date"),
      (.snakeCase, "userID", "user_id"),
      (.snakeCase, "HTTPServer", "http_server"),
      (.snakeCase, "name", "name"),
      (.camelCase, "publication_date", "publicationDate"),
      (.pascalCase, "publicationDate", "PublicationDate"),
      (.kebabCase, "publicationDate", "publication-date"),
      (.upperCase, "publicationDate", "PUBLICATION_DATE"),
    ]
  )
  func keyTransform(transform: KeyTransform, name: String, key: String) {
    #expect(transform.apply(to: name) == key)
  }

  @Test(
    "a set of status codes has exactly what it names",
    arguments: [("201", 201...201), ("4XX", 400...499), ("5xx", 500...599), ("300-302", 300...302)]
  )
  func statusCodes(text: String, expected: ClosedRange<Int>) {
    var codes = StatusCodeSet()
    codes.insert(text)
    #expect((0..<1000).filter(codes.contains) == Array(expected))
  }

  @Test(
    "invalid status codes are refused",
    arguments: ["", "2", "99", "600", "2X", "6XX", "-", "1-2-3"]
  )
  func noStatusCode(text: String) {
    var codes = StatusCodeSet()
    let isTaken = codes.insert(text)
    #expect(!isTaken)
  }

  @Test(
    "a component that nothing can follow is named",
    arguments: [
      ("@key.x", "@key"), ("@key[0]", "@key"),
    ]
  )
  func nothingFollows(path: String, root: String) {
    let sentence = message(spec(attributes: #"{"\#(path)": "x"}"#))
    #expect(sentence == "nothing can follow '\(root)' in a key path")
  }
}

private func glob(_ pieces: String...) -> KeyPattern.Component {
  KeyPattern.Component(pieces: pieces)
}
