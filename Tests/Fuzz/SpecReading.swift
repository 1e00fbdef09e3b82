import RKAuthoring
import RKDiagnostics
import RKMapping

/// A document that most rules find something in.
private let document = Array(
  #"""
  {"id":1,"a":"x","b":{"c":[1,2.50,null,{"d":"\u00e9"}]},"items":[{"id":2,"t":"7/4/2011"},[],"s"]}
  """#.utf8
)

/// Reads the bytes as a spec and, where they are one and it is asked for, compiles it and maps a
/// document by it: whatever they are, there are findings or a result, and no trap.
func readSpec(_ bytes: [UInt8], applies: Bool) {
  formatSpec(bytes)
  let text = String(decoding: bytes, as: UTF8.self)
  guard let mapping = try? Mapping(text: text), applies, let mapper = try? Mapper(mapping) else {
    return
  }
  _ = mapper.planListing
  _ = try? mapper.apply(to: [.bytes(document)], into: .nowhere)
}

/// Formats the bytes as a spec: what comes out can be read without a warning about its form, and
/// formatted again without a change.
private func formatSpec(_ bytes: [UInt8]) {
  guard let once = try? SpecFormatter.formatted(SourceFile(name: "spec", bytes: bytes)) else {
    return
  }
  let again = try? SpecFormatter.formatted(SourceFile(name: "spec", bytes: once))
  precondition(again == once, "formatting again changes it")
}
