import Foundation
import RKMapping
import Testing

struct RecordTests {
  static let spec = """
    {
      "keyPath": "articles",
      "mappers": [
        {
          "id": "article",
          "target": "Article",
          "attributes": [
            "title", "stars", "tags",
            { "from": "published", "to": "published", "type": "date" },
            { "from": "link", "to": "meta.link" },
            { "from": "lead", "to": "lead", "type": "boolean" }
          ],
          "relationships": [
            { "from": "author", "to": "author", "map-ref": "person" },
            { "from": "comments", "to": "comments", "map-ref": "comment", "many": true }
          ]
        },
        { "id": "person", "target": "Person", "attributes": ["name"] },
        { "id": "comment", "target": "Comment", "attributes": ["text"] }
      ]
    }
    """
  static let document = """
    {"articles": [
      {"title": "A \\"quote\\" \\u00e9", "stars": 4.50, "tags": [1, {"a": [null, true]}],
       "published": "2011-07-13T12:00:00.5+02:00", "link": "https://example.org/a", "lead": 1,
       "author": {"name": "Ann"}, "comments": [{"text": "one"}, {"text": "two"}]},
      {"title": null, "comments": []}
    ]}
    """

  private static func records(_ options: MapperOptions = MapperOptions()) throws -> [Record] {
    let mapper = try Mapper(Mapping(text: spec), options: options)
    var records: [Record] = []
    try mapper.forEachRecord(in: [.bytes(Array(document.utf8))]) { records.append($0) }
    return records
  }

  @Test("A record has the members of its line of NDJSON, as values")
  func values() throws {
    let records = try Self.records()
    #expect(records.count == 2)
    let first = try #require(records.first)
    #expect(first.target == "Article")
    #expect(
      first.names == [
        "title", "stars", "tags", "published", "meta", "lead", "author", "comments",
      ]
    )
    #expect(first["title"] == .string("A \"quote\" \u{E9}"))
    #expect(first["stars"] == Number("4.5").map { .number($0) })
    guard case .number(let stars) = first["stars"] else { throw Missing() }
    #expect(stars.text == "4.50")
    #expect(first["tags"] == [1, .object([.init(name: "a", value: [.null, true])])])
    #expect(first["published"] == "2011-07-13T10:00:00.5Z")
    #expect(first["meta"] == .object([.init(name: "link", value: "https://example.org/a")]))
    #expect(first["lead"] == true)
    #expect(first.related("author") == [Record(target: "Person", [("name", "Ann")])])
    #expect(first.related("comments").map { $0["text"] } == ["one", "two"])
    #expect(records[1].names == ["title", "comments"])
    #expect(records[1]["title"] == .null)
    #expect(records[1]["stars"] == nil)
    #expect(records[1].related("comments").isEmpty)
  }

  private struct Missing: Error {}

  @Test("Members can be set, added and removed")
  func changes() {
    var record = Record(target: "A", [("a", 1), ("b", 2), ("a", 3)])
    #expect(record.names == ["a", "b"])
    #expect(record["a"] == 3)
    record["c"] = "x"
    record["a"] = nil
    record["none"] = nil
    #expect(record == Record(target: "A", [("c", "x"), ("b", 2)]))
    #expect(record != Record(target: "B", [("c", "x"), ("b", 2)]))
    #expect(record != Record(target: "A", [("c", "x")]))
  }

  // MARK: - Decoding

  struct Article: Decodable, Equatable {
    struct Meta: Decodable, Equatable { let link: URL }
    struct Person: Decodable, Equatable { let name: String }
    struct Comment: Decodable, Equatable { let text: String }

    let title: String?
    let stars: Double?
    let published: Date?
    let meta: Meta?
    let lead: Bool?
    let author: Person?
    let comments: [Comment]
  }

  @Test("A record decodes to a type, with its dates and related records")
  func decodes() throws {
    let articles = try Self.records().map { try $0.decode(Article.self) }
    let date = Date(timeIntervalSince1970: 1_310_551_200.5)
    let link = try #require(URL(string: "https://example.org/a"))
    #expect(articles[0].published == date)
    #expect(articles[0].meta == Article.Meta(link: link))
    #expect(articles[0].comments == [.init(text: "one"), .init(text: "two")])
    #expect(articles[0].author == .init(name: "Ann"))
    #expect(articles[0].stars == 4.5)
    #expect(articles[1].title == nil)
    #expect(articles[1].comments.isEmpty)
  }

  struct Stars: Decodable { let stars: Int }
  struct Title: Decodable { let title: String }
  struct Tags: Decodable { let tags: [UInt8] }

  private static func mismatch<T: Decodable>(_ type: T.Type, _ number: Int) throws -> Diagnostic {
    let record = try records()[number]
    do throws(DiagnosticsError) {
      _ = try record.decode(type)
    } catch {
      return try #require(error.diagnostics.first)
    }
    throw Missing()
  }

  @Test("What does not fit is RK1002 with the place of the representation")
  func mismatches() throws {
    let stars = try Self.mismatch(Stars.self, 0)
    #expect(stars.code == .conversionFailed)
    #expect(stars.message == "'Article.stars' cannot be decoded to Stars: 4.50 is no Int")
    #expect(stars.location?.text == "<bytes>:2:3")
    #expect(stars.location?.pointer == "/articles/0")
    let title = try Self.mismatch(Title.self, 1)
    #expect(title.message == "'Article.title' cannot be decoded to Title: it is null, not text")
    #expect(title.location?.text == "<bytes>:5:3")
    let missing = try Self.mismatch(Stars.self, 1)
    #expect(missing.message == "'Article.stars' cannot be decoded to Stars: it is missing")
    let tags = try Self.mismatch(Tags.self, 0)
    #expect(
      tags.message == "'Article.tags[1]' cannot be decoded to Tags: it is an object, not a number"
    )
  }

  // MARK: - Encoding

  struct Note: Codable, Equatable {
    enum Mood: String, Codable { case good }
    struct Place: Codable, Equatable { var name: String }

    var text: String?
    var number: UInt64
    var share: Double
    var date: Date
    var link: URL
    var mood: Mood
    var places: [Place]
    var counts: [String: Int]
    var small: Int8
    var nothing: [Int?]
  }

  @Test("A record of an encoded value decodes to the value")
  func encodes() throws {
    let note = Note(
      text: "x",
      number: .max,
      share: 0.1,
      date: Date(timeIntervalSince1970: 1.25),
      link: try #require(URL(string: "a/b?c#d")),
      mood: .good,
      places: [.init(name: "here")],
      counts: ["one": 1],
      small: -1,
      nothing: [nil, 2]
    )
    let record = try Record(target: "Note", encoding: note)
    #expect(record["date"] == "1970-01-01T00:00:01.25Z")
    #expect(record["number"] == Number("18446744073709551615").map { .number($0) })
    #expect(record["link"] == "a/b?c#d")
    #expect(try record.decode(Note.self) == note)
  }

  @Test("What has no members, and what JSON has no number for, is no record")
  func refusesOthers() {
    #expect(throws: EncodingError.self) { try Record(target: "A", encoding: [1, 2]) }
    #expect(throws: EncodingError.self) { try Record(target: "A", encoding: ["a": Double.nan]) }
  }
}
