import RKAuthoring
import RKDiagnostics
import Testing

struct CorrectedTextTests {
  private func corrected(_ text: String, _ fixIts: [FixIt]) -> String {
    String(decoding: CorrectedText(Array(text.utf8), fixIts).bytes, as: UTF8.self)
  }

  @Test("Changes are made where they are meant, whatever their order")
  func order() {
    let fixIts = [
      FixIt("insert ','", replacing: 3..<3, with: ","),
      FixIt("replace", replacing: 0..<1, with: "["),
    ]
    #expect(corrected("(1 2)", fixIts) == "[1 ,2)")
  }

  @Test("Of changes that overlap the first is made")
  func overlap() {
    let fixIts = [
      FixIt("one", replacing: 0..<3, with: "x"), FixIt("other", replacing: 2..<4, with: "y"),
    ]
    #expect(corrected("abcd", fixIts) == "xd")
  }
}
