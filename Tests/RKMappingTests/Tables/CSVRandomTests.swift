import RKMapping
import TestSupport
import Testing

/// Random records are written as CSV and read back by a simple reader.
@Suite("CSV, written and read")
struct CSVRandomTests {
  /// A value, as the JSON of the input and the text of its cell.
  private struct Value {
    var json: String?
    var cell: String
  }

  private static let pieces = [
    ("a", "a"), (",", ","), (";", ";"), ("\\t", "\t"), ("\\\"", "\""), ("\\n", "\n"),
    ("\\r", "\r"), ("\\\\", "\\"), ("\\/", "/"), (" ", " "), ("'", "'"), ("=", "="),
    ("\\u00e9", "\u{E9}"), ("\\uD83D\\uDE00", "\u{1F600}"), ("\u{E9}", "\u{E9}"),
    ("\u{1F600}", "\u{1F600}"), ("some plain text", "some plain text"),
  ]

  private static func value(_ generator: inout SeededGenerator, null: String) -> Value {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return Value(json: nil, cell: "")
    case 1: return Value(json: "null", cell: null)
    case 2: return Value(json: "true", cell: "true")
    case 3: return Value(json: "-1.50e3", cell: "-1.50e3")
    case 4: return Value(json: "[ 1, \"a,b\" ]", cell: "[1,\"a,b\"]")
    default:
      var (json, cell) = ("", "")
      for _ in 0..<Int.random(in: 0...generator.pick([3, 20, 70]), using: &generator) {
        let piece = generator.oneIn(3) ? generator.pick(pieces) : ("b", "b")
        json += piece.0
        cell += piece.1
      }
      return Value(json: "\"\(json)\"", cell: cell)
    }
  }

  @Test("what is read back is what was written", arguments: 0..<40)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let delimiter = generator.pick([",", ";", "\t", "|", " "] as [Character])
    let null = generator.pick(["", "NULL", "a,\"b"])
    let isWindows = generator.oneIn(2)
    let names = ["x", "y", "one.x", "one.y"]
    var input = ""
    var expected = [names]
    for _ in 0..<60 {
      let values = names.map { _ in Self.value(&generator, null: null) }
      let own = zip(["x", "y"], values).compactMap { name, value in
        value.json.map { "\"\(name)\":\($0)" }
      }
      let inner = zip(["x", "y"], values.dropFirst(2)).compactMap { name, value in
        value.json.map { "\"\(name)\":\($0)" }
      }
      // A record without any value would fail.
      let one = inner.isEmpty ? [] : ["\"one\":{\(inner.joined(separator: ","))}"]
      if (own + one).isEmpty { continue }
      input += "{" + (own + one).joined(separator: ",") + "}\n"
      expected.append(values.map(\.cell))
    }
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["x", "y"], "relationships": [
          {"from": "one", "to": "one", "map-ref": "b", "many": false}]},
        {"id": "b", "attributes": ["x", "y"]}]}
      """#
    let trial = try CSVTrial(spec, input) {
      $0.delimiter = delimiter
      $0.null = null
      $0.endsRowsWithCRLF = isWindows
    }
    let text = try #require(trial.text)
    let end = isWindows ? "\r\n" : "\n"
    let rows = try CSVReader.rows(text, delimiter: delimiter, end: end)
    #expect(rows == expected, "\(generator.recreation)")
    #expect(trial.findings == [])
  }
}
