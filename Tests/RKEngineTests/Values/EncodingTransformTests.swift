import Foundation
@testable import RKEngine
import TestSupport
import Testing

@Suite("TextTransform: encodings")
struct EncodingTransformTests {
  @Test(
    "percent escapes are decoded",
    arguments: [
      ("a%20b%C3%A9", "a b\u{00E9}"), ("a+b", "a+b"), ("%41%4a%4A", "AJJ"), ("", ""), ("%00", "\0"),
    ]
  )
  func urlDecode(text: String, decoded: String) {
    #expect(TransformTrial.text(.urlDecode, text) == decoded)
  }

  @Test(
    "invalid percent escapes, and bytes that are no text, cannot be decoded",
    arguments: ["%", "%4", "100%", "%zz", "%C3", "%FF", "%ED%A0%80"]
  )
  func noURL(text: String) { #expect(TransformTrial.text(.urlDecode, text) == nil) }

  @Test(
    "everything but letters, digits and four marks is escaped",
    arguments: [
      ("a b/\u{00E9}?", "a%20b%2F%C3%A9%3F"), ("-._~aZ09", "-._~aZ09"), ("%+", "%25%2B"),
      ("@[`{", "%40%5B%60%7B"),
    ]
  )
  func urlEncode(text: String, encoded: String) {
    #expect(TransformTrial.text(.urlEncode, text) == encoded)
    #expect(TransformTrial.text(.urlDecode, encoded) == text)
  }

  @Test(
    "base64 is decoded, in either alphabet, with padding or without",
    arguments: [
      ("aGk=", "hi"), ("aGk", "hi"), ("aA==", "h"), ("aA", "h"), ("", ""),
      ("8J+YgA==", "\u{1F600}"),
      ("8J-YgA", "\u{1F600}"), ("aGlo", "hih"), ("Pz8_", "???"),
    ]
  )
  func base64Decode(text: String, decoded: String) {
    #expect(TransformTrial.text(.base64Decode, text) == decoded)
  }

  @Test(
    "invalid base64, and bytes that are no text, cannot be decoded",
    arguments: [
      "a", "aGk=x", "a=", "aGk==", "====", "=", "aG k", "aGl", "/w==", "aGk=\n", "\u{00E9}\u{00E9}",
    ]
  )
  func noBase64(text: String) { #expect(TransformTrial.text(.base64Decode, text) == nil) }

  @Test("base64 agrees with that of Foundation")
  func agreesWithFoundation() {
    var generator = SeededGenerator(seed: 2)
    for length in 0..<200 {
      var text = ""
      while text.utf8.count < length {
        text += generator.pick(["a", "\u{00E9}", "\u{1F600}", "~", "\0"])
      }
      let encoded = TransformTrial.text(.base64Encode, text)
      #expect(encoded == Data(text.utf8).base64EncodedString())
      #expect(encoded.flatMap { TransformTrial.text(.base64Decode, $0) } == text)
    }
  }

  @Test(
    "references of HTML become characters",
    arguments: [
      ("a &amp; b &lt;c&gt; &#233;", "a & b <c> \u{00E9}"), ("&#xE9;&#Xe9;", "\u{00E9}\u{00E9}"),
      ("&apos;&quot;", "'\""),
      ("&thetasym;&Aacute;&hearts;&euro;", "\u{03D1}\u{00C1}\u{2665}\u{20AC}"),
      ("&#128;&#146;", "\u{20AC}\u{2019}"),
      ("&amp;lt;", "&lt;"), ("&#x1F600;", "\u{1F600}"),
      ("&#0;&#xD800;&#x110000;&#99999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ]
  )
  func htmlUnescape(text: String, plain: String) {
    #expect(TransformTrial.text(.htmlUnescape, text) == plain)
  }

  @Test(
    "anything but a reference stays",
    arguments: [
      "&", "&;", "&#;", "&#x;", "&amp", "&nope;", "a & b; c", "&AMP;", "&\u{00E9};", "&\0amp;",
      "&thetasyms;",
    ]
  )
  func noReference(text: String) {
    #expect(TransformTrial.text(.htmlUnescape, text) == text)
  }

  @Test(
    "json accepts one complete document",
    arguments: [
      (#""{\"k\": [1, 2]}""#, #"{"k":[1,2]}"#), (#"" 1.50 ""#, "1.50"), (#""\"a b\"""#, #""a b""#),
      (#""null""#, "null"), (#""true""#, "true"), ("12", "12"), (#""\"\\u00e9\"""#, "\"\u{00E9}\""),
      (#"["1","[]",null]"#, "[1,[],null]"), (#""\" \\\" \"""#, #"" \" ""#),
    ]
  )
  func json(text: String, parsed: String) {
    #expect(TransformTrial.apply(.json, to: text) == parsed)
  }

  @Test(
    "json accepts nothing else",
    arguments: [
      "", " ", "{", "[1,]", "1 2", "{}{}", "nul", "01", "'a'", #""\ud800""#, "[1]x", "\u{FEFF}1",
      "\"\t\"",
    ]
  )
  func noJSON(text: String) {
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    #expect(TransformTrial.apply(.json, to: quoted) == nil)
  }

  @Test("json has a limit of depth")
  func depth() {
    func nested(_ count: Int) -> String {
      "\"" + String(repeating: "[", count: count) + String(repeating: "]", count: count) + "\""
    }
    #expect(TransformTrial.apply(.json, .flatten, to: nested(1024)) == "[]")
    #expect(TransformTrial.apply(.json, to: nested(1025)) == nil)
  }

  @Test(
    "toJSON is the compact text of a value",
    arguments: [
      ("[1, \"x\"]", #""[1,\"x\"]""#), (#""a\"""#, #""\"a\\\"\"""#), ("1.50", #""1.50""#),
      (#"{ "a" : null }"#, #""{\"a\":null}""#),
    ]
  )
  func toJSON(json: String, text: String) {
    #expect(TransformTrial.apply(.toJSON, to: json) == text)
    #expect(TransformTrial.apply(.toJSON, .json, .toJSON, to: json) == text)
  }
}
