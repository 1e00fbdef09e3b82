import RKAuthoring
import Testing

/// What comments say.
struct EvidenceTests {
  @Test("Optional relationships and lists of one are told")
  func relationships() throws {
    let spec = try inferredSpec(
      #"[{"id": 1, "tag": {"n": 1}, "p": [{"x": 1}]}, {"id": 2, "tag": null, "p": {"x": 2}}, {"id": 3, "p": [{"x": 2}]}]"#
    )
    #expect(spec.contains("tag: absent in 1 of 3"))
    #expect(spec.contains("tag: null in 1"))
    #expect(spec.contains(#"p: list in 2, object in 1; an object alone is a list of one"#))
    let other = try inferredSpec(#"[{"n": 1, "by": {"id": 5, "x": 1}}, {"n": 2, "by": 5}]"#)
    #expect(other.contains("by: number in 1, object in 1; a value alone is the id of a record"))
  }

  @Test("Roots of several kinds, and maps of scalars and lists, are told")
  func values() throws {
    #expect(try inferredSpec(#"{"id": 1}"#, "5").contains("value: number in 1, object in 1"))
    let prices = try inferredSpec(#"{"prices": {"2024-01-01": 1.5, "2024-01-02": null}}"#)
    #expect(prices.contains("prices is a map: 2 keys"))
    #expect(prices.contains("price: null in 1") || prices.contains("value: null in 1"))
  }

  @Test("Nulls are told once")
  func nulls() throws {
    let spec = try inferredSpec(#"[{"v": 1}, {"v": "a"}, {"v": null}]"#)
    #expect(spec.ranges(of: "null in 1").count == 1)
  }

  @Test("Records of lists beside documents count")
  func counts() throws {
    #expect(
      try inferredSpec(#"{"id": 1}"#, #"[{"id": 2}]"#, #"{"id": 3}"#).contains(
        "3 documents, 3 records"
      )
    )
  }

  @Test("A key that different records have is told, with the flag")
  func contradicted() throws {
    let spec = try inferredSpec(#"[{"id": 1, "a": "x"}, {"id": 1, "a": "y"}, {"id": 2, "a": "z"}]"#)
    #expect(
      spec.contains(
        "not made: identity id (1 of 2 values are those of different records); --identity In=id makes it"
      ) || spec.contains("--identity Record=id makes it")
    )
  }

  @Test("A place in an order is never an identity")
  func positions() throws {
    let documents = (0..<30).map { #"{"position": \#($0), "rank": \#($0)}"# }.joined(separator: ",")
    #expect(try !inferredSpec("[\(documents)]").contains("--identity"))
  }

  @Test("A member that gets another name is told")
  func renamed() throws {
    let spec = try inferredSpec(#"[{"id": 1, "user_id": 5, "user": {"id": 6, "name": "a"}}]"#)
    #expect(spec.contains("user_id: is user_id2, as a column of user is called so"))
  }

  @Test("The table says where records are, what tells them apart, and where members lead")
  func table() throws {
    let pets = records([
      #""kind": "cat", "lives": 9, "fur": "x""#, #""kind": "dog", "tail": 1, "b": 2"#,
    ])
    let visits = records([#""pet_id": 1, "at": null, "by": {"n": 1}"#, #""pet_id": 2, "at": "x""#])
    let evidence = try inferred([#"{"total": 2, "pets": \#(pets), "visits": \#(visits)}"#]).evidence
    for row in [
      "descriptor     pets", "10 records of pet", "envelope       total",
      #"kind: "cat" is Cat; "dog" is Dog"#, "relationship   Visit.by",
      "By: 5 values, absent in 5 of 10",
      "string: 5 values, 5 null",
    ] {
      #expect(evidence.contains(row), "\(row) in \(evidence)")
    }
  }
}
