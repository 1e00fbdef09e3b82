import RKSQLite
import Testing

@Suite("Child rows that belong to rows of several tables")
struct DatabaseOwnersTests {
  @Test("rows of owners with equal keys are counted separately")
  func equalKeys() throws {
    let place = try Workplace(
      spec: #"""
        {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "p", "root-map-ref": "p"}],
          "mappers": [
            {"id": "a", "target": "Article", "identification": "id", "attributes": ["id"],
              "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
            {"id": "p", "target": "Photo", "identification": "id", "attributes": ["id"],
              "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
            {"id": "c", "target": "Comment", "attributes": ["t"]}]}
        """#,
      input:
        #"{"a": [{"id": 1, "c": [{"t": 1}, {"t": 2}]}], "p": [{"id": 1, "c": [{"t": 3}, {"t": 4}]}]}"#
    )
    let command = ["apply", "spec.json", "in.json", "-o", "x.db", "--report", "json"]
    #expect(try place.run(command).error.contains(#""inserted":6,"updated":0,"unchanged":0"#))
    #expect(try place.run(command).error.contains(#""inserted":0,"updated":0,"unchanged":6"#))
    try place.write(
      #"{"a": [{"id": 1, "c": [{"t": 9}, {"t": 2}]}], "p": [{"id": 1, "c": [{"t": 9}]}]}"#,
      to: "in.json"
    )
    #expect(
      try place.run(command).error.contains(#""updated":2,"unchanged":3,"deleted":1"#)
    )
  }

  @Test("a table can be written to although some owners of its rows never came")
  func lateOwner() throws {
    let place = try Workplace(
      spec: #"""
        {"root-map-ref": "m", "mappers": [
          {"id": "m", "target": "M", "identification": "id", "attributes": ["id"],
            "relationships": [{"from": "o", "to": "o", "map-ref": "o"}]},
          {"id": "o", "target": "O", "attributes": ["x"],
            "relationships": [{"from": "k", "to": "k", "map-ref": "k", "many": true}]},
          {"id": "k", "target": "K", "attributes": ["v"]}]}
        """#,
      input: #"[{"id": 1, "o": {"x": 2, "k": [{"v": 3}]}}]"#
    )
    #expect(try place.run(["apply", "spec.json", "in.json", "-o", "x.db"]).status == 0)
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    try database.run(
      """
      PRAGMA foreign_keys = ON;
      INSERT INTO K (M_id, position, relationship, v) VALUES (1, 1, 'o_k', 4)
      """
    )
    #expect(try database.text("SELECT count(*) FROM K") == "2")
  }
}
