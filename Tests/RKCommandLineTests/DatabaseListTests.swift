import RKSQLite
import Testing

@Suite("Lists of a database, from inputs to tables")
struct DatabaseListTests {
  private static let spec = #"""
    {"root-map-ref": "order", "mappers": [
      {"id": "order", "target": "Order", "identification": "id", "attributes": ["id"],
        "relationships": [
          {"from": "lines", "to": "lines", "map-ref": "line", "many": true},
          {"from": "see", "to": "see", "map-ref": "order", "many": true}]},
      {"id": "line", "target": "Line", "attributes": ["what"], "relationships": [
        {"from": "parts", "to": "parts", "map-ref": "part", "many": true},
        {"from": "tags", "to": "tags", "map-ref": "tag", "many": true},
        {"from": "box", "to": "box", "map-ref": "box", "many": false}]},
      {"id": "part", "target": "Part", "attributes": ["name"]},
      {"id": "tag", "target": "Tag", "identification": "name", "scalarAs": "name", "attributes": ["name"]},
      {"id": "box", "target": "Box", "attributes": ["size"], "relationships": [
        {"from": "labels", "to": "labels", "map-ref": "tag", "many": true}]}]}
    """#

  /// The answer of a one-text query after runs of some inputs, one after the other.
  private func answer(
    _ query: String,
    by spec: String = Self.spec,
    after inputs: String...
  ) throws -> String? {
    let place = try Workplace(spec: spec, input: "")
    for input in inputs {
      try place.write(input, to: "in.json")
      #expect(try place.run(["apply", "spec.json", "in.json", "-o", "x.db"]).status == 0)
    }
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    #expect(try database.text("SELECT count(*) FROM pragma_foreign_key_check") == "0")
    return try database.text(query)
  }

  @Test(
    "A child that replaces another has nothing of that one's lists",
    arguments: ["Part", "Line_tags", "Line_box_labels"]
  )
  func replacedChild(table: String) throws {
    let full = #"""
      {"id": 1, "lines": [{"what": "a", "parts": [{"name": "p"}, {"name": "q"}], "tags": ["t"],
        "box": {"size": 1, "labels": ["u"]}}]}
      """#
    let count = "SELECT count(*) FROM \(table)"
    #expect(try answer(count, after: full) == (table == "Part" ? "2" : "1"))
    #expect(try answer(count, after: full, #"{"id": 1, "lines": [{"what": "b"}]}"#) == "0")
    #expect(try answer(count, after: full + #"{"id": 1, "lines": [{"what": "b"}]}"#) == "0")
    let box = #"{"id": 1, "lines": [{"what": "a", "box": {"size": 2}}]}"#
    #expect(try answer(count, after: full, box) == "0")
  }

  @Test("A list of a new owner nested in itself replaces the earlier one")
  func nestedOwner() throws {
    let input = #"""
      {"id": 1, "see": [{"id": 1, "see": [{"id": 2}, {"id": 3}]}, {"id": 4}]}
      """#
    let query = "SELECT group_concat(see_id || ' ' || position, ', ') FROM Order_see"
    #expect(try answer(query, after: input) == "1 0, 4 1")
    #expect(try answer(query, after: input, input) == "1 0, 4 1")
  }

  @Test("A list that replaces a record in its owner's row empties that one's lists")
  func listInPlaceOfRecord() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["x"], "relationships": [
          {"from": "t", "to": "t", "map-ref": "t", "many": true}]},
        {"id": "t", "target": "T", "identification": "n", "scalarAs": "n", "attributes": ["n"]}]}
      """#
    let one = #"{"id": 1, "b": {"x": 1, "t": ["p", "q"]}}"#
    let many = #"{"id": 1, "b": [{"x": 2, "t": ["z"]}]}"#
    let count = "SELECT count(*) FROM A_b_t"
    #expect(try answer(count, by: spec, after: one) == "2")
    #expect(try answer(count, by: spec, after: one, many) == "0")
    #expect(try answer(count, by: spec, after: one + many) == "0")
    #expect(try answer("SELECT count(*) FROM B_t", by: spec, after: one, many) == "1")
  }

  @Test("A record of another kind in its owner's row empties the lists of the previous one")
  func recordOfAnotherKind() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "d", "many": false}]},
        {"id": "d", "dynamic": true, "default": "c",
          "matchers": [{"keyPath": "kind", "expectValue": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["kind"], "relationships": [
          {"from": "t", "to": "t", "map-ref": "t", "many": true}]},
        {"id": "c", "target": "C", "attributes": ["kind"], "relationships": [
          {"from": "u", "to": "u", "map-ref": "t", "many": true}]},
        {"id": "t", "target": "T", "identification": "n", "scalarAs": "n", "attributes": ["n"]}]}
      """#
    let first = #"{"id": 1, "b": {"kind": "b", "t": ["p", "q"]}}"#
    let second = #"{"id": 1, "b": {"kind": "c", "u": ["z"]}}"#
    let counts = "SELECT (SELECT count(*) FROM A_b_t) || (SELECT count(*) FROM A_b_u)"
    #expect(try answer(counts, by: spec, after: first) == "20")
    #expect(try answer(counts, by: spec, after: first, second) == "01")
    #expect(try answer(counts, by: spec, after: first, second, first) == "20")
  }
}
