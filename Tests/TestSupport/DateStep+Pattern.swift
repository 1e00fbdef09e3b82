package import RKEngine

extension DateStep {
  /// The step of a date pattern for a number with this many letters.
  ///
  /// `isExact` says that another number follows immediately (Unicode TR 35).
  package static func number(_ field: Field, minimum: UInt8, isExact: Bool) -> DateStep {
    let most: UInt8 =
      switch field {
      case .year, .yearOfEra, .weekYear: 9
      case .dayOfYear: 3
      default: 2
      }
    return .number(
      field,
      Digits(
        written: minimum,
        least: isExact || field == .year || field == .weekYear ? minimum : 1,
        most: isExact ? minimum : most
      )
    )
  }
}

extension DateTables {
  /// Creates tables that contain only a date pattern.
  package init(_ steps: [DateStep]) {
    self.init()
    self.steps = steps
  }
}
