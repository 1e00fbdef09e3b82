@testable import RKEngine
import TestSupport
import Testing

/// A handwritten plan: people with a name, an age that is an integer, and children.
@Suite("MappingOperation")
struct MappingOperationTests {
  /// People of `{"name", "age", "children": [...]}`, where the age is called years.
  static func plan(
    at keyPath: String? = nil,
    onMissing: Fallback = .absent,
    onError: Fallback = .absent,
    isRequired: Bool = false
  ) -> MappingPlan {
    var plan = MappingPlan()
    let table = plan.keys.add(["name", "age", "children"].map { Array($0.utf8) })
    let slots = [0, 1, 2].map { ShapeMember(slot: UInt32($0)) }
    let shape = plan.shapes.add(ObjectShape(table: table, members: plan.shapeMembers.add(slots)))
    let integer = plan.valueRules.add(ValueRule(.integer))
    var early: [AttributeRule] = []
    for (column, valueRule) in [PlanID.none, integer].enumerated() {
      let source = plan.sources.add([Source(.member(slot: UInt32(column)))])
      var rule = AttributeRule(
        sources: source,
        column: UInt32(column),
        valueRule: valueRule,
        site: PlanSite(column)
      )
      rule.onMissing = onMissing
      rule.onError = onError
      rule.isRequired = isRequired
      early.append(rule)
    }
    let children = plan.sources.add(Source(.member(slot: 2)))
    let relationship = RelationshipRule(
      source: children,
      node: PlanID(0),
      column: 2,
      site: PlanSite(2)
    )
    var node = PlanNode(site: PlanSite(3))
    node.shape = shape
    node.slotCount = 3
    node.early = plan.attributes.add(early)
    node.relationships = plan.relationships.add([relationship])
    node.columnCount = 3
    node.record = PlanID(0)
    let person = plan.nodes.add(node)
    let members = ["name", "years", "children"].enumerated().map { column, name in
      OutputMember(
        name: plan.schema.add(text: name.utf8),
        content: column == 2
          ? .related(column: 2, orGroup: .empty) : .column(UInt32(column))
      )
    }
    let name = plan.schema.add(text: "Person".utf8)
    let record = RecordShape(name: name, members: plan.schema.members.add(members))
    plan.schema.records.append(record)
    let key = plan.add(text: (keyPath ?? "").utf8)
    plan.descriptors.append(
      DescriptorPlan(
        path: plan.steps.add(keyPath == nil ? [] : [.key(key)]),
        node: person,
        section: 0,
        keyPath: key,
        lastKey: key
      )
    )
    return plan
  }

  @Test("attributes come in the order of the plan, by the names of the schema")
  func attributes() throws {
    let run = try PlanRun("{\"age\": 7, \"x\":[1], \"name\": \"A\"}", Self.plan())
    #expect(run.output == "{\"name\":\"A\",\"years\":7}\n")
    #expect(run.faults == [])
  }

  @Test("values are copied as they are written")
  func verbatim() throws {
    let run = try PlanRun("{\"name\":{ \"\\u0061\" : [1.50, -0] }}", Self.plan())
    #expect(run.output == "{\"name\":{\"\\u0061\":[1.50,-0]}}\n")
  }

  @Test("the last of several members counts, or the first where that is asked for")
  func duplicates() throws {
    let text = "{\"name\":1,\"name\":2}"
    #expect(try PlanRun(text, Self.plan()).output == "{\"name\":2}\n")
    #expect(try PlanRun(text, Self.plan(), keepsFirst: true).output == "{\"name\":1}\n")
  }

  @Test("keys with escapes are decoded")
  func escapedKeys() throws {
    #expect(try PlanRun("{\"n\\u0061me\":1}", Self.plan()).output == "{\"name\":1}\n")
  }

