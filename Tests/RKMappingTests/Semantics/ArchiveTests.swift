import RKMapping
import Testing

@Suite("HAR archives")
struct ArchiveTests {
  private static let spec = """
    {"descriptors": [
      {"name": "list", "path": "/a", "methods": ["GET"], "keyPath": "as", "root-map-ref": "a"},
      {"name": "one", "path": "/a/:id", "root-map-ref": "a"},
      {"name": "made", "path": "/a", "methods": ["POST"], "keyPath": "as", "root-map-ref": "b"}],
     "mappers": [
      {"id": "a", "target": "A", "attributes": [
        {"to": "n", "type": "integer", "onError": "fail"},
        {"to": "id", "from": "@metadata.routing.parameters.id"},
        {"to": "line", "from": "@metadata.file.line"}]},
      {"id": "b", "target": "B", "attributes": ["n"]}]}
    """

  private static func entry(_ request: String, _ status: Int, _ body: String) -> String {
    let parts = request.split(separator: " ")
    let text = body.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      {"request":{"method":"\(parts[0])","url":"\(parts[1])"},"response":{"status":\(status),\
      "content":{"mimeType":"application/json","text":"\(text)"}}}
      """
  }

  private static func trial(
    _ entries: [String],
    options configure: (inout MapperOptions) -> Void = { _ in }
  ) throws -> MappingTrial {
    var options = MapperOptions()
    options.takesArchives = true
    configure(&options)
    let text = "{\"log\":{\"entries\":[\n" + entries.joined(separator: ",\n") + "]}}"
    return try MappingTrial(spec, text, format: .har, options: options)
  }

  private static let exchanges = [
    entry("GET https://x/a?p=1", 200, #"{"as":[{"n":1},{"n":2}]}"#),
    entry("POST /a", 201, #"{"as":{"n":3}}"#), entry("GET /a/x%20y", 200, #"{"n":4}"#),
    entry("GET /b", 200, "{}"), entry("GET /a/7", 404, #"{"n":5}"#),
  ]

  @Test("Each entry is mapped by the descriptors that its request matches")
  func routes() throws {
    let trial = try Self.trial(Self.exchanges)
    #expect(
      trial.output == """
        {"n":1,"line":2}
        {"n":2,"line":2}
        {"n":3}
        {"n":4,"id":"x y","line":4}
        """
    )
    #expect(trial.findings == ["RK4032"])
    #expect(trial.report.ending == .complete)
    #expect(trial.report.readCount == 4)
  }

  @Test("What is known of a request leaves out the entries that differ")
  func narrowing() throws {
    let post = try Self.trial(Self.exchanges) { $0.context.method = "POST" }
    #expect(post.output == #"{"n":3}"#)
    let path = try Self.trial(Self.exchanges) { $0.context.path = "/a/x%20y/" }
    #expect(path.output == #"{"n":4,"id":"x y","line":4}"#)
    let none = try Self.trial(Self.exchanges) { $0.context.statusCode = 500 }
    #expect(none.findings == ["RK1001"])
    #expect(none.report.ending == .failedRecord)
  }

  @Test("A named descriptor maps only its own entries")
  func named() throws {
    let trial = try Self.trial(Self.exchanges) { $0.descriptorName = "one" }
    #expect(trial.output == #"{"n":4,"id":"x y","line":4}"#)
  }

  @Test("If no entry is mapped, nothing is found")
  func unmatched() throws {
    let trial = try Self.trial(Array(Self.exchanges[3...]))
    #expect(trial.findings == ["RK1001"])
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.report.failedCount == 1)
    #expect(try Self.trial([]).findings.isEmpty)
  }

  @Test("An entry that fails, fails alone")
  func failures() throws {
    let entries = [
      Self.entry("GET /a/1", 200, #"{"n":"x"}"#), Self.entry("GET /a/2", 200, #"{"n":2"#),
      Self.entry("GET /a/3", 200, "{}{}"), Self.entry("GET /a", 200, #"{"bs":[]}"#),
      Self.entry("GET /a/5", 200, #"{"n":5}"#),
    ]
    let skipped = try Self.trial(entries) { $0.failedRecords = .skip }
    #expect(skipped.output == #"{"n":5,"id":"5","line":6}"#)
    #expect(skipped.findings == ["RK1002 /n", "RK4002", "RK4002", "RK1001 "])
    #expect(skipped.report.failedCount == 4)
    let stopped = try Self.trial(entries)
    #expect(stopped.report.ending == .failedRecord)
    #expect(stopped.findings == ["RK1002 /n"])
    let emitted = try Self.trial(entries) { $0.failedRecords = .emit }
    #expect(emitted.output?.split(separator: "\n").count == 5)
  }

  @Test(
    "RK4009: a response without content is told like an empty file, unless its request expects none",
    arguments: [
      ("GET /a/1", 204, "", true), ("GET /a/1", 304, "", true), ("HEAD /a/1", 200, "", true),
      ("GET /a/1", 200, "", false), ("GET /a/1", 200, " \n", false),
    ]
  )
  func emptyEntries(request: String, status: Int, body: String, isExpected: Bool) throws {
    let body = body.replacing("\n", with: "\\n")
    let entry = Self.entry(request, status, "").replacing("\"text\":\"", with: "\"text\":\"\(body)")
    let told = try Self.trial([entry])
    #expect(told.findings == (isExpected ? [] : ["RK4009"]))
    #expect(told.report.ending == .complete)
    #expect(told.report.errorCount == 0)
    let checked = try Self.trial([entry]) { $0.expectsRecords = true }
    #expect(checked.findings == (isExpected ? [] : ["RK4009"]))
    #expect(checked.report.errorCount == (isExpected ? 0 : 1))
    let whole = entry.replacing("\"text\":\"\(body)\"", with: "\"size\":0")
    #expect(try Self.trial([whole]).findings == (isExpected ? [] : ["RK4009"]))
    // Nobody kept the content: it may have been anything.
    let unkept = entry.replacing(",\"text\":\"\(body)\"", with: "")
    #expect(try Self.trial([unkept]).findings == (isExpected ? [] : ["RK4031", "RK1001"]))
  }

  @Test("The limit of records holds across entries")
  func limit() throws {
    let trial = try Self.trial(Self.exchanges) { $0.recordLimit = 3 }
    #expect(trial.output?.hasSuffix(#"{"n":3}"#) == true)
    #expect(trial.report.recordCount == 3)
  }

  @Test("A finding points into the archive and names its entry")
  func places() throws {
    let text = "{\"log\":{\"entries\":[\n" + Self.entry("GET /a/1", 200, #"{"n":"x"}"#) + "]}}"
    let findings = FindingList()
    var options = MapperOptions()
    options.takesArchives = true
    let mapper = try Mapper(Mapping(text: Self.spec), options: options)
    _ = mapper.apply(
      to: [.bytes(Array(text.utf8), name: "a.har")],
      into: .nowhere,
      reportingTo: findings
    )
    let finding = try #require(findings.diagnostics.first)
    let location = try #require(finding.location)
    let start = location.byteRange.lowerBound
    #expect(location.line == 2)
    #expect(location.column == start - 19)
    #expect(Array(text.utf8)[start..<(start + 5)].elementsEqual(#"\"x\""#.utf8))
    #expect(location.markedCount == 5)
    #expect(finding.related.last?.subject == "entry 1")
    #expect(finding.related.last?.message == "GET /a/1 200")
  }

  @Test("A mapper that was not prepared for archives accepts them as well, if possible")
  func untold() throws {
    let spec = """
      {"descriptors": [{"path": "/a", "root-map-ref": "a"}],
       "mappers": [{"id": "a", "target": "A", "attributes": ["n"]}]}
      """
    let text = #"{"log":{"entries":["# + Self.entry("GET /a", 200, #"{"n":1}"#) + "]}}"
    let trial = try MappingTrial(spec, text, format: .har)
    #expect(trial.output == #"{"n":1}"#)
  }

  @Test("Inputs without requests are ambiguous if descriptors are for different ones")
  func ambiguity() throws {
    var options = MapperOptions()
    options.takesArchives = true
    #expect(try MappingTrial(Self.spec, "{}", options: options).findings == ["RK5907"])
  }

  @Test("A response that has a member '$error' is a response")
  func errorMember() throws {
    let entries = [Self.entry("GET /a/1", 200, #"{"$error":{"code":1},"n":1}"#)]
    #expect(try Self.trial(entries).report.recordCount == 1)
  }
}
