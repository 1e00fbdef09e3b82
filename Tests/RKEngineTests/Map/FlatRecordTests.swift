@testable import RKEngine
import TestSupport
import Testing

/// Records that are mapped without a stack, and lines, compared with the general path.
@Suite("Records without relationships")
struct AloneRecordTests {
  /// The people of `MappingOperationTests`; mapped flat they have no children.
  private static func plan(isFlat: Bool, _ generator: inout SeededGenerator) -> MappingPlan {
    var plan = MappingOperationTests.plan(
      onMissing: generator.pick([.absent, .null, .error]),
      onError: generator.pick([.absent, .null, .error]),
      isRequired: generator.oneIn(4)
    )
    if isFlat { plan.nodes[0].relationships = .empty }
    return plan
  }

  private static func document(_ generator: inout SeededGenerator) -> String {
    let name = generator.pick(["\"A\"", "\"a\\\"b\"", "null", "[1, {\"x\":2}]", "\"\\ud800\"", "7"])
    let age = generator.pick(["7", "\"42\"", "\"x\"", "null", "1.5", "true", "\"\""])
    var members = ["\"name\":\(name)", "\"age\": \(age)"]
    if generator.oneIn(4) { members.append("\"name\":1") }
    if generator.oneIn(4) { members.append("\"n\\u0061me\":\"B\"") }
    if generator.oneIn(3) { members.append("\"other\" : {\"name\":[\"}\"]}") }
    members.shuffle(using: &generator)
    let kept = members.prefix(Int.random(in: 0...members.count, using: &generator))
    return generator.oneIn(12)
      ? generator.pick(["[]", "null", "[{\"name\":\"C\"}]"])
      : "{\(kept.joined(separator: generator.pick([",", " , "])))}"
  }

  @Test("are like all records", arguments: 0..<60)
  func twins(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let again = generator
    let alone = Self.plan(isFlat: true, &generator)
    generator = again
    let related = Self.plan(isFlat: false, &generator)
    #expect(alone.flatNodes(counts: false).map(\.isFlat) == [true])
    #expect(related.flatNodes(counts: false).map(\.isFlat) == [false])
    let text = (0..<20).map { _ in Self.document(&generator) }.joined(separator: "\n")
    let keepsFirst = generator.oneIn(2)
    let limit = generator.pick([3, Int.max])
    let rule = generator.pick([FailedRecordRule.fail, .skip])
    func run(_ plan: MappingPlan, _ format: InputFormat, chunkSize: Int = .max) throws -> PlanRun {
      try PlanRun(
        text,
        plan,
        format: format,
        chunkSize: chunkSize,
        keepsFirst: keepsFirst,
        limit: limit,
        rule: rule
      )
    }
    let expected = try run(related, .json)
    for (plan, format) in [(alone, InputFormat.json), (alone, .ndjson), (related, .ndjson)] {
      for chunkSize in [Int.max, 7] {
        let found = try run(plan, format, chunkSize: chunkSize)
        #expect(found.output == expected.output, "\(generator.recreation)")
        #expect(found.faults == expected.faults, "\(generator.recreation)")
      }
    }
  }
}
