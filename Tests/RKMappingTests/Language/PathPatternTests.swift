import RKMapping
import Testing

@Suite("Path patterns")
struct PathPatternTests {
  private func match(_ pattern: String, _ path: String) throws -> [String]? {
    try PathPattern(pattern).match(request: path)?.map { "\($0.name)=\($0.value)" }
  }

  @Test(
    "a pattern matches a path and binds its parameters (docs/restkit.md)",
    arguments: [
      (
        "/this/is/:controllerName/:entityName", "/this/is/my/controller?page=2&x=/a/b",
        ["controllerName=my", "entityName=controller"]
      ),
      ("/bing/:name", "/bing/SB%2014", ["name=SB 14"]),
      ("github.com/:username", "github.com/jverkoey", ["username=jverkoey"]),
      ("/metadata", "/metadata", []),
      (#"/directory/:filename\.json"#, "/directory/Resources.json", ["filename=Resources"]),
      ("/directory/:filename.json", "/directory/Resources.json", ["filename.json=Resources.json"]),
      ("/people/:id/", "/people/1?page=2", ["id=1"]),
      ("/:x-:y", "/1-2-3", ["x=1", "y=2-3"]),
      ("/:a.id", "/7", ["a.id=7"]),
      ("/{a-b}.json", "/7.json", ["a-b=7"]),
      ("/{a}b{c}", "/1b2", ["a=1", "c=2"]),
      ("/a:", "/a:", []),
      ("/a:/:b", "/a:/1", ["b=1"]),
      (#"/\:a\@\\\{b}"#, #"/:a@\{b}"#, []),
      ("/caf\u{E9}/:\u{E9}t\u{E9}2", "/caf\u{E9}/x", ["\u{E9}t\u{E9}2=x"]),
      ("/a?b=:c", "/a", []),
      ("/", "", []), ("", "/", []),
      // Slashes at the ends are ignored (#1792, #1524).
      ("a/:b", "/a/1/", ["b=1"]), ("//a/:b//", "a/1", ["b=1"]), ("/a/:b", "/a/1//", ["b=1"]),
      ("/a", "/a#top", []), ("/a/:b", "https://x.org/a/1?q#f", ["b=1"]), ("/", "https://x.org", []),
      ("/:a", "/%", ["a=%"]), ("/:a", "/%4", ["a=%4"]), ("/:a", "/%zz%2F%c3%A9", ["a=%zz/\u{E9}"]),
      ("/:a", "/x+y", ["a=x+y"]),
      ("/:aabc", "/xx", ["aabc=xx"]),
      // A literal that begins again inside itself.
      ("/:x-aab", "/1-aaaab", nil), ("/:x-aab", "/1-aa-aab", ["x=1-aa"]),
      (":x-a-a-b", "1-a-a-a-b", ["x=1-a"]),
    ] as [(String, String, [String]?)]
  )
  func matching(pattern: String, path: String, bindings: [String]?) throws {
    #expect(try match(pattern, path) == bindings)
  }

  @Test(
    "a pattern does not match another path",
    arguments: [
      ("/metadata", "/metadata/1"), ("/metadata", "/meta"), ("/meta", "/metadata"),
      ("/people/:id", "/people"), ("/people/:id", "/people/"), ("/people/:id", "/people//"),
      ("/people/:id", "/people/1/cats"), ("/people/:id/cats", "/people/1"),
      ("/people/:id/cats", "/people/1/2/cats"),
      // The first place counts, whatever comes after it (A28).
      ("/:x-b", "/1-b-b"), ("/:x-b", "/-b"), ("/:x-b", "/-b-b"),
      ("/Articles", "/articles"), ("/a/:b", "/b/1"), ("/", "/a"), ("/:a", "/"), ("/:a", "/?a"),
      ("/a/:b", "x.org/a/1"),
    ]
  )
  func mismatches(pattern: String, path: String) throws {
    #expect(try match(pattern, path) == nil)
  }

  @Test("searching for a literal takes time linear in the path")
  func linear() throws {
    let pattern = try PathPattern("/:x-" + String(repeating: "a", count: 20_000) + "b")
    let path = "/1" + String(repeating: "-" + String(repeating: "a", count: 19_999), count: 20)
    #expect(pattern.match(request: path) == nil)
  }

  @Test(
    "RK2070: an error of a pattern is placed inside the text",
    arguments: [
      #"{"path": "/a/:x«RK2070»:y", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/:x«RK2070»{y}", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/{x}«RK2070»:y", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/:x/«RK2070»:x", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/«RK2070»{x", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/«RK2070»{}", "mappers": [{"id": "a"}]}"#,
      #"{"path": "/a/«RK2070»{a b}", "mappers": [{"id": "a"}]}"#,
      #"{"path": «RK2070»"/a/\\n", "mappers": [{"id": "a"}]}"#,
      #"{"path": «RK2070»"/a\\", "mappers": [{"id": "a"}]}"#,
      #"{"routes": [{"name": "r", "path": ":x«RK2070»:y"}], "mappers": [{"id": "a"}]}"#,
      #"{"descriptors": [{"path": «RK2070»"\u00e9:x:y"}], "mappers": [{"id": "a"}]}"#,
    ]
  )
  func faults(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test("the offset of a fault counts bytes")
  func offset() {
    let error = #expect(throws: TextError.self) { try PathPattern("\u{E9}:x:y") }
    #expect(error?.offset == 4)
    #expect(error?.message == "':x' and ':y' of the path '\u{E9}:x:y' have no text between them")
  }

  @Test(
    "the pattern of a file matches the last components of its path, and a dot ends a name",
    arguments: [
      (":event/:name.json", "data/wc/final.json", ["event=wc", "name=final"]),
      (":event/:name.json", "wc/final.json", ["event=wc", "name=final"]),
      (":event/:name.json", "/wc/final.json", ["event=wc", "name=final"]),
      (":name.json", "input.json", ["name=input"]),
      ("./:name.json", "x/./a.json", ["name=a"]),
      ("{name}.:kind", "a.b.json", ["name=a", "kind=b.json"]),
      (":name", "a?b%20#c", ["name=a?b%20#c"]),
      (":event/:name.json", "final.json", nil), (":name.json", "final.ndjson", nil),
      ("x/:name", "y/a", nil), (":name.json", "<stdin>", nil),
    ] as [(String, String, [String]?)]
  )
  func files(pattern: String, path: String, bindings: [String]?) throws {
    let found = try PathPattern(pattern, of: .files).match(file: path)
    #expect(found?.map { "\($0.name)=\($0.value)" } == bindings)
  }
}
