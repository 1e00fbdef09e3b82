import RKMapping
import Testing

@Suite("FixtureName")
struct FixtureNameTests {
  @Test(
    "a fixture's file name has its name, method and status",
    arguments: [
      ("list.GET.200.json", "list", "GET", 200),
      ("a.b/list.GET.json", "list", "GET", nil),
      ("api/v1.users.POST.422.ndjson", "v1.users", "POST", 422),
      ("GET.DELETE.204.json", "GET", "DELETE", 204),
      ("GET.GET", "", "", nil),
      ("list.PATCH.json", "list", "PATCH", nil),
    ] as [(String, String, String, Int?)]
  )
  func parts(path: String, name: String, method: String, status: Int?) {
    let read = FixtureName(path)
    #expect(read?.name ?? "" == name)
    #expect(read?.method.rawValue ?? "" == method)
    #expect(read?.statusCode == status)
  }

  @Test(
    "anything else is just a name",
    arguments: [
      "v1.2.json", "a.get.json", "list.json", "list", "", "GET.json", ".GET.json", "list.200.json",
      "list.GET.99.json", "list.GET.600.json", "list.GET.0200.json", "list.GET.+20.json",
      "list.FETCH.200.json", "list.GET.200.v2.json", "list.GET/x.json", "GET.200.json",
    ]
  )
  func names(path: String) { #expect(FixtureName(path) == nil) }
}
