import Foundation
import RKMapping
import RKSQLite
import Testing

struct RelatedRecordTests {
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
    try TemporaryFolder.use { folder in
      let place = folder.appending(path: "a.db").path
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
  }
}
