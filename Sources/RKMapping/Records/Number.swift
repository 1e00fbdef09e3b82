internal import RKEngine

/// A JSON number, kept digit for digit as it was written.
///
/// Numbers are compared by exact value. They are converted to binary floating point only by `double`.
///
/// ```swift
/// let price = Number("12.50")
/// print(price == Number("12.5"), price?.text ?? "")  // true 12.50
/// ```
public struct Number: Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number as it was written.
  public let text: String

  /// Creates a number from text; nil if the text is not a JSON number (RFC 8259, "Numbers").
  public init?(_ text: String) {
    guard DecimalText.isJSON(text.utf8Span.span) else { return nil }
    self.text = text
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) { text = String(value) }

  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number from text that is known to be one.
  init(known text: String) { self.text = text }

  /// The value as an integer; nil if it has a fraction or does not fit in 64 bits.
  public var int64: Int64? { integer() }

  /// The nearest floating-point number; infinity if the value is too large.
  public var double: Double { Double(text) ?? .nan }

  /// The text of the number.
  public var description: String { text }

  /// Returns the exact value as an integer of some width; nil if that is impossible.
  func integer<Integer: FixedWidthInteger>() -> Integer? {
    if let value = Integer(text) { return value }
    // A number with a point or an exponent may still be whole.
    guard let plain = DecimalText.plain(text.utf8Span.span, longest: 64) else { return nil }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }) else { return nil }
    return parts.first.flatMap { Integer($0) }
  }
}

extension Number: Equatable {
  /// Compares two numbers by value: 1.50 equals 15e-1.
  ///
  /// Numbers with an exponent of more than nine digits are compared as text.
  public static func == (one: Number, other: Number) -> Bool {
    one.text == other.text
      || DecimalText.areEqual(one.text.utf8Span.span, other.text.utf8Span.span)
  }
}
