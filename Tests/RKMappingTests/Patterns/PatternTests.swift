import RKEngine
import RKMapping
import TestSupport
import Testing

/// rkmap's own decisions, and the limits.
@Suite("Patterns")
struct PatternTests {
  @Test(
    "matches scalar by scalar",
    arguments: [
      (".", "e\u{301}", ["e", "\u{301}"]), ("\u{E9}", "e\u{301}", []),
      ("(?s).", "\r\n", ["\r", "\n"]), ("[\u{1F1E6}-\u{1F1FF}]", "\u{1F1E9}", ["\u{1F1E9}"]),
      ("^.{2}$", "\u{1F1E9}\u{1F1EA}", ["\u{1F1E9}\u{1F1EA}"]), (".", "\u{10FFFF}", ["\u{10FFFF}"]),
    ]
  )
  func scalars(pattern: String, text: String, found: [String]) throws {
    // Swift's characters are equal if they look alike; their scalars are not.
    let texts = try #require(try PatternTrial(pattern).texts(in: text))
    #expect(texts.map { Array($0.utf8) } == found.map { Array($0.utf8) })
  }

  @Test(
    "classes hold what Unicode says",
    arguments: [
      ("\\d", "1\u{660}\u{B2}\u{2460}\u{BD}", "1\u{660}"),
      (
        "\\w", "a_1\u{E9}\u{301}\u{660}\u{203F}\u{200D}-\u{B2}",
        "a_1\u{E9}\u{301}\u{660}\u{203F}\u{200D}"
      ),
      ("\\W", "a- \u{2014}", "- \u{2014}"),
      ("\\s", "a \u{A0}\u{3000}\u{85}\u{200B}", " \u{A0}\u{3000}\u{85}"),
      ("\\h", " \t\n\u{A0}", " \t\u{A0}"), ("\\v", " \n\u{B}\u{2028}", "\n\u{B}\u{2028}"),
      ("\\p{Lu}", "aA\u{C9}\u{1C5}", "A\u{C9}"), ("\\p{Lt}", "\u{1C5}a", "\u{1C5}"),
      ("\\p{Sc}", "$a\u{20AC}", "$\u{20AC}"), ("\\P{ASCII}", "a\u{E9}", "\u{E9}"),
      ("\\p{Cn}", "a\u{378}", "\u{378}"), ("\\p{Assigned}", "a\u{378}", "a"),
      ("\\p{Ideographic}", "a\u{4E2D}", "\u{4E2D}"), ("\\p{Mark}", "e\u{301}", "\u{301}"),
      ("[[:punct:]]", "!$+-", "!-"), ("[[:alnum:]]", "a1_\u{B2}", "a1"),
      ("[[:print:]]", "a \t\u{0}", "a "), ("[[:graph:]]", "a \t\u{0}", "a"),
      ("[[:xdigit:]]", "fgF9\u{FF21}", "fF9\u{FF21}"),
      ("[[:cntrl:]]", "a\u{7F}\u{85}", "\u{7F}\u{85}"),
      ("[\\p{L}--[a-c]]", "abcd\u{E9}", "d\u{E9}"), ("[^\\p{L}\\d]", "a1-\u{2014}", "-\u{2014}"),
      ("[\\p{L}&&\\p{ASCII}]", "a\u{E9}1", "a"),
      ("[\u{E9}a~~a\u{EA}]", "a\u{E9}\u{EA}", "\u{E9}\u{EA}"),
      ("[\\b]", "a\u{8}", "\u{8}"), ("[[a-c][^a-x]]", "abcdxyz", "abcyz"),
    ]
  )
  func sets(pattern: String, text: String, found: String) throws {
    let texts = try #require(try PatternTrial(pattern).texts(in: text))
    #expect(Array(texts.joined().utf8) == Array(found.utf8))
  }

  @Test(
    "case is folded scalar by scalar",
    arguments: [
      ("(?i)k", "kK\u{212A}", "kK\u{212A}"), ("(?i)\u{212A}", "kK\u{212A}", "kK\u{212A}"),
      ("(?i)s", "sS\u{17F}", "sS\u{17F}"), ("(?i)[\u{17F}]", "sS\u{17F}", "sS\u{17F}"),
      ("(?i)i", "iI\u{130}\u{131}", "iI"), ("(?i)\u{DF}", "\u{DF}\u{1E9E}ss", "\u{DF}\u{1E9E}"),
      ("(?i)\u{3C3}", "\u{3C3}\u{3C2}\u{3A3}", "\u{3C3}\u{3C2}\u{3A3}"),
      ("(?i)[\u{410}-\u{42F}]", "\u{436}\u{416}a", "\u{436}\u{416}"),
      ("(?i)[^k]", "k\u{212A}a", "a"), ("(?i)\\p{Lu}", "aA", "A"), ("(?i)[A-C]", "bBdD", "bB"),
      ("(?i)\u{1C5}", "\u{1C4}\u{1C6}", "\u{1C4}\u{1C6}"),
    ]
  )
  func folding(pattern: String, text: String, found: String) throws {
    let texts = try #require(try PatternTrial(pattern).texts(in: text))
    #expect(Array(texts.joined().utf8) == Array(found.utf8))
  }

