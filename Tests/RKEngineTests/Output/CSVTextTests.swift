@testable import RKEngine
import Testing

@Suite("Cells of CSV")
struct CSVTextTests {
  private func cell(_ text: String, _ configure: (inout CSVDialect) -> Void = { _ in }) -> String {
    var dialect = CSVDialect()
    configure(&dialect)
    var output = OutputBuffer(capacity: 1)
    CSVText(dialect).append(Array(text.utf8), to: &output)
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  @Test(
    "text is quoted only if necessary",
    arguments: ["", "a", " a ", "'", "a;b", "a\tb", "a\\b", "\u{E9}\u{1F600}", "\u{0}"]
  )
  func plain(text: String) {
    #expect(cell(text) == text)
  }

  @Test(
    "delimiters, quotes and line breaks are between quotes",
    arguments: [
      (",", "\",\""), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("\"\"", "\"\"\"\"\"\""),
      ("a\"b", "\"a\"\"b\""), ("\n", "\"\n\""), ("a\r", "\"a\r\""), ("\r\n", "\"\r\n\""),
      ("\"a\",", "\"\"\"a\"\",\""),
    ]
  )
  func quoted(text: String, expected: String) {
    #expect(cell(text) == expected)
  }

  @Test("anywhere in a text", arguments: 0...70)
  func places(place: Int) {
    var text = [Character](repeating: "x", count: 71)
    text[place] = ","
    #expect(cell(String(text)) == "\"" + String(text) + "\"")
    text[place] = "\""
    let doubled = text.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    #expect(cell(String(text)) == "\"" + doubled + "\"")
  }

  @Test("another delimiter replaces the comma")
  func delimiter() {
    #expect(cell("a;b") { $0.delimiter = .ascii(";") } == "\"a;b\"")
    #expect(cell("a,b") { $0.delimiter = .ascii(";") } == "a,b")
    #expect(cell("a\tb") { $0.delimiter = .tab } == "\"a\tb\"")
  }

  @Test("text that is spelt like null is quoted")
  func null() {
    #expect(cell("NULL") { $0.null = Array("NULL".utf8) } == "\"NULL\"")
    #expect(cell("NUL") { $0.null = Array("NULL".utf8) } == "NUL")
    #expect(cell("") { $0.null = Array("NULL".utf8) } == "")
  }

  @Test("null is quoted if its text needs it")
  func quotedNull() {
    var dialect = CSVDialect()
    dialect.null = Array("a,\"".utf8)
    #expect(CSVText(dialect).null == Array("\"a,\"\"\"".utf8))
    dialect.null = Array("\\N".utf8)
    #expect(CSVText(dialect).null == Array("\\N".utf8))
  }

  @Test(
    "made safe, a formula begins with an apostrophe",
    arguments: [
      ("=1", "'=1"), ("+1", "'+1"), ("-x", "'-x"), ("-", "'-"), ("@x", "'@x"), ("\tx", "'\tx"),
      ("\rx", "\"'\rx\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("-1-2", "'-1-2"), ("--1", "'--1"),
      ("-1.", "'-1."), ("-.5", "'-.5"), ("-1.2.3", "'-1.2.3"), ("-5", "-5"), ("-5.50", "-5.50"),
      ("1=1", "1=1"), ("", ""), ("a", "a"), ("-1e5", "-1e5"), ("-1.5E+20", "-1.5E+20"),
      ("-1e", "'-1e"), ("-e1", "'-e1"), ("-1e5e5", "'-1e5e5"), ("-1e1.5", "'-1e1.5"),
      ("-1e+", "'-1e+"), ("\nx", "\"'\nx\""), ("\u{FF1D}1", "'\u{FF1D}1"),
      ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"), ("\u{FF20}x", "'\u{FF20}x"),
      ("\u{FEFF}=1", "'\u{FEFF}=1"), ("\u{FF0C}1", "\u{FF0C}1"), ("\u{FF1D}", "'\u{FF1D}"),
      ("\u{FB01}", "\u{FB01}"),
    ]
  )
  func safe(text: String, expected: String) {
    #expect(cell(text) { $0.isSafe = true } == expected)
    #expect(cell(text).contains("'") == text.contains("'"))
  }

  @Test("an apostrophe before a formula is not a delimiter, and does not spell null")
  func safeApostrophe() {
    let apostrophe = UInt8.ascii("'")
    let formula = cell("=1") { ($0.isSafe, $0.delimiter) = (true, apostrophe) }
    #expect(formula == "\"'=1\"")
    #expect(cell("=1") { ($0.isSafe, $0.null) = (true, Array("'=1".utf8)) } == "\"'=1\"")
    #expect(cell("a") { ($0.isSafe, $0.delimiter) = (true, apostrophe) } == "a")
  }

  @Test("a delimiter occurs in no number and no word, and is neither quote nor line break")
  func delimiters() {
    for byte in UInt8.min ... .max {
      let scalar = Character(UnicodeScalar(byte))
      let isTaken =
        byte >= 0x80 || scalar.isLetter || scalar.isNumber || "+-.\"\n\r".utf8.contains(byte)
      #expect(CSVDialect.isDelimiter(byte) == !isTaken, "\(byte)")
    }
  }
}
