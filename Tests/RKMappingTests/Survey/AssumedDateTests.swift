import RKMapping
import Testing

@Suite("Dates in a format that the spec does not declare")
struct AssumedDateTests {
  private func messages(_ attributes: String, _ input: String) throws -> [String] {
    try MappingTrial(spec(attributes: attributes), input).diagnostics.map(\.message)
  }

  @Test("each attribute has one warning with the number of its values, those in lists too")
  func counted() throws {
    let attributes = #"""
      [{"from": "a", "to": "a", "type": "date"}, {"from": "b", "to": "b", "type": "date"},
       {"from": "l", "to": "l", "type": "[date]"}]
      """#
    let input = #"""
      [{"a":"05/06/2024","b":"2024-05-06"},{"a":"05/07/2024","l":["05/08/2024","2024-01-01"]}]
      """#
    #expect(
      try messages(attributes, input) == [
        "2 values of A.a were read as MM/dd/yyyy, which the spec does not say",
        "1 value of A.l was read as MM/dd/yyyy, which the spec does not say",
      ]
    )
  }

  @Test("they are the month, the day and the year")
  func output() throws {
    let attributes = #"[{"from": "v", "to": "v", "type": "date"}]"#
    let trial = try MappingTrial(spec(attributes: attributes), #"{"v":"11/27/1982"}"#)
    #expect(trial.output == #"{"v":"1982-11-27T00:00:00Z"}"#)
  }

  @Test("a stated format prevents it")
  func stated() throws {
    let attributes = #"[{"from": "a", "to": "a", "type": "date", "format": "MM/dd/yyyy"}]"#
    #expect(try messages(attributes, #"{"a":"05/06/2024"}"#) == [])
  }
}
