@testable import RKEngine
import Testing

@Suite("BracePattern")
struct BracePatternTests {
  @Test(
    "a pattern stands for names",
    arguments: [
      ("a.json", ["a.json"]),
      ("{a,b}.json", ["a.json", "b.json"]),
      ("{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]),
      ("{a,{b,c}d}", ["a", "bd", "cd"]),
      ("x{,y}", ["x", "xy"]),
      ("{a}", ["{a}"]),
      ("{a}{b,c}", ["{a}b", "{a}c"]),
      ("{a,b", ["{a,b"]),
      ("{{a,b}", ["{a", "{b"]),
      (#"\{a,b}"#, [#"\{a,b}"#]),
      (#"{a\,b,c}"#, [#"a\,b"#, "c"]),
    ]
  )
  func alternatives(pattern: String, names: [String]) {
    #expect(BracePattern.alternatives(of: pattern) == names)
    #expect(BracePattern.has(pattern) == (names != [pattern]))
  }

  @Test("too many alternatives are left unexpanded")
  func many() {
    let pattern = String(repeating: "{a,b}", count: 40)
    #expect(BracePattern.alternatives(of: pattern).count <= 10_001)
  }
}
