import RKMapping
import TestSupport
import Testing

/// Rows that are arrays, and records whose mapper is chosen, are mapped without a stack; not so where a mapper refers to
/// what is around a record, which must make no difference.
@Suite("Records that are mapped a shorter way")
struct ShorterWayTests {
  /// Both ways, by mappers that only differ in an attribute that is never found.
  private func compare(
    _ spec: (_ more: String) -> String,
    _ input: String,
    _ format: Input.Format?,
    _ generator: SeededGenerator,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var options = MapperOptions()
    options.failedRecords = .skip
    options.failureLimit = .count(1000)
    let short = try MappingTrial(spec(""), input, format: format, options: options)
    let more = #", {"from": "@parent.nowhere", "to": "never"}"#
    let long = try MappingTrial(spec(more), input, format: format, options: options)
    let comment = Comment(rawValue: generator.recreation)
    #expect(short.output == long.output, comment, sourceLocation: sourceLocation)
    #expect(short.findings == long.findings, comment, sourceLocation: sourceLocation)
    #expect(
      short.report.recordCount == long.report.recordCount,
      comment,
      sourceLocation: sourceLocation
    )
    #expect(
      short.report.declinedCount == long.report.declinedCount,
      comment,
      sourceLocation: sourceLocation
    )
    #expect(
      short.report.failedCount == long.report.failedCount,
      comment,
      sourceLocation: sourceLocation
    )
  }

  private func value(_ generator: inout SeededGenerator) -> String {
    generator.pick([
      "1", "-2.50e3", "\"a\"", "\"b\\n\"", "\"\\ud800\"", "null", "true", "[]", "[1,[2]]",
      "{\"k\":[3]}", "\"\"",
      "123456789012345678901234567890123456",
    ])
  }

  private func row(_ generator: inout SeededGenerator) -> String {
    let count = generator.pick([0, 1, 2, 3, 5, 300])
    return "["
      + (0..<count).map { _ in value(&generator) }.joined(separator: generator.pick([",", " , "]))
      + "]"
  }

  private func object(_ generator: inout SeededGenerator) -> String {
    var members = ["id", "kind", "0", "k"].map { "\"\($0)\":\(value(&generator))" }
    if generator.oneIn(2) {
      members[1] = generator.pick([
        "\"kind\":\"a\"", "\"k\\u0069nd\":\"b\"", "\"kind\":\"\\u0061\"",
      ])
    }
    if generator.oneIn(5) { members.append("\"kind\":\"b\"") }
    members.shuffle(using: &generator)
    let kept = members.prefix(Int.random(in: 0...members.count, using: &generator))
    return "{" + kept.joined(separator: ",") + "}"
  }

  private func input(_ generator: inout SeededGenerator) -> (text: String, format: Input.Format?) {
    let values = (0..<30).map { _ in
      switch generator.below(5) {
      case 0: value(&generator)
      case 1, 2: row(&generator)
      default: object(&generator)
      }
    }
    if generator.oneIn(2) { return (values.joined(separator: "\n") + "\n", .ndjson) }
    return ("[" + values.joined(separator: ",\n") + "]", .json)
  }

  private let attributes = """
    "id", {"from": "[0]", "to": "first", "type": "number"}, {"from": "[3]", "to": "fourth"}, {"from": "[-1]", "to": "last"},
    {"from": "[299]", "to": "far"}, {"from": "[-299]", "to": "back"}, {"from": "[1][0]", "to": "inner"},
    {"from": "k", "to": "k", "transform": "uppercase"}
    """

  @Test("rows that are arrays", arguments: 0..<60 as Range<UInt64>)
  func rows(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (text, format) = input(&generator)
    let many = generator.pick(["true", "false"])
    let required = generator.pick(["", #", {"from": "[1]", "to": "second", "required": true}"#])
    try compare(
      {
        """
        {"many": \(many), "mappers": [{"id": "m", "target": "M", "attributes": [\(attributes)\(required)\($0)]}]}
        """
      },
      text,
      format,
      generator
    )
  }

  @Test("records whose mapper is chosen", arguments: 0..<100 as Range<UInt64>)
  func choices(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (text, format) = input(&generator)
    let matchers = [
      #"{"keyPath": "kind", "expectValue": "a", "map-ref": "m"}"#,
      #"{"keyPath": "kind", "expectValues": ["b", 1, true], "map-ref": "n"}"#,
      #"{"keyPath": "kind", "valueMap": {"a": "n", "b": "m", "null": "m"}}"#,
      #"{"keyPath": "[0]", "expectValue": "a", "map-ref": null}"#,
      #"{"keyPath": "[0]", "expectType": "number", "map-ref": "n"}"#,
      #"{"predicate": "kind == 'a' OR id == 1", "map-ref": "n"}"#,
    ].shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator))
    let rest = generator.pick(["", #""default": "m","#, #""unmatched": "error","#])
    let when = generator.pick(["", #""when": "k != 'b'","#])
    try compare(
      {
        """
        {"root-map-ref": "any", "mappers": [
          {"id": "any", "dynamic": true, \(rest) "matchers": [\(matchers.joined(separator: ","))]},
          {"id": "m", "target": "M", \(when) "attributes": [\(attributes)\($0)]},
          {"id": "n", "target": "N", "attributes": ["id", {"from": "[2]", "to": "third"}\($0)]}]}
        """
      },
      text,
      format,
      generator
    )
  }
}
