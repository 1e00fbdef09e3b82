@testable import RKVerdict
import Testing

@Suite("TextDifference")
struct TextDifferenceTests {
  private func difference(
    _ expected: String,
    _ actual: String,
    isJSON: Bool = true
  ) -> TextDifference? {
    TextDifference(Array(expected.utf8), Array(actual.utf8), isJSON: isJSON)
  }

  @Test(
    "the layout of JSON makes no difference",
    arguments: [
      ("[1,2]", "[ 1,\n2 ]\n"), ("{\"a\": \"b c\"}", "{\"a\":\"b c\"}"), ("", "\n"),
      ("\u{FEFF}[]", "[]"), ("{\"a\":1}\n{\"a\":2}\n", "{\"a\":1} {\"a\":2}"),
      (#"["\\"]"#, #"[ "\\" ]"#),
    ]
  )
  func layout(expected: String, actual: String) { #expect(difference(expected, actual) == nil) }

  @Test(
    "the first difference has its place in the output",
    arguments: [
      ("[1,2]", "[1,3]", "/1", "2", "3"),
      ("[1,2]", "[1]", "", ",", "]"),
      ("[]", "[] []", "", "the end", "["),
      ("[{\"a\":1}]", "[{\"a\":1,\"b\":2}]", "/0", "}", ","),
      (
        "{\"a\":{\"b\":[1,{\"c\":null}]}}", "{\"a\":{\"b\":[1,{\"c\":true}]}}", "/a/b/1/c", "null",
        "true"
      ),
      ("{\"a\":1}", "{\"b\":1}", "/b", "\"a\"", "\"b\""),
      ("{\"x/y~\":1}", "{\"x/y~\":2}", "/x~1y~0", "1", "2"),
      ("[\"a b\"]", "[\"a  b\"]", "/0", "\"a b\"", "\"a  b\""),
      (#"["x\" y"]"#, #"["x\"  y"]"#, "/0", #""x\" y""#, #""x\"  y""#),
      ("[12]", "[1 2]", "/0", "12", "1"),
      ("[1.0]", "[1]", "/0", "1.0", "1"),
    ]
  )
  func places(
    expected: String,
    actual: String,
    pointer: String,
    left: String,
    right: String
  ) throws {
    let found = try #require(difference(expected, actual))
    #expect(found.pointer == pointer)
    #expect(found.expected == left)
    #expect(found.actual == right)
  }

  @Test("the place in the expected text is that of the word, the line is the output's")
  func ranges() throws {
    let found = try #require(difference("[1,\n 22]", "[1,\n\n 33]"))
    #expect(found.expectedRange == 5..<7)
    #expect(found.line == 3)
  }

  @Test("lines of CSV are compared whole, with their ends")
  func lines() throws {
    #expect(difference("a,b\n1,2\n", "a,b\n1,2\n", isJSON: false) == nil)
    let found = try #require(difference("a,b\n1,2\n", "a,b\n1, 2\n", isJSON: false))
    #expect(found.pointer == nil)
    #expect(found.line == 2)
    #expect(found.expected == "1,2")
    #expect(found.actual == "1, 2")
    #expect(difference("a\n", "a", isJSON: false) != nil)
    #expect(difference("a\n", "a\n\n", isJSON: false)?.expected == "the end")
    #expect(difference("a\n", "a\n\n", isJSON: false)?.actual == "an empty line")
  }
}
