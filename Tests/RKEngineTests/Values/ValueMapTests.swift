@testable import RKEngine
import Testing

@Suite("Value maps")
struct ValueMapTests {
  /// People whose names are looked up; the constants are JSON text.
  private static func plan(
    _ entries: [(text: String, value: (Cell.Kind, String))],
    otherwise: (Cell.Kind, String)? = nil,
    emptyIsNull: Bool = false,
    conversion: Conversion? = nil
  ) -> MappingPlan {
    var plan = MappingOperationTests.plan()
    var made: [ValueMapEntry] = []
    for entry in entries {
      let text = plan.add(text: entry.text.utf8)
      made.append(ValueMapEntry(text: text, value: constant(entry.value, &plan)))
    }
    var map = PlanID<ValueMap>.none
    if !entries.isEmpty || otherwise != nil {
      map = plan.add(made, otherwise: otherwise.map { constant($0, &plan) } ?? .missing)
    }
    let name = Int(plan.nodes[0].early.first)
    plan.attributes[name].valueRule = plan.valueRules.add(
      ValueRule(conversion, emptyIsNull: emptyIsNull, map: map)
    )
    return plan
  }

  private static func constant(_ value: (Cell.Kind, String), _ plan: inout MappingPlan) -> Cell {
    let text = plan.add(text: value.1.utf8)
    return Cell(value.0, space: .plan, offset: text.offset, count: text.count)
  }

  private static let sexes: [(text: String, value: (Cell.Kind, String))] = [
    ("1", (.string, "\"male\"")), ("2", (.string, "\"female\"")), ("true", (.number, "7")),
    ("a\"b", (.structure, "[1,{}]")), ("x", (.null, "null")), ("1.0", (.false, "false")),
    ("", (.true, "true")),
  ]

  @Test(
    "a value is looked up by its text",
    arguments: [
      ("1", "\"male\""), ("\"2\"", "\"female\""), ("true", "7"), ("\"a\\\"b\"", "[1,{}]"),
      ("\"x\"", "null"), ("1.0", "false"), ("\"\"", "true"), ("null", "null"),
      ("\"\\u0031\"", "\"male\""),
    ]
  )
  func entries(value: String, output: String) throws {
    let run = try PlanRun("{\"name\":\(value)}", Self.plan(Self.sexes))
    #expect(run.output == "{\"name\":\(output)}\n")
    #expect(run.faults == [])
  }

  @Test(
    "a value without an entry gets the default, or cannot be converted",
    arguments: ["3", "\"X\"", "false", "[1]", "{\"a\":1}", "\"11\"", "01.0e0", "\"a\""]
  )
  func otherwise(value: String) throws {
    let input = "{\"name\":\(value == "01.0e0" ? "1.0e0" : value),\"age\":1}"
    let given = try PlanRun(input, Self.plan(Self.sexes, otherwise: (.string, "\"?\"")))
    #expect(given.output == "{\"name\":\"?\",\"years\":1}\n")
    let none = try PlanRun(input, Self.plan(Self.sexes))
    #expect(none.output == "{\"years\":1}\n")
    #expect(none.faults.count == 1)
    #expect(none.faults.first?.hasPrefix("unmapped at 1:9 /name") == true)
  }

  @Test("the result of a map is converted to the type")
  func conversion() throws {
    let map: [(text: String, value: (Cell.Kind, String))] = [
      ("one", (.string, "\"1\"")), ("word", (.string, "\"w\"")), ("none", (.null, "null")),
      ("yes", (.true, "true")), ("many", (.structure, "[1, \"2\"]")),
    ]
    func converted(_ value: String, _ conversion: Conversion) throws -> String {
      let run = try PlanRun(
        "{\"name\":\"\(value)\",\"age\":1}",
        Self.plan(map, conversion: conversion)
      )
      return run.faults.first.map { String($0.prefix(10)) } ?? run.output
    }
    #expect(try converted("one", .integer) == "{\"name\":1,\"years\":1}\n")
    #expect(try converted("word", .integer) == "conversion")
    #expect(try converted("none", .integer) == "{\"name\":null,\"years\":1}\n")
    #expect(try converted("yes", .string) == "{\"name\":\"true\",\"years\":1}\n")
    #expect(try converted("one", .boolean) == "{\"name\":true,\"years\":1}\n")
    let list = Conversion.list(of: .none, isSet: false)
    #expect(try converted("many", list) == "{\"name\":[1,\"2\"],\"years\":1}\n")
    #expect(try converted("one", list) == "{\"name\":[\"1\"],\"years\":1}\n")
  }

  @Test("among many entries the right one is found")
  func manyEntries() throws {
    let entries = (0..<3_000).map { (text: "k\($0)", value: (Cell.Kind.number, "\($0)")) }
    let plan = Self.plan(entries)
    for number in [0, 7, 10, 999, 1_000, 2_048, 2_999] {
      let run = try PlanRun("{\"name\":\"k\(number)\"}", plan)
      #expect(run.output == "{\"name\":\(number)}\n")
    }
    #expect(try PlanRun("{\"name\":\"k3000\",\"age\":1}", plan).faults.count == 1)
  }

  @Test("empty text is null on request, before a map sees it")
  func emptyText() throws {
    let plain = Self.plan([], emptyIsNull: true)
    #expect(try PlanRun("{\"name\":\"\"}", plain).output == "{\"name\":null}\n")
    #expect(try PlanRun("{\"name\":\" \"}", plain).output == "{\"name\":\" \"}\n")
    let mapped = Self.plan(Self.sexes, emptyIsNull: true)
    #expect(try PlanRun("{\"name\":\"\"}", mapped).output == "{\"name\":null}\n")
  }
}
