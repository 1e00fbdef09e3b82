import RKEngine
import RKMapping
import TestSupport
import Testing

/// Swift's own regular expressions are the slow twin: where the dialect is followed, both find the
/// same matches, including groups.
@Suite("Patterns against Swift's Regex")
struct PatternTwinTests {
  /// What Swift finds.
  static func expected(_ pattern: String, in text: String) throws -> [PatternTrial.Match] {
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
      .wordBoundaryKind(.simple)
    return text.matches(of: regex).map { match in
      (0..<match.output.count).map { number in
        match.output[number].range.map { range in
          text.utf8.distance(
            from: text.startIndex,
            to: range.lowerBound
          )..<text.utf8.distance(from: text.startIndex, to: range.upperBound)
        }
      }
    }
  }

  static let texts = [
    "", "a", "ab", "aab", "abcd", "aaaa", "ABC-1234", "abc abd", "a\nb", "a\n", "x=1; y=22",
    "foo.bar@example.com", "2011-04-07T12:30:00Z", "  two  words ",
    "\u{E9}t\u{E9} \u{4E2D}\u{6587}",
    "a1b2c3", "((a))", "[x]", "{2}", "a{2}", "a,b,,c", "\"q\"", "AbAbab", "\u{1F600} a",
  ]

  static let patterns = [
    "a", "abc", "", "a|b", "a|ab|abc", "(a|ab)(c|bcd)(d*)", "a*", "a+", "a?", "a*?", "a+?", "a??",
    "a{2}", "a{1,2}", "a{2,}", "a{,2}", "a{1,3}?", "a{2", "a{", "{",
    "(a)", "(a)(b)", "(a)|(b)", "((a)|(b))*", "(?:(a)|b)*", "(a*)*", "(a*)+", "(a|b*)*", "(|a)*",
    "(|a)+", "(a|)+", "(?:|a){2,}b", "(?:|a)*?b", "(a?){3}", "(a?){0,3}b", "(a{0,1})*b",
    "(a?)*?b", "(a)??b", "((a)|b)+?c",
    "^", "$", "^a", "a$", "^a$", "\\Aa", "a\\z", "a\\Z", "(?m)^", "(?m)$", "(?m)^a$", "(?m:^)b",
    ".", "(?s).", ".*", "(?s).*", ".+?b", "[ab]", "[^ab]", "[a-c]", "[a-]", "[-a]", "[a\\-b]",
    "[a^]", "[\\^a]", "[a-c-e]", "[\\[\\]]", "[.*+?]", "[|]", "[a&&b]", "[a-z&&[^b]]",
    "[a-z--b]", "[ab~~bc]", "[a[bc]]", "[a-c&&b-d--c]", "[abc--b&&c]", "[\\Qa]\\E]", "[[:alpha:]]",
    "[[:^alpha:]]", "[:digit:]", "[[:upper:][:digit:]]", "[^[:space:]]+", "[\\d.]+",
    "[\\x41-\\x43]",
    "\\d+", "\\D+", "\\s+", "\\S+", "\\h", "\\v", "\\H", "\\R", "\\w+\\s\\w+", "\\.", "\\-", "\\ ",
    "\\Qa.b\\E", "\\Qab", "\\x41", "\\x{41}", "\\u0041", "\\u{41}", "\\U00000041", "\\o{101}",
    "\\0",
    "\\101", "\\p{L}+", "\\P{L}+", "\\p{Lu}", "\\p{Letter}", "\\p{gc=Lu}", "\\p{Nd}", "\\p{P}",
    "\\p{Alphabetic}", "\\p{White_Space}", "\\p{Uppercase}", "\\p{lowercase letter}", "\\p{ASCII}",
    "\\p{Any}", "\\p{alnum}",
    "(?P<n>a)(b)", "(?'n'a)", "(?i)a", "(?i)AB", "(?i:a)B", "(?i)[a-c]+", "(?i)[^a]", "a(?i)b|C",
    "(?:(?i)a)B", "(?-i)a", "(?x) a b # c", "(?x)a +b", "(?x)[a b]", "(?n)(a)", "(?#c)a",
    "[A-Z]{3}-[0-9]{4}", "^[A-Z]{3}-[0-9]{4}$", "(\\d{4})-(\\d\\d)-(\\d\\d)T(.*)Z",
    "([^@]+)@([^@.]+)\\.(com|org)", "(\\w)=(\\d+)", "[^,]*", ",", "(?:a|b|c|d){2,3}?", "(ab|a)*b",
    "(?i)abab", "\\bfoo\\b", "\\Ba", "]", "}", "/", "\"", "a|", "|a", "()", "(?:)",
    "(?i)\u{C9}", "\u{E9}", "[\u{E0}-\u{FF}]", "\u{4E2D}+", "[^\u{4E2D}]+", "\u{E9}{1}", "\u{E9}*t",
    "(?:ab){2}", "(?:a(b)?){2,}", "(a+)+$", "(?:a+|b)*c", "\\e|\\a|\\f|\\t|\\r|\\n",
  ]

