import RKDiagnostics
import Testing

@testable import RKMapping

@Suite("Requests in the names of fixtures")
struct NamedRequestTests {
  private static let spec = #"""
    {"descriptors": [
       {"name": "issue", "path": "/issues/:id", "methods": "GET", "root-map-ref": "m"},
       {"name": "newest", "path": "/issues/new", "methods": "GET", "root-map-ref": "m"},
       {"name": "found", "path": "/search", "keyPath": "items", "root-map-ref": "m"},
       {"name": "facets", "path": "/search", "keyPath": "facets", "root-map-ref": "m"},
       {"name": "hits", "path": "/:kind", "keyPath": "items", "root-map-ref": "m"},
       {"name": "failure", "statusCodes": "4XX", "keyPath": "error", "root-map-ref": "m"},
       {"name": "note", "keyPath": "note", "methods": "GET", "root-map-ref": "m"}],
     "routes": [{"name": "search", "path": "/search"}],
     "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
    """#

  private func choice(_ name: String, of spec: String = Self.spec) throws -> DescriptorChoice {
    let mapping = try Mapping(text: spec)
    let fixture = try #require(FixtureName(name))
    return try DescriptorChoice(for: fixture, fixture.context, of: mapping.graph)
  }

  @Test(
    "NAME is a route, or else a descriptor; all that match its path, and those without one, apply",
    arguments: [
      ("search.GET.200.json", "found facets note"),
      ("found.GET.200.json", "found facets note"),
      // It takes precedence over a more specific one of its key path.
      ("hits.GET.200.json", "hits note"),
      ("issue.GET.200.json", "issue note"),
      ("newest.GET.200.json", "newest note"),
      ("issue.GET.404.json", "failure"),
      ("failure.GET.404.json", "failure"),
      ("note.GET.200.json", "note"),
      // The one with the name is not for it.
      ("note.POST.404.json", "failure"),
      ("other.GET.404.json", "failure"),
      ("issue.GET.json", "issue failure note"),
    ]
  )
  func chosen(name: String, expected: String) throws {
    let choice = try choice(name)
    #expect(
      choice.chosen.filter(\.applies).compactMap(\.descriptor.name).joined(separator: " ")
        == expected
    )
  }

  @Test("if none is left, all are kept with their reasons")
  func none() throws {
    let choice = try choice("issue.POST.200.json")
    #expect(choice.isNone)
    #expect(choice.chosen.count == 7)
    #expect(choice.request.description == "POST '/issues/:id' with status 200")
  }

  @Test("an unknown name matches any path; what it cannot decide is refused")
  func unknown() throws {
    #expect(throws: DiagnosticsError.self) { try choice("nothing.GET.200.json") }
  }

  @Test(
    "RK3017: a similar name is suggested",
    arguments: [
      ("isue.GET.404.json", "issue"), ("Search.GET.json", "search"), ("issue.GET.json", nil),
      ("pictures.GET.json", nil),
    ] as [(String, String?)]
  )
  func misspelt(name: String, near: String?) throws {
    let mapping = try Mapping(text: Self.spec)
    let fixture = try #require(FixtureName(name))
    let warning = mapping.graph.misspelling(in: fixture, ofFile: name)
    #expect(warning?.code == (near == nil ? nil : .unknownFixtureName))
    #expect(warning?.message.hasSuffix("did you mean '\(near ?? "")'?") ?? true)
  }
}
