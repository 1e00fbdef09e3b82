import Foundation
import RKDiagnostics
import RKMapping
import TestSupport
import Testing

/// docs/json-policy.md compared with the program.
@Suite("JSON policy")
struct JSONPolicyTests {
  @Test("the page lists every file that the suite leaves open, once")
  func complete() throws {
    let open = try JSONTestSuite.files("test_parsing", "i_") + JSONTestSuite.files("test_transform")
    let rows = try JSONPolicy.rows().map(\.file).filter { !$0.hasPrefix("n_") }
    #expect(rows.sorted() == open.map(\.name).sorted())
  }

  @Test(
    "each file is accepted or rejected as the page says",
    arguments: try JSONPolicy.rows().map(\.file)
  )
  func verdicts(name: String) throws {
    let (row, file) = try Self.row(name)
    let run = try Run(file.path)
    // An empty input is read, with a warning.
    let refusal = run.codes.first { $0.hasPrefix("RK4") && $0 != "RK4009" }
    #expect((refusal.map { "refuses, \($0)" } ?? "reads") == row.verdict)
    #expect((run.ending == .badInput) == (refusal != nil))
  }

  @Test(
    "each accepted file is mapped as the page says",
    arguments: try JSONPolicy.rows().map(\.file)
  )
  func mapped(name: String) throws {
    let (row, file) = try Self.row(name)
    let run = try Run(file.path)
    switch row.mapped {
    case "-": #expect(run.ending == .badInput)
    case "nothing": #expect(run.output == "[]\n" || run.output == "")
    case "two records": #expect(run.output.split(separator: "\n").count == 2)
    case "copied":
      let text = String(decoding: file.bytes, as: UTF8.self).replacing(/[ \n]/, with: "")
      #expect(run.output == "[{\"value\":\(text)}]\n" || run.output == "{\"value\":\(text)}\n")
    default: #expect(run.codes.contains(row.mapped))
    }
  }

  private static func row(_ name: String) throws -> (JSONPolicy.Row, JSONTestSuite.File) {
    let row = try #require(try JSONPolicy.rows().first { $0.file == name })
    let files = try JSONTestSuite.files("test_parsing") + JSONTestSuite.files("test_transform")
    return (row, try #require(files.first { $0.name == name }))
  }

  /// A run that writes each document unchanged, as the value of one attribute.
  private final class Run: DiagnosticReceiver {
    private(set) var codes: [String] = []
    private(set) var ending = MappingReport.Ending.complete
    private(set) var output = ""

    init(_ path: String) throws {
      let folder = try ScratchFolder()
      let spec = #"{"mappers":[{"id":"m","target":"T","attributes":[{"@document":"value"}]}]}"#
      let mapper = try Mapper(try Mapping(text: spec))
      let out = Output.file(folder.path(of: "out"))
      ending = mapper.apply(to: [.file(path)], into: out, reportingTo: self).ending
      output = folder.read("out") ?? ""
    }

    func receive(_ diagnostic: Diagnostic) { codes.append(diagnostic.code.id) }
  }
}
