internal import RKEngine

/// Compares values of a modification attribute with stored ones: a record brings nothing new if the
/// stored value is at least as late as its own.
extension MergeOrder {
  /// Whether the stored value is at least as late as the new one, as every value is if that is null;
  /// false if they cannot be compared, or if one is missing.
  func holds(
    stored column: Int,
    of row: Statement,
    _ new: StoredValue,
    _ bytes: borrowing UniqueArray<UInt8>
  ) -> Bool {
    if new.isFallback { return false }
    if new.kind == .null { return row.kind(column) != .null }
    switch (row.kind(column), new.kind) {
    case (.integer, .integer): return holds(row.integer(column), new.integer)
    case (.real, .real): return holds(row.real(column), new.real)
    case (.integer, .real): return holds(-new.real.order(to: row.integer(column)))
    case (.real, .integer): return holds(row.real(column).order(to: new.integer))
    case (.text, .text):
      let (old, text) = (row.bytes(column), Self.text(new, bytes))
      switch self {
      case .undeclared, .equality: return old == text
      case .instant: return !Self.instant(old).lexicographicallyPrecedes(Self.instant(text))
      case .number: return holds(Self.sign(old, text))
      }
    case (.text, .integer), (.text, .real):
      guard self == .number else { return false }
      return holds(Self.sign(row.bytes(column), Self.text(new, bytes)))
    case (.integer, .text), (.real, .text):
      guard self == .number else { return false }
      return holds(Self.sign(Array((row.text(column) ?? "").utf8), Self.text(new, bytes)))
    default: return false
    }
  }

  private func holds<Number: Comparable>(_ stored: Number, _ new: Number) -> Bool {
    self == .equality ? stored == new : stored >= new
  }

  /// `sign` is the sign of the stored value minus the new one; nil if they cannot be compared.
  private func holds(_ sign: Int?) -> Bool {
    guard let sign else { return false }
    return self == .equality ? sign == 0 : sign >= 0
  }

  private static func text(
    _ value: StoredValue,
    _ bytes: borrowing UniqueArray<UInt8>
  ) -> [UInt8] {
    switch value.kind {
    case .integer: Array(String(value.integer).utf8)
    case .real: Array("\(value.real)".utf8)
    default: value.textRange.map { bytes[$0] }
    }
  }
}

extension MergeOrder {
  private static func instant(_ text: [UInt8]) -> ArraySlice<UInt8> {
    text[InstantText.significant(text.span, text.indices)]
  }

  /// The sign of the left number minus the right one, in plain notation or with exponents; nil if
  /// one of them is not a number.
  private static func sign(_ left: [UInt8], _ right: [UInt8]) -> Int? {
    guard let left = Decimal(left), let right = Decimal(right) else { return nil }
    if left.sign != right.sign { return left.sign < right.sign ? -1 : 1 }
    if left.exponent != right.exponent {
      return left.exponent < right.exponent ? -left.sign : left.sign
    }
    if left.digits == right.digits { return 0 }
    return left.digits.lexicographicallyPrecedes(right.digits) ? -left.sign : left.sign
  }

  /// A number as its digits from the first non-zero one to the last, and the power of ten of the
  /// position before the first digit.
  private struct Decimal {
    var sign = 0
    var digits: [UInt8] = []
    var exponent = 0

    init?(_ text: [UInt8]) {
      var rest = text[...]
      let isNegative = rest.first == UInt8(ascii: "-")
      if isNegative { rest.removeFirst() }
      if let mark = rest.firstIndex(where: { $0 | 32 == UInt8(ascii: "e") }) {
        guard let power = Int(String(decoding: rest[(mark + 1)...], as: UTF8.self)),
          power.magnitude < 1 << 40
        else { return nil }
        exponent = power
        rest = rest[..<mark]
      }
      let point = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
      exponent += point - rest.startIndex
      digits = rest.filter { $0 != UInt8(ascii: ".") }
      guard !digits.isEmpty, digits.count >= rest.count - 1,
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
      digits.removeFirst(zeros)
      exponent -= zeros
      while digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if digits.isEmpty { exponent = 0 } else { sign = isNegative ? -1 : 1 }
    }
  }
}

extension Double {
  /// Compares exactly with an integer: negative if this is less, zero if equal, positive if
  /// greater.
  func order(to integer: Int64) -> Int {
    guard let whole = Int64(exactly: rounded(.towardZero)) else { return self < 0 ? -1 : 1 }
    if whole != integer { return whole < integer ? -1 : 1 }
    let fraction = self - Double(whole)
    return fraction == 0 ? 0 : fraction < 0 ? -1 : 1
  }
}
