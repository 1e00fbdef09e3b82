import Foundation
import RKDiagnostics
import RKMapping
import TestSupport
import Testing

/// What is written of failed records, from templates, is what the diagnostics about them say.
struct FailureTemplateTests {
  private static let attributes = [
    #""type": "integer", "onError": "fail""#,
    #""type": "number", "onError": "fail""#,
    #""type": "decimal", "transform": ["trim"], "onError": "fail""#,
    #""type": "date", "format": "d/M/yyyy", "onError": "fail""#,
    #""type": "boolean", "onError": "fail""#,
    #""type": "integer", "conversions": "fail""#,
    #""transform": ["trim", "replace:/a+/b/"], "onError": "fail""#,
    #""map": "words", "onError": "fail""#,
    #""type": "[integer]", "onError": "fail""#,
    #""validate": [{"unless": "SELF == 'valid'", "then": "reject"}], "required": true"#,
    ###""validate": [{"unless": "SELF == 1", "then": "fail", "message": "##[error] \"\u00E9\\"}]"###,
  ]

  /// A spec by whose rule `3` a document has the fourth of these attributes: each breaks one rule.
  private static let spec: String = {
    let mappers = attributes.enumerated().map { number, rule in
      """
      {"id": "m\(number)", "target": "Target \u{FC}##\(number)",
        "attributes": [{"from": "k\(number)", "to": "a#\(number)", \(rule)}]}
      """
    }
    let matchers = attributes.indices.map {
      #"{"keyPath": "rule", "expectValue": \#($0), "map-ref": "m\#($0)"}"#
    }
    return """
      {"root-map-ref": "one", "valueMaps": {"words": {"known": "word"}},
        "mappers": [{"id": "one", "dynamic": true, "matchers": [\(matchers.joined(separator: ", "))]},
        \(mappers.joined(separator: ",\n"))]}
      """
  }()

  private static func value(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "7", " ", "-", ".", "/", #"\""#, #"\\"#, #"\n"#, #"\u0007"#, "#", "##[group]",
      "##vso[x]",
      "\u{E9}", "\u{65E5}\u{672C}", "\u{1F600}", "\u{200B}", "\u{202E}", "\u{AD}", "\u{7F}",
      "\u{85}",
      "e\u{301}", "\u{3164}", "12/31/2011",
      "long enough to be cut off in the middle of a character",
    ]
    switch generator.below(8) {
    case 0:
      return generator.pick(["null", "true", "false", "[]", "{}", #"[1, "x", [2]]"#, #"{"x": 1}"#])
    case 1:
      return generator.pick([
        "0.5", "-17", "123456789012345678901234567890", "0.00000001", "20.10",
        String(repeating: "7", count: 70),
      ])
    default:
      let text = (0..<generator.below(12)).map { _ in generator.pick(pieces) }.joined()
      return "\"\(text)\""
    }
  }

  @Test("errors in place of records and diagnostics agree", arguments: 0..<4)
  func twins(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<500).map { _ in
      let key = generator.below(Self.attributes.count)
      let space = generator.pick(["", " ", "  "])
      return "{\"rule\":\(key),\"k\(key)\":\(space)\(Self.value(&generator))}\n"
    }
    let folder = try ScratchFolder()
    let path = try folder.write(lines.joined(), to: "in ##\u{FC}.ndjson")
    var options = MapperOptions()
    options.failedRecords = .skip
    options.groupsFindings = false
    options.reportLimit = lines.count
    options.failureLimit = .count(lines.count)
    let mapper = try Mapper(Mapping(text: Self.spec), options: options)
    var output = Output.file(folder.path(of: "out.ndjson"))
    output.rejectsPath = folder.path(of: "rejects.ndjson")
    let receiver = FindingList()
    _ = mapper.apply(to: [.file(path)], into: output, reportingTo: receiver)
    // A list may have several faults, of which the first is the reason.
    var lineNumbers: Set<Int> = []
    let expected = receiver.diagnostics.filter { finding in
      finding.severity == .error && lineNumbers.insert(finding.location?.line ?? 0).inserted
    }
    .sorted { ($0.location?.line ?? 0) < ($1.location?.line ?? 0) }
    let rejects = try folder.text(of: "rejects.ndjson").split(separator: "\n")
    #expect(rejects.count == expected.count && rejects.count > 200)
    for (line, finding) in zip(rejects, expected) {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let error = try #require(record?["$error"] as? [String: Any])
      #expect(error["code"] as? String == finding.code.id)
      #expect(error["message"] as? String == finding.message)
      #expect(error["pointer"] as? String == finding.location?.pointer)
      #expect(error["file"] as? String == path)
      #expect(error["line"] as? Int == finding.location?.line)
      #expect(error["spec"] as? String == finding.related.first?.subject)
    }
  }
}
