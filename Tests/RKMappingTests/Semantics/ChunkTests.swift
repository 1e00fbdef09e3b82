import RKEngine
import TestSupport
import Testing

/// Whatever the chunks of an input, the records are the same, and so are the diagnostics.
@Suite("Inputs in chunks")
struct ChunkTests {
  private static let element = #"""
    {"mappers": [{"id": "a", "attributes": ["n",
      {"@metadata.mapping.collectionIndex": "place"}]}]}
    """#

  private static func spec(keyPath: String, _ attributes: String = #""n""#) -> String {
    #"""
    {"keyPath": "\#(keyPath)", "mappers": [{"id": "a", "attributes": [\#(attributes),
      {"@metadata.mapping.collectionIndex": "place"}]}]}
    """#
  }

  private static func expectSame(
    _ spec: String,
    _ input: [UInt8],
    format: InputFormat = .json,
    made recreation: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for isOneValue in [false, true] {
      let whole = try ChunkedRun(spec, input, format: format, isOneValue: isOneValue)
      for way in ChunkedRun.Way.all {
        let run = try ChunkedRun(spec, input, way, format: format, isOneValue: isOneValue)
        let text = String(decoding: input, as: UTF8.self).debugDescription
        let comment = Comment(rawValue: "\(way), \(recreation): \(text)")
        #expect(run.output == whole.output, comment, sourceLocation: sourceLocation)
        #expect(run.findings == whole.findings, comment, sourceLocation: sourceLocation)
        #expect(run.ending == whole.ending, comment, sourceLocation: sourceLocation)
        #expect(run.counts == whole.counts, comment, sourceLocation: sourceLocation)
      }
    }
  }

  // MARK: - One document or several

  private static let gap = String(repeating: " ", count: 300)

  @Test(
    "a document is one of several if another follows, however late",
    arguments: [
      (#"{"n":1}\#(gap){"n":2}"#, "{\"n\":1,\"place\":0}\n{\"n\":2,\"place\":1}\n"),
      (#"{"n":1}\#(gap)"#, "{\"n\":1}\n"),
      (#"{}\#(gap)"#, ""),
      (#"null\#(gap){"n":2}"#, "{\"n\":2,\"place\":1}\n"),
      (#"{"n":1,"u":"\#(gap)"}{"n":2}"#, "{\"n\":1,\"place\":0}\n{\"n\":2,\"place\":1}\n"),
    ]
  )
  func alone(input: String, output: String) throws {
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(Self.element, Array(input.utf8), way)
      #expect(run.output == output, "\(way)")
      #expect(run.findings == [], "\(way)")
    }
  }

  @Test("an empty document fails where another follows, however late")
  func emptyFirst() throws {
    let spec = #"{"mappers": [{"id": "a", "attributes": ["n"]}]}"#
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(spec, Array(#"{}\#(Self.gap){"n":2}"#.utf8), way)
      #expect(run.findings == ["unmappable at 0, 1:1  of record 1"], "\(way)")
    }
  }

  @Test(
    "a single value at a key path has the number of its document",
    arguments: [
      (#"{"a":{"n":1},"u":[[{}],"\#(gap)"]}\#(gap){"a":{"n":2}}"#, [0, 1]),
      (#"{"a":{"n":1},"u":[[{}],"\#(gap)"]}\#(gap)"#, [nil]),
    ] as [(String, [Int?])]
  )
  func aloneAtKeyPath(input: String, places: [Int?]) throws {
    let lines = places.enumerated().map { number, place in
      #"{"n":\#(number + 1)\#(place.map { ",\"place\":\($0)" } ?? "")}"# + "\n"
    }
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(Self.spec(keyPath: "a"), Array(input.utf8), way)
      #expect(run.output == lines.joined(), "\(way)")
    }
  }

  @Test("a value whose number is not read does not wait for its document's end")
  func noNumber() throws {
    let spec = #"{"keyPath": "a", "mappers": [{"id": "a", "attributes": ["n"]}]}"#
    let rest = String(repeating: "[],", count: 2000)
    var way = ChunkedRun.Way(blockSize: 64)
    way.largestWindow = 2048
    let run = try ChunkedRun(spec, Array(#"{"a":{"n":1},"u":[\#(rest)[]]}"#.utf8), way)
    #expect(run.output == "{\"n\":1}\n")
    #expect(run.findings == [])
  }

  @Test(
    "documents before invalid JSON are mapped",
    arguments: ["{\"n\":2}}", "[{\"n\":1},{\"n\":2}] x", "{\"n\":"]
  )
  func beforeFault(rest: String) throws {
    try Self.expectSame(Self.element, Array(#"{"n":1}\#(Self.gap)\#(rest)"#.utf8))
    let run = try ChunkedRun(Self.element, Array(#"{"n":1} \#(rest)"#.utf8))
    #expect(run.output.hasPrefix(#"{"n":1"#))
    #expect(run.ending == .noJSON)
  }

  @Test(
    "a value in a container that does not end is not mapped",
    arguments: [#"{"a":12"#, #"{"a":"x""#, #"{"a":{"n":1}"#, #"{"a":12  "#]
  )
  func unfinished(input: String) throws {
    let spec = #"""
      {"keyPath": "a", "mappers": [{"id": "a", "attributes": ["n"], "scalarAs": "n"}]}
      """#
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(spec, Array(input.utf8), way)
      #expect(run.output == "", "\(way)")
      #expect(run.ending == .noJSON, "\(way)")
    }
  }

  @Test(
    "whether the input is lines is decided at the end of the first, whatever the chunks",
    arguments: ["{\"n\":}\n{", "{\"n\":} x\n\n", "{\"n\":}"]
  )
  func mayBeLines(bad: String) throws {
    let first = #" [{"n":1},{"n":2,"u":"\#(Self.gap)"},{"n":3}] "#
    let input = Array("\n\(first)\r\n\n{\"n\":4}\nnull\n\(bad)".utf8)
    let offset = first.utf8.count + 22
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(Self.element, input, way, mayBeLines: true)
      let lines = (1...3).map { "{\"n\":\($0),\"place\":\($0 - 1)}\n" }
      #expect(run.output == lines.joined() + "{\"n\":4,\"place\":1}\n", "\(way)")
      #expect(run.ending == .failedRecord, "\(way)")
      #expect(run.findings == ["unexpected, value at \(offset), 6:6"], "\(way)")
    }
  }

  // MARK: - Memory

  @Test("a fault without a token is placed at its representation")
  func noToken() throws {
    let spec = #"""
      {"keyPath": "a", "mappers": [{"id": "a", "attributes": ["n",
        {"from": "@key", "to": "t", "type": "integer",
          "onError": "null"}]}]}
      """#
    let filler = String(repeating: "x", count: 2000)
    let input = #"{"u":"\#(filler)","a":[{"n":1},{"n":"\#(filler)"},{"n":3}]}"#
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(spec, Array(input.utf8), way)
      let places = [(2013, 0), (2021, 1), (4030, 2)].map { offset, index in
        "conversion at \(offset), 1:\(offset + 1) /a/\(index) of record \(index + 1)"
      }
      #expect(run.findings == places, "\(way)")
    }
  }

  @Test("of large elements one is in memory at a time", arguments: [64, 1024])
  func largeElements(blockSize: Int) throws {
    let elements = (0..<24).map { #"{"n":\#($0),"u":"\#(String(repeating: "x", count: 3000))"}"# }
    var way = ChunkedRun.Way(blockSize: blockSize)
    way.largestWindow = 8192
    let run = try ChunkedRun(Self.element, Array("[\(elements.joined(separator: ","))]".utf8), way)
    #expect(run.counts.records == 24)
    let lines = try ChunkedRun(
      Self.element,
      Array(elements.joined(separator: "\n").utf8),
      way,
      format: .ndjson
    )
    #expect(lines.counts.records == 24)
  }

  // MARK: - Documents at random

  /// Documents with elements at `a`, a single value at `b`, and various things between.
  private static func documents(_ json: inout RandomJSON) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<json.generator.pick([1, 1, 2, 4]) {
      let scalars = ["1", "\"\\u0041\\n\"", "true", "null", "{}", "[1, 2]", "1e400", "\"\u{E9}\""]
      var elements: [String] = []
      for _ in 0..<json.generator.pick([0, 1, 3, 30]) {
        let name = json.generator.pick(["n", "\\u006e", "n", "m"])
        let element = #"{"\#(name)" : \#(json.generator.pick(scalars)), "d":"2020-01-01"}"#
        elements.append(json.generator.pick([element, element, element, element, "null"]))
      }
      let unwanted = String(decoding: json.document(size: 200), as: UTF8.self)
      let list = "[\(elements.joined(separator: json.generator.pick([",", " ,\n"])))]"
      let single = #"{"n":\#(json.generator.pick(scalars)), "c": \#(unwanted)}"#
      text += Array(
        json.generator.pick([
          #"{"u":\#(unwanted),"a":\#(list),"b":\#(single)}"#, list, single, "{}", "null",
          #"{"b" : \#(single),"u":\#(unwanted)}"#, #"{"a":\#(list)}"#,
        ]).utf8
      )
      text += Array(
        json.generator.pick(["", "\n", "\n", String(repeating: " \n", count: 100)]).utf8
      )
    }
    return text
  }

  private static let specs = [
    element, spec(keyPath: "a"), spec(keyPath: "b"), spec(keyPath: "b.c"),
    spec(keyPath: "a", #"{"from": "n", "to": "n", "type": "decimal"}"#),
    #"""
    {"descriptors": [{"keyPath": "a", "root-map-ref": "x"}, {"keyPath": "b", "root-map-ref": "x"}],
      "mappers": [{"id": "x", "attributes": [
        {"from": "n", "to": "n", "type": "decimal", "onError": "null"},
        {"@metadata.mapping.collectionIndex": "place"}]}]}
    """#,
  ]

  @Test("random documents give the same in chunks as whole", arguments: 0..<60)
  func random(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let text = Self.documents(&json)
    try Self.expectSame(
      Self.specs[seed % Self.specs.count],
      text,
      made: json.generator.recreation
    )
  }

  @Test("damaged documents give the same in chunks as whole", arguments: 0..<90)
  func damaged(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let text = Mutation.mutate(Self.documents(&json), &json.generator)
    try Self.expectSame(
      Self.specs[seed % Self.specs.count],
      text,
      format: seed.isMultiple(of: 3) ? .ndjson : .json,
      made: json.generator.recreation
    )
  }
}
