package import RKEngine

/// The type of an attribute, to which values are converted.
package enum AttributeType: Sendable, Hashable {
  /// All types except dates, which need rules, and stored decimals.
  case plain(PlainType)
  indirect case date(DateRules)
  /// Decimals that a database stores as numbers. Some decimals have no such column.
  case decimal(DecimalColumn)
  indirect case list(AttributeType)
  indirect case set(AttributeType)
  /// A set whose order matters. rkmap keeps the order of every set.
  indirect case orderedSet(AttributeType)

  /// Creates a type from its name in a spec, with rules for dates if it involves dates.
  ///
  /// A type that names a target is an object if no mapper makes its records. `dates` may be nil for
  /// types without dates.
  package init(_ name: TypeName, dates: DateRules?) {
    switch name {
    case .plain(let type) where type.isDate:
      guard var dates else { preconditionFailure("dates have rules") }
      dates.kind = type
      self = .date(dates)
    case .plain(let type): self = .plain(type)
    case .target: self = .plain(.object)
    case .list(let element): self = .list(AttributeType(element, dates: dates))
    case .set(let element): self = .set(AttributeType(element, dates: dates))
    case .orderedSet(let element): self = .orderedSet(AttributeType(element, dates: dates))
    }
  }

  /// The plain type of the same name; nil for lists and sets.
  var plain: PlainType? {
    switch self {
    case .plain(let type): type
    case .date(let rules): rules.kind
    case .decimal: .decimal
    case .list, .set, .orderedSet: nil
    }
  }

  /// The type of the innermost elements; itself if it has no elements.
  var leaf: AttributeType {
    switch self {
    case .list(let element), .set(let element), .orderedSet(let element): element.leaf
    case .plain, .date, .decimal: self
    }
  }

  /// Whether a constant may be one of its values, judging by the kind of the constant.
  func takes(_ value: ConstantValue) -> Bool {
    if value.kind == .null { return true }
    return plain?.declaration.takes(value) ?? (value.text.utf8.first == .openArray)
  }

  /// Whether a value certainly cannot be converted to it, whatever the rules for dates.
  func neverMakes(_ value: ConstantValue) -> Bool {
    value.kind != .null && plain?.declaration.refuses(value) == true
  }
}
