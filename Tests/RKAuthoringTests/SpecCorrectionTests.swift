import RKAuthoring
import RKDiagnostics
import TestSupport
import Testing

@Suite("SpecCorrection")
struct SpecCorrectionTests {
  @Test("a spec that cannot be read is reported, with nothing to change")
  func unread() throws {
    let folder = try ScratchFolder()
    let correction = SpecCorrection(ofSpecAt: folder.path(of: "none.json"))
    #expect(correction.unread?.code == .unreadableSpec)
    #expect(correction.files.isEmpty)
  }

  @Test("an include that cannot be read is reported besides the changes")
  func unreadInclude() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("{\"include\": ['none.json'],}", to: "spec.json")
    #expect(SpecCorrection(ofSpecAt: path).unread?.code == .unreadableInclude)
    try folder.write("{}", to: "none.json")
    let correction = SpecCorrection(ofSpecAt: path)
    #expect(correction.unread == nil)
    #expect(correction.files.map(\.path) == [path])
  }
}
