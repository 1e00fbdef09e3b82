import RKSQLite
import Testing

@Suite("Lists whose members refer to their owner: inverse")
struct InverseTests {
  private static let inverse = #""inverse": "order", "ordered": true"#

  private func place(_ relationship: String = inverse, _ input: String = "[]") throws -> Workplace {
    try Workplace(spec: spec(relationship), input: input)
  }

  private func spec(_ relationship: String = inverse) -> String {
    #"""
    {"descriptors": [{"keyPath": "o", "root-map-ref": "o", "optional": true,
      "prune": "id > 0"}, {"keyPath": "i", "root-map-ref": "i", "optional": true}],
     "mappers": [
      {"id": "o", "target": "Order", "identification": "id", "attributes": [{"to": "id", "type": "integer"}],
       "relationships": [{"from": "items", "to": "items", "map-ref": "i", RELATIONSHIP}]},
      {"id": "i", "target": "Item", "identification": "sku",
       "attributes": [{"to": "sku", "type": "string"}, {"to": "qty", "type": "integer"}]}]}
    """#
    .replacing("RELATIONSHIP", with: relationship)
  }

  private func run(_ place: Workplace, _ input: String, _ flags: String...) throws -> ProgramTrial {
    try place.write(input, to: "in.json")
    return try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  /// The items, each with its order and its place there.
  private func items(_ place: Workplace, _ columns: String = "order_id || '.' || order_position")
    throws -> String?
  {
    try Database(path: place.path("x.db"), mayCreate: false).text(
      """
      SELECT group_concat(sku || ':' || coalesce(\(columns), '-'), ' ')
      FROM (SELECT * FROM Item ORDER BY sku)
      """
    )
  }

  @Test("An owner that is pruned lets go of its members")
  func prune() throws {
    let place = try place()
    _ = try run(
      place,
      #"{"o": [{"id": 1, "items": [{"sku": "a"}]}, {"id": 2, "items": [{"sku": "b"}]}]}"#
    )
    let trial = try run(place, #"{"o": [{"id": 2}]}"#, "--prune", "--prune-limit", "1")
    #expect(trial.status == 0)
    #expect(try items(place) == "a:- b:2.0")
  }

  @Test("A member twice in a list counts once, at its first place")
  func twice() throws {
    let place = try place()
    _ = try run(place, #"{"o": [{"id": 1, "items": [{"sku": "b"}, {"sku": "a"}, {"sku": "b"}]}]}"#)
    #expect(try items(place) == "a:1.1 b:1.0")
  }

  @Test("An owner that comes again gives a member up, and another one takes it")
  func givenUp() throws {
    let place = try place()
    let trial = try run(
      place,
      #"{"o": [{"id": 1, "items": [{"sku": "a"}]}, {"id": 1, "items": []}, {"id": 2, "items": [{"sku": "a"}]}]}"#
    )
    #expect(trial.status == 0)
    #expect(try items(place) == "a:2.0")
  }

  @Test("RK1041: of a record that is left out nothing stays claimed")
  func leftOut() throws {
    let place = try place()
    let trial = try run(
      place,
      #"""
      {"o": [{"id": 1, "items": [{"sku": "a"}]}, {"id": 2, "items": [{"sku": "b"}, {"sku": "a"}]},
       {"id": 3, "items": [{"sku": "b"}]}]}
      """#,
      "--on-error",
      "skip"
    )
    #expect(trial.status == 1)
    #expect(
      trial.firstError
        == "error[RK1041]: 'Item' a is in the list of 'Order' 1, and is in the list of 2, too"
    )
    #expect(try items(place) == "a:1.0 b:3.0")
  }

  @Test("--mode append leaves members that are there where they are")
  func append() throws {
    let place = try place()
    _ = try run(place, #"{"o": [{"id": 1, "items": [{"sku": "a"}]}]}"#)
    _ = try run(
      place,
      #"{"o": [{"id": 2, "items": [{"sku": "a"}, {"sku": "b"}]}]}"#,
      "--mode",
      "append"
    )
    #expect(try items(place) == "a:1.0 b:2.1")
  }

  @Test("A record that is replaced in one list stays if another one has it")
  func replaced() throws {
    let place = try Workplace(
      spec: #"""
        {"descriptors": [{"keyPath": "o", "root-map-ref": "o", "optional": true},
          {"keyPath": "b", "root-map-ref": "b", "optional": true}],
         "mappers": [
          {"id": "o", "target": "Order", "identification": "id", "attributes": [{"to": "id", "type": "integer"}],
           "relationships": [{"from": "items", "to": "items", "map-ref": "i", "many": true, "assignmentPolicy": "replace"}]},
          {"id": "b", "target": "Box", "identification": "id", "attributes": [{"to": "id", "type": "integer"}],
           "relationships": [{"from": "items", "to": "items", "map-ref": "i", "inverse": "order"}]},
          {"id": "i", "target": "Item", "identification": "sku", "scalarAs": "sku",
           "attributes": [{"to": "sku", "type": "string"}]}]}
        """#,
      input: ""
    )
    _ = try run(
      place,
      #"{"o": [{"id": 2, "items": ["a", "b"]}], "b": [{"id": 3, "items": ["a"]}]}"#
    )
    _ = try run(place, #"{"o": [{"id": 2, "items": []}]}"#)
    #expect(try items(place, "order_id") == "a:3")
  }

  @Test("RK1041: an owner that is not stored is not named")
  func unknownOwner() throws {
    let place = try place()
    _ = try run(place, #"{"i": [{"sku": "a"}]}"#)
    let input = #"{"o": [{"id": 1, "items": [{"sku": "a"}]}, {"id": 2, "items": [{"sku": "a"}]}]}"#
    let trial = try run(place, input, "--mode", "append")
    #expect(
      trial.firstError
        == "error[RK1041]: 'Item' a is in the list of another 'Order', and is in the list of 2, too"
    )
  }

  @Test("RK5031: the SQL of the note keeps owners that were given since")
  func carriedOverLater() throws {
    let place = try place(#""many": true"#)
    _ = try run(place, #"{"o": [{"id": 1, "items": [{"sku": "b"}, {"sku": "a"}]}]}"#)
    try place.write(spec(), to: "spec.json")
    let trial = try run(
      place,
      #"{"o": [{"id": 3, "items": [{"sku": "a"}]}]}"#,
      "--schema",
      "evolve"
    )
    let sql = try #require(trial.error.firstMatch(of: /carries it over: (.*)\n/)).1
    try Database(path: place.path("x.db")).run(String(sql))
    #expect(try items(place) == "a:3.0 b:1.0")
  }

  @Test("RK5031: the SQL of the note carries a join table over")
  func carriedOver() throws {
    let place = try place(#""many": true"#)
    _ = try run(place, #"{"o": [{"id": 1, "items": [{"sku": "b"}, {"sku": "a"}]}]}"#)
    try place.write(spec(), to: "spec.json")
    let trial = try run(place, "{}", "--schema", "evolve")
    let sql = trial.error.split(separator: "\n").compactMap {
      $0.split(separator: "carries it over: ").dropFirst().first
    }.first
    try Database(path: place.path("x.db")).run(String(try #require(sql)))
    #expect(try items(place) == "a:1.1 b:1.0")
    #expect(try !run(place, "{}").error.contains("RK5031"))
  }

  @Test("The order of members that a database does not keep is no difference between databases")
  func unordered() throws {
    let place = try place(#""inverse": "order""#)
    _ = try run(place, #"{"o": [{"id": 1, "items": [{"sku": "b"}, {"sku": "a"}]}]}"#)
    try place.write(#"{"o": [{"id": 1, "items": [{"sku": "a"}, {"sku": "b"}]}]}"#, to: "new.json")
    #expect(try place.run(["diff", "spec.json", "x.db", "new.json"]).status == 0)
    #expect(try place.run(["diff", "spec.json", "in.json", "new.json"]).status == 1)
  }

  @Test("A stream of the members has the owner's key, with dots")
  func stream() throws {
    let place = try place(
      Self.inverse,
      #"{"o": [{"id": 1, "items": [{"sku": "b"}]}], "i": [{"sku": "c"}]}"#
    )
    let trial = try place.run([
      "apply", "spec.json", "in.json", "--to", "csv", "--target-name", "Item",
    ])
    #expect(trial.output == "sku,qty,order.id,order.position\nb,,1,0\nc,,,\n")
  }
}
