import Testing

@testable import RKEngine

@Suite("What PostgreSQL does not hold")
struct PostgresTextTests {
  private typealias Check = (Span<UInt8>, Range<Int>) -> ColumnAffinity.Change?

  private func change(_ text: String, _ check: Check) -> ColumnAffinity.Change? {
    let bytes = Array(text.utf8)
    let padded = bytes + [UInt8](repeating: 0, count: 64)
    return check(padded.span, 0..<bytes.count)
  }

  @Test("A second has six digits after the point")
  func instants() {
    #expect(change("2024-05-01T10:00:00.123456Z", PostgresText.instantChange) == nil)
    #expect(change("2024-05-01T10:00:00.1234560Z", PostgresText.instantChange) == nil)
    #expect(change("2024-05-01T10:00:00.1234561Z", PostgresText.instantChange) == .microseconds)
    #expect(change("2024-05-01T10:00:00Z", PostgresText.instantChange) == nil)
  }

  @Test("A number has a limit on both sides of the point")
  func numbers() {
    for text in ["1e400", "-0.5", "0e999999999", "1e131071", "1e-16383"] {
      #expect(change(text, PostgresText.numberChange) == nil, "\(text)")
    }
    for text in ["1e131072", "1e-16384", "1e999999"] {
      #expect(change(text, PostgresText.numberChange) == .digits, "\(text)")
    }
  }

  @Test("No text has U+0000")
  func zeros() {
    #expect(change("a\u{0}b", PostgresText.zeroChange) == .zeroCharacter)
    #expect(change("ab", PostgresText.zeroChange) == nil)
  }

  @Test("The texts and numbers of JSON have the same limits")
  func json() {
    for text in [#"{"a":[1,"\\u0000",true]}"#, #""\ud83d\ude00""#, #"["1e999999"]"#] {
      #expect(change(text, PostgresText.jsonChange) == nil, "\(text)")
    }
    #expect(change(#"{"a":"x\u0000"}"#, PostgresText.jsonChange) == .zeroCharacter)
    #expect(change("[1e999999]", PostgresText.jsonChange) == .digits)
  }
}
