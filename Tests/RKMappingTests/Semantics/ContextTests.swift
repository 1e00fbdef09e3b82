import RKDiagnostics
import RKMapping
import Testing

@Suite("Descriptors of a request")
struct ContextTests {
  /// A spec of descriptors, each of which writes its index.
  private func spec(_ descriptors: [String]) -> String {
    let entries = descriptors.enumerated().map { number, members in
      #"{"name": "d\#(number)", "root-map-ref": "m\#(number)"\#(members.isEmpty ? "" : ", ")\#(members)}"#
    }
    let mappers = descriptors.indices.map {
      #"{"id": "m\#($0)", "target": "M", "attributes": ["t", {"to": "by", "value": \#($0)}]}"#
    }
    return #"""
      {"descriptors": [\#(entries.joined(separator: ", "))],
        "mappers": [\#(mappers.joined(separator: ", "))]}
      """#
  }

  private func context(_ method: String?, _ path: String?, _ status: Int?) -> MapperOptions {
    var options = MapperOptions()
    options.context.method = method
    options.context.path = path
    options.context.statusCode = status
    return options
  }

  private func trial(
    _ descriptors: [String],
    _ input: String = #"{"t":1}"#,
    _ method: String? = "GET",
    _ path: String? = "/a/b/c",
    _ status: Int? = 200,
    output: (inout Output) -> Void = { _ in }
  ) throws -> MappingTrial {
    try MappingTrial(
      spec(descriptors),
      input,
      options: context(method, path, status),
      output: output
    )
  }

  @Test(
    "the most specific of a key path applies, wherever it stands",
    arguments: [
      // Longer literal text.
      ([#""path": "/a/:x/:y""#, #""path": "/a/:x/c""#, #""path": "/:w/:x/:y""#], 1),
      ([#""path": "/a/b/:y""#, #""path": "/a/b/c""#], 1),
      ([#""path": "/a/b/c/""#, #""path": "/:a/b/c""#], 0),
      // Any path is more than none.
      ([#""path": "/:x/:y/:z""#, ""], 0), (["", #""path": "/a/b/c""#], 1),
      // Fewer parameters.
      ([#""path": "/:x/{y}b/:z", "keyPath": """#, #""path": "/:x/b/:z""#], 1),
      // A named method.
      ([#""methods": "ANY""#, #""methods": ["GET", "POST"]"#], 1),
      // Fewer status codes.
      ([#""statusCodes": "2XX""#, #""statusCodes": ["200-204"]"#, #""statusCodes": [200]"#], 2),
      // In this order.
      ([#""path": "/a/b/c""#, #""path": "/a/b/:c", "methods": "GET", "statusCodes": 200"#], 0),
      ([#""methods": "GET""#, #""statusCodes": 200"#], 0),
    ]
  )
  func specificity(descriptors: [String], winner: Int) throws {
    let trial = try trial(descriptors)
    #expect(trial.findings == [])
    #expect(trial.output == #"{"t":1,"by":\#(winner)}"#)
  }

  @Test(
    "equally specific ones all apply, one result after the other, in every output",
    arguments: [
      (Output.Format.json, #"[{"t":1,"by":0},{"t":2,"by":0},{"t":1,"by":1},{"t":2,"by":1}]"#),
      (.ndjson, "{\"t\":1,\"by\":0}\n{\"t\":2,\"by\":0}\n{\"t\":1,\"by\":1}\n{\"t\":2,\"by\":1}"),
      (.csv, "t,by\n1,0\n2,0\n1,1\n2,1"),
    ]
  )
  func equallySpecific(format: Output.Format, expected: String) throws {
    let one = #"{"id": "m", "target": "M", "attributes": ["t", {"to": "by", "value": 0}]}"#
    let spec = #"""
      {"descriptors": [{"root-map-ref": "m", "path": "/a"}, {"root-map-ref": "n", "path": "/a"}],
        "mappers": [\#(one), {"id": "n", "extends": "m",
          "attributes": ["t", {"to": "by", "value": 1}]}]}
      """#
    let trial = try MappingTrial(
      spec,
      #"[{"t":1},{"t":2}]"#,
      options: context("GET", "/a", 200)
    ) { $0.format = format }
    #expect(trial.findings == [])
    #expect(trial.output == expected)
  }

  @Test(
    "the result has the shape of the matching descriptors",
    arguments: [
      (Output.Shape.auto, #"{"t":1,"by":0}"#), (.dictionary, #"{"x":{"t":1,"by":0}}"#),
      (.array, #"[{"t":1,"by":0}]"#), (.first, #"{"t":1,"by":0}"#),
    ]
  )
  func shapes(shape: Output.Shape, expected: String) throws {
    let descriptors = [#""keyPath": "x""#, #""keyPath": "y", "statusCodes": "4XX""#]
    let trial = try trial(descriptors, #"{"x":{"t":1},"y":{"t":2}}"#) { $0.shape = shape }
    #expect(trial.findings == [])
    #expect(trial.output == expected)
  }

  @Test("specificity is among descriptors of one key path")
  func keyPaths() throws {
    let descriptors = [#""keyPath": "x", "path": "/a/b/c""#, #""keyPath": "y""#]
    #expect(
      try trial(descriptors, #"{"x":{"t":1},"y":{"t":2}}"#).output
        == #"{"x":{"t":1,"by":0},"y":{"t":2,"by":1}}"#
    )
  }

  @Test(
    "unknown parts of a request are ignored",
    arguments: [
      ([#""path": "/x", "methods": "POST", "statusCodes": 422"#], nil, nil, 422),
      ([#""path": "/x", "methods": "POST", "statusCodes": 422"#], "POST", nil, nil),
      ([#""path": "/x", "methods": "POST", "statusCodes": 422"#], nil, "/x", nil),
    ] as [([String], String?, String?, Int?)]
  )
  func partlyKnown(descriptors: [String], method: String?, path: String?, status: Int?) throws {
    #expect(
      try trial(descriptors, #"{"t":1}"#, method, path, status).output == #"{"t":1,"by":0}"#
    )
  }

  @Test(
    "RK5907: unknown parts do not choose between descriptors, but the diagnostic names them",
    arguments: [
      ([#""statusCodes": 404"#, ""], "GET", "/a", nil, "--status"),
      ([#""path": "/a""#, #""path": "/b", "methods": "GET""#], nil, nil, 200, "--path, --method"),
      ([#""methods": "GET""#, #""methods": "POST""#], nil, "/a", 200, "--method"),
    ] as [([String], String?, String?, Int?, String)]
  )
  func ambiguous(
    descriptors: [String],
    method: String?,
    path: String?,
    status: Int?,
    flags: String
  ) throws {
    let mapping = try Mapping(text: spec(descriptors))
    let error = #expect(throws: DiagnosticsError.self) {
      try Mapper(mapping, options: context(method, path, status))
    }
    let finding = try #require(error?.diagnostics.first)
    #expect(finding.code == .ambiguousDescriptors)
    #expect(finding.message.contains("'d0' and 'd1'"))
    #expect(finding.help.first == "say which request it is: \(flags)")
  }

  @Test("patterns that match the same paths are not ambiguous, whatever their parameters")
  func samePaths() throws {
    let descriptors = [#""path": "/a/:x""#, #""path": "a/{y}/""#]
    #expect(
      try trial(descriptors, #"{"t":1}"#, nil, nil, nil).output
        == #"[{"t":1,"by":0},{"t":1,"by":1}]"#
    )
  }

  @Test("a named descriptor applies only where it is for the request")
  func named() throws {
    let spec = spec([#""path": "/a""#, #""path": "/b""#, ""])
    var options = context("GET", "/a", 200)
    options.descriptorName = "d2"
    #expect(try MappingTrial(spec, #"{"t":1}"#, options: options).output == #"{"t":1,"by":2}"#)
    options.descriptorName = "d1"
    #expect(try MappingTrial(spec, #"{"t":1}"#, options: options).findings == ["RK1001 "])
  }

  // MARK: - No descriptor

  private let none = [
    #""path": "/other""#, #""methods": ["POST", "PUT"]"#, #""statusCodes": ["202-204", "4XX"]"#,
  ]

  @Test("RK1001: if none is for the request each is named with the first reason")
  func reasons() throws {
    let mapper = try Mapper(Mapping(text: spec(none)), options: context("GET", "/a", 200))
    let list = FindingList()
    let report = mapper.apply(
      to: [.bytes(Array(#"{"t":1}"#.utf8))],
      into: .nowhere,
      reportingTo: list
    )
    #expect(report.ending == .failedRecord)
    let finding = try #require(list.diagnostics.first)
    #expect(list.diagnostics.count == 1)
    #expect(finding.message == "no descriptor of the spec is for GET '/a' with status 200")
    #expect(
      finding.related.map { "\($0.subject), \($0.message)" } == [
        "descriptor 'd0', path: '/other' does not take '/a'",
        "descriptor 'd1', method: POST, PUT, not GET",
        "descriptor 'd2', status: 202-204, 4XX, not 200",
      ]
    )
  }

  @Test("RK1001: a path that looks like the pattern is shown with its spelling")
  func lookAlike() throws {
    let mapper = try Mapper(
      Mapping(text: spec([#""path": "/caf\u00e9""#])),
      options: context("GET", "/cafe\u{301}", 200)
    )
    let list = FindingList()
    _ = mapper.apply(to: [.bytes(Array(#"{"t":1}"#.utf8))], into: .nowhere, reportingTo: list)
    #expect(
      list.diagnostics.first?.related.map(\.message) == [
        #"path: '/caf\u{E9}' does not take '/cafe\u{301}'"#
      ]
    )
  }

  @Test(
    "RK1001: for a stream it is reported once",
    arguments: [MapperOptions.FailedRecords.fail, .skip]
  )
  func stream(rule: MapperOptions.FailedRecords) throws {
    var options = context("GET", "/a", 200)
    options.failedRecords = rule
    let trial = try MappingTrial(spec(none), "{\"t\":1}\n{\"t\":2}\n", options: options)
    #expect(trial.findings == ["RK1001 "])
    #expect(trial.report.ending == .failedRecord)
  }

  @Test("with emit an error replaces each document of a stream")
  func emitted() throws {
    var options = context("GET", "/a", 200)
    options.failedRecords = .emit
    let trial = try MappingTrial(spec(none), "{\"t\":1}\n{\"t\":2}\n", options: options)
    let lines = try #require(trial.output).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"$error":{"code":"RK1001""#) })
  }

  @Test(
    "an empty document that no descriptor is for is success (R8.11)",
    arguments: ["{}", "[]", "", " \n", "{}\n{}\n"]
  )
  func empty(input: String) throws {
    let trial = try MappingTrial(spec(none), input, options: context("GET", "/a", 200))
    #expect(trial.findings == (input.contains("{") || input == "[]" ? [] : ["RK4009"]))
    #expect(trial.report.ending == .complete)
    #expect(trial.report.recordCount == 0)
  }

  @Test("invalid JSON is reported even if nothing would map it")
  func noJSON() throws {
    let trial = try MappingTrial(spec(none), #"{"t":}"#, options: context("GET", "/a", 200))
    #expect(trial.findings == ["RK4002"])
  }

  @Test("a body that an error descriptor maps is an ordinary result")
  func errorDescriptor() throws {
    let descriptors = [
      #""keyPath": "items""#, #""keyPath": "errors", "statusCodes": ["4XX", 503]"#,
    ]
    let trial = try trial(descriptors, #"{"errors":[{"t":1}]}"#, "POST", "/a", 503)
    #expect(trial.report.ending == .complete)
    #expect(trial.output == #"[{"t":1,"by":1}]"#)
  }

  @Test(
    "RK5903: impossible parts of a request are refused",
    arguments: [("GETT", 200), ("get", 200), ("ANY", 200), ("GET", 99), ("GET", 600)]
  )
  func badContext(method: String, status: Int) throws {
    let mapping = try Mapping(text: spec([""]))
    let error = #expect(throws: DiagnosticsError.self) {
      try Mapper(mapping, options: context(method, nil, status))
    }
    #expect(error?.diagnostics.map(\.code) == [.flagValue])
  }
}
