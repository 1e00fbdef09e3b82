import RKMapping
import Testing

@testable import RKAuthoring

struct InferenceTests {
  /// The spec for some documents, without comments.
  private func spec(
    _ documents: String...,
    file: String = "in.json",
    _ change: (inout InferenceOptions) -> Void = { _ in }
  ) throws -> String {
    var options = InferenceOptions()
    options.hasComments = false
    change(&options)
    let collector = SampleCollector(namesRequests: true, sample: options.sampleSize)
    for document in documents {
      let text = Array(document.utf8) + [UInt8](repeating: 0x20, count: 64)
      collector.receive(text.span, 0..<document.utf8.count, SampleOrigin(file: file))
    }
    let inference = try #require(try Inference(collector, files: [file], options: options))
    return String(decoding: inference.spec, as: UTF8.self)
  }

  @Test("Words as keys over texts are a record, digits as keys a map")
  func maps() throws {
    let record = try spec(#"{"id": 1, "names": {"first": "a", "second": "b"}}"#)
    #expect(record.contains(#""first": "string""#))
    let map = try spec(#"{"id": 1, "areaNames": {"11": "a", "12": "b"}}"#)
    #expect(map.contains(#""keyAttribute": "id""#))
    #expect(map.contains(#""Area""#))
  }

  @Test("Of more than 4,096 keys all are data, however they look")
  func manyKeys() throws {
    let members = (0..<5000).map { "\"word\($0)\": {\"n\": \($0)}" }.joined(separator: ",")
    let made = try spec("{\"id\": 1, \"parts\": {\(members)}}")
    #expect(made.contains(#""forceCollection": true"#))
    #expect(!made.contains("word4999"))
  }

  @Test("An object that has more than 4,096 scalars itself is a map")
  func manyScalars() throws {
    let members = (0..<5000).map { "\"word\($0)\": \($0 * $0)" }.joined(separator: ",")
    let made = try spec("{\(members)}", "{\(members)}")
    #expect(made.contains(#""forceCollection": true"#))
  }

  @Test("A part of a record with members of its own is a mapper of the same target")
  func parts() throws {
    let users = (0..<4).map {
      #"{"id": \#($0), "login": "u\#($0)", "name": "U\#($0)", "a": 1, "b": 2, "c": 3, "d": 4}"#
    }
    let mentions = (0..<4).map {
      #"{"id": \#($0), "login": "u\#($0)", "name": "U\#($0)", "place": 7}"#
    }
    let made = try spec(
      #"{"users": [\#(users.joined(separator: ","))], "mentions": [\#(mentions.joined(separator: ","))]}"#
    )
    #expect(made.contains(#"{ "id": "user", "target": "User""#))
    #expect(
      made.contains(#""id": "mention", "target": "User""#)
        || made.contains("\"id\": \"mention\",\n      \"target\": \"User\"")
    )
    #expect(made.contains(#""place": "integer""#))
  }

  @Test("A place that holds a record, or the records' identity alone, is a relationship")
  func scalars() throws {
    let made = try spec(#"[{"n": 1, "by": {"id": 5, "x": 1}}, {"n": 2, "by": 5}]"#)
    #expect(made.contains(#""scalarAs": "id""#))
    let other = try spec(#"[{"n": 1, "by": {"id": 5, "x": 1}}, {"n": 2, "by": "five"}]"#)
    #expect(other.contains(#""by": "any""#))
  }

  @Test("Lists beside objects are lists where they are more")
  func listsAndObjects() throws {
    let made = try spec(
      #"[{"tags": [{"n": 1}]}, {"tags": [{"n": 2}]}, {"tags": {"n": 3}}]"#
    )
    #expect(made.contains(#""conversions": "allow""#))
    #expect(made.contains(#""tags": "[Tag]""#))
    #expect(try spec(#"[{"tags": [{"n": 1}]}, {"tags": {"n": 3}}]"#).contains(#""tags": "any""#))
  }

  @Test("Records of a kind that lie in each other without identity stay as they are")
  func cycles() throws {
    let made = try spec(
      #"{"id": 1, "kids": [{"a": 1, "b": 1, "c": 1, "d": 1, "kids": [{"a": 1, "b": 1, "c": 1, "d": 1, "kids": []}]}]}"#
    )
    #expect(made.contains(#""kids": "any""#))
  }

  @Test("An attribute that would be the column of a relationship gets another name")
  func columns() throws {
    let made = try spec(#"[{"id": 1, "user_id": 5, "user": {"id": 6, "name": "a"}}]"#)
    #expect(made.contains(#"{ "from": "user_id", "to": "user_id2" }"#))
  }

  @Test("Requests in names of files give descriptors")
  func fileNames() throws {
    let made = try spec(#"[{"id": 1}]"#, file: "users.GET.200.json")
    #expect(made.contains(#""methods": ["GET"]"#))
    #expect(made.contains(#""statusCodes": [200]"#))
    #expect(made.contains(#""target": "User""#))
  }

  @Test("Empty objects and lists are no records")
  func nothing() throws {
    let collector = SampleCollector(namesRequests: false)
    let text = Array("[{}, []]".utf8) + [UInt8](repeating: 0x20, count: 64)
    collector.receive(text.span, 0..<8, SampleOrigin(file: "in.json"))
    #expect(try Inference(collector, files: ["in.json"], options: InferenceOptions()) == nil)
  }

  @Test("Values at a great depth are any, and say so")
  func depth() throws {
    let deep = String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200)
    let made = try spec(#"{"id": 1, "deep": \#(deep)}"#) { $0.hasComments = true }
    #expect(made.contains("very deep"))
  }
}
