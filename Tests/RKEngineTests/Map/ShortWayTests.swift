@testable import RKEngine
import TestSupport
import Testing

/// Rows that are arrays, and records whose node is chosen by a text, compared with the general path: a plan in which
/// something asks for ancestors takes that.
@Suite("Rows and choices")
struct ShortWayTests {
  private static func generalWay(_ plan: MappingPlan) -> MappingPlan {
    var plan = plan
    plan.ancestorPaths.append(AncestorPath(.empty))
    return plan
  }

  /// The plan's outputs and faults, by both ways, in several forms and windows.
  private static func expectTwins(
    _ plan: MappingPlan,
    _ lines: [String],
    _ generator: inout SeededGenerator
  )
    throws
  {
    let keepsFirst = generator.oneIn(2)
    let rule = generator.pick([FailedRecordRule.fail, .skip])
    let limit = generator.pick([3, Int.max])
    let list = "[\(lines.joined(separator: ",\n"))]"
    for (text, format) in [(list, InputFormat.json), (lines.joined(separator: "\n"), .ndjson)] {
      for chunkSize in [Int.max, 7] {
        func run(_ plan: MappingPlan) throws -> PlanRun {
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
        let (found, expected) = (try run(plan), try run(generalWay(plan)))
        #expect(found.output == expected.output, "\(generator.recreation)")
        #expect(found.faults == expected.faults, "\(generator.recreation)")
        #expect(found.ending == expected.ending, "\(generator.recreation)")
      }
    }
  }

  /// A node that makes columns of the elements at these places.
  private static func addRow(
    _ places: [Int32],
    to plan: inout MappingPlan,
    _ generator: inout SeededGenerator
  )
    -> PlanID<PlanNode>
  {
    let number = plan.valueRules.add(ValueRule(.number))
    var rules: [AttributeRule] = []
    for (column, place) in places.enumerated() {
      var source = Source(.representation, rest: plan.steps.add([.index(place)]))
      source.countsAlone = generator.oneIn(4)
      var rule = AttributeRule(
        sources: plan.sources.add([source]),
        column: UInt32(column),
        valueRule: generator.pick([.none, number]),
        site: PlanSite(column)
      )
      rule.onMissing = generator.pick([.absent, .absent, .null, .error])
      rule.onNull = generator.pick([.null, .absent])
      rule.onError = generator.pick([.absent, .null, .error])
      rule.counts = !generator.oneIn(4)
      rules.append(rule)
    }
    var node = PlanNode(site: PlanSite(places.count))
    node.early = plan.attributes.add(rules)
    node.columnCount = UInt32(places.count)
    node.readsArrays = true
    return add(node, places.map { "p\($0)" }, to: &plan)
  }

  private static func add(_ node: PlanNode, _ names: [String], to plan: inout MappingPlan)
    -> PlanID<PlanNode>
  {
    var node = node
    let members = names.enumerated().map { column, name in
      OutputMember(name: plan.schema.add(text: name.utf8), content: .column(UInt32(column)))
    }
    node.record = PlanID(plan.schema.records.count)
    let name = plan.schema.add(text: "Record".utf8)
    let record = RecordShape(name: name, members: plan.schema.members.add(members))
    plan.schema.records.append(record)
    return plan.nodes.add(node)
  }

  /// Documents are mapped by a node.
  private static func begin(
    with node: PlanID<PlanNode>,
    _ plan: inout MappingPlan,
    _ cardinality: Cardinality
  ) {
    let key = plan.add(text: "".utf8)
    var descriptor = DescriptorPlan(
      path: .empty,
      node: node,
      section: 0,
      keyPath: key,
      lastKey: key
    )
    descriptor.cardinality = cardinality
    plan.descriptors.append(descriptor)
  }

  private static func value(_ generator: inout SeededGenerator) -> String {
    generator.pick([
      "1", "-2.50", "\"a\"", "\"b\"", "\"\\u0061\"", "null", "true", "[1, 2]", "{}", "\"\\ud800\"",
      "\"\"",
    ])
  }

  private static func row(_ generator: inout SeededGenerator) -> String {
    if generator.oneIn(10) {
      return generator.pick(["{}", "null", "7", "{\"type\":\"a\"}", "\"a\""])
    }
    let count = generator.oneIn(20) ? 300 : Int.random(in: 0...4, using: &generator)
    let elements = (0..<count).map { _ in value(&generator) }
    return "[\(elements.joined(separator: generator.pick([",", " , "])))]"
  }

  @Test("rows are like all records", arguments: 0..<60)
  func rows(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var plan = MappingPlan()
    let places = generator.pick(
      [[0, 1], [2, 0, -1], [-2], [0, 299], [.max, 0, .min]] as [[Int32]]
    )
    let node = Self.addRow(places, to: &plan, &generator)
    Self.begin(with: node, &plan, generator.pick([.automatic, .one]))
    let lines = (0..<20).map { _ in Self.row(&generator) }
    #expect(plan.flatNodes(counts: false).map(\.isFlat) == [true])
    #expect(Self.generalWay(plan).flatNodes(counts: false).map(\.isFlat) == [false])
    try Self.expectTwins(plan, lines, &generator)
  }

  /// A node that takes the key `name`, and another under the key by which it is chosen.
  private static func addRecord(_ key: String, to plan: inout MappingPlan) -> PlanID<PlanNode> {
    let table = plan.keys.add([key, "name"].map { Array($0.utf8) })
    let members = [0, 1].map { ShapeMember(slot: UInt32($0)) }
    let rules = [0, 1].map { column in
      AttributeRule(
        sources: plan.sources.add([Source(.member(slot: UInt32(column)))]),
        column: UInt32(column),
        valueRule: .none,
        site: PlanSite(column)
      )
    }
    var node = PlanNode(site: PlanSite(plan.nodes.count))
    node.shape = plan.shapes.add(ObjectShape(table: table, members: plan.shapeMembers.add(members)))
    node.slotCount = 2
    node.early = plan.attributes.add(rules)
    node.columnCount = 2
    return add(node, [key, "n\(plan.nodes.count)"], to: &plan)
  }

  /// The predicate that a value is a text.
  private static func addComparison(
    of source: PlanID<Source>,
    with text: String,
    to plan: inout MappingPlan
  ) -> PlanID<ExpressionProgram> {
    let range = plan.add(text: text.utf8)
    var constant = ExpressionNode(.constant)
    constant.constant = Cell(.string, space: .plan, offset: range.offset, count: range.count)
    var root = ExpressionNode(.comparison(.equal))
    root.operands = plan.expressions.add([ExpressionNode(.operand), constant])
    return plan.programs.add(
      ExpressionProgram(
        root: plan.expressions.add(root),
        operands: plan.expressionOperands.add([.source(source)])
      )
    )
  }

  private static func object(_ key: String, _ generator: inout SeededGenerator) -> String {
    var members = ["\"\(key)\":\(value(&generator))", "\"name\" : \(value(&generator))"]
    if generator.oneIn(3) { members.append("\"\(key)\":\(value(&generator))") }
    if generator.oneIn(5) { members.append("\"name\":2") }
    if generator.oneIn(5) { members.append("\"\\u0074\(key.dropFirst())\":\"a\"") }
    if generator.oneIn(3) { members.append("\"\(key)s\":{\"\(key)\":[\"}\\\\\"]}") }
    members.shuffle(using: &generator)
    let kept = members.prefix(Int.random(in: 0...members.count, using: &generator))
    return "{\(kept.joined(separator: generator.pick([",", " , "])))}"
  }

  @Test("choices by a text are like all choices", arguments: 0..<80)
  func choices(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var plan = MappingPlan()
    let key = generator.pick(["type", "tag_of_the_record_that_is_long"])
    let isRow = generator.oneIn(3)
    let nodes = (0..<3).map { _ in
      isRow ? Self.addRow([0, 1], to: &plan, &generator) : Self.addRecord(key, to: &plan)
    }
    var chooser = PlanNode(site: PlanSite(9))
    var source = Source(.representation, rest: plan.steps.add([.index(generator.pick([0, 1]))]))
    if !isRow {
      let table = plan.keys.add([Array(key.utf8)])
      let members = plan.shapeMembers.add([ShapeMember(slot: 0)])
      chooser.shape = plan.shapes.add(ObjectShape(table: table, members: members))
      chooser.slotCount = 1
      source = Source(.member(slot: 0), whole: plan.steps.add([.key(plan.add(text: key.utf8))]))
    }
    let id = plan.sources.add(source)
    let texts = ["a", "b", "a", "1", "true", ""].map { plan.add(text: $0.utf8) }
    let isText = generator.oneIn(2)
    var matchers: [MatcherRule] = []
    for (number, text) in texts.enumerated() {
      let node = generator.pick([nodes[0], nodes[1], nodes[2], .none])
      var matcher = MatcherRule(
        source: id,
        test: isText ? .text : .equals,
        node: isText ? .none : node
      )
      let kind: Cell.Kind = number == 3 ? .number : .string
      matcher.literals = plan.literals.add([
        MatcherLiteral(kind: kind, text: text, node: isText ? node : .none)
      ])
      matchers.append(matcher)
    }
    if generator.oneIn(5) {
      matchers.append(MatcherRule(source: id, test: .kind(.number), node: nodes[1]))
    }
    if !isRow && generator.oneIn(2) {
      var matcher = MatcherRule(source: .none, test: .predicate, node: nodes[1])
      matcher.predicate = Self.addComparison(of: id, with: "\"b\"", to: &plan)
      matchers.insert(matcher, at: generator.pick([0, matchers.count]))
    }
    chooser.isDynamic = true
    chooser.readsArrays = isRow
    chooser.matchers = plan.matchers.add(matchers)
    chooser.otherwise = generator.pick([nodes[2], .none])
    let root = plan.nodes.add(chooser)
    Self.begin(with: root, &plan, generator.pick([.automatic, .one]))
    let lines = (0..<20).map { _ in
      isRow || generator.oneIn(9) ? Self.row(&generator) : Self.object(key, &generator)
    }
    #expect(plan.flatNodes(counts: false).map(\.isChoice) == [false, false, false, true])
    try Self.expectTwins(plan, lines, &generator)
  }
}
