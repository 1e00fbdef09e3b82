/// The JSON kinds of values that need no conversion from another kind.
package struct NaturalKinds: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let string = NaturalKinds(rawValue: 1)
  package static let number = NaturalKinds(rawValue: 2)
  package static let boolean = NaturalKinds(rawValue: 4)
  package static let object = NaturalKinds(rawValue: 8)
  package static let array = NaturalKinds(rawValue: 16)
  /// Strings are natural, except those with the text of a number: a declared date format counts
  /// seconds.
  package static let exceptNumericText = NaturalKinds(rawValue: 32)
  package static let all: NaturalKinds = [.string, .number, .boolean, .object, .array]

  /// A single kind; null is not a kind.
  package init(_ kind: JSONKind) {
    self =
      switch kind {
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      case .object: .object
      case .array: .array
      case .null: []
      }
  }

  /// Whether a value of this kind needs no conversion from another; always true for null.
  ///
  /// `isNumericText` is evaluated only if it matters.
  package func takes(_ kind: JSONKind, isNumericText: @autoclosure () -> Bool) -> Bool {
    guard isSuperset(of: NaturalKinds(kind)) else { return false }
    return kind != .string || !contains(.exceptNumericText) || !isNumericText()
  }
}

extension NaturalKinds {
  /// Whether a value with this JSON text needs no conversion from another kind.
  func takes(_ kind: JSONKind, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    takes(
      kind,
      isNumericText: DecimalText.parts(text, (range.lowerBound + 1)..<(range.upperBound - 1)) != nil
    )
  }
}

extension DateConversion {
  func naturalKinds(_ dates: borrowing DateTables) -> NaturalKinds {
    if isUnnamed { return .string }
    var kinds: NaturalKinds = []
    for number in formats.indices {
      switch dates.formats[number] {
      case .epoch, .epochMilliseconds: kinds.formUnion([.number, .exceptNumericText])
      case .iso8601, .day, .local, .rfc1123, .dotNet, .pattern: kinds.formUnion(.string)
      }
    }
    return kinds
  }
}

extension Conversion {
  /// The natural kinds where a snapshot notes forms: a decimal that came as a number is noted.
  package func naturalKinds(notingForms: Bool, dates: borrowing DateTables) -> NaturalKinds {
    if notingForms, case .decimal = self { return .string }
    return naturalKinds(dates: dates)
  }
}

extension ValueRule {
  /// The natural kinds for the rule's values; all kinds if a map or transforms come first.
  package func naturalKinds(dates: borrowing DateTables) -> NaturalKinds {
    guard let conversion, transforms.isEmpty, map.isNone else { return .all }
    return conversion.naturalKinds(dates: dates)
  }
}
