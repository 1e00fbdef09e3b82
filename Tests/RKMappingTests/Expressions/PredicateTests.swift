import RKMapping
import Testing

/// What predicates are true for (spec-format.md, section 8; docs/restkit.md).
@Suite("Predicates")
struct PredicateTests {
  private static let json = """
    {"n": 5, "t": "5", "b": true, "f": false, "z": null, "s": "H\u{E9}llo", "e": "a\\"b\\u00e9",
     "l": [1, 2.0, null, "x"], "o": {"a": 1, "b": {"c": [true]}}, "p": {"b": {"c": [1]}, "a": 1e0},
     "big": 123456789012345678901234567890, "empty": [], "w": "one\\ntwo", "k": ["b", "\\u00c9"]}
    """

  @Test(
    "what holds",
    arguments: [
      "n = 5.0", "n == 50e-1", "t = '5'", "n != t", "b = 1", "b = TRUE", "f = 0.0", "z = NIL",
      "z = NULL", "NIL = NIL", "n != NIL", "o = p", "p = o", "l = {1, 2, NIL, 'x'}",
      "big = 123456789012345678901234567890.0", "big > 9", "e = 'a\"b\u{E9}'", "s = 'H\u{E9}llo'",
      "s ==[cd] 'HELLO'", "s !=[c] 'hello'", "s ==[d] 'Hello'", "'\u{1E69}' =[d] 's'",
      "'e\u{301}' =[d] '\u{E9}'", "'\u{C5}' =[cd] '\u{212B}'", "'\u{3A3}' =[c] '\u{3C2}'",
      "n < 6", "n >= 5", "t < '6'", "'B' < 'a'", "'a' <[c] 'B'", "f < b", "b < 2", "'' < 'a'",
      "'\u{FFFF}' < '\u{10000}'", "0.1 > -1e30", "1e-400 > 0", "-1e400 < -1e399",
      "n BETWEEN {5, 6}", "t BETWEEN {'4', '6'}", "n BETWEEN l OR n > 1",
      "1 IN l", "2 IN l", "NIL IN l", "'x' IN l", "TRUE IN l", "n IN {1, 5}", "'ell' IN 'hello'",
      "1 IN o", "l CONTAINS 'x'", "s CONTAINS 'llo'", "e CONTAINS '\"'", "s CONTAINS[cd] 'E'",
      "'\u{C9}' IN k", "'e' IN[cd] k", "s CONTAINS ''",
      "s BEGINSWITH 'H'", "s ENDSWITH[c] 'LO'", "e ENDSWITH[d] 'e'", "s LIKE 'H?l*'",
      "s LIKE[cd] 'he*o'", "s LIKE '*'", "'' LIKE '*'", "'a*b' LIKE 'a\\\\*b'", "w LIKE 'one?two'",
      "'aXbXc' LIKE '*X?'", "s MATCHES 'H.l+o'", "s MATCHES[c] 'h.*'", "s MATCHES[d] 'Hel+o'",
      "s MATCHES[d] 'H\u{E9}l+o'", "'\u{E9}' MATCHES[d] '[\u{C8}-\u{EA}]'",
      "ANY l = 2", "ALL empty = 1", "NONE empty = 1", "NONE l = 7", "ANY n = 5", "ALL n > 4",
      "ALL z = 1", "NONE z = NIL", "SOME l == 'x'", "NOT ANY z = NIL",
      "ANY l IN {7, 1}", "ALL {1, 2} IN l", "ANY k ==[cd] 'E'",
      "n > 1 AND NOT f = TRUE", "n + 1 = 6 OR 1 / 0 = 1", "1 / 0 = NIL", "NOT 1 / 0 < 5",
      "TERNARY(n = 5, 'a', 'b') = 'a'", "length(s) = 5", "length('\u{1F600}') = 1",
      "uppercase(s) = 'H\u{C9}LLO'", "lowercase(e) = 'a\"b\u{E9}'", "count(l) = 4",
      "sum(empty) = 0", "count(z) = 0", "max(empty) = NIL", "o.b.c[0] = YES", "SELF.n = 5",
      "l.@count = 4", "o.@count = 2", "o.@keys = {'a', 'b'}", "l.@first = 1", "l[-1] = 'x'",
      "l[9] = NIL", "n.x = NIL", "l.x = NIL",
    ]
  )
  func holds(text: String) throws {
    #expect(try ExpressionTrial.holds(text, for: Self.json))
  }

  @Test(
    "what does not hold",
    arguments: [
      "n = t", "b = 'true'", "b = 2", "n = NIL", "z = 0", "z = FALSE", "l = {1, 2}", "o = l",
      "s = 'Hello'", "s =[c] 'HELLO'", "s =[d] 'hello'", "n < 'a'", "t < 6", "t > 4", "z < 5",
      "o < p", "l < l", "n BETWEEN {6, 7}", "t BETWEEN {4, 6}",
      "n BETWEEN l", "'y' IN l", "5 IN '5'", "n CONTAINS 5", "n BEGINSWITH '5'",
      "s LIKE 'h*'", "s LIKE '?'", "s MATCHES 'ell'", "n MATCHES '5'", "n LIKE '5'",
      "ANY empty = 1", "ANY z = NIL", "ALL l = 1", "NONE l = 2", "ANY n IN {}",
      "'a*b' LIKE 'a\\\\*'",
      "'X' LIKE 'Y*'", "'\u{131}' =[c] 'i'", "1 / 0 < 5", "1 / 0 = 1", "w MATCHES 'one.two'",
      "'\u{F8}' =[d] 'o'", "'' CONTAINS 'a'", "'ab' ENDSWITH 'aab'", "1e-400 = 0",
    ]
  )
  func doesNotHold(text: String) throws {
    #expect(try ExpressionTrial.holds(text, for: Self.json) == false)
  }

