import RKMapping
import Testing

@Suite("Rules that never find anything")
struct NeverFoundTests {
  private func messages(
    _ spec: String,
    _ input: String,
    configure: (inout MapperOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = MapperOptions()
    options.surveysRules = true
    configure(&options)
    return try MappingTrial(spec, input, options: options).diagnostics.map(\.messageWithExtent)
  }

  @Test("a similar unread key is named, and nothing is reported without one")
  func near() throws {
    let text = spec(attributes: #"["id", "retweets_count", "lang"]"#)
    let input = #"[{"id":1,"retweet_count":2},{"id":2}]"#
    let wanted = "retweets_count was found in 0 of 2 records; did you mean 'retweet_count'?"
    #expect(try messages(text, input) == [wanted])
  }

  @Test(
    "similar is equal except for case, _ and -, or two letters different, one in names of up to four",
    arguments: [
      ("createdAt", "created_at", true), ("created", "creaded", true),
      ("created", "crxxxed", false),
      ("id", "ids", true), ("name", "nmae", true), ("name", "maned", false),
      ("lang", "place", false),
    ]
  )
  func nearness(wanted: String, key: String, isNear: Bool) throws {
    let found = try messages(spec(attributes: #"["k", "\#(wanted)"]"#), #"{"k":1,"\#(key)":2}"#)
    #expect(found.isEmpty != isNear)
  }

  @Test(
    "each of several sources may have a near key",
    arguments: [
      (#"["rts", "retweets_count"]"#, "rts or retweets_count", "retweet_count"),
      (#"["x.rts", "retweets_count"]"#, "x.rts or retweets_count", "retweet_count"),
      (#"["rts", "m.retweets_count"]"#, "rts or m.retweets_count", "m.retweet_count"),
    ]
  )
  func severalSources(sources: String, names: String, key: String) throws {
    let text = spec(attributes: #"["id", {"from": \#(sources), "to": "n"}]"#)
    let input =
      key.hasPrefix("m.") ? #"{"id":1,"m":{"retweet_count":2}}"# : #"{"id":1,"retweet_count":2}"#
    let wanted = "\(names) was found in 0 of 1 record; did you mean '\(key)'?"
    #expect(try messages(text, input) == [wanted])
  }

  @Test("where a mapper is reached in several ways, what none of them finds is never found")
  func severalWays() throws {
    let text = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id"], "relationships": [
          {"from": "x", "to": "x", "map-ref": "b"}, {"from": "y", "to": "y", "map-ref": "b"}]},
        {"id": "b", "attributes": ["k", "first_name"]}]}
      """#
    let wanted = "first_name was found in 0 of 2 records; did you mean 'firstName'?"
    let missed = #"{"k":1,"firstName":"n"}"#
    #expect(try messages(text, #"{"id":1,"x":\#(missed),"y":\#(missed)}"#) == [wanted])
    #expect(try messages(text, #"{"id":1,"x":\#(missed),"y":{"k":1,"first_name":"n"}}"#) == [])
  }

  @Test("what is found in one record, also as null, is found")
  func found() throws {
    let text = spec(attributes: #"["id", "name"]"#)
    #expect(try messages(text, #"[{"id":1,"nmae":2},{"id":2,"name":null}]"#) == [])
  }

  @Test("a key that another rule reads, or that is ignored, is not suggested")
  func readKeys() throws {
    #expect(try messages(spec(attributes: #"["names", "name"]"#), #"{"names":1}"#) == [])
    let text = #"""
      {"mappers": [{"id": "a", "ignoreKeys": ["names"], "attributes": ["id", "name"]}]}
      """#
    #expect(try messages(text, #"{"id":1,"names":1}"#) == [])
  }

  @Test("a missing value or key that was reported is not reported again")
  func toldOnce() throws {
    let required = spec(attributes: #"["id", {"from": "name", "required": true}]"#)
    let found = try messages(required, #"{"id":1,"names":1}"#) { $0.failedRecords = .skip }
    #expect(!found.contains { $0.contains("was found in 0") })
    let reported =
      #"{"mappers": [{"id": "a", "unknown": "report", "attributes": ["id", "name"]}]}"#
    let trial = try messages(reported, #"{"id":1,"names":1}"#)
    #expect(trial.count == 1 && trial[0].hasPrefix("no rule of a maps the key 'names'"))
  }

  @Test("keys of objects on the path, relationships and all sources of a rule are examined")
  func ways() throws {
    let text = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["id", {"from": "p.quantity", "to": "q"}, {"from": ["one", "two"], "to": "t"}],
         "relationships": [{"from": "children", "to": "children", "map-ref": "b"}]},
        {"id": "b", "attributes": ["x"]}]}
      """#
    let found = try messages(text, #"{"id":1,"p":{"quantety":1},"Children":[{"x":1}],"two":2}"#)
    #expect(
      found == [
        "p.quantity was found in 0 of 1 record; did you mean 'p.quantety'?",
        "children was found in 0 of 1 record; did you mean 'Children'?",
      ]
    )
  }

  @Test("keys that an owner reads are not suggested for a composed rule")
  func composed() throws {
    let text = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["name"],
         "relationships": [{"from": "", "to": "b", "map-ref": "b"}]},
        {"id": "b", "attributes": ["x", "names"]}]}
      """#
    #expect(try messages(text, #"{"name":1,"x":2}"#) == [])
  }

  @Test("several threads report the same as one")
  func threads() throws {
    let text = spec(attributes: #"["id", "retweets_count"]"#)
    let lines = (0..<2000).map { #"{"id":\#($0),"retweet_count":1}"# }.joined(separator: "\n")
    let wanted = "retweets_count was found in 0 of 2000 records; did you mean 'retweet_count'?"
    let found = try messages(text, lines) {
      $0.threadCount = 2
      $0.segmentSize = 512
    }
    #expect(found == [wanted])
  }
}
