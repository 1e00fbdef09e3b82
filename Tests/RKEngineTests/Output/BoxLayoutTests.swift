@testable import RKEngine
import Testing

@Suite("Columns of a table for people")
struct BoxLayoutTests {
  private static func widths(_ widths: [Int], limit: Int?) -> [Int] {
    let layout = BoxLayout(widths: widths, isNumeric: widths.map { _ in false }, limit: limit)
    return layout.columns.map(\.width) + (layout.isIncomplete ? [1] : [])
  }

  @Test("without a limit nothing is cut")
  func unlimited() {
    #expect(Self.widths([3, 500], limit: nil) == [3, 500])
  }

  @Test("the widest column loses places, the first of equals first")
  func cutting() {
    #expect(Self.widths([16, 10], limit: 25) == [9, 9])
    #expect(Self.widths([10, 10], limit: 26) == [9, 10])
    #expect(Self.widths([1_000_000_000, 12], limit: 40) == [21, 12])
  }

  @Test("narrow columns stay as they are, and columns that have no place are left out")
  func leavingOut() {
    #expect(Self.widths([3, 20, 20], limit: 29) == [3, 8, 8])
    #expect(Self.widths([3, 20, 20], limit: 28) == [3, 8, 1])
    #expect(Self.widths([20, 20], limit: 20) == [8, 1])
  }

  @Test(
    "a text is as wide as a terminal shows it",
    arguments: [
      ("abc", 3), ("e\u{301}", 1), ("\u{6771}\u{4EAC}", 4), ("\u{1F469}\u{200D}\u{1F467}", 2),
      ("\u{1F1E9}\u{1F1EA}", 2), ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("\u{FF21}", 2),
      ("\u{301}", 0), ("\u{2329}", 2), ("", 0),
    ]
  )
  func width(text: String, width: Int) {
    #expect(BoxText(Array(text.utf8).span).width == width)
  }

  @Test(
    "a cut text ends in an ellipsis and is never wider than its place",
    arguments: [(5, "abcd\u{2026}"), (1, "\u{2026}"), (0, "")]
  )
  func cut(limit: Int, shown: String) {
    #expect(BoxText(Array("abcdefgh".utf8).span).cut(to: limit).text == shown)
    #expect(BoxText(Array("\u{6771}\u{4EAC}\u{6771}".utf8).span).cut(to: 4).width == 3)
  }
}

@Suite("Cells of tables for people")
struct CellFormTests {
  private static func escaped(_ text: String, _ form: CellForm) -> String {
    String(decoding: form.escaped(Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    "control characters and those that change the direction are shown by their numbers",
    arguments: [
      ("a\tb\r\n", "a\\tb\\r\\n"), ("\u{1B}[2J", "\\u001b[2J"), ("\u{7F}", "\\u007f"),
      ("\u{80}\u{9F}\u{A0}", "\\u0080\\u009f\u{A0}"), ("\u{61C}", "\\u061c"),
      ("\u{200E}\u{200F}", "\\u200e\\u200f"), ("\u{202A}\u{202E}", "\\u202a\\u202e"),
      ("\u{2066}\u{2069}", "\\u2066\\u2069"), ("\u{200D}\u{6771}\\", "\u{200D}\u{6771}\\"),
      ("\u{0}", "\\u0000"), ("", ""),
    ]
  )
  func visible(text: String, shown: String) {
    #expect(Self.escaped(text, .visible) == shown)
  }

  @Test(
    "what Markdown would interpret is escaped, and a line end is a break",
    arguments: [
      ("a|b\\", "a\\|b\\\\"), ("<i>&", "&lt;i>&amp;"), ("a\r\nb\nc\rd", "a<br>b<br>c<br>d"),
      ("\r", "<br>"), ("*x*", "*x*"),
    ]
  )
  func markdown(text: String, shown: String) {
    #expect(Self.escaped(text, .markdown) == shown)
  }
}
