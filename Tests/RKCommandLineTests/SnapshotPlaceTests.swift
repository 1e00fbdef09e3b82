import Foundation
@testable import RKCommandLine
import Testing

@Suite("Places of changes since a snapshot")
struct SnapshotPlaceTests {
  private let place: Workplace

  private static let fixture = """
    [{"id": 1, "tags": ["x", "y"], "a": {"b": 1},
      "x": {"pets": [{"kind": "cat", "at": 1}, {"kind": "dog", "at": 2}]},
      "home": {"street": "S", "no": 4}},
     {"id": 2,
      "x": {"pets": [{"kind": "fish"}, {"kind": "cow", "at": 2}]}}]
    """

  init() throws {
    place = try Workplace()
    try place.write(
      """
      {"mappers": [
        {"id": "user", "target": "User", "identification": "id",
         "attributes": ["id", "tags", {"from": "a.b", "to": "ab"}],
         "relationships": [{"from": "x.pets", "to": "pets", "map-ref": "pet", "many": true},
           {"from": "home", "to": "home", "map-ref": "home"}]},
        {"id": "pet", "target": "Pet", "when": "kind != 'fish'", "attributes": ["kind", "at"]},
        {"id": "home", "target": "Home", "attributes": ["street", "no"]}]}
      """,
      to: "spec.json"
    )
    try place.write(Self.fixture, to: "f.json")
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "f.json", "snapshot": true}]}"#,
      to: "rkmap.test.json"
    )
  }

  @Test(
    "a change has the place of its value, also in records inside records; else that around it",
    arguments: [
      (#""dog""#, #""duck""#, "2:53   /0/x/pets/1/kind"),
      (#""y""#, #""z""#, "1:26   /0/tags/1"),
      (#""y""#, #""y", "z""#, "1:31   /0/tags/2"),
      (#""b": 1"#, #""bee": 1"#, "1:37   /0/a"),
      (#""at": 2}]},"#, #""when": 2}]},"#, "2:44   /0/x/pets/1"),
      (#""no": 4"#, #""No": 4"#, "3:11   /0/home"),
      (#""home""#, #""Home""#, "1:2   /0"),
      // Fish are not pets, so that nothing is known of the second element.
      (#""cow""#, #""hen""#, "5:17   /1/x/pets"),
    ]
  )
  func places(old: String, new: String, expected: String) throws {
    #expect(try place.run("test", "--update").status == 0)
    try place.write(Self.fixture.replacingOccurrences(of: old, with: new), to: "f.json")
    let output = try place.run("test").output
    #expect(output.contains("  --> f.json:\(expected)\n"), "\(output)")
    let isRenamed =
      ["b\"", "no\"", "home\""].contains { old.hasPrefix("\"" + $0) } || new.contains("when")
    #expect(
      (output.contains("become that?") || output.contains("has that value now")) == isRenamed,
      "\(output)"
    )
  }
}
