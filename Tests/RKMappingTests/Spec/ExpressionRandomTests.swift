import RKEngine
@testable import RKMapping
import TestSupport
import Testing

@Suite("Random predicates and expressions")
struct ExpressionRandomTests {
  @Test("a printed tree is parsed to the same tree", arguments: 0..<20)
  func roundTrip(seed: Int) throws {
    var random = RandomExpression(seed: UInt64(seed))
    for _ in 0..<100 {
      let tree = random.predicate(depth: 5)
      let text = ExpressionText.text(of: tree)
      let read = try ExpressionParser.predicate(text)
      #expect(read.unplaced == tree, "\(text), \(random.generator.recreation)")
    }
  }

  @Test("spaces and the case of words make no difference", arguments: 0..<5)
  func spelling(seed: Int) throws {
    var random = RandomExpression(seed: UInt64(seed))
    for _ in 0..<50 {
      let tree = random.predicate(depth: 4)
      let text = ExpressionText.text(of: tree)
      let wide = text.replacing(" AND ", with: "\n&& ").replacing(" OR ", with: "\tor  ")
        .replacing("NOT ", with: "! ").replacing(" == ", with: "=").replacing(", ", with: " , ")
      #expect(try ExpressionParser.predicate(wide).unplaced == tree, "\(wide)")
    }
  }

  @Test("any text gives a tree or an error within it", arguments: 0..<20)
  func anyText(seed: Int) throws {
    var random = RandomExpression(seed: UInt64(seed))
    var errorCount = 0
    for _ in 0..<500 {
      let text = random.brokenText()
      let count = text.utf8.count
      do throws(ExpressionError) {
        let tree = try ExpressionParser.expression(text)
        expectWithin(tree, 0..<count, text)
      } catch {
        errorCount += 1
        let isWithin = error.range.lowerBound >= 0 && error.range.upperBound <= count
        #expect(isWithin, "\(text): \(error)")
      }
    }
    #expect(errorCount > 100)
  }

  /// Each part is within its parent.
  private func expectWithin(_ part: Expression, _ range: Range<Int>, _ text: String) {
    let isWithin =
      part.range.lowerBound >= range.lowerBound && part.range.upperBound <= range.upperBound
    #expect(isWithin && !part.range.isEmpty, "\(text): \(part.range) in \(range)")
    for inner in part.parts { expectWithin(inner, part.range, text) }
  }

  @Test(
    "nesting has a limit that is reported",
    arguments: ["(", "NOT ", "-", "{", "sum(", "2 ** ", "1 + "]
  )
  func nesting(opener: String) {
    for count in [101, 1_000, 100_000] {
      let text = String(repeating: opener, count: count) + "n"
      #expect {
        try ExpressionParser.expression(text)
      } throws: { error in
        (error as? ExpressionError)?.message == "it is nested more than 100 levels deep"
      }
    }
  }

  @Test("a long list of conditions is not nesting")
  func longChain() throws {
    let text = (0..<10_000).map { "n == \($0)" }.joined(separator: " OR ")
    #expect(try ExpressionParser.predicate(text).parts.count == 10_000)
    let list = "n IN {" + (0..<10_000).map(String.init).joined(separator: ", ") + "}"
    #expect(try ExpressionParser.predicate(list).parts[1].parts.count == 10_000)
  }
}

/// Trees and texts that a seed reproduces.
private struct RandomExpression {
  var generator: SeededGenerator
  private var variables: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private func make(_ kind: Expression.Kind) -> Expression { Expression(kind, at: 0..<0) }

  // MARK: - Trees

