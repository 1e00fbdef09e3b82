import Foundation
import RKAuthoring
import RKMapping
import Testing

@Suite("JSON Schemas of specs and test files")
struct FileSchemaTests {
  private static let schemas = [FileSchema.spec, .testFile]

  private func tree(_ schema: FileSchema) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(schema.text.utf8))
    return try #require(object as? [String: Any])
  }

  private func definitions(of schema: [String: Any]) throws -> [String: [String: Any]] {
    try #require(schema["definitions"] as? [String: [String: Any]])
  }

  /// The names of definitions that a value refers to.
  private func references(in value: Any) -> [String] {
    if let list = value as? [Any] { return list.flatMap(references) }
    guard let object = value as? [String: Any] else { return [] }
    let own = (object["$ref"] as? String).map { [$0] } ?? []
    return own + object.values.flatMap(references)
  }

  @Test("a schema is of draft 7 and has a name that is not an address", arguments: schemas)
  func head(schema: FileSchema) throws {
    let tree = try tree(schema)
    #expect(tree["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    #expect((tree["$id"] as? String)?.hasPrefix("urn:rkmap:") == true)
  }

  @Test("every reference leads somewhere, and every definition is referred to", arguments: schemas)
  func references(schema: FileSchema) throws {
    let tree = try tree(schema)
    let defined = try Set(definitions(of: tree).keys.map { "#/definitions/" + $0 })
    #expect(Set(references(in: tree)) == defined)
  }

  private static let kinds: [SpecObjectKind] = [
    .descriptor, .group, .requestGroup, .request, .defaults, .mapper, .attribute,
    .sourcedAttribute, .relationship, .target, .property, .matcher, .validation,
    .recordValidation, .namedRoute, .keys, .connection,
  ]

  @Test("a kind of object has all of its members, in all spellings, and no others")
  func members() throws {
    let spec = try tree(.spec)
    let definitions = try definitions(of: spec)
    var schemas = try Self.kinds.map { ($0, try #require(definitions[$0.definition])) }
    schemas.append((.spec, spec))
    let suite = try tree(.testFile)
    let suiteDefinitions = try self.definitions(of: suite)
    for kind in SpecObjectKind.testFile {
      schemas.append((kind, suiteDefinitions[kind.definition] ?? suite))
    }
    for (kind, schema) in schemas {
      let properties = try #require(schema["properties"] as? [String: Any])
      let names = Set(properties.keys).subtracting(["$schema"])
      #expect(names == Set(kind.keys.flatMap(\.spellings)), "\(kind.name)")
      #expect(schema["additionalProperties"] as? Bool == false, "\(kind.name)")
    }
  }

  @Test(
    "every member says in one sentence what it is",
    arguments: kinds + [.spec] + SpecObjectKind.testFile
  )
  func summaries(kind: SpecObjectKind) {
    #expect(Set(kind.keys).count == kind.keys.count)
    for member in kind.description.members {
      #expect(member.summary.count > 10 && member.summary.hasSuffix("."))
      #expect(!member.summary.dropLast().contains(". "))
    }
  }

  @Test("the default of a policy is its first word")
  func policies() throws {
    let defaults = try #require(definitions(of: tree(.spec))["defaults"])
    let properties = try #require(defaults["properties"] as? [String: [String: Any]])
    #expect(properties["onMissing"]?["default"] as? String == "absent")
    #expect(properties["onNull"]?["default"] as? String == "null")
    #expect(properties["nullPath"]?["default"] as? String == "missing")
  }
}