  @Test(
    "places",
    arguments: [
      ("(?m)^", "a\r\nb\r\n", [0, 3, 6]), ("(?m)$", "a\r\nb\u{2028}", [1, 4, 7]),
      ("\\Z", "a\r\n", [1, 3]), ("$", "a\n", [2]), ("\\b", "ab-c1_\u{E9} ", [0, 2, 3, 8]),
      ("\\B", "ab ", [1, 3]),
    ]
  )
  func places(pattern: String, text: String, starts: [Int]) throws {
    let matches = try #require(try PatternTrial(pattern).matches(in: text))
    #expect(matches.compactMap { $0[0]?.lowerBound } == starts)
  }

  @Test(
    "the whole text must match",
    arguments: [
      ("a|ab", "ab", true), ("a*?", "aaa", true), ("a", "ab", false), ("", "", true),
      ("[A-Z]{3}-\\d{4}", "ABC-1234", true), ("b", "ab", false),
    ]
  )
  func whole(pattern: String, text: String, matches: Bool) throws {
    #expect(try PatternTrial(pattern).whole(text) == (matches ? .matched : .unmatched))
  }

  @Test("without a match there are no groups")
  func groupsWithoutMatch() throws {
    var plan = MappingPlan()
    let id = plan.add(try Pattern("(a)b"))
    var matcher = PatternMatcher()
    for (text, outcome, group) in [
      ("xab", .matched, 1..<2), ("aaa", .unmatched, nil), ("", .unmatched, nil),
    ] as [(String, PatternMatcher.Outcome, Range<Int>?)] {
      let bytes = Array(text.utf8)
      #expect(matcher.firstMatch(of: id, plan, bytes.span, from: 0) == outcome)
      #expect(matcher.group(1) == group)
    }
  }

  // MARK: - Faults

  @Test(
    "an error has its position and is named",
    arguments: [
      ("ab(c", 2, "the group is not closed"), ("ab)", 2, "')' closes no group"),
      ("\u{E9}**", 3, "'*' has nothing to repeat"), ("a{3}{2}", 4, "'{2}' has nothing to repeat"),
      ("x[ab", 1, "the class is not closed"), ("x[]", 2, "a class needs members here"),
      ("x\\", 1, "a backslash stands alone at the end"), ("x\\j", 1, "'\\j' is no escape"),
      ("[z-a]", 1, "the range ends before it begins"),
      ("x\\p{Foo}", 4, "'Foo' is no property that rkmap knows"),
      ("a{5,2}", 1, "a repetition of 5 to 2 times is none"),
      ("a{1001}", 2, "nothing is repeated more than 1000 times"),
      ("(?<a>x)(?<a>y)", 10, "the name 'a' is taken"),
      ("x\\x{}", 1, "digits are missing in the number of a character"),
      ("$*", 1, "what takes no text cannot be repeated"),
    ]
  )
  func faults(pattern: String, offset: Int, message: String) {
    let error = #expect(throws: TextError.self) { try Pattern(pattern) }
    #expect(error == TextError(message, at: offset))
  }

  @Test(
    "unsupported syntax is named as such",
    arguments: [
      ("a\\X", 1, "'\\X'"), ("a(?R)", 1, "'(?R'"), ("(*FAIL)", 0, "'(*'"), ("(?u)a", 0, "'(?u'"),
      ("\\p{Script=Greek}", 3, "the property 'Script=Greek'"), ("\\K", 0, "'\\K'"),
      ("a(?(1)b)", 1, "'(?('"),
    ]
  )
  func unsupported(pattern: String, offset: Int, what: String) {
    let error = #expect(throws: TextError.self) { try Pattern(pattern) }
    let message = "\(what) is not supported in a pattern"
    #expect(error == TextError(message, at: offset, code: .unsupportedInSpec))
  }

