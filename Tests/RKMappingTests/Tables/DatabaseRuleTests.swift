import RKEngine
import RKMapping
import Testing

@Suite("The rules for rows of a database")
struct DatabaseRuleTests {
  @Test("a record is found by its key, and the modification attribute says which one is newer")
  func records() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"},
          {"keyPath": "c", "root-map-ref": "c"}],
        "mappers": [
        {"id": "a", "target": "T", "identification": ["y", "x"], "modification": "t",
          "attributes": ["x", {"to": "t", "type": "date"}, "y"]},
        {"id": "b", "extends": "a", "mapRelationshipsIfUnmodified": true},
        {"id": "c", "target": "U", "modification": "t", "attributes": [{"to": "t", "type": "date"}]}]}
      """#
    )
    let row = "cell 0, cell 1, cell 2; identity cell 2, cell 0; key y x; newer by t"
    #expect(trial.rows(of: "T") == [row, row + "; relates all the same"])
    // Without a key there is no row to compare with.
    #expect(trial.rows(of: "U") == ["cell 0; identity ; key "])
  }

  @Test("members are listed in the join table, children in their own")
  func lists() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "identification": ["x", "y"], "attributes": ["x", "y"],
          "relationships": [
            {"from": "t", "to": "t", "map-ref": "t", "many": true, "assignmentPolicy": "union"},
            {"from": "k", "to": "k", "map-ref": "k", "many": true, "assignmentPolicy": "replace"},
            {"from": "l", "to": "l", "map-ref": "k", "many": true}]},
        {"id": "t", "target": "T", "identification": "n", "attributes": ["n"]},
        {"id": "k", "target": "K", "attributes": ["m"],
          "relationships": [{"from": "t", "to": "t", "map-ref": "t", "many": true}]}]}
      """#
    )
    #expect(
      trial.lists == [
        "union A_t, of T, owner A_x A_y <- cell 0, cell 1, member t_n, place position",
        "replace K, owner A_x A_y <- cell 0, cell 1, place position, relationship = k",
        "set K, owner A_x A_y <- cell 0, cell 1, place position, relationship = l",
        "set K_t, of T, owner K__id <- number, member t_n, place position",
      ]
    )
    #expect(
      trial.relatives(of: "A") == [
        "any T, joined by A_t, list 0 of 0..<1", "any K, list 1 of 1..<2", "any K, list 2 of 2..<3",
      ]
    )
    #expect(
      trial.rows(of: "K") == [
        "number, ownerCell 0, ownerCell 1, position, k, cell 0; identity ; "
          + "key A_x A_y relationship position",
        "number, ownerCell 0, ownerCell 1, position, l, cell 0; identity ; "
          + "key A_x A_y relationship position",
      ]
    )
    #expect(
      trial.rows(of: "A_t") == [
        "ownerCell 0, ownerCell 1, cell 0, position; identity ownerCell 0, ownerCell 1, cell 0; key "
      ]
    )
  }

  @Test("a relationship of undeclared cardinality has entries for one and for many")
  func undeclared() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "identification": "id", "attributes": ["id"], "relationships": [
          {"from": "t", "to": "t", "map-ref": "t"}, {"from": "k", "to": "k", "map-ref": "k"}]},
        {"id": "t", "target": "T", "identification": "n", "attributes": ["n"]},
        {"id": "k", "target": "K", "attributes": ["a"], "relationships": [
          {"from": "l", "to": "l", "map-ref": "t", "many": true}]}]}
      """#
    )
    #expect(
      trial.relatives(of: "P") == [
        "one T", "many T, joined by P_t, list 0 of 0..<1",
        "one in its owner's row: any T, joined by P_k_l, list 2 of 2..<3",
        "many K, list 1 of 1..<2",
      ]
    )
    #expect(
      trial.lists == [
        "set P_t, of T, owner P_id <- cell 0, member t_n, place position",
        "set K, owner P_id <- cell 0, place position",
        "set P_k_l, of T, owner P_id <- cell 0, member k_l_n, place position",
        "set K_l, of T, owner K__id <- number, member l_n, place position",
      ]
    )
  }

  @Test("the lists of a dynamic relationship are contiguous")
  func dynamicLists() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "x", "to": "x", "map-ref": "d"}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "k", "expectValue": 1, "map-ref": "a"},
          {"keyPath": "k", "expectValue": 2, "map-ref": "a2"},
          {"keyPath": "k", "expectValue": 3, "map-ref": "k"}]},
        {"id": "a", "target": "A", "identification": "i", "attributes": ["i"]},
        {"id": "a2", "target": "A", "attributes": ["i", "j"]},
        {"id": "k", "target": "K", "attributes": ["n"],
          "relationships": [{"from": "l", "to": "l", "map-ref": "a", "many": true}]}]}
      """#
    )
    #expect(
      trial.relatives(of: "O") == [
        "one A", "many A, joined by O_x, list 0 of 0..<2",
        "one A", "many A, joined by O_x, list 0 of 0..<2",
        "one in its owner's row: any A, joined by O_x_l, list 2 of 2..<3",
        "many K, list 1 of 0..<2",
      ]
    )
  }

  @Test("a replacing reference lists the columns that refer to deletable rows")
  func references() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["n"], "relationships": [
          {"from": "a", "to": "a", "map-ref": "t", "many": false},
          {"from": "b", "to": "b", "map-ref": "t", "many": false, "assignmentPolicy": "replace"},
          {"from": "k", "to": "k", "map-ref": "k", "many": false}]},
        {"id": "t", "target": "T", "identification": ["x", "y"], "attributes": ["x", "y"]},
        {"id": "k", "target": "K", "attributes": ["n"], "relationships": [
          {"from": "c", "to": "c", "map-ref": "t", "many": false, "assignmentPolicy": "replace"}]}]}
      """#
    )
    #expect(
      trial.rows(of: "P").map { $0.split(separator: "; ").suffix(2) } == [
        ["replaces T by b_x b_y", "replaces T by k_c_x k_c_y"]
      ]
    )
  }

  @Test("a column of records of another target is null; one that a mapper omits stays")
  func otherTargets() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "x", "to": "x", "map-ref": "d", "many": false}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "k", "expectValue": 1, "map-ref": "a"},
          {"keyPath": "k", "expectValue": 2, "map-ref": "b"},
          {"keyPath": "k", "expectValue": 3, "map-ref": "k"}]},
        {"id": "a", "target": "A", "attributes": ["i"]},
        {"id": "b", "target": "A", "attributes": ["i", "j"]},
        {"id": "k", "target": "K", "attributes": ["n"]}]}
      """#
    )
    #expect(
      trial.rows(of: "O") == [
        "cell 0, related 1 [cell 0, empty, others] or [cell 0, cell 1, others] "
          + "or [others, others, cell 0]; identity cell 0; key id"
      ]
    )
  }

  @Test("compared instants, and untyped keys with everything that refers to them")
  func storages() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "identification": ["at", "k", "n"], "modification": "m",
          "attributes": [{"to": "at", "type": "date"}, "k", {"to": "n", "type": "integer"},
            {"to": "m", "type": "date"}, {"to": "free", "type": "date"}],
          "relationships": [
            {"from": "p", "to": "p", "map-ref": "p", "many": false},
            {"from": "l", "to": "l", "map-ref": "t", "many": true},
            {"from": "c", "to": "c", "map-ref": "c", "many": true}]},
        {"id": "t", "target": "T", "identification": "x", "attributes": ["x"]},
        {"id": "c", "target": "C", "attributes": ["x"]}]}
      """#
    )
    #expect(
      trial.storages == [
        "P.at instant", "P.k as P 0", "P.m instant", "P.p_at instant", "P.p_k as P 0",
        "T.x as T 1", "C.P_at instant", "C.P_k as P 0",
        "P_l.P_at instant", "P_l.P_k as P 0", "P_l.l_x as T 1",
      ]
    )
  }

  @Test("a mapper that lacks a part of the key makes rows that no table admits")
  func partialKey() throws {
    let trial = try TableTrial(
      #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"}],
        "mappers": [
        {"id": "a", "target": "T", "identification": ["x", "y"], "attributes": ["x", "y"]},
        {"id": "b", "target": "T", "attributes": ["x"]}]}
      """#
    )
    #expect(
      trial.rows(of: "T") == [
        "cell 0, cell 1; identity cell 0, cell 1; key x y",
        "cell 0, empty; identity cell 0, empty; key x y",
      ]
    )
  }

  @Test("a value around a record is a part of its key if an attribute maps it")
  func surroundings() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "h", "mappers": [
        {"id": "h", "target": "H", "identification": "n", "attributes": ["n"],
          "relationships": [{"from": "f", "to": "f", "map-ref": "f", "many": true}]},
        {"id": "f", "target": "F", "identification": ["@parent.house", "k", "@metadata.mapping.collectionIndex"],
          "keyAttribute": "k", "attributes": [{"@parent.house": "house"}, "v",
            {"@metadata.mapping.collectionIndex": "i"}]}]}
      """#
    )
    #expect(trial["F"].hasPrefix("table F, key house k i\n"))
    #expect(trial["H_f"].hasPrefix("table H_f, key H_n f_house f_k f_i, joins"))
  }

  @Test("if a record of another target replaces it, the lists below a flattened one are emptied")
  func otherLists() throws {
    let trial = try TableTrial(
      #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "x", "to": "x", "map-ref": "d", "many": false}]},
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "k", "expectValue": 1, "map-ref": "a"},
          {"keyPath": "k", "expectValue": 2, "map-ref": "b"},
          {"keyPath": "k", "expectValue": 3, "map-ref": "k"},
          {"keyPath": "k", "expectValue": 4, "map-ref": "c"}]},
        {"id": "a", "target": "A", "identification": "i", "attributes": ["i"]},
        {"id": "b", "target": "K", "attributes": ["n"]},
        {"id": "c", "target": "C", "attributes": ["n"]},
        {"id": "k", "extends": "b", "target": "K",
          "relationships": [{"from": "l", "to": "l", "map-ref": "a", "many": true}]}]}
      """#
    )
    let emptied = trial.plan.relatives.map { relative in
      trial.plan.lists[relative.others].map { trial.schema.tables[Int($0.table)].name }
    }
    // The innermost comes first: it is the member of the list. A mapper of the same target leaves
    // it out.
    #expect(emptied == [[], ["O_x_l"], [], [], ["O_x_l"]])
  }
}
