@testable import RKEngine
import Testing

@Suite("InputFormat")
struct InputFormatTests {
  private static func detect(_ text: String, isAll: Bool = true) -> InputFormat? {
    InputFormat.detect(Array(text.utf8), isAll: isAll, kernel: .best)
  }

  @Test(
    "a whole object or array on the first line and something on a later one is NDJSON",
    arguments: ["{}\n{}", "[1]\n2", "{\"a\":1}\r\n{}\n", "\n\n{}\n\n{}", "{}\nrubbish", " [] \n[]"]
  )
  func lines(text: String) {
    #expect(Self.detect(text) == .ndjson)
  }

  @Test(
    "anything else is JSON",
    arguments: [
      "", " \n", "{}", "{}\n", "{}\n \n", "{\n}\n{}", "1\n2", "\"a\"\n{}", "{} {}\n{}", "[1\n]\n",
      "{]\n{}",
    ]
  )
  func documents(text: String) {
    #expect(Self.detect(text) == .json)
  }

  @Test("a trailer, and a failed record, are lines though they stand alone")
  func specialLines() {
    #expect(Self.detect("{\"$trailer\":{}}", isAll: false) == .ndjson)
    #expect(Self.detect("{\"$error\":{}}", isAll: false) == .ndjson)
  }

  @Test("a first line may be mapped at once if it is one object or array with something in it")
  func firstLines() {
    let isFirst = { InputFormat.isFirstLine(Array(($0 as String).utf8), kernel: .best) }
    for text in ["{\"a\":1}\n", " [1] \r\n \n", "[[]]\n", "{\"\":null}\n"] {
      #expect(isFirst(text), "\(text)")
    }
    for text in [
      "{}\n", "[]\n", "[ null ]\n", "1\n", "{\"a\":1}", "{\"a\":1}\n{", "{\"a\"\n:1}\n",
      "{\"a\":1} 2\n", "\n",
      "{ \"$error\":{}}\n", "",
    ] {
      #expect(!isFirst(text), "\(text)")
    }
  }

  @Test("a record separator begins a text sequence")
  func sequence() {
    #expect(Self.detect("\u{1E}{}\n\u{1E}1\n") == .sequence)
  }

  @Test(
    "nothing is decided before enough is seen",
    arguments: ["", " \n", "{}", "{\"a\":", "{}\n", "[1]\n "]
  )
  func undecided(text: String) {
    #expect(Self.detect(text, isAll: false) == nil)
  }

  @Test(
    "formats other than UTF-8 text are recognised",
    arguments: [
      ([0xFE, 0xFF, 0x00, 0x5B], .utf16), ([0xFF, 0xFE, 0x5B, 0x00], .utf16),
      ([0x00, 0x5B, 0x00, 0x5D], .utf16), ([0x5B, 0x00, 0x5D, 0x00], .utf16),
      ([0x1F, 0x8B, 0x08], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
      ([0x5B, 0x5D, 0x00, 0x00], .binary), ([0x00, 0x00, 0x00, 0x5B], .binary),
    ] as [([UInt8], InputFormat.Foreign)]
  )
  func foreign(head: [UInt8], what: InputFormat.Foreign) {
    #expect(InputFormat.foreign(head, in: .json) == what)
  }

  @Test("UTF-8 text is not", arguments: ["", "{", "[]", "\u{FEFF}{}", "\"\u{E9}\"", "(\u{B5}"])
  func text(text: String) {
    #expect(InputFormat.foreign(Array(text.utf8), in: .json) == nil)
  }

  @Test(
    "zero bytes damage lines and texts of a sequence, but do not change the format",
    arguments: [
      ("{}\n\0\n{}", nil), ("\0\n{}\n", nil), ("{\0\n{}\n", nil), ("\0\0{}", nil),
      ("{\0\"\0", .utf16), ("\0{\0\"", .utf16), ("\u{1E}\0{\0", .utf16),
    ] as [(String, InputFormat.Foreign?)]
  )
  func zeroBytes(text: String, what: InputFormat.Foreign?) {
    #expect(InputFormat.foreign(Array(text.utf8), in: .ndjson) == what)
    #expect(InputFormat.foreign(Array(text.utf8), in: .sequence) == what)
  }

  @Test("lines are separated by line feeds, texts of a sequence by record separators")
  func separators() {
    #expect(InputFormat.json.separator == nil)
    #expect(InputFormat.ndjson.separator == 0x0A)
    #expect(InputFormat.sequence.separator == 0x1E)
  }
}
