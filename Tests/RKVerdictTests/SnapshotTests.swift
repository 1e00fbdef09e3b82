import Foundation
import RKDiagnostics
import RKEngine
import RKMapping
import TestSupport
import Testing

@testable import RKVerdict

@Suite("Snapshots")
struct SnapshotTests {
  private func collection(
    _ spec: String,
    _ input: String,
    redacting redactions: [Redaction] = []
  ) throws -> RecordCollection {
    let mapper = try Mapper(try Mapping(text: spec))
    let collection = RecordCollection(redacting: redactions)
    try mapper.apply(to: [.bytes(Array(input.utf8))], into: .collection(collection))
    return collection
  }

  /// The records of the snapshot, each as a compact object under the name of its target.
  private func lines(_ collection: RecordCollection) -> [String] {
    Snapshot(collection).records.map { record in
      "{\"\(record.label.target)\":\(String(decoding: record.text, as: UTF8.self))}"
    }
  }

  private let identified =
    #"{"mappers": [{"id": "m", "target": "M", "identification": "id", "attributes": ["id", "n"]}]}"#

  @Test("a snapshot is a document with a list of records for each target")
  func document() throws {
    let made = Snapshot(try collection(identified, #"[{"id": 2}, {"id": 1, "n": "a"}]"#))
    #expect(
      String(decoding: made.bytes, as: UTF8.self) == """
        {
          "$snapshot": 3,
          "M": [
            {
              "id": 1,
              "n": "a"
            },
            {
              "id": 2
            }
          ]
        }

        """
    )
    let none = Snapshot(try collection(identified, "[]"))
    #expect(String(decoding: none.bytes, as: UTF8.self) == "{\n  \"$snapshot\": 3\n}\n")
  }

  @Test(
    "a snapshot of each form is read",
    arguments: [
      ("a.ndjson", #"{"M":{"id":1,"n":"a"}}"#, 1),
      ("a.ndjson", "{\"$snapshot\":2}\n{\"M\":{\"id\":1,\"n\":\"a\"}}\n", 2),
      ("a.ndjson", "{\"$snapshot\":2}\r\n{\"M\":{\"id\":1,\"n\":\"a\"}}\r\n", 2),
      ("a.snap.json", #"{"M":[ {"n":"a", "id":1} ], "$snapshot":3}"#, 3),
    ]
  )
  func forms(name: String, text: String, form: Int) throws {
    let collection = try collection(identified, #"[{"id": 1, "n": "a"}]"#)
    let file = SourceFile(name: name, bytes: Array(text.utf8))
    let kept = try Snapshot(file, as: collection, unnoted: [])
    #expect(kept.form.rawValue == form)
    #expect(kept.records.map(\.label.text) == ["M 1"])
    #expect(kept.records.map(\.meaning) == Snapshot(collection).records.map(\.meaning))
  }

  @Test("numeric identities are sorted by value, before other texts")
  func numbers() throws {
    let ids = [#"10"#, "9", "-1", "1.5", #""b""#, #""a""#, "-20", #""007""#, "0"]
    let input = "[" + ids.map { "{\"id\": \($0)}" }.joined(separator: ",") + "]"
    let found = lines(try collection(identified, input)).map {
      $0.dropFirst(#"{"M":{"id":"#.count).dropLast(2)
    }
    #expect(found == ["-20", "-1", "0", "1.5", #""007""#, "9", "10", #""a""#, #""b""#])
  }

  @Test("the order is independent of the records' order", arguments: 0..<20)
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var records = (0..<30).map { number in
      number % 3 == 0 ? #"{"n": \#(number % 4)}"# : #"{"id": \#(number % 7), "n": \#(number)}"#
    }
    let first = lines(try collection(identified, "[\(records.joined(separator: ","))]"))
    records.shuffle(using: &random)
    let second = lines(try collection(identified, "[\(records.joined(separator: ","))]"))
    #expect(first == second)
  }

  @Test("records without an identity are sorted by their text")
  func texts() throws {
    let spec = #"{"mappers": [{"id": "m", "target": "M", "attributes": ["n"]}]}"#
    let found = lines(try collection(spec, #"[{"n": 2}, {"n": 10}, {"n": 1}]"#))
    #expect(found == [#"{"M":{"n":10}}"#, #"{"M":{"n":1}}"#, #"{"M":{"n":2}}"#])
  }

  @Test("redacted members are hidden, also in related records, and missing ones stay missing")
  func redactions() throws {
    let spec = #"""
      {"mappers": [
        {"id": "u", "target": "User", "identification": "id",
         "attributes": ["id", "at", {"seen": "stats.seen"}, {"from": "x", "to": "stats.x"}],
         "relationships": [{"from": "pets", "to": "pets", "map-ref": "p"}]},
        {"id": "p", "target": "Pet", "attributes": ["name", "at"]}]}
      """#
    let input = #"""
      [{"id": 1, "at": {"t": [1, 2]}, "seen": 5, "x": 6, "pets": [{"name": "Rex", "at": null}]},
       {"id": 2, "x": 7}]
      """#
    let redactions = [
      Redaction(target: "User", keys: ["at"]), Redaction(target: "Pet", keys: ["at"]),
      Redaction(target: "User", keys: ["stats", "seen"]),
    ]
    let made = try collection(spec, input, redacting: redactions)
    #expect(
      lines(made) == [
        #"{"User":{"id":1,"at":"<redacted>","stats":{"seen":"<redacted>","x":6},"#
          + #""pets":[{"name":"Rex","at":"<redacted>"}]}}"#,
        #"{"User":{"id":2,"stats":{"x":7}}}"#,
      ]
    )
    let plain = String(decoding: made.bytes[made.records[0].text], as: UTF8.self)
    #expect(plain.contains(#""seen":5"#))
    let whole = [
      Redaction(target: "User", keys: ["stats"]), Redaction(target: "User", keys: ["pets"]),
    ]
    #expect(
      lines(try collection(spec, input, redacting: whole)) == [
        #"{"User":{"id":1,"at":{"t":[1,2]},"stats":"<redacted>","pets":"<redacted>"}}"#,
        #"{"User":{"id":2,"stats":"<redacted>"}}"#,
      ]
    )
  }

  @Test("differences are found by path, whatever the order of members")
  func changes() throws {
    func changes(_ old: String, _ new: String) throws -> [String] {
      let before = try #require(SnapshotLine.value(of: Array(old.utf8)))
      let after = try #require(SnapshotLine.value(of: Array(new.utf8)))
      return MemberChange.all(before, after).map { change in
        (change.old == nil ? "+" : change.new == nil ? "-" : "~") + change.pointer
      }
    }
    #expect(try changes(#"{"a": 1, "b": {"c": [1, 2]}}"#, #"{"b": {"c": [1, 2]}, "a": 1}"#) == [])
    #expect(try changes(#"{"a": 1}"#, #"{"a": 1.0}"#) == ["~/a"])
    #expect(try changes(#"{"a": 1}"#, #"{"b": 1}"#) == ["-/a", "+/b"])
    #expect(try changes(#"{"a": [1, 2, 3]}"#, #"{"a": [1, 3]}"#) == ["-/a/1"])
    #expect(try changes(#"{"a": [1, 3]}"#, #"{"a": [1, 2, 3]}"#) == ["+/a/1"])
    #expect(try changes(#"{"a": [{"x/y": 1}]}"#, #"{"a": [{"x/y": 2}]}"#) == ["~/a/0/x~1y"])
    #expect(try changes(#"{"a": null}"#, #"{"a": "null"}"#) == ["~/a"])
    #expect(try changes(#"{"a": [{"x": 1}]}"#, #"{"a": [{"x": 1, "y": 2}]}"#) == ["+/a/0/y"])
  }

  @Test("a value of a document is found by its offset, with its path")
  func places() throws {
    let text = #"{"a\"b": [1, {"x": "[", "k": {"c/d": true}}], "e": []}"#
    let bytes = Array(text.utf8)
    let places = DocumentPlaces(bytes)
    func offset(_ part: String) throws -> Int {
      try #require(text.range(of: part)).lowerBound.utf16Offset(in: text)
    }
    let object = try #require(places.value(at: try offset(#"{"x""#)))
    #expect(object.pointer == "/a\"b/1")
    #expect(String(decoding: bytes[object.range], as: UTF8.self).hasSuffix("true}}"))
    let way: [MemberChange.Step] = [.member("k"), .member("c/d")]
    let (value, depth) = places.value(along: way, of: object, counts: [])
    #expect(depth == 2)
    #expect(value.pointer == "/a\"b/1/k/c~1d")
    #expect(String(decoding: bytes[value.range], as: UTF8.self) == "true")
    let missing = places.value(along: [.member("k"), .member("none")], of: object, counts: [])
    #expect(missing.value.pointer == "/a\"b/1/k")
    #expect(missing.depth == 1)
    let whole = try #require(places.value(at: 0))
    let element: [MemberChange.Step] = [.member("a\"b"), .element(1), .member("x")]
    #expect(places.value(along: element, of: whole, counts: [2]).value.pointer == "/a\"b/1/x")
    #expect(places.value(along: element, of: whole, counts: [3]).value.pointer == "/a\"b")
    #expect(places.value(at: try offset("[]"))?.pointer == "/e")
  }
}
