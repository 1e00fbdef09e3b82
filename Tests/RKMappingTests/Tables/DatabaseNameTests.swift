import Testing

@Suite("The names in a database")
struct DatabaseNameTests {
  /// The tables of a spec whose root mapper has these members besides its key; `x` is flattened, and
  /// `t` has a key or none.
  private static func text(_ members: String, key: String = "", more: String = "") throws -> String
  {
    try TableTrial(
      #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "identification": "id", \#(members)},
        {"id": "x", "target": "X", "attributes": ["p"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "t", "many": true}]},
        {"id": "t", "target": "T", \#(key) "attributes": ["id"]}\#(more)]}
      """#
    ).text
  }

  @Test("a relationship has its own table if another below a flattened record has the same name")
  func joins() throws {
    let text = try Self.text(
      #"""
      "attributes": ["id"], "relationships": [
        {"from": "r", "to": "a_b", "map-ref": "t", "many": true},
        {"from": "a", "to": "a", "map-ref": "x", "many": false}]
      """#,
      key: #""identification": "id","#
    )
    #expect(text.contains("table M_a_b, key M_id a_b_id, joins two tables"))
    #expect(text.contains("table M_a_b_2, key M_id a_b_id, joins two tables"))
  }

  @Test("rows of a child table name their relationship if two have the same name")
  func children() throws {
    let text = try Self.text(
      #"""
      "attributes": ["id"], "relationships": [
        {"from": "r", "to": "a_b", "map-ref": "t", "many": true},
        {"from": "a", "to": "a", "map-ref": "x", "many": false}]
      """#
    )
    #expect(text.contains("table T, key M_id relationship position"))
  }

  @Test("a value has one column, whichever mapper of the target makes it")
  func mappers() throws {
    let text = try Self.text(
      #"""
      "attributes": ["id", "a_c", {"from": "q", "to": "a.c"}],
      "relationships": [{"from": "o", "to": "o", "map-ref": "o", "many": false}]
      """#,
      more:
        #", {"id": "o", "target": "M", "identification": "id", "attributes": ["id", "a.c", "z"]}"#
    )
    #expect(
      text.hasPrefix(
        """
        table M, key id
          id, required
          a_c
          a_c_2
          z
          o_id, refers to M
        """
      )
    )
  }

  @Test("a record composed with its owner is a single one, unless the owner may be an array")
  func composed() throws {
    func text(_ descriptor: String) throws -> String {
      try TableTrial(
        #"""
        {"root-map-ref": "m", \#(descriptor) "mappers": [
          {"id": "m", "target": "M", "attributes": ["a"],
            "relationships": [{"from": "", "to": "t", "map-ref": "t"}]},
          {"id": "t", "target": "T", "attributes": ["x"]}]}
        """#
      ).text
    }
    #expect(
      try text("") == """
        table M
          a
          t_x
        """
    )
    #expect(
      try text(#""many": false,"#) == """
        table M, key _id
          _id integer, required
          a
          t_x

        table T, key M__id position, made when its first row comes
          M__id integer, required, belongs to M
          position integer, required
          x
        """
    )
  }

  @Test("the columns of an owner come with the owner's table")
  func lateOwner() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "target": "M", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "o", "to": "o", "map-ref": "o"}]},
        {"id": "o", "target": "O", "attributes": ["x"],
          "relationships": [{"from": "k", "to": "k", "map-ref": "k", "many": true}]},
        {"id": "k", "target": "K", "attributes": ["v"]}]}
      """#
    )
    #expect(
      trial.text.contains(
        """
        table K, made when its first row comes
          M_id, belongs to M
          O__id integer, made when its first value comes, belongs to O
          position integer, required
          relationship string, required
          v
          unique M_id relationship position
          unique O__id relationship position
        """
      )
    )
  }
}
