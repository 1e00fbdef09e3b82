internal import RKEngine

extension PlanCompiler {
  /// Returns the rule that turns an attribute's values back into what they were read from.
  mutating func writeRule(of attribute: AttributeMapping) -> WriteRule {
    var rule = WriteRule()
    rule.emptyIsNull = attribute.emptyCountsAsNull
    rule.keepsNull = attribute.keepsNull
    rule.missing = attribute.valueOfMissing.map { Array($0.utf8) }
    let type = attribute.type == .plain(.any) ? nil : attribute.type
    rule.type = type.map { element($0.asWritten) } ?? .none
    rule.read = type.map { element($0.asRead) } ?? .none
    if let dates = type?.dates {
      rule.written = dates.formats.map { format in
        element(type?.writing(format) ?? .plain(.string))
      }
    }
    if case .date(let dates)? = type { rule.isInstant = dates.kind == .date }
    rule.transforms = plan.add(attribute.transforms)
    let undoing = attribute.transforms.reversed().compactMap { transform in
      transform.undoingStep { plan.add(text: $0) }
    }
    rule.undoing = plan.transforms.add(undoing)
    if let map = attribute.valueMap {
      rule.map = add(MapKey(map: map))
      // If a text occurs twice, the last entry counts.
      var entries = KeyedValues<ExactText, ConstantValue>()
      for entry in graph.valueMaps[map.index].entries { entries[entry.text.exact] = entry.value }
      let pairs = graph.valueMaps[map.index].entries.compactMap { entry in
        entries[entry.text.exact] == entry.value
          ? (text: Array(entry.text.utf8), value: Array(entry.value.text.utf8)) : nil
      }
      rule.keys = WritePlan.keys(of: pairs, as: rule.type, plan)
    }
    rule.isProven =
      !attribute.transforms.isEmpty || attribute.valueMap != nil || type?.dates != nil
      || type?.isPlain == false
    return rule
  }
}

extension AttributeMapping {
  /// The value, as JSON, that a record gets if the source is missing; nil if it gets none.
  fileprivate var valueOfMissing: String? {
    if isRequired { return nil }
    switch missingFallback {
    case .null: return "null"
    case .default: return defaultValue?.text
    case .absent, .report, .error, .fail: return nil
    }
  }

  /// Whether a null in the source becomes a null in the record.
  fileprivate var keepsNull: Bool {
    if isRequired { return false }
    switch nullFallback {
    case .null, .report: return true
    case .default: return defaultValue == nil || defaultValue?.kind == .null
    case .absent, .error, .fail: return false
    }
  }
}

extension RelationshipMapping {
  /// Whether a null in the source becomes a null in the record.
  var keepsNull: Bool {
    if isRequired { return false }
    switch nullFallback {
    case .null, .report, .default: return true
    case .absent, .error, .fail: return false
    }
  }
}

extension AttributeType {
  fileprivate var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The rules for its dates; nil if it has none.
  fileprivate var dates: DateRules? { if case .date(let rules) = leaf { rules } else { nil } }

  /// Replaces the type of elements.
  ///
  /// Sets become lists, in which every element counts, unless `keepingSets`.
  func replacing(_ newLeaf: AttributeType, keepingSets: Bool = false) -> AttributeType {
    switch self {
    case .plain, .date, .decimal: newLeaf
    case .list(let element): .list(element.replacing(newLeaf, keepingSets: keepingSets))
    case .set(let element), .orderedSet(let element):
      keepingSets
        ? .set(element.replacing(newLeaf, keepingSets: true)) : .list(element.replacing(newLeaf))
    }
  }

  /// A type that makes ISO 8601 text of the dates in a record, and leaves all other values unchanged.
  fileprivate var asWritten: AttributeType {
    guard let dates else { return replacing(leaf) }
    var rules = dates
    rules.formats = dates.output == .iso8601 ? [.iso8601] : [dates.output, .iso8601]
    rules.isUnnamed = false
    rules.output = .iso8601
    return replacing(.date(rules))
  }

  /// A type that makes ISO 8601 text of dates as they were written to a document.
  fileprivate var asRead: AttributeType {
    guard let dates else { return self }
    var rules = dates
    rules.output = .iso8601
    return replacing(.date(rules), keepingSets: true)
  }

  /// A type that converts ISO 8601 text to dates in a format.
  fileprivate func writing(_ format: DatePattern) -> AttributeType {
    guard let dates else { return self }
    var rules = dates
    rules.formats = [.iso8601]
    rules.isUnnamed = false
    rules.output = format
    return replacing(.date(rules))
  }
}
