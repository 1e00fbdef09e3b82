import RKDiagnostics
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

  @Test(
    "RK4001: keys that no spec can name are left out, with a warning and a comment",
    arguments: [
      (#"{"id": 7, "a\#(marks)": 1}"#, "30 combining marks"),
      (#"{"id": 7, "\#u{E9}": 1, "e\#u{301}": 2}"#, "looks the same as"),
      (
        #"[{"id": 7, "e\#u{301}x": 1}, {"id": 8, "e\#u{301}x": 1, "\#u{E9}x": 1}]"#,
        "looks the same as"
      ),
      (
        #"{"id": 7, "part": {"e\#u{301}": 1, "n": 1}, "\#u{E9}": {"n": 1, "m": 1}}"#,
        "looks the same as"
      ),
      (#"{"count": 7, "data": [{"id": 1}], "a\#(marks)": [{"id": 1}]}"#, "30 combining marks"),
      (#"[["id", "a\#(marks)"], [7, "x"], [8, "y"]]"#, nil),
      (#"{"a\#(marks)": 1}"#, nil),
      (#"{"id": 7, "part": {"a\#(marks)": 1}}"#, nil),
    ]
  )
  func unnameable(document: String, words: String?) throws {
    let collector = SampleCollector(namesRequests: true)
    collector.add(document)
    let made = try #require(
      try Inference(collector, files: ["in.json"], options: InferenceOptions())
    )
    let spec = String(decoding: made.spec, as: UTF8.self)
    #expect(throws: Never.self) { _ = try Mapping(text: spec) }
    #expect(made.warnings.count == (words == nil ? 0 : 1))
    for warning in made.warnings {
      #expect(warning.message.contains(words ?? ""))
      #expect(warning.severity == .warning)
    }
    #expect(spec.contains("not mapped: ") == (words != nil))
  }

  private static let marks = String(repeating: "\u{301}", count: 31)

  @Test(
    "Documents that come twice are no more evidence",
    arguments: [
      [#"{"parts": {"1": {"n": 1, "m": 2}, "2": {"n": 2, "m": 3}}, "id": 5, "more": {"a": 1}}"#],
      [#"{"k": "a", "x": 1, "y": 2}"#, #"{"k": "b", "v": {"n": 1}, "w": 2}"#],
      [#"["n", "m"]"#, "[1, 2]", "[3, 4]"], [#"{"names": {"11": "a", "12": "b"}, "id": 1}"#],
    ]
  )
  func twice(documents: [String]) throws {
    var specs: Set<String> = []
    for count in 1...2 {
      var options = InferenceOptions()
      options.hasComments = false
      let collector = SampleCollector(namesRequests: true)
      for _ in 0..<count {
        collector.beginInput()
        for document in documents { collector.add(document) }
      }
      let made = try #require(try Inference(collector, files: ["in"], options: options))
      specs.insert(String(decoding: made.spec, as: UTF8.self))
    }
    #expect(specs.count == 1)
  }

  @Test(
    "A list beside words about paging is in an envelope, in the style of several services",
    arguments: [
      #"{"total_count": 1, "incomplete_results": false, "items": [{"id": 1}]}"#,
      #"{"count": 1, "next": null, "previous": null, "items": [{"id": 1}]}"#,
      #"{"hasMore": false, "object": "list", "items": [{"id": 1}]}"#,
    ]
  )
  func envelopes(document: String) throws {
    #expect(try spec(document).contains(#""keyPath": "items""#))
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

  @Test("The values of more than 4,096 keys are records of which all members are mapped")
  func manyRecords() throws {
    let members = (0..<5000).map { "\"word\($0)\": {\"n\": \($0), \"text\": \"t\"}" }
    let made = try spec("{\"id\": 1, \"parts\": {\(members.joined(separator: ","))}}")
    #expect(made.contains(#""n": "integer", "text": "string""#))
  }

  @Test("Of very many values and keys the same ones are looked at, in whatever order they come")
  func order() throws {
    var generator = SystemRandomNumberGenerator()
    var documents = (0..<2000).map {
      "{\"name\": \"n\($0)\", \"keys\": {\"\($0 * 7)\": {\"n\": 1}, \"k\($0)\": {\"n\": 2}, \"x\($0)\": {}}}"
    }
    var specs: Set<String> = []
    for _ in 0..<3 {
      documents.shuffle(using: &generator)
      let collector = SampleCollector(namesRequests: true)
      for document in documents { collector.add(document) }
      let made = try #require(try Inference(collector, files: ["in"], options: InferenceOptions()))
      specs.insert(String(decoding: made.spec, as: UTF8.self) + made.evidence)
    }
    #expect(specs.count == 1)
  }

  @Test("At very many places the deep ones are any, whichever come first")
  func manyPlaces() throws {
    var documents = (0..<60).map { group in
      let inner = (0..<1500).map { "\"m\($0)\": {\"v\": \($0), \"w\": [[]]}" }
      return
        "{\"g\(group)\": {\"c\(group)\": {\(inner.joined(separator: ","))}}, \"x\(group % 7)\": \(group)}"
    }
    var specs: Set<String> = []
    for _ in 0..<2 {
      documents.reverse()
      let collector = SampleCollector(namesRequests: true)
      for document in documents { collector.add(document) }
      let made = try #require(try Inference(collector, files: ["in"], options: InferenceOptions()))
      specs.insert(String(decoding: made.spec, as: UTF8.self))
    }
    #expect(specs.count == 1)
    #expect(specs.first?.contains("at very many places") == true)
  }

  @Test(
    "A list is the same element by element",
    arguments: [
      #"[{"a": 1}, {"a": 2, "b": [1]}, null]"#, "[[1, 2], [3, 4]]", #"[{"a": 1}, 7]"#,
      "[{}, {}, []]",
    ]
  )
  func elements(list: String) throws {
    let whole = SampleCollector(namesRequests: false)
    whole.add(list)
    let parts = SampleCollector(namesRequests: false)
    parts.beginList(SampleOrigin(file: "in"))
    let text = Array(list.utf8) + [UInt8](repeating: 0x20, count: 64)
    var walk = SampleWalk()
    walk.elements(text.span) { walk in
      parts.receiveElement(text.span, walk.pass(text.span))
    }
    parts.endList()
    let specs = try [whole, parts].map {
      try Inference($0, files: ["in"], options: InferenceOptions())?.spec
    }
    #expect(specs[0] == specs[1])
  }

  @Test("Lists of maps one of which is empty are lists of records")
  func emptyMaps() throws {
    let made = try spec(#"[{"11": "a", "12": "b"}, {}]"#)
    #expect(!made.contains("forceCollection"))
    #expect(made.contains(#""when": "@keys.@count > 0""#))
  }

  @Test("The names of a first row are what its texts say; beside an empty list there are no rows")
  func rows() throws {
    #expect(try spec(#"[["\u00e9", "b"], ["x", 2]]"#).contains(#""when": "self[0] != 'é'""#))
    #expect(try spec(#"["x", 1]"#, "[]").contains(#""value": "any""#))
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

extension SampleCollector {
  /// Takes a document.
  fileprivate func add(_ document: String) {
    let text = Array(document.utf8) + [UInt8](repeating: 0x20, count: 64)
    receive(text.span, 0..<document.utf8.count, SampleOrigin(file: "in"))
  }
}
