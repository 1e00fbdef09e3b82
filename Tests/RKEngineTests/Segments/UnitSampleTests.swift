@testable import RKEngine
import TestSupport
import Testing

@Suite("What a unit begins with")
struct UnitSampleTests {
  /// The mark of the last complete element of a list, `|` where the unit begins.
  private func mark(_ text: String) throws -> String? {
    var mark: String?
    try look(at: text) { view in
      let border = UnitBorder.elements(level: 0)
      let end = (0..<view.count).last { view.token($0) == .comma }.map { $0 + 1 } ?? view.count
      if case .text(let bytes, let offset)? = UnitSample.mark(
        view,
        before: end,
        at: border,
        from: 0
      ) {
        mark = String(decoding: bytes[..<offset] + [.ascii("|")] + bytes[offset...], as: UTF8.self)
      }
    }
    return mark
  }

  @Test("objects begin with their first key, after the end of the one before")
  func objects() throws {
    #expect(try mark(#"[{"a":1},{"a":2},3]"#) == #"},|{"a":"#)
    #expect(try mark(#"[{"a":1},{},3]"#) == nil)
    #expect(try mark(#"[[1],{"a":1},3]"#) == nil)
  }

  @Test("arrays begin with their brackets, after those of the one before")
  func arrays() throws {
    #expect(try mark("[[1,2],[3,4],5]") == "],|[")
    #expect(try mark("[[1,[2]],\n [[3],4],5]") == "]],\n |[[")
    #expect(try mark("[{},[3,4],5]") == nil)
    #expect(try mark("[[1],[],5]") == "],|[")
  }
}
