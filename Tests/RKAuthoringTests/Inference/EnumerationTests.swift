import RKAuthoring
import RKMapping
import Testing

struct EnumerationTests {
  private func documents(_ values: [String]) -> String {
    let records = (0..<40).map { #"{"id": \#($0), "st": "\#(values[$0 % values.count])"}"# }
    return "[\(records.joined(separator: ", "))]"
  }

  @Test(
    "A rule for the values of a text has them as they are, whatever they are written like",
    arguments: [
      (#"caf\u00e9"#, #"'café'"#), (#"a\/b"#, #"'a/b'"#), (#"a\\b"#, #"'a\\\\b'"#),
      (#"a\"b"#, #"'a\"b'"#), (#"it's"#, #"'it\\'s'"#), (#"a\tb"#, #"'a\tb'"#),
    ]
  )
  func rules(value: String, literal: String) throws {
    let spec = try inferredSpec(documents(["open", value])) { $0.statesEnumerations = true }
    #expect(spec.contains("SELF IN {"))
    #expect(spec.contains(literal))
    _ = try Mapping(text: spec)
  }

  @Test("In comments values are quoted where they would not be clear")
  func comments() throws {
    let spec = try inferredSpec(documents(["open", #"a, b"#, #"caf\u00e9"#, #"x\ny"#]))
    #expect(spec.contains(#"st: one of \"a, b\", café, open, \"x\\ny\"; --enums makes it a rule"#))
  }

  @Test("Values that are written in several ways give the same bytes in any order")
  func spellings() throws {
    let kinds = [#""k": "caf\u00e9", "a": 1, "b": 2"#, #""k": "tea", "c": {"d": 1}, "e": 2"#]
    let other = [kinds[0].replacing(#"\u00e9"#, with: "é"), kinds[1]]
    let documents = [records(kinds), records(other)]
    let specs = try [documents, documents.reversed()].map { try inferred($0).spec }
    #expect(specs[0] == specs[1])
  }
}
