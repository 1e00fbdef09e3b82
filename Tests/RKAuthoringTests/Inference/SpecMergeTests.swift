import RKAuthoring
import Testing

struct SpecMergeTests {
  // MARK: - Kinds of records

  private let pets = """
    {
      "descriptors": [{ "root-map-ref": "pet" }],
      "targets": {
        "Cat": { "properties": { "id": "integer", "kind": "string" }, "identification": ["id"] },
        "Dog": { "properties": { "id": "integer", "kind": "string" }, "identification": ["id"] }
      },
      "mappers": [
        { "id": "pet", "dynamic": true, "matchers": [
          { "keyPath": "kind", "expectValue": "cat", "map-ref": "cat" },
          { "keyPath": "kind", "expectValue": "dog", "map-ref": "dog" }
        ] },
        { "id": "cat", "target": "Cat", "attributes": ["id", "kind"] },
        { "id": "dog", "target": "Dog", "attributes": ["id", "kind"] }
      ]
    }
    """

  @Test("Samples of one kind add what is new to the mapper of that kind")
  func oneKind() throws {
    let made = try merged(records([#""kind": "cat", "fur": "x""#]), into: pets)
    #expect(made.leftOut.isEmpty)
    #expect(made.text.contains(#""target": "Cat", "attributes": ["id", "kind", "fur"]"#))
    #expect(made.text.contains(#""target": "Dog", "attributes": ["id", "kind"]"#))
    #expect(made.text.contains(#""kind": "string", "fur": "string" }"#))
  }

  @Test("Samples of two kinds that look alike add to each what it has")
  func alike() throws {
    let kinds = [#""kind": "cat", "n": 1, "m": 2, "fur": "x""#, #""kind": "dog", "n": 1, "m": 2"#]
    let made = try merged(records(kinds), into: pets)
    #expect(made.text.contains(#""target": "Cat", "attributes": ["id", "kind", "n", "m", "fur"]"#))
    #expect(made.text.contains(#""target": "Dog", "attributes": ["id", "kind", "n", "m"]"#))
  }

  @Test("A kind that the spec does not know gets a matcher and a mapper")
  func newKind() throws {
    let made = try merged(records([#""kind": "fish", "fins": 4"#]), into: pets)
    #expect(made.leftOut.isEmpty)
    #expect(
      made.text.contains(#"{ "keyPath": "kind", "expectValue": "fish", "map-ref": "fish" }"#)
    )
    #expect(
      made.text.contains(#""id": "fish", "target": "Fish", "attributes": ["id", "kind", "fins"]"#)
    )
    #expect(made.text.contains(#""Fish": "#))
  }

  @Test("What matchers tell apart by other means is named where nobody maps it")
  func predicates() throws {
    let spec = """
      { "descriptors": [{ "root-map-ref": "pet" }], "mappers": [
        { "id": "pet", "dynamic": true, "matchers": [{ "predicate": "id > 5", "map-ref": "cat" }] },
        { "id": "cat", "target": "Cat", "attributes": ["id", "kind"] }
      ] }
      """
    let made = try merged(records([#""kind": "cat", "fur": "x""#]), into: spec)
    #expect(made.text == spec)
    #expect(made.leftOut == ["pet.fur"])
  }

  @Test("Kinds that the spec has one mapper for add to that")
  func oneMapper() throws {
    let spec = """
      { "descriptors": [{ "root-map-ref": "pet" }], "mappers": [
        { "id": "pet", "target": "Pet", "attributes": ["id", "kind"] }
      ] }
      """
    let kinds = [
      #""kind": "cat", "a": 1, "b": 2, "c": 3, "x": 3"#,
      #""kind": "dog", "d": 1, "e": 2, "f": 3, "x": 3"#,
    ]
    let made = try merged(records(kinds), into: spec)
    for key in ["a", "b", "c", "d", "e", "f", "x"] {
      #expect(made.text.ranges(of: "\"\(key)\"").count == 2, "\(key)")
    }
  }

  // MARK: - Key paths

  @Test("What is beside a member that a key path leads to is added with a key path")
  func siblings() throws {
    let spec = """
      { "descriptors": [{ "root-map-ref": "item" }], "mappers": [
        { "id": "item", "target": "Item", "attributes": [
          "id", { "from": "owner.login", "to": "ownerLogin" }, { "from": "geo.point[0]", "to": "lon" },
          { "from": "parts.n", "to": "n" }
        ] }
      ] }
      """
    let document = """
      [{ "id": 1, "owner": { "login": "x", "id": 3, "team": { "t": 1, "u": 2 } }, "geo": { "point": [1, 2], "alt": 4 },
         "parts": [{ "n": 1, "m": 2 }] }]
      """
    let made = try merged(document, into: spec)
    #expect(
      made.text.contains(#"{"from": "owner.id", "to": "owner_id", "type": "integer"}"#)
        || made.text.contains(#"{ "from": "owner.id", "to": "owner_id", "type": "integer" }"#)
    )
    #expect(made.text.contains(#""from": "geo.alt", "to": "geo_alt""#))
    #expect(made.text.contains(#""from": "owner.team", "to": "owner_team""#))
    #expect(!made.text.contains(#""geo.point""#))
    #expect(made.leftOut == ["item.parts.m"])
    #expect(try merged(document, into: made.text).text == made.text)
  }

  @Test("What kinds of records have beside a member that a key path leads to is added once")
  func siblingsOfKinds() throws {
    let spec = """
      { "descriptors": [{ "root-map-ref": "item" }], "mappers": [
        { "id": "item", "target": "Item", "attributes": ["id", { "from": "pet.kind", "to": "kind" }] }
      ] }
      """
    let items = (0..<10).map { number in
      let kind = [
        #""kind": "cat", "lives": 9, "fur": "x""#, #""kind": "dog", "tail": true, "bark": 2"#,
      ][number % 2]
      return #"{"id": \#(number), "pet": {"id": \#(number), \#(kind)}}"#
    }
    let made = try merged("[\(items.joined(separator: ", "))]", into: spec)
    for key in ["id", "lives", "fur", "tail", "bark"] {
      #expect(made.text.ranges(of: "\"pet.\(key)\"").count == 1, "\(key)")
    }
  }
}
