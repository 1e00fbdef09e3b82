@testable import RKEngine
import TestSupport
import Testing

/// Changing the case of letters in place, compared with the general path.
@Suite("Letters of two bytes")
struct LetterCasesTests {
  private static let cases: [TextTransform.LetterCase] = [.lower, .upper, .title]

  /// The same by the scalars' own properties.
  private static func mapped(_ text: String, _ letterCase: TextTransform.LetterCase) -> String {
    text.unicodeScalars.map {
      switch letterCase {
      case .lower: $0.properties.lowercaseMapping
      case .upper: $0.properties.uppercaseMapping
      case .title: $0.properties.titlecaseMapping
      }
    }.joined()
  }

  /// What is appended after a comma; nil if that needs more.
  private static func append(
    _ text: String,
    _ letterCase: TextTransform.LetterCase,
    _ cases: inout LetterCases
  ) -> String? {
    let (bytes, range) = padded(text)
    var output = UniqueArray<UInt8>()
    output.append(.comma)
    let isDone = cases.append(bytes.span, range, to: letterCase, &output)
    let made = String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
    if !isDone { #expect(made == ",") }
    return isDone ? String(made.dropFirst()) : nil
  }

  @Test("each scalar changes by its properties, or is left to others")
  func allScalars() {
    var cases = LetterCases()
    for letterCase in Self.cases {
      for value in UInt32(0)..<0x1_1000 where value != 0x22 && value != 0x5C {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let text = String(Character(scalar))
        let mapped = Self.mapped(text, letterCase)
        let isTaken = value < 0x80 || text.utf8.count == 2 && mapped.utf8.count == 2
        let made = Self.append(text, letterCase, &cases)
        // Strings compare by canonical equivalence, bytes do not.
        #expect(made.map { Array($0.utf8) } == (isTaken ? Array("\"\(mapped)\"".utf8) : nil))
      }
    }
  }

  @Test("texts change like their scalars, at any position", arguments: 0..<40)
  func texts(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var cases = LetterCases()
    let scalars = ["a", "Z", "@", "[", "`", "{", "\u{7F}", "\u{E9}", "\u{DC}", "\u{44F}", "\u{DF}"]
    for _ in 0..<50 {
      let count = Int.random(in: 0...30, using: &generator)
      var text = (0..<count).map { _ in generator.pick(scalars) }.joined()
      // One that is left to others: of another length after the change, or before.
      if generator.oneIn(4) { text += generator.pick(["\u{131}", "\u{20AC}", "\u{1F600}"]) }
      if generator.oneIn(4) { text += "x" }
      let others: [Unicode.Scalar] = ["\u{131}", "\u{20AC}", "\u{1F600}"]
      let isTaken = !text.unicodeScalars.contains { others.contains($0) }
      let made = Self.append(text, .upper, &cases)
      let expected = isTaken ? "\"\(Self.mapped(text, .upper))\"" : nil
      #expect(made == expected, "\(generator.recreation)")
    }
  }
}
