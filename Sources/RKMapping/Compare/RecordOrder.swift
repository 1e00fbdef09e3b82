internal import RKEngine

/// The order of records by their keys: whole numbers by value, followed by texts in byte order.
struct RecordOrder: Comparable {
  private enum Part: Comparable {
    case number(isNegative: Bool, digits: String)
    case text(String)

    static func < (one: Part, other: Part) -> Bool {
      switch (one, other) {
      case (.number(let isNegative, let digits), .number(let isOtherNegative, let otherDigits)):
        if isNegative != isOtherNegative { return isNegative }
        let (left, right) = isNegative ? (otherDigits, digits) : (digits, otherDigits)
        if left.utf8.count != right.utf8.count { return left.utf8.count < right.utf8.count }
        return left.isBefore(right)
      case (.number, .text): return true
      case (.text, .number): return false
      case (.text(let left), .text(let right)): return left.isBefore(right)
      }
    }
  }

  private let parts: [Part]

  init(_ key: [Value]) {
    parts = key.map { value in
      guard case .number = value else {
        if case .string(let text) = value { return .text(text) }
        return .text(value.canonicalText)
      }
      let text = value.canonicalText
      let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let isWhole = digits.utf8.allSatisfy(\.isDigit)
      return isWhole ? .number(isNegative: text.hasPrefix("-"), digits: digits) : .text(text)
    }
  }

  static func < (one: Self, other: Self) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}
