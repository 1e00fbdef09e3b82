import RKDiagnostics
import RKEngine
import RKMapping
import RKVerdict
import Testing

@Suite("SuiteReader")
struct SuiteReaderTests {
  private func read(_ text: String, isStrict: Bool = false) throws -> SuiteReader.Result {
    let source = SourceFile(name: "api/rkmap.test.json", bytes: Array(text.utf8))
    return try SuiteReader.read(
      source,
      isStrict: isStrict,
      FileScope(ofTestFile: source.name, allowing: [])
    )
  }

  /// The codes for a test file that cannot be used.
  private func codes(_ text: String, isStrict: Bool = false) -> [String] {
    do {
      _ = try read(text, isStrict: isStrict)
      return []
    } catch {
      return (error as? DiagnosticsError)?.diagnostics.map(\.code.id) ?? ["?"]
    }
  }

  /// The same for a single case.
  private func codes(ofCase text: String) -> [String] {
    codes(#"{"spec": "s.json", "cases": [\#(text)]}"#)
  }

  @Test("a test file is read whole")
  func whole() throws {
    let suite = try read(
      """
      {
        "$schema": "https://example.org/test.json",
        "x-owner": "us",
        "spec": "spec.json",
        "strict": true,
        "cases": [
          {
            "files": ["a.json", "b/*.json"],
            "route": {"method": "PUT", "path": "/users/1", "status": 201},
            "expect": {
              "types": {"User": {"min": 1}, "Tag": {"max": 3}, "Pet": {"count": 2}},
              "errors": [{"code": "RK1002", "at": "/0/a~1b"}, {"code": "no-match"}],
              "output": "out.ndjson"
            },
            "snapshot": true
          },
          {"files": "c.json", "expect": {"errors": 2}}
        ],
        "redact": ["User.updatedAt"]
      }
      """.replacing("no-match", with: DiagnosticCode.allCases[0].name)
    ).suite
    #expect(suite.file == "api/rkmap.test.json")
    #expect(suite.path(suite.spec.value) == "api/spec.json")
    #expect(suite.path("/tmp/x") == "/tmp/x")
    #expect(suite.isStrict)
    #expect(suite.redactions.map(\.value) == ["User.updatedAt"])
    #expect(suite.cases.count == 2)
    let first = suite.cases[0]
    #expect(first.files.map(\.value) == ["a.json", "b/*.json"])
    #expect(first.route?.method == "PUT")
    #expect(first.route?.path == "/users/1")
    #expect(first.route?.statusCode == 201)
    #expect(first.expectation.counts.map(\.target.value) == ["User", "Tag", "Pet"])
    #expect(first.expectation.counts.map(\.range) == [1...Int.max, 0...3, 2...2])
    #expect(first.expectation.output?.value == "out.ndjson")
    #expect(first.hasSnapshot)
    guard case .listed(let listed) = first.expectation.findings else {
      Issue.record("a list of findings")
      return
    }
    #expect(listed.map(\.code) == [.conversionFailed, DiagnosticCode.allCases[0]])
    #expect(listed.map(\.pointer?.value) == ["/0/a~1b", nil])
    let second = suite.cases[1]
    #expect(second.route == nil)
    #expect(!second.hasSnapshot)
    guard case .count(2) = second.expectation.findings else {
      Issue.record("a number of errors")
      return
    }
    #expect(suite.location(of: second.place).line == 17)
  }

  @Test("RK2034: a test file spells a word in one way, except names of files")
  func spellings() {
    func suite(_ members: String) -> String { #"{"spec": "\u00e9", "cases": [{\#(members)}]}"# }
    #expect(
      codes(suite(##""files": ["\u00e9", "e\u0301"], "expect": {"output": "e\u0301"}"##)) == []
    )
    let twice =
      ##""files": "a", "route": {"path": "/\u00e9"}, "expect": {"types": {"e\u0301": {"count": 1}}}"##
    #expect(codes(suite(twice)) == ["RK2034"])
  }

  @Test("unknown members are an error, with the most similar name")
  func unknown() throws {
    #expect(codes(#"{"spec": "s.json", "casses": []}"#) == ["RK2009", "RK2005"])
    #expect(codes(#"{"spec": "s.json", "cases": []}"#) == ["RK2083"])
    #expect(codes(#"{"cases": [{"files": "a"}]}"#) == ["RK2009"])
    #expect(codes("[]") == ["RK2006"])
    #expect(codes(#"{"spec": "-", "cases": [{"files": "a"}]}"#) == ["RK2083"])
    #expect(codes("") == ["RK2002"])
    #expect(codes(#"{"spec": "s.json", "cases": [{"files": "a"}]"#) == ["RK2002"])
  }

  @Test(
    "a case with impossible expectations is an error",
    arguments: [
      (#"{"files": "a"}"#, []),
      (#"{"snapshot": true}"#, ["RK2009"]),
      (#"{"files": []}"#, ["RK2083"]),
      (#"{"files": ""}"#, ["RK2083"]),
      (#"{"files": [""]}"#, ["RK2006"]),
      (#"{"files": 1}"#, ["RK2006"]),
      (#"{"files": "a/**/b.json"}"#, []),
      (#"{"files": "a**b.json"}"#, []),
      (#"{"files": "a", "route": "GET"}"#, ["RK2006"]),
      (#"{"files": "a", "route": {"method": "get"}}"#, ["RK2010"]),
      (#"{"files": "a", "route": {"methods": "GET"}}"#, ["RK2005"]),
      (#"{"files": "a", "route": {"status": 600}}"#, ["RK2083"]),
      (#"{"files": "a", "route": {"status": "2XX"}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"types": ["User"]}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"types": {"A": {}}}}"#, ["RK2009"]),
      (#"{"files": "a", "expect": {"types": {"A": 1}}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"types": {"A": {"min": -1}}}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"types": {"A": {"min": 1.5}}}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"types": {"A": {"min": 2, "max": 1}}}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"types": {"A": {"min": 2, "count": 2}}}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"errors": -1}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"errors": "1"}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"errors": [1]}}"#, ["RK2006"]),
      (#"{"files": "a", "expect": {"errors": [{"at": "/a"}]}}"#, ["RK2009"]),
      (#"{"files": "a", "expect": {"errors": [{"code": "RK1"}]}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"errors": [{"code": "RK1002", "at": "a"}]}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"errors": [{"code": "RK1002", "at": "/a~2"}]}}"#, ["RK2083"]),
      (#"{"files": "a", "expect": {"errors": [{"code": "RK1002", "at": ""}]}}"#, []),
    ]
  )
  func cases(text: String, expected: [String]) { #expect(codes(ofCase: text) == expected) }

  @Test("mistakes are tolerated with a warning, unless the suite is strict")
  func forgiven() throws {
    let text = #"{"spec": 's.json', "cases": [{"files": "a"}]}"#
    #expect(try read(text).warnings.map(\.code.id) == ["RK2004"])
    #expect(codes(text, isStrict: true) == ["RK2004"])
    #expect(codes(text.replacing("{\"spec\"", with: "{\"strict\": true, \"spec\"")) == ["RK2004"])
  }

  @Test("a missing file or one that is not text is an error")
  func unreadable() {
    #expect(throws: DiagnosticsError.self) {
      try SuiteReader.read("/nonexistent/rkmap.test.json", isStrict: false)
    }
    let source = SourceFile(name: "x", bytes: [0x7B, 0xFF, 0x7D])
    #expect {
      try SuiteReader.read(
        source,
        isStrict: false,
        FileScope(ofTestFile: source.name, allowing: [])
      )
    } throws: { error in
      (error as? DiagnosticsError)?.diagnostics.map(\.code) == [.unreadableSuite]
    }
  }

  @Test("a name is not truncated at U+0000", arguments: ["spec", "files", "output"])
  func zero(member: String) {
    let (spec, files, output) = ("s.json", "a.json", "o.json")
    func text(_ name: String, _ value: String) -> String {
      name == member ? value + "\\u0000b" : value
    }
    let suite =
      #"{"spec": "\#(text("spec", spec))", "cases": [{"files": "\#(text("files", files))", "#
      + #""expect": {"output": "\#(text("output", output))"}}]}"#
    #expect(codes(suite) == ["RK2083"])
  }
}
