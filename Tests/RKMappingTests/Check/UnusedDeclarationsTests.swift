import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("RK2103: declarations that nothing uses")
struct UnusedDeclarationsTests {
  @Test(
    "a mapper that nothing leads to",
    arguments: [
      // What only an unused one uses is not reported again.
      #"{"id": «RK2103»"u", "relationships": [{"from": "v", "to": "v", "map-ref": "v"}]}, {"id": "v"}"#,
      #"{"id": "v"}, {"id": «RK2103»"u", "extends": "v"}"#,
      // One that leads to itself is the first of what it uses, too.
      #"{"id": "v"}, {"id": «RK2103»"u", "relationships": [{"from": "v", "to": "v", "map-ref": "v"}, {"from": "u", "to": "u", "map-ref": "u"}]}"#,
      // In a cycle the first is named.
      #"{"id": «RK2103»"u", "relationships": [{"from": "v", "to": "v", "map-ref": "v"}]}, {"id": "v", "relationships": [{"from": "u", "to": "u", "map-ref": "u"}]}"#,
      #"{"id": «RK2103»"u", "dynamic": "YES", "matchers": [{"keyPath": "k", "expectValue": 1, "map-ref": "a"}]}"#,
    ]
  )
  func mappers(others: String) {
    let marked =
      #"{"root-map-ref": "a", "mappers": [{"id": "a", "attributes": ["x"]}, \#(others)]}"#
    #expect(linted(marked).replacing("«RK2106»", with: "") == marked)
  }

  @Test(
    "a mapper is used by what extends, chooses or connects it, and by requests",
    arguments: [
      #""mappers": [{"id": "b", "attributes": ["x"]}, {"id": "a", "extends": "b"}]"#,
      #""mappers": [{"id": "b", "attributes": ["x"]}, {"id": "a", "dynamic": "YES", "default": "b"}]"#,
      #""mappers": [{"id": "a", "attributes": ["x"], "connections": [{"to": "b", "target": "B", "where": {"x": "id"}}]}, {"id": "b", "target": "B", "attributes": ["id"], "identification": "id"}]"#,
      #""mappers": [{"id": "a", "attributes": ["x"]}], "requestDescriptors": [{"requests": [{"sourceName": "S", "root-map-ref": "r"}], "maps": [{"id": "r", "attributes": ["x"]}]}]"#,
    ]
  )
  func used(members: String) {
    let spec = MarkedSpec(#"{"root-map-ref": "a", \#(members)}"#)
    let found = spec.findings(isLinted: true)
    #expect(!found.contains { $0.code == .unusedDeclaration || $0.severity == .error })
  }

  @Test("a value map and a target")
  func others() {
    let marked = """
      {"mappers": [{"id": "a", "target": "A", "attributes": [{"to": "x", "map": "used"}]}],
       "valueMaps": {«RK2103»"idle": {"1": 2}, "used": {"1": 2}},
       "targets": {"Base": {}, "A": {"extends": "Base", "properties": {"b": "[Held]"}}, "Held": {},
                   "Routed": {}, «RK2103»"Idle": {}},
       "routes": [{"name": "r", "target": "Routed", "path": "/r"}]}
      """
    #expect(linted(marked) == marked)
  }

  @Test("a target whose name resembles that of a mapper's is probably meant to be it")
  func misspelt() {
    let spec =
      #"{"mappers": [{"id": "a", "target": "Article", "attributes": ["x"]}], "targets": {"Artical": {}}}"#
    #expect(
      lintMessages(spec) == [
        "no mapper makes records of the target 'Artical'; did you mean 'Article'?"
      ]
    )
  }

  @Test("a route of records that nothing makes")
  func routes() {
    let spec = """
      {"mappers": [{"id": "a", "target": "Article", "attributes": ["x"]}],
       "routes": [{"name": "one", "target": "Artcle", "path": "/a/:x"},
                  {"name": "all", "target": "Article", "path": "/a"}, {"name": "top", "path": "/"}]}
      """
    #expect(
      lintMessages(spec) == [
        "the route 'one' is for records of 'Artcle', which no mapper makes; did you mean 'Article'?"
      ]
    )
  }

  @Test("included files are not checked")
  func included() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"mappers": [{"id": "lib"}], "valueMaps": {"m": {"1": 2}}, "targets": {"T": {}}}"#,
      to: "common.json"
    )
    let spec =
      #"{"include": ["\#(folder.path(of: "common.json"))"], "root-map-ref": "a", "mappers": [{"id": "a", "attributes": ["x"]}]}"#
    let mapping = try Mapping(text: spec, including: [folder.path(of: "")], isLinted: true)
    #expect(mapping.warnings.isEmpty)
  }
}
