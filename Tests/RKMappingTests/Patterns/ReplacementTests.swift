import RKMapping
import Testing

@Suite("Replacements of matches")
struct ReplacementTests {
  @Test(
    "every match is replaced",
    arguments: [
      ("(\\d+)/(\\d+)", "$2-$1", "1/2 and 3/4", "2-1 and 4-3"), ("a", "", "banana", "bnn"),
      ("x*", "-", "abc", "-a-b-c-"), ("b*", "-", "abc", "-a--c-"),
      ("", "\u{E9}", "\u{4E2D}", "\u{E9}\u{4E2D}\u{E9}"),
      ("(a)|(b)", "[$1$2]", "abc", "[a][b]c"), ("\\s+", " ", "a  b\n\tc", "a b c"),
      ("^", "> ", "a\nb", "> a\nb"), ("(?m)^", "> ", "a\nb", "> a\n> b"), ("z", "y", "abc", "abc"),
      ("(.)", "$1$1", "ab", "aabb"), ("b", "<$0>", "abc", "a<b>c"), ("b", "$$", "abc", "a$c"),
      ("b", "\\$\\\\\\/\\n\\t\\r", "b", "$\\/\n\t\r"), ("(b)", "$10", "b", "b0"),
      ("a", "b", "", ""),
      ("(?<y>\\d{4})-(?<m>\\d\\d)", "$2.$1", "2011-04", "04.2011"),
      ("a|b|c", "$0$0", "cab", "ccaabb"),
    ]
  )
  func replacing(pattern: String, template: String, text: String, result: String) throws {
    #expect(try PatternTrial(pattern).replacing(in: text, with: template) == result)
  }

  @Test(
    "an error of the text has its position",
    arguments: [
      ("\u{E9}$2", 2, "there is no group 2"),
      ("$x", 0, "'$' is followed by the number of a group; the sign itself is '$$'"),
      ("a$", 1, "'$' is followed by the number of a group; the sign itself is '$$'"),
      ("\\q", 0, "a backslash itself is '\\\\'"),
      ("a\\", 1, "a backslash itself is '\\\\'"),
    ]
  )
  func faults(template: String, offset: Int, message: String) throws {
    let pattern = try Pattern("(a)")
    let error = #expect(throws: TextError.self) { try Replacement(template, for: pattern) }
    #expect(error == TextError(message, at: offset))
  }
}
