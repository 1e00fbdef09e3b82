import RKMapping
import Testing

@Suite("RK1001: the descriptors that were considered")
struct AskedDescriptorTests {
  private static let spec = """
    {"descriptors": [
      {"name": "a", "path": "/a", "keyPath": "items", "root-map-ref": "m"},
      {"name": "b", "path": "/b", "keyPath": "items", "root-map-ref": "m"},
      {"name": "c", "path": "/b", "keyPath": "others", "root-map-ref": "m"}],
     "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}
    """

  @Test("only those that are for the request are named")
  func known() throws {
    var options = MapperOptions()
    options.context.path = "/a"
    let trial = try MappingTrial(Self.spec, #"{"x":1}"#, options: options)
    #expect(trial.diagnostics.first?.related.map(\.subject) == ["descriptor 'a'"])
    options.context.path = "/b"
    let others = try MappingTrial(Self.spec, #"{"x":1}"#, options: options)
    #expect(
      others.diagnostics.first?.related.map(\.subject) == ["descriptor 'b'", "descriptor 'c'"]
    )
    #expect(
      others.diagnostics.first?.message
        == "nothing found at 'items' or 'others'; the document has 'x'"
    )
  }

  @Test("the same for the entries of an archive")
  func archive() throws {
    var options = MapperOptions()
    options.takesArchives = true
    let text = """
      {"log":{"entries":[{"request":{"method":"GET","url":"https://x/b"},"response":{"status":200,\
      "content":{"mimeType":"application/json","text":"{}"}}}]}}
      """
    let trial = try MappingTrial(Self.spec, text, format: .har, options: options)
    let subjects = trial.diagnostics.first?.related.map(\.subject) ?? []
    #expect(subjects == ["descriptor 'b'", "descriptor 'c'", "entry 1"])
  }
}