  @Test(
    "SUBQUERY tests each element, also when nested",
    arguments: [
      ("SUBQUERY(g, $x, $x.n > 1).@count", "2"), ("SUBQUERY(g, $x, $x.n > 1).n", "[2,3]"),
      ("SUBQUERY(empty, $x, TRUEPREDICATE).@count", "0"),
      ("SUBQUERY(g, $x, SUBQUERY(g, $y, $y.n < $x.n).@count = 1).n", "[2]"),
      ("SUBQUERY(g, $x, $x.k CONTAINS 'a')[0].n", "1"), ("SUBQUERY(7, $x, $x = 7)", "[7]"),
      ("sum(SUBQUERY(g, $x, ANY $x.k = 'c').n)", "5"),
      ("SUBQUERY(g, $x, 'a' IN SUBQUERY($x.k, $y, $y != 'b')).@count", "1"),
    ]
  )
  func subqueries(text: String, value: String) throws {
    let json = """
      {"empty": [], "g": [{"n": 1, "k": ["a"]}, {"n": 2, "k": ["b", "c"]}, {"n": 3, "k": ["c"]}]}
      """
    #expect(try ExpressionTrial.value(text, of: json) == value)
  }

  @Test(
    "number, text and date convert as the types do, lists element by element",
    arguments: [
      ("number('007')", "7"), ("number(' 1.50 ')", "1.50"), ("number(TRUE)", "1"),
      ("number('')", "nil"), ("number(n)", "nil"), ("number('many')", "failed"),
      ("number(o)", "failed"), ("number(l)", "[1,2.0,null]"), ("number({1, 'x'})", "failed"),
      ("sum(number(l))", "3"), ("text(1.50)", #""1.50""#), ("text(FALSE)", #""false""#),
      ("text(l)", #"["1","2.0",null]"#), ("text(o)", "failed"),
      ("date('2024-05-01')", #""2024-05-01T00:00:00Z""#), ("date('soon')", "failed"),
      ("date('3/5/2024', 'd/M/yyyy')", #""2024-05-03T00:00:00Z""#),
      ("date('2024-05-01T02:00:00+02:00') == date('2024-05-01')", "true"),
      ("date('2024-05-01') < '2024-05-01T00:00:00.5Z'", "true"),
      ("date('2024-05-01') != 'soon'", "true"), ("date('soon') == NIL", "true"),
      ("max({date('2024-05-01T00:00:00.5Z'), date('2024-05-01')})", #""2024-05-01T00:00:00.5Z""#),
      ("length(date('2024-05-01'))", "20"),
    ]
  )
  func conversions(text: String, value: String) throws {
    let json = #"{"n": null, "l": ["1", 2.0, ""], "o": {}}"#
    #expect(try ExpressionTrial.value(text, of: json) == value)
  }

  @Test(
    "paths inside values follow the rules of key paths",
    arguments: [
      ("g.n", "[1,null,3]"), ("g.c.d", "[[1,2],null,[]]"), ("g[*].c[*].d", "[1,2]"),
      ("g[*].n", "[1,3]"), ("g[*].c", #"[[{"d":1},{"d":2}],[]]"#), ("m.*", "[1,2,5]"),
      ("v..d", "[1,2]"), ("v..nope", "nil"),
      ("g.@sum.n", "4"), ("g.@avg.n", "2"), ("g.@max.n", "3"), ("g.@min.n", "1"),
      ("g.@first.n", "1"), ("g.@last.n", "3"), ("g.n.@count", "3"),
      ("g.@unionOfObjects.n", "[1,3]"),
      ("g.@unionOfArrays.c.d", "[1,2]"), ("d.@distinctUnionOfObjects.self", #"[1,"1",{"a":1}]"#),
      ("m.@keys", #"["x_a","x_b","y"]"#), ("m.@values", "[1,2,5]"), ("y.@count", "nil"),
      ("q.@sum.self", "failed"), ("g.n[0]", "nil"), ("h[*].d", "[[1],[]]"), ("g.@keys", "nil"),
    ]
  )
  func paths(text: String, value: String) throws {
    let json = """
      {"g": [{"n": 1, "c": [{"d": 1}, {"d": 2}]}, {}, {"n": 3, "c": []}],
       "m": {"x_a": 1, "x_b": 2, "y": 5}, "v": {"a": [{"d": 1}], "b": {"c": {"d": 2}}},
       "d": [1, "1", 1.0, true, {"a": 1}, {"a": true}], "y": 3, "q": ["a"],
       "h": [[{"d": 1}], [], 7]}
      """
    #expect(try ExpressionTrial.value("TERNARY(TRUEPREDICATE, \(text), 0)", of: json) == value)
  }
}
