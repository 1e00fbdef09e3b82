import RKDiagnostics
import RKMapping
import RKSQLite
import TestSupport
import Testing

struct RelatedRecordTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("A related record without identity replaces the stored one; a composed one does not")
  func replacement() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "", "to": "own", "map-ref": "p", "many": false},
          {"from": "r", "to": "r", "map-ref": "p", "many": false}]},
        {"id": "p", "target": "P", "attributes": ["x", {"to": "y", "default": 9}]}]}
      """#
    let mapper = try Mapper(Mapping(text: spec))
    let documents = [
      #"{"id": 1, "x": 2, "y": 3, "r": {"x": 4, "y": 5}}"#, #"{"id": 1, "r": {"z": 0}}"#,
      #"{"id": 1, "x": 6}"#,
    ]
    let place = folder.path(of: "a.db")
    var rows: [String?] = []
    for document in documents {
      try mapper.apply(to: [.bytes(Array(document.utf8))], into: .database(place))
      let columns = ["own_x", "own_y", "r_x", "r_y"].map { "quote(\($0))" }.joined(
        separator: " || ' ' || "
      )
      rows.append(
        try Database(path: place).text("SELECT \(columns) FROM A")
      )
    }
    #expect(rows == ["2 3 4 5", "2 3 NULL 9", "6 3 NULL 9"])
  }

  @Test("Lists below a record in its owner's columns are emptied when another replaces it")
  func listsBelow() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "r", "to": "r", "map-ref": "p", "many": false}]},
        {"id": "p", "target": "P", "attributes": ["x"], "relationships": [
          {"from": "notes", "to": "notes", "map-ref": "n", "many": true}]},
        {"id": "n", "target": "N", "attributes": ["text"]}]}
      """#
    let mapper = try Mapper(Mapping(text: spec))
    let documents = [
      #"{"id": 1, "r": {"x": 4, "notes": [{"text": "a"}]}}"#, #"{"id": 1}"#,
      #"{"id": 1, "r": {"x": 5}}"#,
    ]
    let place = folder.path(of: "a.db")
    var counts: [Int64?] = []
    for document in documents {
      try mapper.apply(to: [.bytes(Array(document.utf8))], into: .database(place))
      counts.append(try Database(path: place).integer("SELECT count(*) FROM N"))
    }
    #expect(counts == [1, 1, 0])
  }

  @Test("Missing members are not deleted if failed records were left out")
  func skippedMembers() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "tags", "to": "tags", "map-ref": "t", "many": true,
           "assignmentPolicy": "replace"}]},
        {"id": "t", "target": "T", "identification": "name",
         "attributes": ["name", {"to": "n", "type": "integer", "onError": "fail"}]}]}
      """#
    var options = MapperOptions()
    options.failedRecords = .skip
    let mapper = try Mapper(Mapping(text: spec), options: options)
    let place = folder.path(of: "a.db")
    for n in ["1", "\"one\""] {
      let document = #"{"id": 1, "tags": [{"name": "x", "n": \#(n)}]}"#
      let report = mapper.apply(
        to: [.bytes(Array(document.utf8))],
        into: .database(place),
        reportingTo: Findings()
      )
      #expect(report.failedCount == (n == "1" ? 0 : 1))
    }
    let count = try Database(path: place).integer("SELECT count(*) FROM T")
    #expect(count == 1)
  }
}

private final class Findings: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
