import RKDiagnostics
import Testing

@testable import RKMapping

@Suite("Mappers that extend others")
struct InheritedMemberTests {
  /// A mapper that states every member.
  private static let text = #"""
    {"mappers": [{
      "id": "a", "target": "A", "entity": true, "attributes": ["x"],
      "relationships": [{"from": "b", "to": "b", "map-ref": "b"}],
      "connections": [{"to": "c", "target": "A", "where": {"x": "x"}}],
      "identification": "x", "identificationPredicate": "x == 1", "deletionPredicate": "x == 2",
      "modification": "x", "mapRelationshipsIfUnmodified": true, "keyAttribute": "x",
      "forceCollection": true, "keyTransform": "snake_case", "scalarAs": "x", "when": "x == 3",
      "validate": [{"if": "x == 1", "then": "fail"}], "onMissing": "null", "dynamic": true,
      "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "b"}],
      "default": "b", "unmatched": "error"
    }, {"id": "b"}]}
    """#
  /// What every mapper has of its own.
  private static let own: Set = [
    "id", "place", "extends", "looseReferences", "nestingAttributes", "settings",
  ]

  @Test("every member that is not a mapper's own is inherited")
  func members() throws {
    let findings = SpecFindings()
    let file = findings.add(SourceFile(name: "spec.json", bytes: Array(Self.text.utf8)))
    var base = try #require(SpecReader.read(file: file, findings)?.mappers.first)
    (base.matcherScope, base.otherwiseScope) = (1, 2)
    let bare = MapperDeclaration(id: SpecText("c", at: base.place), place: base.place)
    let (nothing, merged) = (stated(bare), stated(bare.inheriting(base)))
    for (member, value) in stated(base) where !Self.own.contains(member) {
      #expect(value != nothing[member], "the base does not state \(member)")
      #expect(value == merged[member], "\(member) is not inherited")
    }
  }

  private func stated(_ mapper: MapperDeclaration) -> [String: String] {
    let members = Mirror(reflecting: mapper).children.map {
      ($0.label ?? "", String(describing: $0.value))
    }
    return Dictionary(uniqueKeysWithValues: members)
  }
}
