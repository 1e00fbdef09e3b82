import RKMapping
import Testing

/// The result of every type for every kind of value, one row each.
@Suite("The conversion table")
struct ConversionTableTests {
  /// The values in a row, in this order.
  static let values = [
    "\"x\"", "\"42\"", "42", "1.50", "true", "[1]", "{\"k\":1}", "null", "\"\"", "\" \"",
  ]

  /// A dash is a failed conversion.
  static let rows: [(type: String, results: [String])] = [
    (
      "string",
      [
        "\"x\"", "\"42\"", "\"42\"", "\"1.50\"", "\"true\"", "-", "-", "null", "\"\"", "\" \"",
      ]
    ),
    ("integer", ["-", "42", "42", "-", "1", "-", "-", "null", "null", "null"]),
    ("number", ["-", "42", "42", "1.50", "1", "-", "-", "null", "null", "null"]),
    ("decimal", ["-", "\"42\"", "\"42\"", "\"1.50\"", "\"1\"", "-", "-", "null", "null", "null"]),
    ("boolean", ["-", "-", "-", "-", "true", "-", "-", "null", "null", "null"]),
    ("url", ["\"x\"", "\"42\"", "-", "-", "-", "-", "-", "null", "null", "null"]),
    ("uuid", ["-", "-", "-", "-", "-", "-", "-", "null", "null", "null"]),
    ("data", ["-", "-", "-", "-", "-", "-", "-", "null", "null", "null"]),
    ("object", ["-", "-", "-", "-", "-", "-", "{\"k\":1}", "null", "null", "null"]),
    (
      "any",
      [
        "\"x\"", "\"42\"", "42", "1.50", "true", "[1]", "{\"k\":1}", "null", "\"\"", "\" \"",
      ]
    ),
    (
      "[string]",
      [
        "[\"x\"]", "[\"42\"]", "[\"42\"]", "[\"1.50\"]", "[\"true\"]", "[\"1\"]", "-", "null",
        "null", "[\" \"]",
      ]
    ),
    (
      "[integer]", ["-", "[42]", "[42]", "-", "[1]", "[1]", "-", "null", "null", "[null]"]
    ),
    ("[object]", ["-", "-", "-", "-", "-", "-", "[{\"k\":1}]", "null", "null", "[null]"]),
    (
      "[any]",
      [
        "[\"x\"]", "[\"42\"]", "[42]", "[1.50]", "[true]", "[1]", "[{\"k\":1}]", "null", "null",
        "[\" \"]",
      ]
    ),
    (
      "[[number]]",
      ["-", "[[42]]", "[[42]]", "[[1.50]]", "[[1]]", "[[1]]", "-", "null", "null", "[[null]]"]
    ),
    ("set<number>", ["-", "[42]", "[42]", "[1.50]", "[1]", "[1]", "-", "null", "null", "[null]"]),
    (
      "orderedSet<decimal>",
      [
        "-", "[\"42\"]", "[\"42\"]", "[\"1.50\"]", "[\"1\"]", "[\"1\"]", "-", "null", "null",
        "[null]",
      ]
    ),
  ]

  @Test("a value becomes what the table says, or is reported and left out", arguments: rows)
  func row(type: String, results: [String]) throws {
    let columns = Self.values.indices.map { "\"v\($0)\": {\"type\": \"\(type)\"}" }
    let spec = spec(attributes: "{\(columns.joined(separator: ", ")), \"k\": \"k\"}")
    let members = Self.values.enumerated().map { "\"v\($0)\": \($1)" }
    let trial = try MappingTrial(spec, "{\"k\": 0, \(members.joined(separator: ", "))}")

    let kept = results.enumerated().filter { $1 != "-" }.map { "\"v\($0)\":\($1)," }.joined()
    let failed = results.enumerated().filter { $1 == "-" }.map { "RK1002 /v\($0.offset)" }
    #expect(trial.output == "{\(kept)\"k\":0}")
    // A failure in a list or an object is reported at its element.
    #expect(trial.findings.map { String($0.prefix(10)) } == failed)
  }

  @Test("a value need not be the text of a member", arguments: rows)
  func derived(type: String, results: [String]) throws {
    let inner = Self.values.indices.map {
      "{\"from\": \"@metadata.mapping.parentObject.v\($0)\", \"to\": \"v\($0)\", \"type\": \"\(type)\"}"
    }
    let outer = Self.values.indices.map { "\"v\($0)\"" }.joined(separator: ", ")
    let spec = """
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": [\(outer)],
          "relationships": [{"from": "c", "to": "c", "map-ref": "b"}]},
        {"id": "b", "attributes": [\(inner.joined(separator: ", ")), "k"]}]}
      """
    let members = Self.values.enumerated().map { "\"v\($0)\": \($1)" }.joined(separator: ", ")
    let trial = try MappingTrial(spec, "{\(members), \"c\": {\"k\": 0}}")
    let kept = results.enumerated().filter { $1 != "-" }.map { "\"v\($0)\":\($1)," }.joined()
    #expect(trial.output?.contains("\"c\":{\(kept)\"k\":0}}") == true, "\(trial.output ?? "")")
    #expect(trial.findings.count == results.filter { $0 == "-" }.count)
  }
}
