import RKSQLite
import Testing

@Suite("What a second run into a database tells")
struct SecondRunTests {
  private static func spec(_ more: String, _ attributes: String = #""name""#) -> String {
    #"{"mappers": [{"id": "t", "target": "Team", \#(more) "attributes": [\#(attributes)]}]}"#
  }

  private static func run(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  private static func count(_ place: Workplace) throws -> Int64? {
    try Database(path: place.path("x.db"), mayCreate: false).integer("SELECT count(*) FROM Team")
  }

  @Test("RK5018: rows that nothing identifies are told where others were there")
  func addedAgain() throws {
    let place = try Workplace(spec: Self.spec(""), input: #"[{"name": "a"}, {"name": "b"}]"#)
    let first = try Self.run(place)
    #expect(first.status == 0 && first.error.isEmpty)
    let refused = try Self.run(place, "--fail-on", "warning")
    #expect(refused.status == 1 && refused.error.contains("RK5018"))
    #expect(try Self.count(place) == 2)
    let second = try Self.run(place)
    #expect(second.status == 0)
    #expect(
      second.firstError == """
        warning[RK5018]: 2 rows of Team, which has no identification, were added to 2: \
        another run adds them again
        """
    )
    #expect(try Self.count(place) == 4)
  }

  @Test("RK5018 is not told of rows that have an identity, nor if it is said to be meant")
  func meant() throws {
    for more in [#""identification": "name","#, #""onRepeat": "last","#] {
      let place = try Workplace(spec: Self.spec(more), input: #"[{"name": "a"}]"#)
      _ = try Self.run(place)
      #expect(try Self.run(place).error.isEmpty)
    }
  }

  @Test("RK1002 says which value a row keeps, and the counts have such rows")
  func kept() throws {
    let attributes = #""name", {"to": "size", "type": "decimal"}"#
    let spec = Self.spec(#""identification": "name","#, attributes)
    let place = try Workplace(
      spec: spec,
      input: #"[{"name": "a", "size": "5.00"}, {"name": "b", "size": 7}]"#
    )
    _ = try Self.run(place)
    try place.write(#"[{"name": "a", "size": "big"}, {"name": "c"}]"#, to: "in.json")
    let one = try Self.run(place, "--dry-run")
    #expect(one.error.contains("help: the row keeps 5.00, unless"))
    #expect(one.error.contains("1 row inserted, 0 updated, 1 unchanged, 0 deleted, 1 kept an old"))
    try place.write(
      #"[{"name": "a", "size": "big"}, {"name": "b", "size": "wide"}, {"name": "c", "size": []}]"#,
      to: "in.json"
    )
    let two = try Self.run(place, "--report", "json")
    #expect(two.error.contains("2 rows keep their values (name=a: 5.00), unless"))
    #expect(two.error.contains(#""kept":2}"#))
  }
}
