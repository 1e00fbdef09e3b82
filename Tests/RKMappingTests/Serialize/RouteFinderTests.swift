import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("The paths of records")
struct RouteFinderTests {
  private static let spec = #"""
    {"routes": [
      {"target": "A", "path": "/a/:id", "methods": ["GET"]}, {"target": "A", "path": "/any/{k.n}/"},
      {"target": "Base", "path": "/base/:id\\.json"},
      {"relationship": "kids", "target": "A", "path": "/a/:id/kids?x=a/b&y=:id"},
      {"name": "free", "path": "/free/:list[0]"}],
     "targets": {"Base": {"properties": {}}, "A": {"extends": "Base", "properties": {}}, "B": {"extends": "Base", "properties": {}}},
     "root-map-ref": "d",
     "mappers": [{"id": "d", "dynamic": true, "matchers": [{"keyPath": "k", "expectValue": 1, "map-ref": "a"}], "default": "b"},
       {"id": "a", "target": "A", "attributes": ["id"]}, {"id": "b", "target": "B", "attributes": ["id"]}]}
    """#

  private func paths(
    _ records: String,
    _ configure: (inout RouteFinder.Options) -> Void
  ) throws -> (
    output: String, findings: [String], messages: [String], report: MappingReport
  ) {
    let folder = try ScratchFolder()
    var options = RouteFinder.Options()
    options.typeKey = "t"
    configure(&options)
    let finder = try RouteFinder(Mapping(text: Self.spec), options: options)
    let receiver = FindingList()
    let report = finder.run(
      on: .bytes(Array(records.utf8), name: "r.json"),
      into: .file(folder.path(of: "output")),
      reportingTo: receiver
    )
    let findings = receiver.diagnostics.map { $0.code.id + " " + ($0.location?.pointer ?? "") }
    let messages = receiver.diagnostics.map(\.message)
    return (folder.read("output") ?? "", findings, messages, report)
  }

  @Test("a stated method goes before any, the target before what it extends")
  func choice() throws {
    let records = #"[{"t": "A", "id": "a b", "k": {"n": true}}, {"t": "B", "id": 1e2}]"#
    #expect(try paths(records) { $0.method = "GET" }.output == "/a/a%20b\n/base/1e2.json\n")
    #expect(try paths(records) { $0.method = "PUT" }.output == "/any/true/\n/base/1e2.json\n")
  }

  @Test("relationships and names choose a route, and the pattern's text stays")
  func stated() throws {
    let records = #"{"t": "A", "id": "é"}"#
    let related = try paths(records) { $0.relationship = "kids" }
    #expect(related.output == "/a/%C3%A9/kids?x=a/b&y=%C3%A9\n")
    #expect(throws: DiagnosticsError.self) { try paths(records) { $0.name = "fre" } }
  }

  @Test("JSON says the method, and the name of a route that has one")
  func json() throws {
    let made = try paths(#"{"t": "B", "id": "\""}"#) { $0.isJSON = true }
    #expect(made.output == "[{\"path\":\"/base/%22.json\",\"method\":\"GET\"}]\n")
  }

  @Test("RK1032: segments that would lead to another path", arguments: [".", ".."])
  func dots(id: String) throws {
    let whole = #"{"t": "A", "id": "\#(id)"}"#
    #expect(try paths(whole) { $0.method = "GET" }.findings == ["RK1032 /id"])
    let part = #"{"t": "B", "id": "\#(id)"}"#
    #expect(try paths(part) { $0.method = "GET" }.output == "/base/\(id).json\n")
  }

  @Test("a record without a path is told, and the others have theirs")
  func lacking() throws {
    let records =
      #"[{"t": "B"}, {"t": "B", "id": ""}, {"t": "B", "id": [1]}, {"t": "B", "id": 1}, {"t": "C"}]"#
    let made = try paths(records) { $0.method = "GET" }
    #expect(made.output == "/base/1.json\n" || made.output.isEmpty)
    #expect(made.findings == ["RK1032 /0", "RK1032 /1/id", "RK1032 /2/id", "RK1033 /4"])
    #expect(made.report.ending == .failedRecord)
  }

  @Test("RK1032: a value that fills no parameter is told, or that there is none")
  func values() throws {
    let object = try paths(#"{"t": "A", "id": {}}"#) { $0.method = "GET" }
    #expect(object.findings == ["RK1032 /id"])
    #expect(object.messages.first?.hasSuffix("and the record has an object") == true)
    let none = try paths(#"{"t": "A"}"#) { $0.method = "GET" }
    #expect(none.messages.first?.hasSuffix("and the record has none") == true)
  }
}
