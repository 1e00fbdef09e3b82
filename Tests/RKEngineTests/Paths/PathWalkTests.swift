@testable import RKEngine
import Testing

@Suite("PathWalk")
struct PathWalkTests {
  private enum Step {
    case key(String)
    case index(Int32)
  }

  /// The result of a path, in JSON; nil if it is missing.
  private static func follow(_ steps: [Step], in text: String) throws -> String? {
    var plan = MappingPlan()
    let path = plan.steps.add(
      steps.map { step in
        switch step {
        case .key(let key): .key(plan.add(text: key.utf8))
        case .index(let index): .index(index)
        }
      }
    )
    return try look(at: text) { view in
      var walk = PathWalk(plan: plan, keepsFirst: false)
      let found = walk.follow(path, from: ValueLocation(token: 0), view)
      return describe(found, walk, view)
    }
  }

  private static func describe(
    _ location: ValueLocation,
    _ walk: borrowing PathWalk,
    _ view: TokenView
  ) -> String? {
    switch location.kind {
    case .null: return "null"
    case .token:
      let token = Int(location.first)
      let end = view.next(after: token) - 1
      let isClosed = TokenView.opens(view.token(token))
      let isString = view.token(token) == .quote
      let after =
        isClosed
        ? view.position(end) + 1
        : isString ? view.closingQuote(of: token) + 1 : view.end(ofScalar: token)
      let bytes = (view.position(token)..<after).map { view.byte($0) }
      return String(decoding: bytes, as: UTF8.self)
    case .list:
      let range = Int(location.first)..<Int(location.first + location.second)
      var items: [String] = []
      for item in range { items.append(describe(walk.lists[item], walk, view) ?? "missing") }
      return "[\(items.joined(separator: ","))]"
    default: return nil
    }
  }

  @Test("keys lead into objects")
  func keys() throws {
    let text = #"{"a":{"b":{"c":1}},"x":"y"}"#
    #expect(try Self.follow([.key("a"), .key("b")], in: text) == #"{"c":1}"#)
    #expect(try Self.follow([.key("a"), .key("c")], in: text) == nil)
    #expect(try Self.follow([], in: text) == text)
  }

  @Test("a key over an array distributes, with null if an element lacks it")
  func distribution() throws {
    let text = #"{"a":[{"b":1},{"c":2},{"b":null},{"b":[3]}]}"#
    #expect(try Self.follow([.key("a"), .key("b")], in: text) == "[1,null,null,[3]]")
    #expect(try Self.follow([.key("a"), .key("b")], in: #"{"a":[]}"#) == "[]")
  }

  @Test("distribution keeps nesting and flattens nothing")
  func nesting() throws {
    let text = #"[{"b":[{"c":1},{"c":2}]},{"b":[]},{"b":{"c":3}}]"#
    #expect(try Self.follow([.key("b"), .key("c")], in: text) == "[[1,2],[],3]")
    #expect(try Self.follow([.key("a")], in: #"[[{"a":1}],[{"a":2}]]"#) == "[[1],[2]]")
  }

  @Test("a component applied to a scalar or to null makes the whole path missing")
  func broken() throws {
    #expect(try Self.follow([.key("a"), .key("b")], in: #"{"a":1}"#) == nil)
    #expect(try Self.follow([.key("a"), .key("b")], in: #"{"a":null}"#) == nil)
    #expect(try Self.follow([.key("b")], in: #"[{"b":1},2]"#) == nil)
    #expect(try Self.follow([.key("b"), .key("c")], in: #"[{"b":{"c":1}},{"b":null}]"#) == nil)
    #expect(try Self.follow([.index(0)], in: "1") == nil)
  }

  @Test("indices count from both ends, and belong to arrays alone")
  func indices() throws {
    #expect(try Self.follow([.index(0)], in: "[1,2,3]") == "1")
    #expect(try Self.follow([.index(-1)], in: "[1,2,3]") == "3")
    #expect(try Self.follow([.index(3)], in: "[1,2,3]") == nil)
    #expect(try Self.follow([.index(-4)], in: "[1,2,3]") == nil)
    #expect(try Self.follow([.index(0)], in: #"{"0":1}"#) == nil)
    #expect(try Self.follow([.key("a"), .index(1), .key("b")], in: #"{"a":[0,{"b":5}]}"#) == "5")
  }
}