  /// Escapes that Swift reads differently than as a reference.
  static let refused: Set<String> = ["\\101"]

  @Test("finds what Swift finds", arguments: patterns)
  func agrees(pattern: String) throws {
    if Self.refused.contains(pattern) {
      #expect(throws: TextError.self) { try PatternTrial(pattern) }
      #expect(throws: (any Error).self) { try Regex(pattern) }
      return
    }
    let trial = try PatternTrial(pattern)
    for text in Self.texts {
      let found = try #require(trial.matches(in: text))
      let expected = try Self.expected(pattern, in: text)
      #expect(found == expected, "/\(pattern)/ in '\(text)'")
    }
  }

  @Test(
    "refuses what Swift refuses",
    arguments: [
      "a{2,1}", "a{1,2}{3}", "{2}", "a**", "[]", "[]a]", "[^]a]", "[a-\\d]", "[\\d-a]", "[b-a]",
      "(", ")",
      "*", "+a", "?", "^*", "$+", "\\b+", "(?=a)*", "\\2(a)", "(a)\\10", "\\8", "\\u41", "\\cA",
      "\\j",
      "\\E", "(?z)a", "(?:a", "(?<1>a)", "(?<a-b>a)", "(?<n>a)(?<n>b)", "\\k<q>", "\\pL", "\\p{^L}",
      "\\p{foo}", "\\p{Lu", "[\\R]", "[\\X]", "\\K", "\\O", "\\C", "(*FAIL)", "(?(1)a|b)", "(?R)",
      "(?1)", "(?|a|b)", "(?~a)", "[[:foo:]]", "[[:alpha:]", "[a", "\\", "[\\", "(?", "(?<", "(?<n",
      "(?<n>", "a{99999999999999999999}", "[\\w-z]", "[a-\\w]", "[[]", "[a&&]", "[&&a]", "[--]",
      "(?=a", "(?*a)", "\\\u{E9}", "(?i", "(?i)*", "(?-", "\\u{110000}", "\\u{D800}", "\\x{}",
      "\\p{InGreek}", "(?u)a", "(?X)a",
    ]
  )
  func refuses(pattern: String) {
    #expect(throws: TextError.self) { try Pattern(pattern) }
    #expect(throws: (any Error).self) { try Regex(pattern) }
  }

  // MARK: - Random patterns

  /// A pattern over a small alphabet, with limited nesting.
  ///
  /// Leaves out where Swift 6.3 differs from its documentation: `?+` gives back, and a digit is not
  /// part of a word.
  private static func randomPattern(_ random: inout SeededGenerator, depth: Int) -> String {
    let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "\u{E9}", "\\d", "1", "(?i:A)", "ab", "\\s"]
    switch Int.random(in: 0..<(depth == 0 ? 3 : 13), using: &random) {
    case 0...2: return random.pick(atoms)
    case 3, 4:
      return randomPattern(&random, depth: depth - 1) + randomPattern(&random, depth: depth - 1)
    case 5:
      let (left, right) = (depth - 1, depth - 1)
      return "(?:\(randomPattern(&random, depth: left))|\(randomPattern(&random, depth: right)))"
    case 6:
      return "(\(randomPattern(&random, depth: depth - 1))|)"
    case 7, 8: return "(\(randomPattern(&random, depth: depth - 1)))"
    case 9, 10:
      let inner = "(?:\(randomPattern(&random, depth: depth - 1)))"
      let counts = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{1,}"]
      return inner + random.pick(counts)
    case 11: return "(?i:\(randomPattern(&random, depth: depth - 1)))"
    default: return random.pick(["^", "$", "\\A", "\\z", "(?m)^", "(?m:$)"])
    }
  }

  @Test("finds what Swift finds with random patterns", arguments: 0..<8)
  func agreesAtRandom(part: UInt64) throws {
    var random = SeededGenerator(seed: 0xA77E_0000 + part)
    let end = ContinuousClock.now + .seconds(4)
    for _ in 0..<1000 where ContinuousClock.now < end {
      let pattern = Self.randomPattern(&random, depth: 4)
      let trial = try PatternTrial(pattern)
      for _ in 0..<4 {
        let letters = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          random.pick(["a", "b", "c", "A", "1", "\u{E9}", " ", "\n"])
        }
        let text = letters.joined()
        let expected = try Self.expected(pattern, in: text)
        // Whether steps are remembered changes nothing.
        for remembers in [false, true] {
          #expect(
            trial.matches(in: Array(text.utf8), remembersAtOnce: remembers) == expected,
            "/\(pattern)/ in \(text.debugDescription), \(random.recreation)"
          )
        }
      }
    }
  }
}
