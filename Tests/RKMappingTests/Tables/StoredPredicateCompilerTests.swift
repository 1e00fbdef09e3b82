import Testing

import RKEngine
@testable import RKMapping

@Suite("Predicates as conditions on stored rows")
struct StoredPredicateCompilerTests {
  /// A table with the columns `a` (0) and `b.c` (1), and a list `l` (2); `h` is hidden.
  private func predicate(_ text: String) throws -> StoredPredicate {
    let compiler = StoredPredicateCompiler { name in
      switch name {
      case ["a"]: .column(0)
      case ["b", "c"]: .column(1)
      case ["l"]: .structure(2)
      case ["s"]: .scaled(3, 2)
      case ["s4"]: .scaled(4, 4)
      case ["h"]: .noColumn(reason: "it is hidden")
      default: nil
      }
    } constant: { path in
      path.text == "@metadata.city"
        ? ConstantValue(kind: .string, text: "\"Bonn\"", plainText: "Bonn") : nil
    }
    return try compiler.predicate(try ExpressionParser.predicate(text))
  }

  private static let isFive = StoredPredicate.equal(.column(0), .integer(5), ignoresCase: false)
  private static let isNull = StoredPredicate.equal(.column(0), .null, ignoresCase: false)

  struct Case {
    var text: String
    var predicate: StoredPredicate
  }

  private static let cases = [
    Case(text: "TRUEPREDICATE", predicate: .truth(true)),
    Case(text: "a = 5", predicate: isFive),
    Case(text: "a <> 5", predicate: .not(isFive)),
    Case(text: "a == 5.0", predicate: .equal(.column(0), .real(5), ignoresCase: false)),
    Case(text: "a == 0.5", predicate: .equal(.column(0), .real(0.5), ignoresCase: false)),
    Case(text: "a == '5'", predicate: .equal(.column(0), .text("5"), ignoresCase: false)),
    Case(text: "a == YES", predicate: .equal(.column(0), .integer(1), ignoresCase: false)),
    Case(text: "a > -1", predicate: .order(.column(0), .greater, .integer(-1), ignoresCase: false)),
    Case(text: "b.c == NIL", predicate: .equal(.column(1), .null, ignoresCase: false)),
    Case(text: "l != NIL", predicate: .not(.equal(.column(2), .null, ignoresCase: false))),
    Case(text: "s == 10.5", predicate: .equal(.column(3), .integer(1050), ignoresCase: false)),
    Case(
      text: "s < 1e3",
      predicate: .order(.column(3), .less, .integer(100_000), ignoresCase: false)
    ),
    Case(text: "s < -0.5", predicate: .order(.column(3), .less, .integer(-50), ignoresCase: false)),
    Case(text: "-0.005 < s", predicate: .order(.real(-0.5), .less, .column(3), ignoresCase: false)),
    Case(text: "s == NIL", predicate: .equal(.column(3), .null, ignoresCase: false)),
    Case(text: "a ==[c] 'X'", predicate: .equal(.column(0), .text("X"), ignoresCase: true)),
    Case(text: "ANY a == 5", predicate: .and([.not(isNull), isFive])),
    Case(text: "ALL a == 5", predicate: .or([isNull, isFive])),
    Case(text: "NONE a == 5", predicate: .not(.and([.not(isNull), isFive]))),
    Case(text: "NOT (a = 5) AND a = 5", predicate: .and([.not(isFive), isFive])),
    Case(text: "a IN {5, NIL}", predicate: .or([isFive, isNull])),
    Case(text: "a IN {}", predicate: .or([])),
    Case(text: "{5} CONTAINS a", predicate: .or([isFive])),
    Case(
      text: "a BETWEEN {1, 2}",
      predicate: .and([
        .order(.column(0), .greaterOrEqual, .integer(1), ignoresCase: false),
        .order(.column(0), .lessOrEqual, .integer(2), ignoresCase: false),
      ])
    ),
    Case(
      text: "a IN 'xyz'",
      predicate: .text(.contains, .text("xyz"), .column(0), ignoresCase: false)
    ),
    Case(
      text: "a LIKE 'x*'",
      predicate: .text(.isLike, .column(0), .text("x*"), ignoresCase: false)
    ),
    Case(
      text: "length(a) = length('\u{1F600}b')",
      predicate: .equal(.length(of: 0), .integer(2), ignoresCase: false)
    ),
    Case(
      text: "a = @metadata.city",
      predicate: .equal(.column(0), .text("Bonn"), ignoresCase: false)
    ),
    Case(text: "a = @metadata.town", predicate: isNull),
  ]

  @Test("Conditions that a database evaluates", arguments: cases)
  func translated(test: Case) throws {
    #expect(try predicate(test.text) == test.predicate)
  }

  struct Refused {
    var text: String
    /// The part of the text that is refused.
    var part: String
  }

  private static let refusals = [
    Refused(text: "a > 0 AND a * b.c < 1", part: "a * b.c"),
    Refused(text: "a > 0 AND a * b.c + 1 < 1", part: "a * b.c + 1"),
    Refused(text: "-a < 1", part: "-a"),
    Refused(text: "a MATCHES 'x'", part: "a MATCHES 'x'"),
    Refused(text: "a ==[d] 'x'", part: "a ==[d] 'x'"),
    Refused(text: "a ==[c] '\u{E4}'", part: "'\u{E4}'"),
    Refused(text: "a ==[c] b.c", part: "b.c"),
    Refused(text: "a LIKE b.c", part: "b.c"),
    Refused(text: "a LIKE '\\u0000'", part: "'\\u0000'"),
    Refused(text: "a == 123456789012345678901", part: "123456789012345678901"),
    Refused(text: "l == 5", part: "l"),
    Refused(text: "h == 5", part: "h"),
    Refused(text: "x == 5", part: "x"),
    Refused(text: "a[0] == 5", part: "a[0]"),
    Refused(text: "@root.a == 5", part: "@root.a"),
    Refused(text: "@metadata.file.name == 'x'", part: "@metadata.file.name"),
    Refused(text: "uppercase(a) == 'X'", part: "uppercase(a)"),
    Refused(text: "a == {1}", part: "{1}"),
  ]

  @Test("Conditions that it cannot evaluate are rejected at their position", arguments: refusals)
  func refused(test: Refused) throws {
    let error = try #require(throws: StoredPredicateCompiler.Refusal.self) {
      try predicate(test.text)
    }
    #expect(String(decoding: Array(test.text.utf8)[error.range], as: UTF8.self) == test.part)
  }
}
