import RKAuthoring
import RKDiagnostics
import RKMapping
import Testing

/// What `infer` makes of documents, each of which is an input of its own.
func inferred(
  _ documents: [String],
  file: String = "in.json",
  _ change: (inout InferenceOptions) -> Void = { _ in }
) throws -> Inference {
  var options = InferenceOptions()
  change(&options)
  let collector = SampleCollector(namesRequests: true, sample: options.sampleSize)
  for document in documents {
    collector.beginInput()
    let text = Array(document.utf8) + [UInt8](repeating: 0x20, count: 64)
    collector.receive(text.span, 0..<document.utf8.count, SampleOrigin(file: file))
  }
  return try #require(try Inference(collector, files: [file], options: options))
}

/// The spec without white space outside strings.
func inferredSpec(
  _ documents: String...,
  file: String = "in.json",
  _ change: (inout InferenceOptions) -> Void = { _ in }
) throws -> String {
  try compact(String(decoding: inferred(documents, file: file, change).spec, as: UTF8.self))
}

/// A spec with what a document has beside it, and what there is no place for in it.
func merged(_ document: String, into spec: String) throws -> (text: String, leftOut: [String]) {
  let made = try inferred([document]).merged(into: Mapping(text: spec))
  let text = String(decoding: made.text, as: UTF8.self)
  _ = try Mapping(text: text)
  return (text, made.leftOut)
}

/// Records of several kinds: of each one so many, with a number as `id`, and what they have beside it.
func records(_ kinds: [String], count: Int = 5) -> String {
  let records = (0..<(count * kinds.count)).map { number in
    #"{"id": \#(number), \#(kinds[number % kinds.count])}"#
  }
  return "[\(records.joined(separator: ", "))]"
}
