import RKAuthoring
import RKDiagnostics
import RKMapping

/// Infers a spec from the bytes and, if there are records in them, traps unless the spec has no warnings
/// and maps the same bytes without an error.
func inferSpec(_ bytes: [UInt8]) {
  guard let reader = try? SampleReader(options: MapperOptions()) else {
    preconditionFailure("the reader's own spec is one")
  }
  let input = Input.bytes(bytes, name: "samples")
  let collector = SampleCollector(namesRequests: false)
  let read = reader.read([input], into: collector, reportingTo: Silence())
  guard read.ending == .complete, read.errorCount == 0 else { return }
  let found: Inference?
  do {
    found = try Inference(collector, files: ["samples"], options: InferenceOptions())
  } catch {
    preconditionFailure("nothing was stated that could be wrong: \(error.diagnostics)")
  }
  guard let found else { return }
  let spec = String(decoding: found.spec, as: UTF8.self)
  let mapping: Mapping
  do {
    mapping = try Mapping(text: spec, isStrict: true, isLinted: true)
  } catch {
    preconditionFailure("\(error.diagnostics) in \(spec)")
  }
  var options = MapperOptions()
  options.isStrict = true
  options.drift = .fail
  guard let mapper = try? Mapper(mapping, options: options) else {
    preconditionFailure("not compiled: \(spec)")
  }
  let collected = Messages()
  let report = mapper.apply(to: [input], into: .nowhere, reportingTo: collected)
  precondition(
    report.ending == .complete && report.errorCount == 0,
    "\(collected.texts) with \(spec)"
  )
}

/// Keeps what is told.
private final class Messages: DiagnosticReceiver {
  private(set) var texts: [String] = []

  func receive(_ diagnostic: Diagnostic) { texts.append(diagnostic.message) }
}

/// Drops what is told.
private final class Silence: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
