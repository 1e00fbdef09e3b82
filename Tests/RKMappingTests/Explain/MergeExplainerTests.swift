import RKDiagnostics
import Testing

@testable import RKMapping

@Suite("what later representations did to a stored value")
struct MergeExplainerTests {
  /// The reasons and what is stored then of an attribute of a record, without quotes.
  private func merge(
    _ mappers: String,
    _ input: String,
    _ records: String,
    _ attribute: String
  ) throws -> [String] {
    let mapping = try Mapping(text: #"{"mappers": [\#(mappers)]}"#)
    let mapper = try Mapper(mapping, options: Explainer.options(MapperOptions()))
    var request = ExplainRequest()
    try request.select(records: records, in: mapping)
    request.attribute = attribute
    let source = Input.bytes(Array(input.utf8), name: "in.json")
    let found = Explainer(mapper, request).run(on: source, reportingTo: FindingList()).explanation
    let cell = try #require(found.cells.first)
    return cell.merge.map { members in
      let step = ExplainedStep(name: "", members: members)
      return "\(step["reason"]?.dropFirst().dropLast() ?? "") \(step["out"] ?? "nothing")"
    }
  }

  @Test("a default gives way to what is stored, and is stored where nothing is")
  func defaults() throws {
    let mapper = """
      {"id": "m", "target": "M", "identification": "id",
        "attributes": ["id", {"to": "a", "default": 5}, "d", {"to": "b", "default": 6}]}
      """
    let input = #"[{"id": 1, "a": 1, "d": 1}, {"id": 1, "d": 2}, {"id": 1, "a": 3, "b": 7}]"#
    #expect(try merge(mapper, input, "M id=1", "a") == ["absent 1", "later 3"])
    #expect(try merge(mapper, input, "M id=1", "b") == ["absent 6", "later 7"])
  }

  @Test("identities compare by their text, and numbers by their value")
  func texts() throws {
    let mapper = """
      {"id": "m", "target": "M", "identification": ["id", "k"], "attributes": ["id", "k", "d"]}
      """
    let input = """
      [{"id": 1, "k": "a", "d": 1}, {"id": "1", "k": "a", "d": 2}, {"id": 1.0, "k": "a", "d": 3},
       {"id": 1, "k": "b", "d": 4}, {"id": "1a", "k": "", "d": 5}]
      """
    #expect(try merge(mapper, input, "M d=1", "d") == ["later 2", "later 3"])
  }

  private static let owners = """
    {"id": "m", "target": "M", "identification": "id", "modification": "u",
      "attributes": ["id", {"to": "u", "type": "integer"}, "n"],
      "relationships": [{"from": "q", "to": "q", "map-ref": "q", "many": false}]},
    {"id": "q", "target": "Q", "identification": "id", "attributes": ["id", "w"]}
    """

  @Test("what an older representation brings along is skipped with it")
  func owned() throws {
    let input = """
      [{"id": 1, "u": 3, "q": {"id": 1, "w": 1}}, {"id": 1, "u": 2, "q": {"id": 1, "w": 2}},
       {"id": 1, "u": 3, "q": {"id": 1, "w": 3}}, {"id": 2, "u": 1, "q": {"id": 1, "w": 4}}]
      """
    #expect(try merge(Self.owners, input, "Q w=1", "w") == ["older 1", "equal 1", "later 4"])
  }

  @Test("the newer representation of an owner need not have brought anything along")
  func ownersElsewhere() throws {
    let input = """
      [{"id": 2, "u": 1, "q": {"id": 1, "w": 1}}, {"id": 1, "u": 3},
       {"id": 1, "u": 2, "q": {"id": 1, "w": 2}}]
      """
    #expect(try merge(Self.owners, input, "Q w=1", "w") == ["older 1"])
  }

  @Test("with mapRelationshipsIfUnmodified what it brings along is taken all the same")
  func relatedUnmodified() throws {
    let mappers = Self.owners.replacing(
      #""modification": "u","#,
      with: #""modification": "u", "mapRelationshipsIfUnmodified": true,"#
    )
    let input = """
      [{"id": 1, "u": 3, "n": 1, "q": {"id": 1, "w": 1}},
       {"id": 1, "u": 2, "n": 2, "q": {"id": 1, "w": 2}}]
      """
    #expect(try merge(mappers, input, "Q w=1", "w") == ["later 2"])
    #expect(try merge(mappers, input, "M n=1", "n") == ["older 1"])
  }
}
