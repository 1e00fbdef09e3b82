import RKAuthoring
import RKDiagnostics
import RKMapping

/// A document in which most rules find something.
private let document = Array(
  #"""
  {"id":1,"a":"x","b":{"c":[1,2.50,null,{"d":"\u00e9"}]},"items":[{"id":2,"t":"7/4/2011"},[],"s"]}
  """#.utf8
)

/// Reads the bytes as a spec and, if they are one and it is requested, compiles it and maps a
/// document by it: the result is diagnostics or output, never a trap.
func readSpec(_ bytes: [UInt8], applies: Bool) {
  formatSpec(bytes)
  let text = String(decoding: bytes, as: UTF8.self)
  guard let mapping = try? Mapping(text: text), applies, let mapper = try? Mapper(mapping) else {
    return
  }
  _ = mapper.planListing
  _ = try? mapper.apply(to: [.bytes(document)], into: .nowhere)
}

/// Formats the bytes as a spec: the result can be read without a warning about its form, and
/// formatting it again changes nothing.
private func formatSpec(_ bytes: [UInt8]) {
  guard let once = try? SpecFormatter.formatted(SourceFile(name: "spec", bytes: bytes)) else {
    return
  }
  let again = try? SpecFormatter.formatted(SourceFile(name: "spec", bytes: once))
  precondition(again == once, "formatting again changes it")
}
