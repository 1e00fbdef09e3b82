import RKAuthoring
import RKDiagnostics
import Testing

struct CorrectedTextTests {
  private func corrected(_ text: String, _ fixIts: [FixIt]) -> String {
    String(decoding: CorrectedText(Array(text.utf8), fixIts).bytes, as: UTF8.self)
  }

  @Test("Changes are applied at their places, whatever their order")
  func order() {
    let fixIts = [
      FixIt("insert ','", replacing: 3..<3, with: ","),
      FixIt("replace", replacing: 0..<1, with: "["),
    ]
    #expect(corrected("(1 2)", fixIts) == "[1 ,2)")
  }

  @Test("Of overlapping changes the first is applied")
  func overlap() {
    let fixIts = [
      FixIt("one", replacing: 0..<3, with: "x"), FixIt("other", replacing: 2..<4, with: "y"),
    ]
    #expect(corrected("abcd", fixIts) == "xd")
  }

  @Test("Of a group all changes are applied, or none")
  func groups() {
    let groups = [
      [FixIt("outer", replacing: 0..<1, with: "("), FixIt("outer", replacing: 3..<4, with: ")")],
      [FixIt("other", replacing: 1..<2, with: "x"), FixIt("other", replacing: 3..<3, with: "y")],
      [FixIt("late", replacing: 2..<3, with: "z"), FixIt("late", replacing: 2..<4, with: "z")],
    ]
    let corrected = CorrectedText(Array("abcd".utf8), groups: groups)
    #expect(String(decoding: corrected.bytes, as: UTF8.self) == "(xcy)")
    #expect(corrected.appliedCount == 2)
  }

  @Test("Insertions come before replacements, in the order of the diagnostics")
  func insertions() {
    let fixIts = [
      FixIt("replace", replacing: 1..<2, with: "B"), FixIt("first", replacing: 1..<1, with: "1"),
      FixIt("second", replacing: 1..<1, with: "2"), FixIt("end", replacing: 2..<2, with: "."),
    ]
    #expect(corrected("ab", fixIts) == "a12B.")
  }
}
