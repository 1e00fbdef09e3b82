/// What an attribute's type makes of a value.
package indirect enum AttributeType: Sendable, Hashable {
  case string
  case integer
  case number
  case decimal
  case boolean
  case date(DateRules)
  case url
  case uuid
  case data
  /// Everything, as it is.
  case any
  case object
  case list(AttributeType)
  case set(AttributeType)
  /// A set whose order is said to matter; rkmap keeps the order of every set.
  case orderedSet(AttributeType)

  /// A type of a spec, with the rules for dates where it has to do with them.
  ///
  /// A record of a target is an object where no mapper makes it. A type that has nothing to do with dates
  /// needs no rules for them.
  package init(_ name: TypeName, dates: DateRules?) {
    switch name {
    case .plain(let type): self.init(type, dates: dates)
    case .target: self = .object
    case .list(let element): self = .list(AttributeType(element, dates: dates))
    case .set(let element): self = .set(AttributeType(element, dates: dates))
    case .orderedSet(let element): self = .orderedSet(AttributeType(element, dates: dates))
    }
  }

  private init(_ type: PlainType, dates: DateRules?) {
    switch type {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .decimal: self = .decimal
    case .boolean: self = .boolean
    case .date:
      guard let dates else { preconditionFailure("dates have rules") }
      self = .date(dates)
    case .url: self = .url
    case .uuid: self = .uuid
    case .data: self = .data
    case .any: self = .any
    case .object: self = .object
    }
  }
}
