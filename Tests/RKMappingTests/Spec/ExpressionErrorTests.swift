import RKMapping
import Testing

@Suite("Errors of predicates")
struct ExpressionErrorTests {
  /// The text with the error in brackets, its message, and the fix.
  private func finding(_ text: String, isPredicate: Bool = true) -> String {
    do {
      let tree =
        isPredicate ? try ExpressionParser.predicate(text) : try ExpressionParser.expression(text)
      return ExpressionText.text(of: tree)
    } catch {
      var bytes = Array(text.utf8)
      bytes.insert(contentsOf: ">>".utf8, at: error.range.upperBound)
      bytes.insert(contentsOf: "<<".utf8, at: error.range.lowerBound)
      let help = error.help.map { "; \($0)" } ?? ""
      return String(decoding: bytes, as: UTF8.self) + ": \(error.message)\(help)"
    }
  }

  @Test(
    "what was expected and what was found",
    arguments: [
      ("", "<<>>: the predicate is empty"),
      ("   ", "<<   >>: the predicate is empty"),
      ("a =", "a =<<>>: expected a value, found the end"),
      (
        "a = 1 AND AND b = 2",
        "a = 1 AND <<AND>> b = 2: expected a value, found 'AND'; a key of that name is written #AND"
      ),
      (
        "in = 2",
        "<<in>> = 2: expected a value, found 'in'; a key of that name is written #in"
      ),
      ("a = = 1", "a = <<=>> 1: expected a value, found '='"),
      ("a === 1", "a ==<<=>> 1: expected a value, found '='"),
      (
        "SELF BEGINWITH 'x'",
        "SELF <<BEGINWITH>> 'x': expected an operator or the end, found 'BEGINWITH'; "
          + "did you mean 'BEGINSWITH'?"
      ),
      (
        "a IS NULL",
        "a <<IS>> NULL: expected an operator or the end, found 'IS'; write == NIL or != NIL"
      ),
      (
        "a NOT IN {1}",
        "a <<NOT>> IN {1}: expected an operator or the end, found 'NOT'; NOT stands before the whole "
          + "comparison: NOT name IN {'a', 'b'}"
      ),
      ("a = 1)", "a = 1<<)>>: expected an operator or the end, found ')'"),
      ("(a = 1", "<<(>>a = 1: this '(' is not closed"),
      ("(a = 1 b", "(a = 1 <<b>>: expected an operator, ')', found 'b'"),
      ("a IN {1, 2", "a IN <<{>>1, 2: this '{' is not closed"),
      ("a IN {1 2}", "a IN {1 <<2>>}: expected an operator, ',' or '}', found '2'"),
      ("a = 'x", "a = <<'>>x: this quote is not closed; a quote inside the text is written \\'"),
      (
        #"a MATCHES '\d+'"#,
        #"a MATCHES '<<\d>>+': '\d' is no escape; a backslash itself is written \\, and in the "#
          + #"JSON text of the spec \\\\"#
      ),
      (#"a = \"#, #"a = <<\>>: expected a value, found '\'"#),
      (#"\"#, #"<<\>>: expected a value, found '\'"#),
      (#"a = '\uD800'"#, #"a = '<<\uD800>>': this escape is no character"#),
      (
        "a = \u{201C}x\u{201D}",
        "a = <<\u{201C}>>x\u{201D}: '\u{201C}' is no quote of this language; "
          + "texts stand between ' or \""
      ),
      ("a & b = 1", "a <<&>> b = 1: '&' is no operator; write &&"),
      ("a = 1 | b = 1", "a = 1 <<|>> b = 1: '|' is no operator; write ||"),
      (
        "a = %@",
        "a = <<%>>@: expected a value, found '%'; there are no arguments to fill in; write the key "
          + "path or the value itself"
      ),
      ("a = 1.", "a = <<1.>>: digits are missing after the point"),
      (
        "2fa = 1",
        "<<2fa>> = 1: '2fa' is no number; a key that begins with a digit is written [\"2fa\"]"
      ),
      (
        "#  = 1",
        "<<#>>  = 1: a key is missing after '#'; #name is the key 'name', also where "
          + "that is a reserved word"
      ),
      ("a[0 = 1", "a<<[>>0 = 1: this '[' is not closed"),
      (
        "s LIKE[x] 'a'",
        "s LIKE<<[x>>] 'a': '[x]' is no option of a comparison; there are [c], which ignores case, "
          + "[d], which ignores accents, and [cd]"
      ),
      ("a BETWEEN[c] {1, 2}", "a <<BETWEEN>>[c] {1, 2}: BETWEEN takes no options"),
      (
        "a = b = c",
        "a = b <<=>> c: a comparison cannot be compared again without parentheses; two comparisons "
          + "are joined by AND or OR"
      ),
      ("ANY a", "ANY a<<>>: expected a comparison after ANY, found the end"),
      (
        "<your predicate statement here>",
        "<<<your predicate statement here>>>: this is a placeholder; replace it by what it describes"
      ),
      ("a = 1\u{0}", "a = 1<<\u{0}>>: expected an operator or the end, found a control character"),
    ]
  )
  func syntax(text: String, message: String) {
    #expect(finding(text) == message)
  }

  @Test(
    "functions and variables",
    arguments: [
      (
        "lenght(a) = 1",
        "<<lenght>>(a) = 1: there is no function 'lenght'; did you mean 'length'?; there are sum, "
          + "count, min, max, average, median, length, uppercase, lowercase, abs, floor, ceiling, "
          + "round, modulus, number, text, date, TERNARY, SUBQUERY"
      ),
      (
        "now() > a",
        "<<now>>() > a: there is no function 'now'; runs can be repeated: the time may be given by "
          + "--meta, and read as @metadata.name"
      ),
      (
        "max(a, b) = 1",
        "<<max>>(a, b) = 1: max takes one value, found 2; a list of values is written max({a, b})"
      ),
      ("modulus(a) = 1", "<<modulus>>(a) = 1: modulus takes two values, found 1"),
      ("sum() = 1", "<<sum>>() = 1: sum takes one value, found 0"),
      (
        "TERNARY(a = 1, b) = 1",
        "<<TERNARY>>(a = 1, b) = 1: TERNARY takes a predicate and two values, found 2; "
          + "TERNARY(predicate, value if it is true, value if it is false)"
      ),
      (
        "TERNARY(a, b, c) = 1",
        "TERNARY(<<a>>, b, c) = 1: this is a value, and no predicate; compare it with something: "
          + "a == YES"
      ),
      (
        "SUBQUERY(a, $x).@count = 1",
        "SUBQUERY(a, $x<<)>>.@count = 1: expected ',' and a predicate, found ')'"
      ),
      (
        "SUBQUERY(a, x, x = 1).@count = 1",
        "SUBQUERY(a, <<x>>, x = 1).@count = 1: expected a variable such as $x, found 'x'"
      ),
      (
        "SUBQUERY(a, $kid, $kit.n = 1).@count = 1",
        "SUBQUERY(a, $kid, <<$kit>>.n = 1).@count = 1: there is no SUBQUERY around '$kit' that has "
          + "this variable; did you mean 'kid'?; a key that begins with $ is written [\"$kit\"]"
      ),
    ]
  )
  func functions(text: String, message: String) {
    #expect(finding(text) == message)
  }

  @Test(
    "invalid predicates, and those that are never true",
    arguments: [
      (
        "live",
        "<<live>>: this is a value, and no predicate; compare it with something: live == YES"
      ),
      (
        "NOT live",
        "NOT <<live>>: this is a value, and no predicate; compare it with something: live == YES"
      ),
      (
        "a = 1 AND b.c",
        "a = 1 AND <<b.c>>: this is a value, and no predicate; compare it with something: b.c == YES"
      ),
      ("YES", "<<YES>>: this is a value, and no predicate; write TRUEPREDICATE"),
      (
        "'x'",
        "<<'x'>>: this is a value, and no predicate; a predicate compares something, as in "
          + "name == 'x'"
      ),
      ("a + 'x' = 1", "a + <<'x'>> = 1: a text is no number"),
      ("a + (b = 1) = 1", "a + (<<b = 1>>) = 1: a predicate is no number"),
      ("-{1} = 1", "-<<{1}>> = 1: a list is no number"),
      ("'a' < 5", "<<'a' < 5>>: a text comes neither before nor after a number"),
      ("a < NIL", "a < <<NIL>>: NIL comes neither before nor after anything"),
      ("a < {1}", "a < <<{1}>>: lists have no order"),
      ("a IN 5", "a IN <<5>>: a number has nothing in it; a list is written {1, 2}"),
      (
        "a BETWEEN {1}",
        "a BETWEEN <<{1}>>: BETWEEN takes a list of two values, found 1; BETWEEN takes the least "
          + "and the greatest value: BETWEEN {1, 10}"
      ),
      (
        "a BETWEEN 5",
        "a BETWEEN <<5>>: BETWEEN takes a list of two values, found a number; BETWEEN takes the "
          + "least and the greatest value: BETWEEN {1, 10}"
      ),
      ("a LIKE 5", "a LIKE <<5>>: LIKE takes texts, found a number"),
      ("5 MATCHES 'a'", "<<5>> MATCHES 'a': MATCHES takes texts, found a number"),
      ("a BEGINSWITH NIL", "a BEGINSWITH <<NIL>>: BEGINSWITH takes texts, found NIL"),
      (
        "a MATCHES b",
        "a MATCHES <<b>>: the pattern of MATCHES is not known before the run; MATCHES takes a text, "
          + "as in name MATCHES '[a-z]+'; LIKE takes any value"
      ),
      ("a MATCHES 'x[a-'", "a MATCHES 'x<<[a->>': the class is not closed"),
      (
        "ANY 5 = n",
        "ANY <<5>> = n: ANY, SOME, ALL and NONE ask for elements, which a single value does not have"
      ),
    ]
  )
  func kinds(text: String, message: String) {
    #expect(finding(text) == message)
  }

  @Test("an expression may be a predicate or a bare value")
  func expressions() {
    #expect(finding("live", isPredicate: false) == "live")
    #expect(finding("age >= 18", isPredicate: false) == "age >= 18")
    #expect(finding("", isPredicate: false) == "<<>>: the expression is empty")
  }
}
