import RKDiagnostics
import RKEngine
import RKMapping
import TestSupport

/// Maps the bytes, puts the records back onto them, and traps unless they stay as they are.
///
/// What stands behind a record separator are records that are put onto what is before it: what comes of that is JSON,
/// which stays as it is when its own records are put onto it.
func writeOriginal(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
  let original = Array(parts[0])
  for format in [Input.Format.json, .ndjson] {
    guard let own = records(of: original, format) else { continue }
    for deletes in [false, true] {
      let same = put(own, onto: original, format, deletes: deletes)
      precondition(
        same == original,
        "what was read is written as \(text(same ?? [])) to \(text(bytes))"
      )
      guard parts.count == 2,
        let changed = put(Array(parts[1]), onto: original, format, deletes: deletes)
      else { continue }
      let separator: UInt8? = format == .ndjson ? 0x0A : nil
      let scanned = SinglePassScanner.scan(changed, separator: separator, maximumDepth: 1000)
      precondition(
        changed.isEmpty || scanned.firstFault == nil,
        "what was changed is no JSON: \(text(changed)) of \(text(bytes))"
      )
      guard let made = records(of: changed, format) else { continue }
      let again = put(made, onto: changed, format, deletes: deletes) ?? []
      precondition(again == changed, "\(text(again)) of \(text(changed)) of \(text(bytes))")
    }
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Has lists and objects of records, known by identity, by key and by place, and places inside others.
private let mapping: Mapping = {
  let spec = #"""
    {"keyPath": "d", "root-map-ref": "m", "mappers": [
      {"id": "m", "target": "M", "identification": ["i"],
       "attributes": ["i", "a", {"b.c": "c"}, {"l[1]": "l"}, {"from": "t", "type": "date", "format": "d/M/yyyy"},
         {"from": "n", "type": "integer"}],
       "relationships": [{"from": "k", "to": "k", "map-ref": "k", "many": true},
         {"from": "s", "to": "s", "map-ref": "m", "many": true}, {"from": "o", "to": "o", "map-ref": "o"}]},
      {"id": "k", "target": "K", "keyAttribute": "x", "forceCollection": true, "attributes": ["v"]},
      {"id": "o", "target": "O", "attributes": [{"from": "b.d", "to": "e"}, "a"]}]}
    """#
  guard let mapping = try? Mapping(text: spec) else { preconditionFailure("the spec is one") }
  return mapping
}()
private let reader = try? Mapper(mapping)
private let writer: RecordSerializer? = {
  var options = RecordSerializer.Options()
  options.hasOriginal = true
  return try? RecordSerializer(mapping, options: options)
}()

/// The records of a document as JSON; nil if it has none, or errors.
private func records(of document: [UInt8], _ format: Input.Format) -> [UInt8]? {
  guard let reader else { preconditionFailure("the spec is compiled") }
  let memory = OutputMemory()
  let output = Output.memory(memory, named: format == .ndjson ? "r.ndjson" : "r.json")
  let input = Input.bytes(document, name: "original", format: format)
  guard let report = try? reader.apply(to: [input], into: output), report.errorCount == 0 else {
    return nil
  }
  return memory.bytes
}

/// The document with the records; nil if something is wrong with them.
private func put(
  _ records: [UInt8],
  onto original: [UInt8],
  _ format: Input.Format,
  deletes: Bool
) -> [UInt8]? {
  guard let writer else { preconditionFailure("the spec is compiled") }
  let memory = OutputMemory()
  let (report, _) = writer.run(
    on: .bytes(records, name: "records", format: format),
    onto: .bytes(original, name: "original", format: format),
    deletes: deletes,
    into: .memory(memory, named: "changed"),
    reportingTo: NoReceiver()
  )
  return report.ending == .complete && report.errorCount == 0 ? memory.bytes : nil
}

/// Drops what is told.
private final class NoReceiver: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
