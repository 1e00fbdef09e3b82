internal import RKEngine

/// A JSON number, digit for digit as it was written.
///
/// It is compared by its exact value, and becomes a binary floating-point number only where `double` is
/// asked for.
///
/// ```swift
/// let price = Number("12.50")
/// print(price == Number("12.5"), price?.text ?? "")  // true 12.50
/// ```
public struct Number: Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number as it was written.
  public let text: String

  /// Reads a number; nil where the text is not one as RFC 8259, section 6, has it.
  public init?(_ text: String) {
    guard DecimalText.isJSON(text.utf8Span.span) else { return nil }
    self.text = text
  }

  /// An integer.
  public init(_ value: some BinaryInteger) { text = String(value) }

  /// An integer as it is written in source code.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Text that is known to be a number.
  init(known text: String) { self.text = text }

  /// Its value as an integer; nil where it has a fraction, or does not fit 64 bits.
  public var int64: Int64? { integer() }

  /// The nearest floating-point number; infinity where it is too large for one.
  public var double: Double { Double(text) ?? .nan }

  /// The text.
  public var description: String { text }

  /// Its exact value as an integer of some width; nil where there is none.
  func integer<Integer: FixedWidthInteger>() -> Integer? {
    if let value = Integer(text) { return value }
    // What has a point or an exponent may still be whole.
    guard let plain = DecimalText.plain(text.utf8Span.span, longest: 64) else { return nil }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }) else { return nil }
    return parts.first.flatMap { Integer($0) }
  }
}

extension Number: Equatable {
  /// Both have the same value: 1.50 is 15e-1.
  ///
  /// An exponent of more than nine digits is compared as text.
  public static func == (one: Number, other: Number) -> Bool {
    one.text == other.text
      || DecimalText.areEqual(one.text.utf8Span.span, other.text.utf8Span.span)
  }
}
