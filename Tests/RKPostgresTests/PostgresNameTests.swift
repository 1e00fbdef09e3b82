import RKMapping
import Testing

@testable import RKPostgres

@Suite("Names of PostgreSQL")
struct PostgresNameTests {
  @Test("A name is in quotes")
  func quotes() {
    #expect(PostgresName.quoted("Order") == "\"Order\"")
    #expect(PostgresName.quoted("a\"b") == "\"a\"\"b\"")
    #expect(PostgresName.literal("it's \\") == "'it''s \\'")
  }

  @Test(
    "The name of an index has 63 bytes at most, and differs from others with the same beginning"
  )
  func shortNames() {
    let long = String(repeating: "\u{e9}", count: 40)
    let (one, other) = (PostgresName.shortened(long + "a"), PostgresName.shortened(long + "b"))
    #expect(one.utf8.count <= 63 && one != other)
    #expect(one == PostgresName.shortened(long + "a"))
    #expect(PostgresName.shortened("short") == "short")
  }

  private func refusals(_ spec: String) throws -> [String] {
    let mapper = try Mapper(Mapping(text: spec))
    return try mapper.tableRun { _ in }.postgresRefusals.map { $0.message }
  }

  private func spec(target: String, attribute: String, type: String = "\"type\": \"integer\"")
    -> String
  {
    """
    {"mappers": [{"id": "a", "target": "\(target)", "identification": "id",
      "attributes": [{"to": "id", \(type)}, "\(attribute)"]}]}
    """
  }

  @Test("A plain table is no trouble")
  func plain() throws {
    #expect(try refusals(spec(target: "Order", attribute: "select")).isEmpty)
  }

  @Test("A key without a type is refused, unless it is always text")
  func openKeys() throws {
    func found(_ rules: String) throws -> Int {
      try refusals(
        #"{"mappers": [{"id": "a", "target": "A", "identification": "id", \#(rules)}]}"#
      ).count
    }
    #expect(try found(#""keyAttribute": "id", "attributes": ["b"]"#) == 0)
    #expect(try found(#""attributes": ["id"]"#) == 1)
  }

  @Test(
    "A key whose values are written in several ways is refused",
    arguments: ["decimal", "object"]
  )
  func severalTexts(type: String) throws {
    let found = try refusals(spec(target: "A", attribute: "a", type: "\"type\": \"\(type)\""))
    #expect(found.count == 1 && found[0].contains("written in several ways"), "\(found)")
    let scaled = #""type": "decimal", "scale": 2, "column": "scaled""#
    #expect(try refusals(spec(target: "A", attribute: "a", type: scaled)).isEmpty)
  }

  @Test(
    "What PostgreSQL cannot have is refused",
    arguments: [
      ("pg_class", "a", "pg_"), ("A", "xmin", "xmin"),
      ("A", String(repeating: "x", count: 64), "64 bytes"),
      (String(repeating: "\u{e9}", count: 32), "a", "64 bytes"),
    ]
  )
  func refused(target: String, attribute: String, word: String) throws {
    let found = try refusals(spec(target: target, attribute: attribute))
    #expect(found.count == 1 && found[0].contains(word), "\(found)")
  }
}
