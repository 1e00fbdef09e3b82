import RKMapping
import Testing

@Suite("Parts that are missing")
struct MissingPartTests {
  private func spec(_ more: String = "") -> String {
    #"""
    {"descriptors": [
      {"path": "/l", "keyPath": "items", "root-map-ref": "m" \#(more)},
      {"path": "/l", "keyPath": "paging", "root-map-ref": "m"},
      {"keyPath": "meta", "root-map-ref": "m"}],
     "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
    """#
  }

  private func trial(
    _ spec: String,
    _ input: String,
    path: String? = "/l",
    validates: Bool = false
  ) throws -> MappingTrial {
    var options = MapperOptions()
    options.context.path = path
    options.expectsRecords = validates
    return try MappingTrial(spec, input, options: options)
  }

  @Test("a warning names the keys that no descriptor reads, and validation makes it an error")
  func missing() throws {
    let input = #"{"paging":{"id":1},"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#
    let found = try trial(spec(), input)
    #expect(
      found.diagnostics.map(\.message) == [
        "'items' is missing; the document has 'a', 'b', 'c', 'd', 'e' and more"
      ]
    )
    #expect(found.diagnostics[0].severity == .warning)
    #expect(found.report.ending == .complete)
    let validated = try trial(spec(), input, validates: true)
    #expect(validated.diagnostics[0].severity == .error)
  }

  @Test("a similar key comes first, a null is reported as such")
  func near() throws {
    let near = try trial(spec(), #"{"paging":{"id":1},"item":[]}"#)
    #expect(near.diagnostics.map(\.message) == ["'items' is missing; did you mean 'item'?"])
    let null = try trial(spec(), #"{"paging":{"id":1},"items":null}"#)
    #expect(null.diagnostics.map(\.message) == ["'items' is missing; there is nothing but null"])
  }

  @Test(
    "what stands in the way is named",
    arguments: [
      (#"{"meta":5}"#, "'meta' is a number"), (#"{"meta":[1]}"#, "'meta' is an array"),
      (#"{"meta":null}"#, "there is nothing but null"),
      (#"{"meta":{"items":[null]}}"#, "there is nothing but null"),
      (#"{"meta":{"x":1}}"#, "the object there has 'x'"),
    ]
  )
  func end(meta: String, words: String) throws {
    let spec = #"""
      {"descriptors": [
        {"path": "/l", "keyPath": "meta.items", "root-map-ref": "m"},
        {"path": "/l", "keyPath": "other", "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
      """#
    let input = #"{"other":{"id":1},"# + meta.dropFirst()
    let found = try trial(spec, input)
    #expect(found.diagnostics.map(\.message) == ["'meta.items' is missing; \(words)"])
  }

  @Test("an optional part, and descriptors that were not asked for, may be missing")
  func optional() throws {
    let input = #"{"paging":{"id":1}}"#
    #expect(try trial(spec(#", "optional": true"#), input).findings == [])
    #expect(try trial(spec(), #"{"paging":{"id":1}}"#, path: nil).findings == [])
  }

  @Test("a descriptor for any path need not find anything if another is for the path itself")
  func catchAll() throws {
    let spec = #"""
      {"descriptors": [
        {"path": "/l", "keyPath": "items", "root-map-ref": "m"},
        {"path": "/:any", "keyPath": "entries", "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
      """#
    #expect(try trial(spec, #"{"items":[{"id":1}]}"#).findings.isEmpty)
    #expect(try trial(spec, #"{"entries":[{"id":1}]}"#).findings == ["RK1018 "])
  }

  @Test("if nothing was found the document is wrong as a whole")
  func nothing() throws {
    #expect(try trial(spec(), #"{"x":1}"#).findings == ["RK1001 "])
  }

  @Test("documents with the same missing part are one diagnostic")
  func stream() throws {
    let input = #"{"paging":{"id":1},"x":1} {"paging":{"id":2},"x":1}"#
    let found = try trial(spec(), input)
    #expect(found.diagnostics.count == 1)
    #expect(found.diagnostics.first?.extent?.findings == 2)
  }

  @Test("the object at the end of the path is searched")
  func inner() throws {
    let spec = #"""
      {"descriptors": [{"path": "/l", "keyPath": "a.items", "root-map-ref": "m"},
        {"path": "/l", "keyPath": "a.paging", "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
      """#
    let found = try trial(spec, #"{"a":{"paging":{"id":1},"rows":[]}}"#)
    #expect(found.findings == ["RK1018 /a"])
    #expect(
      found.diagnostics.map(\.message) == ["'a.items' is missing; the object there has 'rows'"]
    )
  }
}
