import RKMapping
import Testing

@Suite("Everything declined")
struct AllDeclinedTests {
  private func spec(_ dynamic: String, when: String = "") -> String {
    #"""
    {"root-map-ref": "p", "mappers": [
      {"id": "p", "dynamic": "YES", \#(dynamic)},
      {"id": "b", "target": "B", \#(when) "attributes": ["n"]}]}
    """#
  }

  private let boys = #""matchers": [{"keyPath": "t", "expectValue": "boy", "map-ref": "b"}]"#

  private func messages(_ spec: String, _ input: String, validates: Bool = false) throws -> [String]
  {
    var options = MapperOptions()
    options.expectsRecords = validates
    return try MappingTrial(spec, input, options: options).diagnostics.map(\.messageWithExtent)
  }

  @Test("the most frequent values are shown, equal ones in order of appearance")
  func values() throws {
    let input = #"[{"t":"a"},{"t":5},{"t":"b"},{"t":"b"},{},{"t":null},{"t":5}]"#
    #expect(
      try messages(spec(boys), input) == [
        "7 of 7 representations were declined: "
          + "no matcher of 'p' takes 5 (2), 'b' (2), 'a' (1) and others"
      ]
    )
  }

  @Test("one that is taken, or that all are skipped on purpose, is enough to say nothing")
  func taken() throws {
    #expect(try messages(spec(boys), #"[{"t":"a"},{"t":"boy","n":1}]"#) == [])
    #expect(try messages(spec(boys + #", "default": null"#), #"[{"t":"a"}]"#) == [])
    let skips = #""matchers": [{"keyPath": "t", "expectValue": "girl", "map-ref": null}]"#
    #expect(try messages(spec(skips), #"[{"t":"girl"},{"t":"girl"}]"#) == [])
    // It says nothing of the others.
    let wanted = "2 of 2 representations were declined: no matcher of 'p' takes 'a' (1)"
    #expect(try messages(spec(skips), #"[{"t":"a"},{"t":"girl"}]"#) == [wanted])
  }

  @Test("a predicate's first key path gives the values, too")
  func predicate() throws {
    let dynamic = #""matchers": [{"predicate": "t == 'boy'", "map-ref": "b"}]"#
    let wanted = "1 of 1 representation was declined: no matcher of 'p' takes 'x' (1)"
    #expect(try messages(spec(dynamic), #"[{"t":"x"}]"#) == [wanted])
  }

  @Test("when alone is a filter, reported only in validation")
  func conditions() throws {
    let text = spec(boys, when: #""when": "n > 5","#)
    let input = #"[{"t":"boy","n":1},{"t":"boy","n":2}]"#
    #expect(try messages(text, input) == [])
    let wanted = "2 of 2 representations were declined: when is false (2)"
    #expect(try messages(text, input, validates: true) == [wanted])
  }

  @Test("several threads count the same as one")
  func threads() throws {
    let lines = (0..<2000).map { #"{"t":"\#($0 % 3 == 0 ? "x" : "y")"}"# }.joined(separator: "\n")
    var options = MapperOptions()
    options.threadCount = 2
    options.segmentSize = 512
    let trial = try MappingTrial(spec(boys), lines, options: options)
    #expect(
      trial.diagnostics.map(\.message) == [
        "2000 of 2000 representations were declined: no matcher of 'p' takes 'y' (1333), 'x' (667)"
      ]
    )
    #expect(trial.report.declinedCount == 2000)
  }
}
