import RKDiagnostics
import RKMapping
import TestSupport

/// What a spec makes of records in memory.
struct SerializeTrial {
  /// The output without its last line feed; nil where none was left.
  var output: String?
  /// Each finding as its code and pointer.
  var findings: [String]
  var diagnostics: [Diagnostic]
  var report: MappingReport
  var needsTypeKey: Bool

  init(
    _ spec: String,
    _ records: String,
    from format: Input.Format? = nil,
    options configure: (inout RecordSerializer.Options) -> Void = { _ in },
    output change: (inout Output) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    var options = RecordSerializer.Options()
    configure(&options)
    let serializer = try RecordSerializer(Mapping(text: spec), options: options)
    var output = Output.file(folder.path(of: "output"))
    change(&output)
    let receiver = FindingList()
    (report, needsTypeKey) = serializer.run(
      on: [.bytes(Array(records.utf8), name: "records.json", format: format)],
      into: output,
      reportingTo: receiver
    )
    diagnostics = receiver.diagnostics
    findings = diagnostics.map { diagnostic in
      diagnostic.code.id + (diagnostic.location?.pointer.map { " " + $0 } ?? "")
    }
    self.output = folder.read("output").map { text in
      text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}

/// The documents that a spec writes of records, or what is to be complained of.
func write(_ records: String, by spec: String) throws -> String? {
  let trial = try SerializeTrial(spec, records)
  return trial.findings.isEmpty ? trial.output : trial.findings.joined(separator: ", ")
}
