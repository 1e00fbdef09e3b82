import RKMapping
import Testing

/// The result for `value` under a type: the output's `v`, or the diagnostics.
func converted(_ value: String, _ type: String) throws -> String? {
  let spec = spec(attributes: #"["k", {"to": "v", "type": "\#(type)"}]"#)
  let trial = try MappingTrial(spec, #"{"k":0,"v":\#(value)}"#)
  guard trial.findings.isEmpty else {
    #expect(trial.output == #"{"k":0}"#)
    return trial.findings.joined(separator: ", ")
  }
  return trial.output.map { String($0.dropFirst(#"{"k":0,"v":"#.count).dropLast()) }
}
