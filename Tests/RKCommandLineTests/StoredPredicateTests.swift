import RKSQLite
import Testing

/// A predicate selects the same rows of a database as of the same records without one.
@Suite("Predicates over stored rows, and over records")
struct StoredPredicateTests {
  private static let input = #"""
    [{"id": 1, "t": "a?b", "u": "", "n": 9223372036854775808, "d": "12.30"},
     {"id": 2, "t": "axb", "u": "a", "n": 1e400, "b": true},
     {"id": 3, "t": "\u212A", "u": "9", "n": -1e400, "b": false},
     {"id": 4, "t": "a\u0000b", "u": 9, "n": 10, "day": "2024-01-02"},
     {"id": 5, "t": "[*]\\", "u": null, "n": null, "day": "2024-01-02T01:00:00+01:00"},
     {"id": 6, "t": null, "a": {"b": 5}, "n": 5.50}, {"id": 7, "t": "50%_'\"", "a": {"b": "5"}}]
    """#

  private func spec(_ predicate: String) -> String {
    #"""
    {"mappers": [{"id": "m", "target": "T", "identification": "id", "deletionPredicate": "\#(predicate)",
      "attributes": ["id", {"to": "t", "type": "string"}, "u", {"to": "n", "type": "number"},
        {"to": "d", "type": "decimal"}, {"to": "b", "type": "boolean"},
        {"to": "day", "type": "date"}, "a.b"]}]}
    """#
  }

  @Test(
    "Both delete the same rows",
    arguments: [
      // A pattern: a character after a backslash is literal, and so is a bracket.
      (#"t LIKE 'a\\\\?b'"#, [1]), (#"t LIKE '??b' AND id < 4"#, [1, 2]), (#"t LIKE '[[]*'"#, []),
      (#"t LIKE '[\\\\*]\\\\\\\\'"#, [5]), (#"t LIKE '*%_*'"#, [7]), (#"t LIKE 'a'"#, []),
      // Nothing is unknown: a part of an empty text is empty.
      ("NOT (u BEGINSWITH 'x')", [1, 2, 3, 4, 5, 6, 7]),
      ("NOT (u ENDSWITH 'x')", [1, 2, 3, 4, 5, 6, 7]),
      ("u BEGINSWITH ''", [1, 2, 3]), ("u ENDSWITH ''", [1, 2, 3]),
      // Numbers that a database stores as texts.
      ("n > 10", [1, 2]), ("n < 0", [3]), ("n > '9'", []), ("n != NIL", [1, 2, 3, 4, 6]),
      ("n CONTAINS 'e'", []), ("length(n) > 0", []), ("n == '1e400'", []),
      ("n BETWEEN {5.5, 10}", [4, 6]),
      ("t ==[c] 'k'", [3]), ("t CONTAINS[c] 'K'", [3]), ("t ENDSWITH '\\\"'", [7]),
      (#"t CONTAINS '\\''"#, [7]),
      ("u == 9", [4]), ("u == '9'", [3]), ("u != 9", [1, 2, 3, 5, 6, 7]), ("a.b == 5", [6]),
      ("b == YES", [2]), ("b != TRUE", [1, 3, 4, 5, 6, 7]), ("b < 1", [3]),
      ("d == NIL", [2, 3, 4, 5, 6, 7]),
      ("day == '2024-01-02T00:00:00Z'", [4, 5]), ("day < '2024'", []),
      ("ALL a.b == 5", [1, 2, 3, 4, 5, 6]),
    ]
  )
  func same(predicate: String, gone: [Int]) throws {
    let place = try Workplace(spec: spec(predicate), input: Self.input)
    let lines = try place.run("apply", "spec.json", "in.json", "--to", "ndjson")
    let kept = lines.output.split(separator: "\n").map { $0.dropFirst(6).prefix(1) }
    let expected = (1...7).filter { !gone.contains($0) }.map(String.init).joined(separator: " ")
    #expect(lines.status == 0 && kept.joined(separator: " ") == expected)
    #expect(try place.run("apply", "spec.json", "in.json", "-o", "x.db").status == 0)
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    let stored = try database.text(
      "SELECT group_concat(id, ' ') FROM (SELECT id FROM T ORDER BY id)"
    )
    #expect(stored ?? "" == expected)
  }
}