  mutating func predicate(depth: Int) -> Expression {
    if depth == 0 { return make(.truth(generator.oneIn(2))) }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return make(.and((0...2).map { _ in predicate(depth: depth - 1) }))
    case 1: return make(.or((0...1).map { _ in predicate(depth: depth - 1) }))
    case 2: return make(.not(predicate(depth: depth - 1)))
    default: return comparison(depth: depth - 1)
    }
  }

  private mutating func comparison(depth: Int) -> Expression {
    let path = keyPath()
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      var comparison = Comparison(generator.pick([.beginsWith, .endsWith, .like, .contains]))
      comparison.ignoresCase = generator.oneIn(2)
      comparison.ignoresDiacritics = generator.oneIn(2)
      return make(.comparison(comparison, path, text()))
    case 1:
      let bounds = make(.list([number(depth: depth), number(depth: depth)]))
      return make(.comparison(Comparison(.between), path, bounds))
    case 2:
      var comparison = Comparison(.isIn)
      comparison.quantifier = generator.pick([.none, .any, .all, .no])
      let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth) }
      return make(.comparison(comparison, path, make(.list(items))))
    case 3:
      let comparison = Comparison(generator.pick([.equal, .notEqual]))
      return make(.comparison(comparison, value(depth: depth), value(depth: depth)))
    case 4:
      var comparison = Comparison(generator.pick([.less, .lessOrEqual, .equal]))
      comparison.quantifier = generator.pick([.any, .all, .no])
      return make(.comparison(comparison, path, number(depth: depth)))
    default:
      let comparison = Comparison(generator.pick([.less, .greater, .greaterOrEqual, .lessOrEqual]))
      return make(.comparison(comparison, number(depth: depth), number(depth: depth)))
    }
  }

  private mutating func value(depth: Int) -> Expression {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: text()
    case 1: make(.constant(generator.pick([null, truth, falsehood])))
    case 2 where depth > 0: predicate(depth: depth - 1)
    case 3 where depth > 0: subquery(depth: depth - 1)
    default: number(depth: depth)
    }
  }

  private mutating func number(depth: Int) -> Expression {
    if depth == 0 { return generator.oneIn(2) ? literal() : keyPath() }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0:
      let inner = number(depth: depth - 1)
      if case .constant = inner.kind { return inner }
      return make(.negative(inner))
    case 1, 2:
      let sign = generator.pick([ArithmeticOperator.add, .subtract, .multiply, .divide, .power])
      return make(.arithmetic(sign, number(depth: depth - 1), number(depth: depth - 1)))
    case 3:
      let function = generator.pick(ExpressionFunction.allCases)
      let count = function == .modulus ? 2 : 1
      return make(.function(function, (0..<count).map { _ in number(depth: depth - 1) }))
    case 4:
      let condition = predicate(depth: depth - 1)
      let (first, second) = (number(depth: depth - 1), number(depth: depth - 1))
      return make(.ternary(condition, first, second))
    case 5:
      let collection = subquery(depth: depth - 1)
      return make(.path(collection, [.collection(.count)]))
    default: return keyPath()
    }
  }

  private mutating func subquery(depth: Int) -> Expression {
    let collection = keyPath()
    let name = "v\(variables.count)"
    variables.append(name)
    let condition = predicate(depth: depth)
    variables.removeLast()
    return make(.subquery(collection, variable: name, condition))
  }

  // MARK: - Leaves

  private let null = ConstantValue(kind: .null, text: "null", plainText: "null")
  private let truth = ConstantValue(kind: .true, text: "true", plainText: "true")
  private let falsehood = ConstantValue(kind: .false, text: "false", plainText: "false")

  private mutating func literal() -> Expression {
    let text = generator.pick(["0", "1", "-2", "3.50", "1e3", "12345678901234567890"])
    return make(.constant(ConstantValue(kind: .number, text: text, plainText: text)))
  }

  private mutating func text() -> Expression {
    let text = generator.pick(["", "a", "it's", "\"", "\\", "\n", "\u{E9}\u{1F600}", "a*?"])
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    return make(.constant(ConstantValue(kind: .string, text: quoted, plainText: text)))
  }

  private mutating func keyPath() -> Expression {
    if let name = variables.last, generator.oneIn(3) {
      return make(.variable(name, generator.oneIn(2) ? [] : [component()]))
    }
    let count = Int.random(in: 0...3, using: &generator)
    let components = (0..<count).map { _ in component() }
    let root = generator.pick([
      SourceKeyPath.Root.representation, .representation, .root, .parent(levels: 2), .document,
    ])
    return make(.keyPath(SourceKeyPath(root: root, components: components, text: "")))
  }

  private mutating func component() -> SourceKeyPath.Component {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .index(generator.pick([0, 1, -1]))
    case 1: .all(isList: true)
    default:
      .key(
        generator.pick(["a", "name", "in", "sum", "x.y", "b c", "\u{E9}", "self", "@id", "0", ""])
      )
    }
  }

  // MARK: - Texts

  private let words = [
    "a", "b.c", "SELF", "AND", "or", "NOT", "!", "&&", "||", "=", "==", "!=", "<", ">=", "IN",
    "BETWEEN", "CONTAINS", "LIKE[c]", "MATCHES", "ANY", "NONE", "(", ")", "{", "}", ",", "'x'",
    "\"y", "'", "1", "2.5", "-", "+", "*", "**", "/", "sum(", "TERNARY(", "SUBQUERY(a, $x,", "$x",
    "@parent", "@key", "..", ".", "[0]", "[\"k\"]", "[", "]", "#", "#in", "\\", "%", "NIL", "YES",
    "\u{E9}", "\u{201C}", "\u{0}", " ", "  ", ".@count", "[*]", "(n).x", "[cd]",
  ]

  /// A text that is probably not of the language.
  mutating func brokenText() -> String {
    if generator.oneIn(3) {
      let tree = predicate(depth: 3)
      var bytes = Array(ExpressionText.text(of: tree).utf8)
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      if generator.oneIn(2) {
        bytes.remove(at: place)
      } else {
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let count = Int.random(in: 1...12, using: &generator)
    return (0..<count).map { _ in generator.pick(words) }
      .joined(separator: generator.oneIn(2) ? " " : "")
  }
}
