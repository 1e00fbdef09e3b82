@testable import RKEngine
import TestSupport
import Testing

/// Objects whose keys are in some order, compared with their known contents.
@Suite("Keys in the order of objects before")
struct KeySequencesTests {
  /// Keys of all lengths, some of which differ in one byte only.
  private static let keys: [String] = {
    let text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
    let plain = (0...40).map { String(text.prefix($0)) }
    let changed = [7, 8, 9, 15, 16, 17, 20, 30, 31, 32].map { count in
      String(text.prefix(count / 2)) + "_" + text.prefix(count).dropFirst(count / 2 + 1)
    }
    return plain + changed + ["a\\\"b", "é"]
  }()

  /// Values of all kinds, each as it is to be written.
  private static let values = [
    "0", "-1.5e3", "12345678901234567890", "\"\"", "\"plain\"", "\"a\\\"b\"", "\"\\u00e9\"",
    "\"é\"",
    "\"\(String(repeating: "long ", count: 40))\"", "true", "false", "null", "[]", "[1,[2]]",
    "{\"a\":{\"b\":1}}",
  ]

  /// Copies the values of some keys, in their order.
  private static func plan(_ wanted: [String]) -> MappingPlan {
    var plan = MappingPlan()
    let table = plan.keys.add(wanted.map { Array($0.utf8) })
    var node = PlanNode(site: PlanSite(0))
    let members = wanted.indices.map { column in
      let source = plan.sources.add([Source(.member(slot: UInt32(column)))])
      let rule = plan.attributes.add(
        AttributeRule(
          sources: source,
          column: UInt32(column),
          valueRule: .none,
          site: PlanSite(0)
        )
      )
      return ShapeMember(slot: UInt32(column), copy: rule, column: UInt32(column))
    }
    node.shape = plan.shapes.add(ObjectShape(table: table, members: plan.shapeMembers.add(members)))
    node.slotCount = UInt32(wanted.count)
    node.columnCount = UInt32(wanted.count)
    node.copyCount = UInt32(wanted.count)
    node.early = PlanRange(plan.attributes.indices)
    node.record = PlanID(0)
    let outputs = wanted.indices.map { column in
      OutputMember(name: plan.schema.add(text: "c\(column)".utf8), content: .column(UInt32(column)))
    }
    plan.schema.records.append(
      RecordShape(
        name: plan.schema.add(text: "R".utf8),
        members: plan.schema.members.add(outputs)
      )
    )
    let key = plan.add(text: "".utf8)
    plan.descriptors.append(
      DescriptorPlan(
        path: .empty,
        node: plan.nodes.add(node),
        section: 0,
        keyPath: key,
        lastKey: key
      )
    )
    return plan
  }

  @Test("are found anywhere, with values of all kinds", arguments: 0..<60)
  func orders(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let wanted = Self.keys.filter { !$0.contains("\\") && generator.oneIn(3) }
    guard !wanted.isEmpty else { return }
    let plan = Self.plan(wanted)
    var order = Self.keys.shuffled(using: &generator)
    let change = generator.pick([2, 10, 1000])
    var lines: [String] = []
    var expected: [String] = []
    let spaces = generator.pick(["", " "])
    for number in 0..<120 {
      if generator.oneIn(change) { order.shuffle(using: &generator) }
      var keys = order.filter { _ in !generator.oneIn(generator.pick([2, 30])) }
      if generator.oneIn(20) { keys.insert("other \(number)", at: keys.count / 2) }
      let values = Dictionary(
        uniqueKeysWithValues: keys.map {
          ($0, generator.oneIn(2) ? "\(number)" : generator.pick(Self.values))
        }
      )
      let members = keys.map { "\"\($0)\":\(values[$0] ?? "")\(spaces)" }
      lines.append("{\(members.joined(separator: ","))}")
      let found = wanted.indices.filter { keys.contains(wanted[$0]) }
      if found.isEmpty {
        lines.removeLast()
      } else {
        let members = found.map { "\"c\($0)\":\(values[wanted[$0]] ?? "")" }
        expected.append("{\(members.joined(separator: ","))}")
      }
    }
    let run = try PlanRun(lines.joined(separator: "\n"), plan, format: .ndjson)
    #expect(run.faults == [])
    #expect(run.output == expected.map { $0 + "\n" }.joined(), "\(generator.recreation)")
  }
}
