import Foundation
import RKSQLite
import Testing

@Suite("Records that repeat, nested in themselves or replacing others")
struct ReturningRecordTests {
  /// Nodes with nodes and notes, which have nodes and marks.
  private static func spec(policy: String = "set") -> String {
    #"""
    {"mappers": [
      {"id": "node", "target": "Node", "identification": "id", "scalarAs": "id", "attributes": ["id", "a"],
       "relationships": [
         {"from": "kids", "to": "kids", "map-ref": "node", "many": true},
         {"from": "notes", "to": "notes", "map-ref": "note", "many": true}]},
      {"id": "note", "target": "Note", "attributes": ["t"], "relationships": [
         {"from": "on", "to": "on", "map-ref": "node", "many": true, "assignmentPolicy": "\#(policy)"},
         {"from": "marks", "to": "marks", "map-ref": "mark", "many": true, "assignmentPolicy": "\#(policy)"}]},
      {"id": "mark", "target": "Mark", "attributes": ["m"]}], "root-map-ref": "node"}
    """#
  }

  private func rows(_ place: Workplace) throws -> [String?] {
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    return try [
      ("Node_kids", "Node_id, kids_id, position"), ("Note", "Node_id, position, t"),
      ("Note_on", "Note__id, on_id, position"), ("Mark", "Note__id, position, m"),
    ].map { table, columns in
      let row = columns.replacing(", ", with: " || ' ' || ")
      let rows = "SELECT \(row) AS row FROM \(table) ORDER BY \(columns)"
      return try database.text("SELECT group_concat(row, '; ') FROM (\(rows))")
    }
  }

  private func apply(_ place: Workplace, _ input: String) throws -> String {
    try place.write(input, to: "in.json")
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "x.db", "--report", "json"])
    #expect(trial.status == 0)
    guard let range = trial.error.range(of: "\"inserted\":") else { return trial.error }
    return String(trial.error[range.lowerBound...].filter { $0.isNumber || $0 == "," })
  }

  @Test("A new record nested in itself has the last lists, like an existing one")
  func selfInSelf() throws {
    let input = #"""
      [{"id": 1, "kids": [{"id": 1, "kids": [2, 3], "notes": [{"t": "x"}, {"t": "y"}]}], "notes": [{"t": "z"}]}]
      """#
    let place = try Workplace(spec: Self.spec(), input: input)
    #expect(try apply(place, input) == "5,0,0,0")
    let rows = try rows(place)
    #expect(rows == ["1 1 0", "1 0 z", nil, nil])
    #expect(try apply(place, input) == "0,0,5,0")
    #expect(try self.rows(place) == rows)
  }

  @Test("Children of owners with the same number are not confused")
  func ownersOfTwoKinds() throws {
    let spec = #"""
      {"mappers": [
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "a", "to": "a", "map-ref": "a", "many": true}, {"from": "b", "to": "b", "map-ref": "b", "many": true}]},
        {"id": "a", "target": "A", "attributes": ["x"], "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
        {"id": "b", "target": "B", "attributes": ["x"], "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": true}]},
        {"id": "c", "target": "C", "attributes": ["y"]}], "root-map-ref": "o"}
      """#
    let input = #"[{"id": 1, "a": [{"x": 1, "c": [{"y": 1}]}], "b": [{"x": 1, "c": [{"y": 2}]}]}]"#
    let place = try Workplace(spec: spec, input: input)
    #expect(try apply(place, input) == "5,0,0,0")
    #expect(try apply(place, input) == "0,0,5,0")
    #expect(
      try apply(
        place,
        #"[{"id": 1, "a": [{"x": 1, "c": []}], "b": [{"x": 1, "c": [{"y": 3}, {"y": 4}]}]}]"#
      ) == "1,1,3,1"
    )
  }

  @Test(
    "A record without key is replaced as a whole, including lists that are not mentioned and unions",
    arguments: ["set", "union"]
  )
  func children(policy: String) throws {
    let first = #"[{"id": 1, "notes": [{"t": "a", "on": [2, 3], "marks": [{"m": 1}, {"m": 2}]}]}]"#
    let place = try Workplace(spec: Self.spec(policy: policy), input: first)
    #expect(try apply(place, first) == "8,0,0,0")
    let rows = try rows(place)
    #expect(rows == [nil, "1 0 a", "1 2 0; 1 3 1", "1 0 1; 1 1 2"])
    #expect(try apply(place, first) == "0,0,8,0")
    #expect(try self.rows(place) == rows)
    let second = #"[{"id": 1, "notes": [{"t": "a", "on": [3], "marks": [{"m": 2}]}]}]"#
    #expect(try apply(place, second) == "0,2,3,2")
    #expect(try self.rows(place) == [nil, "1 0 a", "1 3 0", "1 0 2"])
    #expect(try apply(place, #"[{"id": 1, "notes": [{"t": "b"}]}]"#) == "0,1,1,2")
    #expect(try self.rows(place) == [nil, "1 0 b", nil, nil])
  }

  /// Articles with the revision `rev`, to whose row or list `members` adds.
  private static func revised(_ members: String, rev: String = #""rev""#) -> String {
    #"""
    {"mappers": [
      {"id": "a", "target": "Article", "identification": "id", "modification": "rev",
       "attributes": ["id", \#(rev)], \#(members)},
      {"id": "t", "target": "Tag", "identification": "n", "scalarAs": "n", "attributes": ["n"]}],
      "root-map-ref": "a"}
    """#
  }

  @Test("A default for the revision does not keep a list from being replaced")
  func defaultRevision() throws {
    let spec = Self.revised(
      #""relationships": [{"from": "tags", "to": "tags", "map-ref": "t", "many": true}]"#,
      rev: #"{"from": "rev", "to": "rev", "type": "integer", "default": 5}"#
    )
    let inputs = [#"{"id":1,"tags":["x"]}"#, #"{"id":1,"tags":["y"]}"#]
    let place = try Workplace(spec: spec, input: "")
    for input in [inputs.joined(), inputs.joined(), inputs[0], inputs[1]] {
      _ = try apply(place, input)
      let database = try Database(path: place.path("x.db"), mayCreate: false)
      let tags = try database.text("SELECT group_concat(tags_n) FROM Article_tags")
      #expect(tags == (input == inputs[0] ? "x" : "y"))
    }
  }

  @Test("The values written last are distinguished from the relationships of an older record")
  func relationshipsOfOldRecords() throws {
    let spec = Self.revised(
      #"""
      "mapRelationshipsIfUnmodified": true,
       "relationships": [{"from": "city", "to": "city", "map-ref": "t", "many": false}]
      """#
    )
    func article(_ rev: Int, _ city: String) -> String {
      #"{"id":1,"rev":\#(rev),"city":"\#(city)"}"#
    }
    let three = article(2, "q") + article(1, "r") + article(2, "q")
    for inputs in [[article(1, "p"), three], [article(1, "p") + three]] {
      let place = try Workplace(spec: spec, input: "")
      for input in inputs { _ = try apply(place, input) }
      let database = try Database(path: place.path("x.db"), mayCreate: false)
      #expect(try database.text("SELECT rev || city_n FROM Article") == "2q")
    }
  }

  @Test("A replaced record that refers to itself alone is deleted")
  func selfReference() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "b", "to": "b", "map-ref": "b", "many": true, "assignmentPolicy": "replace"}]},
        {"id": "b", "target": "B", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "twin", "to": "twin", "map-ref": "b", "many": false}]}]}
      """#
    let place = try Workplace(spec: spec, input: "")
    _ = try apply(place, #"[{"id": 1, "b": [{"id": 5, "twin": {"id": 5}}, {"id": 6}]}]"#)
    _ = try apply(place, #"[{"id": 1, "b": [{"id": 6}]}]"#)
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    #expect(try database.text("SELECT group_concat(id, ' ') FROM B") == "6")
  }
}
