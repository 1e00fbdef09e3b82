/// The conversion of a value to an attribute's declared type.
package enum Conversion: Sendable, BitwiseCopyable {
  /// Numbers by their text, booleans by name.
  case string
  /// Exact integers of 64 bits.
  case integer
  /// Numbers, with the digits that they have.
  case number
  /// Exact decimals, written as text in plain notation; only those that the column of a database
  /// can store.
  case decimal(DecimalColumn)
  case boolean
  case date(PlanID<DateConversion>)
  /// A URI reference of RFC 3986.
  case url
  case uuid
  /// Text in base64.
  case data
  case object
  /// A list or a set whose elements have another type; none if they stay unchanged.
  case list(of: PlanID<Conversion>, isSet: Bool)

  /// The kinds of values that already have the required type.
  var keptKinds: [Cell.Kind] {
    switch self {
    case .string: [.string]
    case .number: [.number]
    case .boolean: [.false, .true]
    case .integer, .decimal, .date, .url, .uuid, .data, .object, .list: []
    }
  }
}

extension Conversion {
  /// The natural kinds for a value of this type; elements of lists have their own.
  package func naturalKinds(dates: borrowing DateTables) -> NaturalKinds {
    switch self {
    case .string, .url, .uuid, .data: .string
    case .integer, .number: .number
    case .decimal: [.number, .string]
    case .boolean: .boolean
    case .date(let id): dates.conversions[id].naturalKinds(dates)
    case .object: .object
    case .list: .array
    }
  }

  /// The conversion of a list's elements; nil if this is not a list, none if its elements stay
  /// unchanged.
  package var element: PlanID<Conversion>? {
    if case .list(let element, _) = self { element } else { nil }
  }
}
