import Testing

@testable import RKMapping

@Suite("Values compared")
struct ValueComparisonTests {
  private static let spec = """
    {"root-map-ref": "m", "targets": {"M": {"properties": {"set": "set<number>", "at": "date"}}},
      "mappers": [{"id": "m", "target": "M", "attributes": ["any", "set", "at"]}]}
    """

  private let comparison: ValueComparison

  init() throws { comparison = try Self.comparison(Self.spec, "M.set=0.5") }

  private static func comparison(_ spec: String, _ tolerance: String) throws -> ValueComparison {
    var options = MapperOptions()
    options.comparesRecords = true
    let mapping = try Mapping(text: spec)
    var rules = ComparisonRules(try Mapper(mapping, options: options))
    try rules.tolerate(tolerance, in: mapping)
    return ValueComparison(rules: rules, ignoresNull: false)
  }

  private func areEqual(
    _ old: String?,
    _ new: String?,
    as name: String,
    by other: ValueComparison? = nil
  ) throws -> Bool {
    let comparison = other ?? comparison
    let member = try #require(comparison.rules.targets[0].members.first { $0.name == name })
    return comparison.areEqual(
      old.map { Value(jsonText: Array($0.utf8)) },
      new.map { Value(jsonText: Array($0.utf8)) },
      as: member
    )
  }

  @Test(
    "values are JSON values: numbers by value, kinds apart, members in any order",
    arguments: [
      ("1", "1.0", true), ("1", "\"1\"", false), ("100", "1e2", true), ("true", "1", false),
      ("{\"a\":1,\"b\":2}", "{\"b\":2.0,\"a\":1}", true), ("[1,2]", "[2,1]", false),
      ("null", "0", false),
      ("\"2020-01-01T00:00:00Z\"", "\"2020-01-01T00:00:00.0Z\"", false),
    ]
  )
  func values(old: String, new: String, areSame: Bool) throws {
    #expect(try areEqual(old, new, as: "any") == areSame)
  }

  @Test("absent is not null, unless nulls are ignored")
  func absent() throws {
    #expect(try !areEqual(nil, "null", as: "any"))
    #expect(try areEqual(nil, nil, as: "any"))
    let lenient = ValueComparison(rules: comparison.rules, ignoresNull: true)
    #expect(lenient.areEqual(nil, .null, as: comparison.rules.targets[0].members[0]))
  }

  @Test("dates are instants, and days of a pattern may be near")
  func dates() throws {
    #expect(
      try areEqual("\"2020-01-01T00:00:00Z\"", "\"2020-01-01T00:00:00.000Z\"", as: "at")
    )
    #expect(try !areEqual("\"2020-01-01T00:00:00Z\"", "\"2020-01-01T00:00:00.1Z\"", as: "at"))
    let days = try Self.comparison(
      #"{"dateOutput": "dd.MM.yyyy", "# + Self.spec.dropFirst(),
      "at=86400"
    )
    #expect(try areEqual("\"31.12.2019\"", "\"01.01.2020\"", as: "at", by: days))
    #expect(try !areEqual("\"31.12.2019\"", "\"02.01.2020\"", as: "at", by: days))
  }

  @Test("sets have no order, also where their numbers are near")
  func sets() throws {
    #expect(try areEqual("[1,2,3]", "[3,1,2]", as: "set"))
    #expect(try areEqual("[1,2,3]", "[3.5,0.5,2]", as: "set"))
    #expect(try !areEqual("[1,2,3]", "[3.6,1,2]", as: "set"))
    #expect(try !areEqual("[1,2]", "[1,2,2]", as: "set"))
  }
}
