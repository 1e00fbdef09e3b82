@testable import RKEngine
import TestSupport
import Testing

@Suite("TextTransform: text")
struct TextTransformTests {
  @Test(
    "trim removes white space from both ends, of any script",
    arguments: [
      ("  a b ", "a b"), ("\u{00A0}\u{2003}x\u{3000}\n", "x"), ("\t\r\n ", ""), ("", ""),
      ("\u{200B}x", "\u{200B}x"), ("\u{00E9} \u{0085}", "\u{00E9}"),
      ("\u{2028}\u{205F}a\u{1680}", "a"),
    ]
  )
  func trim(text: String, trimmed: String) {
    #expect(TransformTrial.text(.trim, text) == trimmed)
  }

  @Test(
    "collapse makes one space of each run of white space",
    arguments: [
      ("a  b", "a b"), ("  a\t\nb  ", " a b "), ("a\u{00A0}\u{2003}b", "a b"), ("a b", "a b"),
      ("\u{00E9}\u{00A0}\u{00E9}", "\u{00E9} \u{00E9}"),
    ]
  )
  func collapse(text: String, collapsed: String) {
    #expect(TransformTrial.text(.collapse, text) == collapsed)
  }

  @Test(
    "letters change case for all of Unicode",
    arguments: [
      ("Stra\u{00DF}e 42!", "stra\u{00DF}e 42!", "STRASSE 42!"),
      ("\u{00C4}\u{0394}\u{042F}", "\u{00E4}\u{03B4}\u{044F}", "\u{00C4}\u{0394}\u{042F}"),
      ("\u{0130}", "i\u{0307}", "\u{0130}"), ("\u{FB03}", "\u{FB03}", "FFI"),
      ("@[`{", "@[`{", "@[`{"),
    ]
  )
  func letterCase(text: String, lower: String, upper: String) {
    #expect(TransformTrial.text(.lowercase, text) == lower)
    #expect(TransformTrial.text(.uppercase, text) == upper)
  }

  @Test(
    "capitalize changes the first letter of every word, and keeps the others",
    arguments: [
      ("john doe", "John Doe"), ("jean-luc o'neill", "Jean-Luc O'neill"), ("mcDONALD", "McDONALD"),
      ("3rd of may", "3rd Of May"), ("\u{00E9}t\u{00E9}", "\u{00C9}t\u{00E9}"),
      ("(a)_b.c", "(A)_B.C"),
      ("\u{01C6}a", "\u{01C5}a"), ("d\u{2019}or", "D\u{2019}or"), ("'tis", "'Tis"),
      ("e\u{0301}a b", "E\u{0301}a B"),
    ]
  )
  func capitalize(text: String, capitalized: String) {
    #expect(TransformTrial.text(.capitalize, text) == capitalized)
  }

  @Test(
    "names are joined from words",
    arguments: [
      ("publicationDate", "publication_date", "publicationDate"),
      ("publication_date", "publication_date", "publicationDate"),
      ("Publication Date", "publication_date", "publicationDate"),
      ("HTTPServer-userID", "http_server_user_id", "httpServerUserId"),
      ("__a__b__", "a_b", "aB"), ("user2Name", "user2_name", "user2Name"), ("", "", ""),
      (
        "\u{00C9}t\u{00E9}\u{00C0}Part", "\u{00E9}t\u{00E9}_\u{00E0}_part",
        "\u{00E9}t\u{00E9}\u{00C0}Part"
      ),
    ]
  )
  func names(text: String, snake: String, camel: String) {
    #expect(TransformTrial.text(.snakeCase, text) == snake)
    #expect(TransformTrial.text(.camelCase, text) == camel)
  }

  @Test("words begin after separators and at capitals, in any text", arguments: 1...4)
  func words(count: Int) {
    let alphabet: [Character] = ["a", "B", "1", "_", " ", "\u{E9}", "\u{C9}"]
    var texts: [[Character]] = [[]]
    for _ in 0..<count { texts = texts.flatMap { text in alphabet.map { text + [$0] } } }
    for text in texts {
      let words = Self.words(of: text)
      let snake = words.map { $0.lowercased() }.joined(separator: "_")
      let camel = words.enumerated().map { number, word in
        number == 0
          ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst().lowercased()
      }
      let name = String(text)
      let found = (
        TransformTrial.text(.snakeCase, name), TransformTrial.text(.camelCase, name)
      )
      if found != (snake, camel.joined()) { Issue.record("\(name): \(found)") }
    }
  }

  /// The words of a name, by the definition.
  private static func words(of text: [Character]) -> [String] {
    var words: [String] = []
    for (place, character) in text.enumerated() where character != "_" && character != " " {
      let before = place > 0 ? text[place - 1] : "_"
      let next = place + 1 < text.count ? text[place + 1] : "_"
      let isFirst = before == "_" || before == " "
      let beginsByCapital = character.isUppercase && (!before.isUppercase || next.isLowercase)
      if isFirst || beginsByCapital { words.append("") }
      words[words.count - 1].append(character)
    }
    return words
  }