  @Test("related records are nested in their parents, whole trees of them")
  func related() throws {
    let text = """
      {"children":[{"name":"B","children":[{"name":"C"}]},null,{"name":"D"}],"name":"A"}
      """
    let run = try PlanRun(text, Self.plan())
    #expect(
      run.output == """
        {"name":"A","children":[{"name":"B","children":[{"name":"C"}]},{"name":"D"}]}

        """
    )
  }

  @Test("a single object is one related record, and null is null")
  func relatedOne() throws {
    let one = try PlanRun("{\"name\":1,\"children\":{\"name\":2}}", Self.plan())
    #expect(one.output == "{\"name\":1,\"children\":{\"name\":2}}\n")
    let null = try PlanRun("{\"name\":1,\"children\":null}", Self.plan())
    #expect(null.output == "{\"name\":1,\"children\":null}\n")
    let none = try PlanRun("{\"name\":1,\"children\":[]}", Self.plan())
    #expect(none.output == "{\"name\":1,\"children\":[]}\n")
  }

  @Test("trees of any depth are mapped without recursion")
  func deep() throws {
    let depth = 500
    let text =
      String(repeating: "{\"name\":1,\"children\":", count: depth) + "null"
      + String(repeating: "}", count: depth)
    #expect(try PlanRun(text, Self.plan()).output == text + "\n")
  }

  @Test("a value that cannot be converted is left out with a fault at its place")
  func conversionFault() throws {
    let run = try PlanRun("[{\"name\":1},\n {\"name\":2,\"age\": \"x\"}]", Self.plan())
    #expect(run.output == "{\"name\":1}\n{\"name\":2}\n")
    #expect(run.faults == ["conversion at 2:19 /1/age: \"x\""])
  }

  @Test("a record fails where its rule says so, and the run stops")
  func failedRecord() throws {
    let plan = Self.plan(onError: .error)
    let run = try PlanRun("[{\"name\":1},{\"age\":1.5},{\"name\":3}]", plan)
    #expect(run.output == "{\"name\":1}\n")
    #expect(run.faults == ["conversion at 1:20 /1/age: 1.5"])
    #expect(run.ending == .failedRecord)
  }

  @Test(
    "a required value must be there and not be null",
    arguments: ["{\"name\":1}", "{\"name\":1,\"age\":null}"]
  )
  func required(text: String) throws {
    let run = try PlanRun(text, Self.plan(isRequired: true))
    #expect(run.ending == .failedRecord)
    #expect(run.output == "")
    #expect(run.faults.first?.hasPrefix("required") == true)
  }

  @Test(
    "a representation of which nothing can be mapped fails",
    arguments: ["{\"x\":1}", "{\"x\":{\"name\":1}}"]
  )
  func unmappable(text: String) throws {
    let run = try PlanRun(text, Self.plan())
    #expect(run.faults.first?.hasPrefix("unmappable at 1:1") == true)
    #expect(run.ending == .failedRecord)
  }

  @Test("a fault of the text ends the run after what was mapped")
  func syntax() throws {
    let run = try PlanRun("{\"name\":1}\n{\"name\":2,}", Self.plan())
    #expect(run.output == "{\"name\":1}\n")
    #expect(run.faults == ["unexpected at 2:11"])
    #expect(run.ending == .noJSON)
  }

  @Test("a repeated key is rejected at its position on request")
  func refusedDuplicates() throws {
    let run = try PlanRun("{\"name\":1,\n\"x\":{\"y\":1,\"y\":2}}", Self.plan(), refuses: true)
    #expect(run.faults == ["duplicateKey at 2:12"])
    #expect(run.ending == .noJSON)
  }

  @Test("a run stops at the requested number of records")
  func limit() throws {
    let run = try PlanRun("[{\"name\":1},{\"name\":2},{\"name\":3}]", Self.plan(), limit: 2)
    #expect(run.output == "{\"name\":1}\n{\"name\":2}\n")
    #expect(run.ending == .limit)
  }

  @Test("streamed elements are mapped the same in chunks of any size", arguments: 0..<20)
  func streamed(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    var elements: [String] = []
    var records: [String] = []
    for number in 0..<30 {
      let other = String(decoding: json.document(size: 60), as: UTF8.self)
      elements.append("{\"x\":\(other),\"age\":\"\(number)\",\"y\":\(other)}")
      records.append("{\"years\":\(number)}\n")
    }
    let text = "{\"a\":\(elements[0]),\"people\":[\(elements.joined(separator: ", "))],\"b\":1}"
    for chunkSize in [1, 13, 64, 500, .max] {
      let run = try PlanRun(text, Self.plan(at: "people"), chunkSize: chunkSize)
      #expect(run.output == records.joined(), "\(json.generator.recreation), \(chunkSize)")
      #expect(run.faults == [])
    }
  }
}
