import Foundation
import RKDiagnostics
import RKMapping
import TestSupport

/// The result of a spec for an input in memory.
struct MappingTrial {
  /// The output without its last line feed; nil if none was left.
  var output: String?
  /// Each diagnostic as its code and pointer: `RK1002 /articles/0/date`.
  var findings: [String]
  var diagnostics: [Diagnostic]
  var report: MappingReport

  init(
    _ spec: String,
    _ input: String,
    format: Input.Format? = nil,
    options: MapperOptions = MapperOptions(),
    output configure: (inout Output) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec), options: options)
    var output = Output.file(folder.path(of: "output"))
    configure(&output)
    let receiver = FindingList()
    report = mapper.apply(
      to: [.bytes(Array(input.utf8), name: "in.json", format: format)],
      into: output,
      reportingTo: receiver
    )
    diagnostics = receiver.diagnostics
    findings = diagnostics.map { diagnostic in
      let pointer = diagnostic.location?.pointer.map { " " + $0 } ?? ""
      return diagnostic.code.id + pointer
    }
    self.output = folder.read("output").map { text in
      text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}

/// The output of a spec for an input without diagnostics.
func map(_ input: String, by spec: String) throws -> String? {
  let trial = try MappingTrial(spec, input)
  return trial.findings.isEmpty ? trial.output : trial.findings.joined(separator: ", ")
}

/// A spec of one mapper with the given attributes.
func spec(attributes: String) -> String {
  #"{"mappers": [{"id": "a", "target": "A", "attributes": \#(attributes)}]}"#
}

/// Keeps the diagnostics of a run.
final class FindingList: DiagnosticReceiver {
  var diagnostics: [Diagnostic] = []

  func receive(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}
