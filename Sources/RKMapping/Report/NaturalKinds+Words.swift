internal import RKEngine

extension AttributeMapping {
  /// The JSON kinds that its values have without conversion, in words: `number or string`.
  ///
  /// Where forms are noted, these are the ones that are not: `iso8601` for dates.
  package func naturalKinds(notingForms: Bool) -> String {
    guard let type, valueMap == nil, transforms.isEmpty else { return NaturalKinds.all.words }
    if notingForms {
      if case .date = type { return DatePattern.iso8601.text }
      if type.plain == .decimal { return JSONKind.string.rawValue }
    }
    return type.naturalKinds.words
  }
}

extension RelationshipMapping {
  /// The JSON kinds that its values have without conversion, in words.
  package var naturalKinds: String {
    switch cardinality {
    case .automatic: "array or object"
    case .one: "object"
    case .many: "array"
    }
  }
}

extension AttributeType {
  fileprivate var naturalKinds: NaturalKinds {
    switch self {
    case .plain(let type):
      return type.declaration.conversion?.naturalKinds(dates: DateTables()) ?? .all
    case .decimal(let column):
      return Conversion.decimal(column).naturalKinds(dates: DateTables())
    case .date(let rules):
      var (tables, zones) = (DateTables(), [TimeZone: DateZone]())
      let id = tables.add(rules.conversion(in: &tables, zones: &zones))
      return Conversion.date(id).naturalKinds(dates: tables)
    case .list, .set, .orderedSet: return .array
    }
  }
}

extension NaturalKinds {
  /// The kinds in words, in alphabetical order.
  fileprivate var words: String {
    let kinds = JSONKind.allCases.filter { $0 != .null && contains(NaturalKinds($0)) }
    return kinds.map(\.rawValue).sorted().joined(separator: " or ")
  }
}
