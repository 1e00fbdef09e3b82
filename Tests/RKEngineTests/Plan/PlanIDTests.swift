@testable import RKEngine
import Testing

@Suite("PlanID")
struct PlanIDTests {
  @Test("leads to the element that it was given for")
  func elements() {
    var table = ["a"]
    let second = table.add("b")
    let more = table.add(["c", "d"])
    #expect(table[second] == "b")
    #expect(Array(table[more]) == ["c", "d"])
    #expect(more.indices == 2..<4)
    #expect(more.count == 2)
  }

  @Test("none refers to no element, and an empty range has none")
  func none() {
    #expect(PlanID<String>.none.isNone)
    #expect(!PlanID<String>(0).isNone)
    #expect(PlanRange<String>.empty.isEmpty)
    #expect([1, 2][PlanRange<Int>.empty].isEmpty)
  }
}

@Suite("MappingPlan")
struct MappingPlanTests {
  @Test("keeps the text of its constants")
  func text() {
    var plan = MappingPlan()
    let first = plan.add(text: "one".utf8)
    let second = plan.add(text: "two".utf8)
    #expect(Array(plan.text[first.range]) == Array("one".utf8))
    #expect(Array(plan.text[second.range]) == Array("two".utf8))
  }

  @Test("streams documents of one descriptor whose path is made of keys")
  func streamable() {
    #expect(MappingOperationTests.plan(at: "people").isStreamable)
    #expect(!MappingPlan().isStreamable)
    var whole = MappingOperationTests.plan()
    whole.needsDocument = true
    #expect(!whole.isStreamable)
    var several = MappingOperationTests.plan()
    several.descriptors += several.descriptors
    #expect(!several.isStreamable)
    var indexed = MappingOperationTests.plan()
    indexed.descriptors[0].path = indexed.steps.add([.index(0)])
    #expect(!indexed.isStreamable)
  }
}
