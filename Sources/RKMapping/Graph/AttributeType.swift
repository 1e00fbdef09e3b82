package import RKEngine

/// The type of an attribute, to which values are converted.
package enum AttributeType: Sendable, Hashable {
  /// All except dates, which have rules.
  case plain(PlainType)
  indirect case date(DateRules)
  /// Decimals that a database stores as numbers: it has no column for some.
  case decimal(DecimalColumn)
  indirect case list(AttributeType)
  indirect case set(AttributeType)
  /// A set whose order matters; rkmap keeps the order of every set.
  indirect case orderedSet(AttributeType)

  /// A type of a spec, with the rules for dates if it involves them.
  ///
  /// A record of a target is an object if no mapper makes it. A type that does not involve dates
  /// needs no rules for them.
  package init(_ name: TypeName, dates: DateRules?) {
    switch name {
    case .plain(.date):
      guard let dates else { preconditionFailure("dates have rules") }
      self = .date(dates)
    case .plain(let type): self = .plain(type)
    case .target: self = .plain(.object)
    case .list(let element): self = .list(AttributeType(element, dates: dates))
    case .set(let element): self = .set(AttributeType(element, dates: dates))
    case .orderedSet(let element): self = .orderedSet(AttributeType(element, dates: dates))
    }
  }

  /// The word for it; nil for lists and sets.
  var plain: PlainType? {
    switch self {
    case .plain(let type): type
    case .date: .date
    case .decimal: .decimal
    case .list, .set, .orderedSet: nil
    }
  }

  /// The type of the elements, however deeply nested; itself if it has none.
  var leaf: AttributeType {
    switch self {
    case .list(let element), .set(let element), .orderedSet(let element): element.leaf
    case .plain, .date, .decimal: self
    }
  }

  /// Whether a constant may be one of its values, by the kind of the constant.
  func takes(_ value: ConstantValue) -> Bool {
    if value.kind == .null { return true }
    return plain?.declaration.takes(value) ?? (value.text.utf8.first == .openArray)
  }

  /// Whether a value cannot be converted to it, whatever the rules for dates; false if in doubt.
  func neverMakes(_ value: ConstantValue) -> Bool {
    value.kind != .null && plain?.declaration.refuses(value) == true
  }
}
