@testable import RKEngine
import TestSupport
import Testing

@Suite("GrammarCheck")
struct GrammarCheckTests {
  // MARK: - JSON text

  @Test("every value of RFC 8259 is a document")
  func values() {
    expect("null", tokens: "n", at: [0])
    expect(" true ", tokens: "t", at: [1])
    expect("false", tokens: "f")
    expect("-12.5e+3", tokens: "-")
    expect("\"text\"", tokens: "\"")
    expect("[]", tokens: "[]", at: [0, 1])
    expect("{ }", tokens: "{}", at: [0, 2])
    expect("[1, {\"a\":2}]", tokens: "[1,{\":2}]", at: [0, 1, 2, 4, 5, 8, 9, 10, 11])
  }

  @Test("structure inside strings is ignored")
  func structureInStrings() {
    expect("[\"{[:,]}\"]", tokens: "[\"]", at: [0, 1, 9])
    expect("[\"\\\"]\", \"\\\\\"]", tokens: "[\",\"]", at: [0, 1, 6, 8, 12])
  }

  @Test("an input without a document is well-formed", arguments: ["", " ", "\n\n\t\r\n"])
  func nothing(text: String) {
    expect(text, tokens: "")
  }

  @Test("documents may follow each other with or without white space")
  func concatenated() {
    expect("{}[]\"a\"\"b\"1 2[3]", tokens: "{}[]\"\"12[3]")
    expect("1\n2\n", tokens: "12")
  }

  // MARK: - Invalid texts

