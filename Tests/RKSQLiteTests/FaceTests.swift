import RKDiagnostics
import RKMapping
import RKSQLite
import TestSupport
import Testing

@Suite("The library's interface")
struct FaceTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private let spec = #"""
    {"keyPath": "articles", "mappers": [
      {"id": "a", "target": "Article", "identification": "title", "attributes": ["title"]}]}
    """#
  private let input = #"{"articles": [{"title": "T"}, {"title": "U"}]}"#

  @Test("records are written into a database and into a script, as the examples show")
  func examples() throws {
    let place = folder.path(of: "articles.db")
    let mapper = try Mapper(Mapping(text: spec))
    let articles = Input.bytes(Array(input.utf8))
    let report = try mapper.apply(to: [articles], into: .database(place))
    #expect(report.rows?.inserted == 2)
    var options = DatabaseOptions()
    options.mode = .append
    options.runID = "monday"
    let second = try mapper.apply(to: [articles], into: .database(place, options))
    #expect(second.rows?.unchanged == 2)
    #expect(try Database(path: place).text("SELECT run_id FROM _rkmap_runs") == "monday")
    try mapper.apply(to: [articles], into: .script(folder.path(of: "articles.sql")))
    #expect(try folder.text(of: "articles.sql").contains("('T'),\n('U');"))
  }

  @Test("a failed run has no counts of rows")
  func failure() throws {
    let mapper = try Mapper(Mapping(text: spec))
    let articles = Input.bytes(Array(#"{"articles": [{}]}"#.utf8))
    let report = mapper.apply(
      to: [articles],
      into: .database(folder.path(of: "a.db")),
      reportingTo: Silence()
    )
    #expect(report.ending == .failedRecord)
    #expect(report.rows == nil)
  }
}

private final class Silence: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