  @Test("prefixes and suffixes are added and removed")
  func ends() {
    #expect(
      TransformTrial.apply(ValueRule.Transform.prefix, "<\u{00E9}", to: #""a""#) == "\"<\u{00E9}a\""
    )
    #expect(TransformTrial.apply(ValueRule.Transform.suffix, ">", to: #""a""#) == #""a>""#)
    #expect(
      TransformTrial.apply(ValueRule.Transform.removePrefix, "ab", to: #""ababc""#) == #""abc""#
    )
    #expect(TransformTrial.apply(ValueRule.Transform.removePrefix, "b", to: #""abc""#) == #""abc""#)
    #expect(
      TransformTrial.apply(ValueRule.Transform.removePrefix, "abcd", to: #""abc""#) == #""abc""#
    )
    #expect(
      TransformTrial.apply(ValueRule.Transform.removeSuffix, " kg", to: #""80 kg""#) == #""80""#
    )
    #expect(TransformTrial.apply(ValueRule.Transform.removeSuffix, "kg", to: #""kg""#) == "\"\"")
    #expect(TransformTrial.apply(ValueRule.Transform.removeSuffix, "xkg", to: #""kg""#) == #""kg""#)
  }

  @Test("a number and a boolean count as their text")
  func scalars() {
    #expect(TransformTrial.apply(ValueRule.Transform.prefix, "#", to: "42") == "\"#42\"")
    #expect(TransformTrial.apply(.uppercase, to: "true") == #""TRUE""#)
    #expect(TransformTrial.apply(.trim, to: "1.50") == #""1.50""#)
    #expect(TransformTrial.apply(.trim, to: "false") == #""false""#)
  }

  @Test("a list is transformed element by element, an object is not")
  func structures() {
    #expect(
      TransformTrial.apply(.trim, to: #"[" a ", null, 1, true]"#) == #"["a",null,"1","true"]"#
    )
    #expect(TransformTrial.apply(.trim, to: "[]") == "[]")
    #expect(TransformTrial.apply(.trim, to: #"[["a"]]"#) == nil)
    #expect(TransformTrial.apply(.trim, to: #"[{}]"#) == nil)
    #expect(TransformTrial.apply(.trim, to: #"{"a": " b "}"#) == nil)
  }

  @Test("escapes are read and written")
  func escapes() {
    let text = #"" \"\\\/\u00e9\ud83d\ude00\u0000\n ""#
    #expect(TransformTrial.apply(.trim, to: text) == "\"\\\"\\\\/\u{00E9}\u{1F600}\\u0000\"")
    #expect(TransformTrial.apply(.trim, to: #""\ud800""#) == nil)
  }

  @Test("null passes through every transform", arguments: everyTransform)
  func null(rule: ValueRule.Transform) {
    #expect(TransformTrial.apply(rule, to: "null") == "null")
  }

  @Test("rules apply in their order, and the first that cannot is named")
  func order() {
    #expect(
      TransformTrial.apply(.trim, .json, .sort, .first, .floor, to: #"" [2.5, 1.5] ""#) == "1"
    )
    var value = ValueBuffer()
    value.kind = .string
    value.bytes.append(.ascii("x"))
    let plan = TransformTrial([.uppercase, .trim, .floor, .abs]).plan
    #expect(TextTransform.firstFailure(of: PlanRange(0..<4), on: &value, plan) == 2)
    #expect(value.text == "X")
  }

  // MARK: - Comparison with twins

  private static let alphabet: [Unicode.Scalar] = [
    "a", "B", "z", "Z", " ", "\t", "_", "-", "1", "'", "\u{00DF}", "\u{00C9}", "\u{0130}",
    "\u{03A3}",
    "\u{00A0}", "\u{2003}", "\u{3000}", "\u{1F600}", "\u{01C4}", "\u{FB01}", "\u{0085}",
  ]

  @Test("text agrees with the standard library")
  func agreesWithStandardLibrary() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        scalars.append(generator.pick(Self.alphabet))
      }
      let text = String(scalars)
      #expect(TransformTrial.text(.lowercase, text) == text.lowercased())
      #expect(TransformTrial.text(.uppercase, text) == text.uppercased())
      let isWhite = \Unicode.Scalar.Properties.isWhitespace
      let trimmed = scalars.drop { $0.properties[keyPath: isWhite] }.reversed()
        .drop { $0.properties[keyPath: isWhite] }.reversed()
      var expected = String.UnicodeScalarView()
      expected.append(contentsOf: trimmed)
      #expect(TransformTrial.text(.trim, text) == String(expected))
    }
  }

  @Test("every white space character of Unicode is known, and no other")
  func whiteSpace() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let isWhite = bytes.span.whitespaceEnd(at: 0) == bytes.count
      #expect(isWhite == scalar.properties.isWhitespace, "U+\(String(value, radix: 16))")
      #expect(bytes.span.scalar(at: 0) == (scalar, bytes.count))
    }
  }
}

/// One of each transform.
let everyTransform: [ValueRule.Transform] = [
  .trim, .collapse, .lowercase, .uppercase, .capitalize, .snakeCase, .camelCase,
  .prefix(ByteRange(0..<0)), .suffix(ByteRange(0..<0)), .removePrefix(ByteRange(0..<0)),
  .removeSuffix(ByteRange(0..<0)), .split(ByteRange(0..<0)), .join(ByteRange(0..<0)), .first, .last,
  .sort, .unique, .flatten, .count, .round(places: 1), .floor, .ceil, .abs, .urlDecode, .urlEncode,
  .base64Decode, .base64Encode, .htmlUnescape, .json, .toJSON,
]
