import Foundation
import RKMapping

// Articles of the seed's document, with author and comments.
let spec = """
  {
    "keyPath": "articles",
    "mappers": [
      {
        "id": "article",
        "target": "Article",
        "attributes": [
          "title", "body",
          { "from": "publication_date", "to": "publicationDate", "type": "date",
            "format": "d/M/yyyy" }
        ],
        "relationships": [
          { "from": "author", "to": "author", "map-ref": "author" },
          { "from": "comments", "to": "comments", "map-ref": "comment", "many": true }
        ]
      },
      { "id": "author", "target": "Author", "attributes": ["name", "email"] },
      { "id": "comment", "target": "Comment", "attributes": ["text"] }
    ]
  }
  """
let document = """
  {
    "articles": [
      {
        "title": "RestKit Object Mapping Intro",
        "body": "This article details how to use RestKit object mapping...",
        "author": { "name": "Blake Watters", "email": "blake@restkit.org" },
        "comments": [{ "text": "Thanks" }, { "text": "More" }],
        "publication_date": "7/4/2011"
      },
      {
        "title": "RestKit 1.0 Released",
        "body": "RestKit 1.0 has been released to much fanfare across the galaxy...",
        "author": { "name": "Blake Watters", "email": "blake@restkit.org" },
        "comments": [],
        "publication_date": "9/4/2011"
      }
    ]
  }
  """

struct Article: Decodable {
  struct Author: Decodable, Equatable { let name: String; let email: String }
  struct Comment: Decodable, Equatable { let text: String }

  let title: String
  let publicationDate: Date
  let author: Author
  let comments: [Comment]
}

/// Counts the records that it receives.
struct Counter: RecordReceiver {
  var counts: [String: Int] = [:]

  mutating func receive(_ record: Record) {
    counts[record.target, default: 0] += 1
    counts["Comment", default: 0] += record.related("comments").count
  }

  func finish(_ report: MappingReport) throws {
    try expect(counts == ["Article": 2, "Comment": 2] && report.recordCount == 2, "it counts")
  }
}

struct Failed: Error { let what: String }

func expect(_ condition: Bool, _ what: String) throws {
  guard condition else { throw Failed(what: what) }
  print("ok:", what)
}

let mapping = try Mapping(text: spec)
let mapper = try Mapper(mapping)
let inputs = [Input.bytes(Array(document.utf8), name: "articles.json")]

var articles: [Article] = []
for try await record in mapper.records(in: inputs) {
  articles.append(try record.decode(Article.self))
}
try expect(articles.count == 2, "a loop gets the records")
try expect(articles[0].publicationDate == Date(timeIntervalSince1970: 1_302_134_400), "a date")
try expect(articles[0].author.email == "blake@restkit.org", "a related record")
try expect(articles[0].comments.map(\.text) == ["Thanks", "More"], "related records")

try mapper.apply(to: inputs, sink: Counter())

var changed = try Record(target: "Author", encoding: ["name": "Blake"])
changed["email"] = "blake@example.org"
try expect(changed.names == ["name", "email"], "a record is made and changed")

// A record is changed and put back onto its original.
var records: [Record] = []
try mapper.forEachRecord(in: inputs) { records.append($0) }
let serializer = try Serializer(mapping)
let original = Array(document.utf8)
try expect(
  try serializer.document(of: records, onto: original) == original,
  "what was read is what is written"
)
records[1]["title"] = "RestKit 2.0 Released"
let written = try serializer.document(of: records, onto: original)
let wanted = document.replacing("RestKit 1.0 Released", with: "RestKit 2.0 Released")
try expect(String(decoding: written, as: UTF8.self) == wanted, "one value was changed")
var article = Record(target: "Article", [("title", "New")])
article["publicationDate"] = "2011-04-07T00:00:00Z"
let made = try serializer.document(of: [article])
try expect(
  String(decoding: made, as: UTF8.self)
    == #"{"articles":[{"title":"New","publication_date":"7/4/2011"}]}"#,
  "a document is made"
)
