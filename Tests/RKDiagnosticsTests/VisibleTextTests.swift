import RKDiagnostics
import Testing

@Suite("Text that nothing interprets")
struct VisibleTextTests {
  @Test(
    "what a terminal or a log interprets is shown as an escape",
    arguments: [
      ("a", "a"), ("a\nb", #"a\u{A}b"#), ("\r\n", #"\u{D}\u{A}"#), ("\u{1B}[1m", #"\u{1B}[1m"#),
      ("\u{9B}\u{202E}\u{2066}", #"\u{9B}\u{202E}\u{2066}"#), ("# ## x[", "# ## x["),
      ("##[error]x", #"#\u{23}[error]x"#), ("a ##vso[task]", #"a #\u{23}vso[task]"#),
      // Tags and fillers, but not the joiners and selectors of scripts and emoji.
      ("\u{E0041}\u{34F}\u{3164}", #"\u{E0041}\u{34F}\u{3164}"#),
      ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}"),
      ("###[x", #"##\u{23}[x"#), ("#\u{200B}#[x", #"#\u{200B}#[x"#),
    ]
  )
  func escapes(text: String, shown: String) {
    #expect(VisibleText.escaped(text) == shown)
    #expect(VisibleText.escaped(shown) == shown)
  }

  @Test(
    "no line begins with two colons",
    arguments: [
      ("::error::x", #"\u{3A}:error::x"#), ("  ::x", #"  \u{3A}:x"#), ("a::b", "a::b"),
      ("\u{A0}\u{3000}::x", "\u{A0}\u{3000}" + #"\u{3A}:x"#), (": :x", ": :x"), ("", ""),
      ("a\n::error::x", #"a\u{A}::error::x"#),
    ]
  )
  func lines(text: String, shown: String) {
    #expect(VisibleText.line(text) == shown)
  }
}
