@testable import RKEngine
import Testing

/// Equality for matchers (docs/restkit.md).
@Suite("ScalarComparison")
struct ScalarComparisonTests {
  private static func cell(_ kind: Cell.Kind, _ range: Range<Int>) -> Cell {
    Cell(kind, offset: UInt32(range.lowerBound), count: UInt32(range.count))
  }

  /// Compares a JSON value with a literal, for a string without quotes.
  private static func areEqual(
    _ kind: Cell.Kind,
    _ text: String,
    _ literalKind: Cell.Kind,
    _ literal: String
  ) -> Bool {
    let (bytes, range) = padded(text)
    let (others, other) = padded(literal)
    let wanted = MatcherLiteral(kind: literalKind, text: ByteRange(other))
    return ScalarComparison.areEqual(cell(kind, range), bytes.span, wanted, others.span)
  }

  private static func haveEqualText(_ kind: Cell.Kind, _ text: String, _ literal: String) -> Bool {
    let (bytes, range) = padded(text)
    let (others, other) = padded(literal)
    let wanted = MatcherLiteral(kind: .string, text: ByteRange(other))
    return ScalarComparison.haveEqualText(cell(kind, range), bytes.span, wanted, others.span)
  }

  @Test("numbers are equal by value")
  func numbers() {
    #expect(Self.areEqual(.number, "1.0", .number, "1"))
    #expect(Self.areEqual(.number, "1e2", .number, "100"))
    #expect(!Self.areEqual(.number, "9007199254740993", .number, "9007199254740992"))
  }

  @Test("booleans equal 1 and 0, and no other number")
  func truth() {
    #expect(Self.areEqual(.true, "true", .number, "1.0"))
    #expect(Self.areEqual(.number, "0", .false, "false"))
    #expect(!Self.areEqual(.true, "true", .number, "2"))
    #expect(!Self.areEqual(.number, "0", .true, "true"))
    #expect(!Self.areEqual(.true, "true", .false, "false"))
  }

  @Test("strings are equal by what they mean, and equal to no number")
  func strings() {
    #expect(Self.areEqual(.string, "\"a\\u0062\"", .string, "ab"))
    #expect(!Self.areEqual(.string, "\"1\"", .number, "1"))
    #expect(!Self.areEqual(.number, "1", .string, "1"))
    #expect(!Self.areEqual(.string, "\"ab\"", .string, "AB"))
  }

  @Test("null is equal to null alone")
  func null() {
    #expect(Self.areEqual(.null, "null", .null, "null"))
    #expect(!Self.areEqual(.null, "null", .false, "false"))
    #expect(!Self.areEqual(.string, "\"\"", .null, "null"))
    #expect(!Self.areEqual(.missing, "", .null, "null"))
  }

  @Test("texts are equal as they are written")
  func texts() {
    #expect(Self.haveEqualText(.number, "5", "5"))
    #expect(!Self.haveEqualText(.number, "5.0", "5"))
    #expect(Self.haveEqualText(.string, "\"\\u0035\"", "5"))
    #expect(Self.haveEqualText(.true, "true", "true"))
    #expect(Self.haveEqualText(.null, "null", "null"))
    #expect(!Self.haveEqualText(.structure, "[5]", "[5]"))
  }
}