  @Test("a comma is allowed only between two elements")
  func commas() {
    expectEverywhere("[1 ^2]", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("[1,^]", fault: .unexpected, expected: .value)
    expectEverywhere("[^,1]", fault: .unexpected, expected: .valueOrClose)
    expectEverywhere("[1,^,2]", fault: .unexpected, expected: .value)
    expectEverywhere("{\"a\":1,^}", fault: .unexpected, expected: .key)
    expectEverywhere("{^,}", fault: .unexpected, expected: .keyOrClose)
    expectEverywhere("{\"a\":1 ^\"b\":2}", fault: .unexpected, expected: .commaOrCloseObject)
    expectEverywhere("[1]^,", fault: .unexpected, expected: .document)
    expectEverywhere("^,", fault: .unexpected, expected: .document)
  }

  @Test("a key is a string")
  func keys() {
    expectEverywhere("{^1:2}", fault: .unexpected, expected: .keyOrClose)
    expectEverywhere("{^a:2}", fault: .unexpected, expected: .keyOrClose)
    expectEverywhere("{\"a\":1,^null:2}", fault: .unexpected, expected: .key)
    expectEverywhere("{^[]:2}", fault: .unexpected, expected: .keyOrClose)
  }

  @Test("the token in place of a colon is at fault, not the key before it")
  func colons() {
    expectEverywhere("{\"a\" ^1}", fault: .unexpected, expected: .colon)
    expectEverywhere("{\"a\"^}", fault: .unexpected, expected: .colon)
    expectEverywhere("{\"a\"^, \"b\":1}", fault: .unexpected, expected: .colon)
    expectEverywhere("{\"a\":1, \"b\\\"\" ^\"c\"}", fault: .unexpected, expected: .colon)
    expectEverywhere("{\"a\":^:1}", fault: .unexpected, expected: .value)
    expectEverywhere("{\"a\"^", fault: .unexpectedEnd)
    expectEverywhere("{\"a\":1,\"b\"^ \n", fault: .unexpectedEnd)
  }

  @Test("a colon after a value is at fault, not the value before it")
  func colonsBehindValues() {
    expectEverywhere("[\"a\"^:1]", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("[1,\"a\" ^:1]", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("{\"a\":\"b\"^:1}", fault: .unexpected, expected: .commaOrCloseObject)
    expectEverywhere("[1^:2]", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("\"a\"^:1", fault: .unexpected, expected: .document)
  }

  @Test("a bracket closes the container that it belongs to")
  func brackets() {
    expectEverywhere("[^}", fault: .unexpected, expected: .valueOrClose)
    expectEverywhere("{^]", fault: .unexpected, expected: .keyOrClose)
    expectEverywhere("[1^}", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("[[1]^}", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("[]^]", fault: .unexpected, expected: .document)
    expectEverywhere("^}", fault: .unexpected, expected: .document)
  }

  @Test("a fault in front of a wrong bracket comes first")
  func beforeBrackets() {
    expectEverywhere("[1 ^2}", fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("{\"a\":1 ^\"b\"]", fault: .unexpected, expected: .commaOrCloseObject)
    expectEverywhere("[1 ^[]}", maximumDepth: 1, fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("1 ^[]]", separator: .lineFeed, fault: .secondOnLine, expected: .document)
    expectEverywhere("[1^\n}", separator: .lineFeed, fault: .lineEnd, expected: .commaOrCloseArray)
  }

  @Test(
    "an input that ends inside a container ends after its last byte",
    arguments: ["[^", "{^", "[1^", "[1,^", "{\"a\":^ \n", "[[]^  ", "{\"a\":1^"]
  )
  func unclosed(text: String) {
    expectEverywhere(text, fault: .unexpectedEnd)
  }

  // MARK: - Depth

  @Test("the outermost container is level 1")
  func levels() {
    expect("[]{}", tokens: "[]{}")
    expectEverywhere("[^{}]", maximumDepth: 1, fault: .tooDeep)
    expectEverywhere("{\"a\":1,\"b\":^{}}", maximumDepth: 1, fault: .tooDeep)
  }

  @Test("the nesting limit is exact", arguments: [1, 2, 63, 64, 65, 127, 128, 129, 1024])
  func limit(depth: Int) {
    let deepest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    for way in EngineReading.Way.all {
      let fits = EngineReading.read(Array(deepest.utf8), way, maximumDepth: depth).fault
      #expect(fits == nil)
      let exceeds = EngineReading.read(Array("[\(deepest)]".utf8), way, maximumDepth: depth)
      #expect(exceeds.fault?.fault == .tooDeep)
      #expect(exceeds.place?.offset == depth)
    }
  }

  @Test("an empty pair is counted once, wherever a window ends", arguments: 30..<70)
  func emptyPairs(depth: Int) {
    for pair in ["[]", "{}"] {
      let nested =
        String(repeating: "[", count: depth) + pair + String(repeating: "]", count: depth)
      for maximumDepth in [depth + 1, 80, 100, 130] where maximumDepth > depth {
        expectTwins(Array(nested.utf8), maximumDepth: maximumDepth)
      }
    }
  }

  @Test("brackets of both kinds are distinguished at any depth", arguments: [60, 64, 130, 300])
  func mixedNesting(depth: Int) {
    let open = String((0..<depth).map { _ in "[{\"k\":" }.joined())
    let close = String(repeating: "}]", count: depth)
    expectTwins(Array((open + "1" + close).utf8))
    // One bracket of the wrong kind, at every position among the closing ones.
    for place in stride(from: 0, to: depth * 2, by: 7) {
      var wrong = Array(close.utf8)
      wrong[place] = wrong[place] == .closeArray ? .closeObject : .closeArray
      expectTwins(Array((open + "1").utf8) + wrong)
    }
  }

  // MARK: - Documents on lines

  @Test("a line holds one document, or none")
  func lines() {
    expect("1\n\n[2]\n", separator: .lineFeed, tokens: "1\n\n[2]\n")
    expect("{}\r\n{}", separator: .lineFeed, tokens: "{}\n{}")
    expectEverywhere("1 ^2\n", separator: .lineFeed, fault: .secondOnLine, expected: .document)
    expectEverywhere("{}^{}\n", separator: .lineFeed, fault: .secondOnLine, expected: .document)
  }

  @Test("a document does not go beyond its line")
  func lineEnds() {
    expectEverywhere("[1,^\n2]", separator: .lineFeed, fault: .lineEnd, expected: .value)
    expectEverywhere(
      "[1^\n,2]",
      separator: .lineFeed,
      fault: .lineEnd,
      expected: .commaOrCloseArray
    )
    expectEverywhere("{\"a\"^\n:1}", separator: .lineFeed, fault: .lineEnd, expected: .colon)
    expectEverywhere("{^\n}", separator: .lineFeed, fault: .lineEnd, expected: .keyOrClose)
    expectEverywhere("{}\n[^", separator: .lineFeed, fault: .unexpectedEnd)
  }

  @Test("the texts of a sequence may hold line feeds")
  func sequences() {
    expect("\u{1E}[1,\n2]\n\u{1E}3\n", separator: .recordSeparator, tokens: "\u{1E}[1,2]\u{1E}3")
  }

  @Test("a line feed in a text of a sequence is white space, and its separator ends it")
  func sequenceFaults() {
    let rs = UInt8.recordSeparator
    expectEverywhere("{\"a\"\n^1}", separator: rs, fault: .unexpected, expected: .colon)
    expectEverywhere("[1\n^2]", separator: rs, fault: .unexpected, expected: .commaOrCloseArray)
    expectEverywhere("\u{1E}^}", separator: rs, fault: .unexpected, expected: .document)
    expectEverywhere("\u{1E}1\n^2", separator: rs, fault: .secondOnLine, expected: .document)
    expectEverywhere("\u{1E}[1,^\u{1E}2]", separator: rs, fault: .lineEnd, expected: .value)
    expectEverywhere("{\"a\"\n^\u{1E}1", separator: rs, fault: .lineEnd, expected: .colon)
  }

  @Test("a fault is found at any token of a block", arguments: 1..<200)
  func everyPlace(count: Int) {
    let elements = String(repeating: "1,", count: count)
    expect("[" + elements + "^]", fault: .unexpected, expected: .value)
  }
}