  @Test(
    "what is not searched in linear time is refused, with what to write instead",
    arguments: [
      ("(a)\\1", 3, "a back reference"), ("(?<n>a)\\k<n>", 7, "a back reference"),
      ("a(?=b)", 1, "a lookahead"), ("a(?!b)", 1, "a lookahead"), ("(?<=a)b", 0, "a lookbehind"),
      ("x(?<!a+)b", 1, "a lookbehind"), ("(?>a|ab)c", 0, "an atomic group"),
      ("a*+b", 2, "a possessive repetition"), ("(?:ab)?+", 7, "a possessive repetition"),
    ]
  )
  func nonlinear(pattern: String, offset: Int, what: String) {
    let error = #expect(throws: TextError.self) { try Pattern(pattern) }
    #expect(error?.code == .nonlinearPattern)
    #expect(error?.offset == offset)
    #expect(error?.message.hasPrefix("\(what) cannot") == true)
    #expect(error?.help?.isEmpty == false)
  }

  // MARK: - Bounds

  @Test(
    "a pattern that would make too large a program is refused",
    arguments: [
      ("(?:ab){1000}", nil), ("x(?:(?:ab){1000}){1000}", 4),
      ("(?:(?:(?:){1000}){1000}){1000}", 6),
      (String(repeating: "(", count: 101) + String(repeating: ")", count: 101), 100),
      (String(repeating: "[a", count: 21) + String(repeating: "]", count: 21), 40),
      (String(repeating: "a", count: 20_001), 0), (String(repeating: "a*", count: 10_000), 0),
    ] as [(String, Int?)]
  )
  func size(pattern: String, offset: Int?) {
    guard let offset else {
      #expect(throws: Never.self) { try Pattern(pattern) }
      return
    }
    let error = #expect(throws: TextError.self) { try Pattern(pattern) }
    #expect(error?.offset == offset)
  }

  @Test("the parts of classes are counted")
  func classSize() {
    let pattern = "[" + String(repeating: "a", count: 10_001) + "]"
    let error = #expect(throws: TextError.self) { try Pattern(pattern) }
    #expect(error?.message.contains("too large") == true)
  }

  @Test(
    "a search that would take forever takes each step once at each place",
    arguments: [
      "(a+)+$", "(a|a)*$", "(?:a|aa)+$", "(.*)*x", "(a+a+)+$", "(?:a?){60}a{60}$", "(?:a*?)*?c",
      "(?:a{0,9})*c",
    ]
  )
  func linear(pattern: String) throws {
    let trial = try PatternTrial(pattern)
    let text = String(repeating: "a", count: 5_000) + "b"
    #expect(trial.whole(text) == .unmatched)
    #expect(trial.matches(in: text) != nil)
  }

  @Test("what failed before a match is replaced fails after it")
  func linearReplacing() throws {
    let text = "ab" + String(repeating: "a", count: 40) + "b"
    let trial = try PatternTrial("b|(?:a+)+c")
    #expect(try trial.replacing(in: text, with: "-") == text.replacing("b", with: "-"))
  }

  @Test("long text does not make it give up")
  func longText() throws {
    let count = 100_000
    let text = String(repeating: "a,", count: count)
    #expect(try PatternTrial("(?:\\w,)*").whole(text) == .matched)
    #expect(try PatternTrial("(\\w),").replacing(in: text, with: "$1")?.utf8.count == count)
  }

  @Test("any pattern over any bytes ends without a trap", arguments: 0..<4)
  func anything(part: UInt64) throws {
    var random = SeededGenerator(seed: 0xB17E_0000 + part)
    let words = [
      "a", "b", "\u{E9}", "(", ")", "(?", "(?:", "(?=", "(?!", "(?<=", "(?>", "|", "*", "+", "?",
      "{2}",
      "{0,3}", "[", "]", "^", "$", "\\", "\\w", "\\b", "\\1", "-", "&&", "--", "~~", ".", "(?i)",
      "\\p{L}",
      "{1000}", "[:alpha:]", "\\Q", "\\x", "#", " ", "(?x)", "\\R", "(?<n>", "\\k<n>",
    ]
    let end = ContinuousClock.now + .milliseconds(500)
    var compiledCount = 0
    while ContinuousClock.now < end {
      let count = Int.random(in: 1...12, using: &random)
      let pattern = (0..<count).map { _ in random.pick(words) }.joined()
      guard let trial = try? PatternTrial(pattern) else { continue }
      compiledCount += 1
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        random.pick([0x61, 0x62, 0xC3, 0xA9, 0xE2, 0xF0, 0x80, 0xFF, 0x0D, 0x0A, 0x00] as [UInt8])
      }
      for match in trial.matches(in: bytes) ?? [] {
        for range in match.compactMap(\.self) { #expect(range.upperBound <= bytes.count) }
      }
    }
    #expect(compiledCount > 10)
  }
}
