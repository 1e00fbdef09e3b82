import RKMapping
import Testing

@Suite("Predicates and expressions")
struct ExpressionParserTests {
  /// The canonical form of a text, which must be the same tree.
  private func canonical(_ text: String) throws -> String {
    let tree = try ExpressionParser.expression(text)
    let printed = ExpressionText.text(of: tree)
    #expect(try ExpressionParser.expression(printed).unplaced == tree.unplaced)
    return printed
  }

  @Test(
    "comparisons in every spelling",
    arguments: [
      ("n = 2", "n == 2"), ("n == 2", "n == 2"), ("n != 2", "n != 2"), ("n <> 2", "n != 2"),
      ("n < 2", "n < 2"), ("n <= 2", "n <= 2"), ("n =< 2", "n <= 2"), ("n > 2", "n > 2"),
      ("n >= 2", "n >= 2"), ("n => 2", "n >= 2"), ("n=2", "n == 2"), ("n<>2", "n != 2"),
      ("n BETWEEN {1, 2}", "n BETWEEN {1, 2}"), ("n between range", "n BETWEEN range"),
      ("n IN {}", "n IN {}"), ("n in{1,2}", "n IN {1, 2}"), ("'a' IN 'abc'", "'a' IN 'abc'"),
      ("tags contains 'b'", "tags CONTAINS 'b'"), ("s BEGINSWITH[c] 'x'", "s BEGINSWITH[c] 'x'"),
      ("s endswith [d] 'x'", "s ENDSWITH[d] 'x'"), ("s Like[CD] 'x*'", "s LIKE[cd] 'x*'"),
      ("s MATCHES[dc]'a+'", "s MATCHES[cd] 'a+'"), ("s ==[c] 'x'", "s ==[c] 'x'"),
      ("s IN[c] {'a'}", "s IN[c] {'a'}"), ("a = b", "a == b"), ("1 = n", "1 == n"),
    ]
  )
  func comparisons(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test(
    "NOT before AND before OR",
    arguments: [
      ("a=1 OR b=2 AND c=3", "a == 1 OR b == 2 AND c == 3"),
      ("(a=1 OR b=2) AND c=3", "(a == 1 OR b == 2) AND c == 3"),
      ("NOT a=1 AND b=2", "NOT a == 1 AND b == 2"),
      ("NOT (a=1 AND b=2)", "NOT (a == 1 AND b == 2)"),
      ("! a=1 && !(b=2) || c=3", "NOT a == 1 AND NOT b == 2 OR c == 3"),
      ("NOT NOT !! a=1", "NOT NOT NOT NOT a == 1"),
      ("a=1 and b=2 And c=3", "a == 1 AND b == 2 AND c == 3"),
      ("(a=1 AND b=2) AND c=3", "(a == 1 AND b == 2) AND c == 3"),
      ("((a = 1))", "a == 1"), ("TRUEPREDICATE", "TRUEPREDICATE"),
      ("truepredicate OR FALSEPREDICATE", "TRUEPREDICATE OR FALSEPREDICATE"),
      ("(a > 1) = (b > 1)", "(a > 1) == (b > 1)"),
      ("ANY kids.age < 10", "ANY kids.age < 10"), ("SOME tags = 'x'", "ANY tags == 'x'"),
      ("all tags = 'x' AND none tags = 'y'", "ALL tags == 'x' AND NONE tags == 'y'"),
      ("ANY kids.age IN {15, 16}", "ANY kids.age IN {15, 16}"),
      ("NOT ANY tags = 'x'", "NOT ANY tags == 'x'"),
    ]
  )
  func logic(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test(
    "powers before signs before products before sums",
    arguments: [
      ("2 * n ** 2 = 8", "2 * n ** 2 == 8"), ("(n + 1) * 2", "(n + 1) * 2"),
      ("n + 1 * 2", "n + 1 * 2"), ("a - b - c", "a - b - c"), ("a - (b - c)", "a - (b - c)"),
      ("a / b / c", "a / b / c"), ("a / (b * c)", "a / (b * c)"),
      ("2 ** 3 ** 2", "2 ** 3 ** 2"), ("(2 ** 3) ** 2", "(2 ** 3) ** 2"),
      ("-n ** 2", "-n ** 2"), ("(-n) ** 2", "(-n) ** 2"), ("-2 ** 2", "-2 ** 2"),
      ("(-2) ** 2", "(-2) ** 2"), ("2 ** -1", "2 ** -1"), ("- - 2", "2"), ("--n", "--n"),
      ("1 - -2", "1 - -2"), ("1--2", "1 - -2"), ("-2", "-2"), ("-(2)", "-2"),
      ("-a.b * -c", "-a.b * -c"), ("price*quantity", "price * quantity"),
      ("price*2", "price * 2"), ("007.50e+2", "7.50e+2"), ("0.5", "0.5"), ("000", "0"),
      ("1E5", "1E5"), ("a.b-c", "a.b - c"), ("n ** 2 = 9", "n ** 2 == 9"),
    ]
  )
  func arithmetic(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test(
    "literals",
    arguments: [
      ("'it\\'s'", "'it\\'s'"), ("\"it's\"", "'it\\'s'"), (#""a\"b""#, "'a\"b'"),
      (#"'a\\b\/\n'"#, #"'a\\b/\n'"#), (#"'\u00e9\uD83D\uDE00'"#, "'\u{E9}\u{1F600}'"),
      ("''", "''"), ("nil", "NIL"), ("Null", "NIL"), ("yes", "TRUE"), ("TRUE", "TRUE"),
      ("No", "FALSE"), ("false", "FALSE"), ("{}", "{}"), ("{1, 'a', NIL, b}", "{1, 'a', NIL, b}"),
      ("{{1}, {2, 3}}", "{{1}, {2, 3}}"),
    ]
  )
  func literals(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test(
    "key paths end where an operator begins",
    arguments: [
      ("SELF", "SELF"), ("self.a.b", "SELF.a.b"), ("Self[0]", "SELF[0]"), ("#self", #"["self"]"#),
      ("#in", #"["in"]"#), ("#in.x", #"["in"].x"#), ("a.#or", #"a["or"]"#), ("#name", "name"),
      (#"["x.y"]"#, #"["x.y"]"#), ("['x.y'].z", #"["x.y"].z"#), (#"a["b c"][0]"#, #"a["b c"][0]"#),
      (#"x\.y"#, #"["x.y"]"#), (#"user\-id"#, #"["user-id"]"#), ("kids[*].age", "kids[*].age"),
      ("kids.*.age", "kids.*.age"), ("[*].age", "[*].age"), ("[0]", "[0]"), ("a[-1]", "a[-1]"),
      ("tags.@count = 0", "tags.@count == 0"), ("items.@sum.price", "items.@sum.price"),
      ("@parent.kind", "@parent.kind"), ("@parent.@parent.a", "@parent.@parent.a"),
      ("@root.kind", "@root.kind"), ("@document.a[0]", "@document.a[0]"), ("@key", "@key"),
      ("@metadata.mapping.collectionIndex", "@metadata.mapping.collectionIndex"),
      ("..name", "..name"), ("a..name", "a..name"), ("(username).email", "(username).email"),
      ("(username)", "username"), ("(a)[0]", "(a)[0]"), ("first", "first"), ("size", "size"),
      ("count", "count"), ("sum.x", "sum.x"), ("SELF.in", #"SELF["in"]"#),
      ("\u{E9}t\u{E9}", #"["été"]"#),
      ("a.0", #"a["0"]"#), ("a.$ref", #"a["$ref"]"#),
    ]
  )
  func keyPaths(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test(
    "functions, TERNARY and SUBQUERY",
    arguments: [
      ("sum(x)", "sum(x)"), ("SUM ( x )", "sum(x)"), ("max({1, n})", "max({1, n})"),
      ("modulus(a, 2)", "modulus(a, 2)"), ("count(l) = 1", "count(l) == 1"),
      ("uppercase(name).@count", "uppercase(name).@count"),
      (
        "TERNARY(c IN {'jpy', 'krw'}, minor, minor / 100)",
        "TERNARY(c IN {'jpy', 'krw'}, minor, minor / 100)"
      ),
      ("ternary(a=1,b,a>2)", "TERNARY(a == 1, b, a > 2)"),
      (
        "SUBQUERY(kids, $k, $k.age > 10 AND $k.age < n).@count > 0",
        "SUBQUERY(kids, $k, $k.age > 10 AND $k.age < n).@count > 0"
      ),
      (
        "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y = $x.c)[0] = 1).@count",
        "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y == $x.c)[0] == 1).@count"
      ),
      ("(a + b)[0]", "(a + b)[0]"), ("{1, 2}.@count", "{1, 2}.@count"),
    ]
  )
  func functions(text: String, form: String) throws {
    #expect(try canonical(text) == form)
  }

  @Test("a part has its position")
  func places() throws {
    let tree = try ExpressionParser.predicate(" a.b = 'x'  AND (c + 1) > 2 ")
    #expect(tree.range == 1..<27)
    #expect(tree.parts.map(\.range) == [1..<10, 16..<27])
    #expect(tree.placedPaths.map(\.range) == [1..<4, 17..<18])
    #expect(tree.sourcePaths.map(\.text) == ["a.b", "c"])
  }

  @Test("a SUBQUERY's variable is not a key path")
  func variablesAreNoPaths() throws {
    let tree = try ExpressionParser.predicate("SUBQUERY(kids, $k, $k.age > limit).@count > SELF.n")
    #expect(tree.sourcePaths.map(\.components) == [[.key("kids")], [.key("limit")], [.key("n")]])
  }
}
