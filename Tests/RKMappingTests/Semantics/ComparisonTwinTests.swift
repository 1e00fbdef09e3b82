import RKMapping
import TestSupport
import Testing

/// Predicates that only compare values with constants, compared with their double negation, which
/// the expression machine evaluates.
@Suite("Comparisons with constants")
struct ComparisonTwinTests {
  private static let values = [
    "1", "-1", "10", "10.0", "9.99", "1e1", "99000", "99000.01", "123456789012345678901", "0.0",
    "-0", "0.1234567890123456", "-0.50", "12345678", "1234567.5", "9007199254740993",
    "\"A\"", "\"XX\"", "\"\\u0058X\"", "\"10\"", "\"\"", "\"XXX\"", "\"X\\n\"",
    "\"sevenby\"", "\"sixteen bytes ..\"", "\"seventeen bytes..\"", "\"seventeen bytes,.\"",
    "\"seventeen \\u0062ytes..\"", "true", "null", "[10]", "{\"a\":10}",
  ]

  private static func comparison(_ operand: String, _ generator: inout SeededGenerator) -> String {
    let number = { (generator: inout SeededGenerator) in
      generator.pick(["10", "0", "-1", "9.99", "10.00", "99000", "1e1", "-0.5", "9007199254740993"])
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return "\(operand) BETWEEN {\(number(&generator)), \(number(&generator))}"
    case 1:
      let text = generator.pick([
        "XX", "", "sevenby", "fifteen bytes.", "sixteen bytes ..", "seventeen bytes..",
      ])
      return "\(operand) \(generator.pick(["==", "!="])) '\(text)'"
    default:
      return
        "\(operand) \(generator.pick(["==", "!=", "<", "<=", ">", ">="])) \(number(&generator))"
    }
  }

  @Test("give the same results as the machine", arguments: 0..<40)
  func twins(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let when = (0..<Int.random(in: 1...3, using: &generator))
      .map { _ in Self.comparison(generator.pick(["a", "b"]), &generator) }
      .joined(separator: " AND ")
    let result = Self.comparison("SELF", &generator)
    func spec(_ when: String, _ result: String) -> String {
      """
      {"mappers": [{"id": "m", "when": "\(when)", "attributes": [
        "a", {"from": "b", "to": "b", "validate": [{"unless": "\(result)", "then": "null"}]}]}]}
      """
    }
    let documents = (0..<40).map { _ in
      let members = ["a", "b"].filter { _ in !generator.oneIn(8) }
        .map { "\"\($0)\":\(generator.pick(Self.values))" }
      return "{\((members + ["\"c\":1"]).joined(separator: ","))}"
    }
    let input = "[\(documents.joined(separator: ","))]"
    let direct = try MappingTrial(spec(when, result), input)
    let machine = try MappingTrial(spec("NOT (NOT (\(when)))", "NOT (NOT (\(result)))"), input)
    #expect(direct.output == machine.output, "\(when), \(result), \(generator.recreation)")
    #expect(direct.findings == machine.findings)
  }
}
