/// What identifies a record: its target and the texts of its identity.
struct RecordLabel: Hashable {
  var target: String
  /// The parts of the identity that are written and not redacted; empty if the target has no identity, or if a part
  /// is missing here.
  var identity: [String]

  /// The label for people, such as `User 42`.
  var text: String {
    identity.isEmpty ? target : "\(target) \(identity.joined(separator: ", "))"
  }

  /// The order of records in a snapshot: by target, then by the parts of the identity.
  ///
  /// Numbers come first, by value; other text is ordered by bytes.
  static func precedes(_ one: RecordLabel, _ other: RecordLabel) -> Bool? {
    if one.target != other.target { return one.target.bytesPrecede(other.target) }
    for (left, right) in zip(one.identity, other.identity) {
      if let order = IdentityPart(left).precedes(IdentityPart(right)) { return order }
    }
    if one.identity.count != other.identity.count {
      return one.identity.count < other.identity.count
    }
    return nil
  }
}

/// A part of an identity that can be compared.
private struct IdentityPart {
  private let text: String
  /// The sign, integer part and fraction of a number without an exponent; nil for other text.
  private let number: (isNegative: Bool, whole: Substring.UTF8View, fraction: Substring.UTF8View)?

  init(_ text: String) {
    self.text = text
    number = Self.number(text)
  }

  private static func number(
    _ text: String
  ) -> (isNegative: Bool, whole: Substring.UTF8View, fraction: Substring.UTF8View)? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard isNumber, let first = parts.first else { return nil }
    let whole = first.drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    return (isNegative && !isZero, whole.utf8, fraction.utf8)
  }

  /// Whether this part comes first; nil if both are the same text.
  func precedes(_ other: IdentityPart) -> Bool? {
    switch (number, other.number) {
    case (let left?, let right?):
      if left.isNegative != right.isNegative { return left.isNegative }
      if let isLess = Self.isLess(left.whole, left.fraction, right.whole, right.fraction) {
        return isLess != left.isNegative
      }
    case (nil, _?): return false
    case (_?, nil): return true
    case (nil, nil): break
    }
    return text.utf8.elementsEqual(other.text.utf8) ? nil : text.bytesPrecede(other.text)
  }

  /// Whether the first magnitude is less; nil if they are equal.
  private static func isLess(
    _ whole: Substring.UTF8View,
    _ fraction: Substring.UTF8View,
    _ otherWhole: Substring.UTF8View,
    _ otherFraction: Substring.UTF8View
  ) -> Bool? {
    if whole.count != otherWhole.count { return whole.count < otherWhole.count }
    if !whole.elementsEqual(otherWhole) { return whole.lexicographicallyPrecedes(otherWhole) }
    if fraction.elementsEqual(otherFraction) { return nil }
    return fraction.lexicographicallyPrecedes(otherFraction)
  }
}

extension String {
  /// Whether the text comes before another one by bytes.
  func bytesPrecede(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
