import Foundation
import RKDiagnostics
import RKMapping
import RKSQLite
import Testing

@Suite("The library's face")
struct FaceTests {
  private let spec = #"""
    {"keyPath": "articles", "mappers": [
      {"id": "a", "target": "Article", "identification": "title", "attributes": ["title"]}]}
    """#
  private let input = #"{"articles": [{"title": "T"}, {"title": "U"}]}"#

  @Test("records are written into a database and into a script, as the examples show")
  func examples() throws {
    try TemporaryFolder.use { folder in
      let place = folder.appending(path: "articles.db").path
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
      let script = folder.appending(path: "articles.sql")
      try mapper.apply(to: [articles], into: .script(script.path))
      #expect(try String(contentsOf: script, encoding: .utf8).contains("('T'),\n('U');"))
    }
  }

  @Test("a run that fails has no counts of rows")
  func failure() throws {
    try TemporaryFolder.use { folder in
      let mapper = try Mapper(Mapping(text: spec))
      let articles = Input.bytes(Array(#"{"articles": [{}]}"#.utf8))
      let report = mapper.apply(
        to: [articles],
        into: .database(folder.appending(path: "a.db").path),
        reportingTo: Silence()
      )
      #expect(report.ending == .failedRecord)
      #expect(report.rows == nil)
    }
  }
}

private final class Silence: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
