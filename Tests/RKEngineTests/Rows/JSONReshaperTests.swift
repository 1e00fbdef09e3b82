@testable import RKEngine
import TestSupport
import Testing

@Suite("JSONReshaper")
struct JSONReshaperTests {
  private static func reshape(
    _ text: String,
    isPretty: Bool = false,
    isASCII: Bool = false,
    level: Int = 0
  ) -> String {
    var layout = JSONLayout()
    layout.isPretty = isPretty
    layout.isASCII = isASCII
    let bytes = Array(text.utf8)
    var output = OutputBuffer()
    JSONReshaper.append(bytes.span, 0..<bytes.count, layout, level: level, to: &output)
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  @Test("white space is dropped, but not in strings")
  func compact() {
    #expect(Self.reshape("{ \"a b\" :\t[ 1 , \"x\\\" }\" ]\r\n}") == "{\"a b\":[1,\"x\\\" }\"]}")
    #expect(Self.reshape(" [ ] ") == "[]")
    #expect(Self.reshape("{\n}") == "{}")
  }

  @Test(
    "indentation of any width is dropped, and strings of any length are kept",
    arguments: 0...40
  )
  func wide(count: Int) {
    let blank = String(repeating: " ", count: count)
    for text in ["", "\\\"", "\\\\", "x ]", "  "] {
      let string = "\"\(blank)\(text)\(blank)\""
      #expect(
        Self.reshape("[\(blank)\(string)\n\(blank),\(blank) 1\(blank)]\(blank)") == "[\(string),1]"
      )
    }
  }

  @Test("members and elements have lines of their own, two spaces a level")
  func pretty() {
    #expect(
      Self.reshape("{\"a\":[1,{\"b\":{}}],\"c\":[ ]}", isPretty: true) == """
        {
          "a": [
            1,
            {
              "b": {}
            }
          ],
          "c": []
        }
        """
    )
    #expect(Self.reshape("[1]", isPretty: true, level: 1) == "[\n    1\n  ]")
    #expect(Self.reshape("12.50", isPretty: true) == "12.50")
  }

  @Test("non-ASCII characters become lower-case escapes, in pairs outside the first plane")
  func ascii() {
    #expect(
      Self.reshape("\"\u{E9}\u{20AC}\u{1F600}\u{7F}\"", isASCII: true)
        == "\"\\u00e9\\u20ac\\ud83d\\ude00\u{7F}\""
    )
    #expect(
      Self.reshape("\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", isASCII: true)
        == "\"\\u0080\\u07ff\\u0800\\uffff\\ud800\\udc00\\udbff\\udfff\""
    )
    #expect(
      Self.reshape("{\"\u{E9}\":\"\\n\\u00E9\"}", isASCII: true) == "{\"\\u00e9\":\"\\n\\u00E9\"}"
    )
  }

  @Test("numbers and escapes are copied as they are")
  func verbatim() {
    let text = "[1.50,-0,1E+2,\"\\u0041\\/\"]"
    #expect(Self.reshape(text) == text)
  }

  @Test("a layout changes no token of a random document", arguments: 0..<60)
  func random(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: 400)
    let tokens = SinglePassScanner.scan(text).tokens.map(\.byte)
    let shown = String(decoding: text, as: UTF8.self)
    let compact = Self.reshape(shown)
    for isPretty in [false, true] {
      let reshaped = Self.reshape(shown, isPretty: isPretty)
      let result = SinglePassScanner.scan(Array(reshaped.utf8))
      #expect(result.firstFault == nil, "\(json.generator.recreation)")
      #expect(result.tokens.map(\.byte) == tokens, "\(json.generator.recreation)")
      #expect(Self.reshape(reshaped) == compact, "\(json.generator.recreation)")
    }
  }
}

@Suite("JSONText")
struct JSONTextTests {
  @Test("quotes, backslashes and control characters are escaped, everything else is unchanged")
  func quoted() {
    let text = "a\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{E9}"
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    #expect(quoted == #""a\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}\u{E9}\"")
  }

  @Test("quoted text can be read back", arguments: 0..<128)
  func roundTrip(value: Int) throws {
    let text = [UInt8(value), UInt8(ascii: "x")]
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    try look(at: quoted) { view in
      #expect(view.text(ofString: 0) == text)
    }
  }
}
