internal import RKEngine

extension PlanCompiler {
  /// How values of an attribute become what they were read from again.
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
    rule.transforms = plan.add(attribute.transforms)
    let undoing = attribute.transforms.reversed().compactMap { transform in
      transform.undoingStep { plan.add(text: $0) }
    }
    rule.undoing = plan.transforms.add(undoing)
    if let map = attribute.valueMap {
      rule.map = add(MapKey(map: map))
      // Of a text that stands twice the last entry counts.
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
  /// The value, as JSON, of a record whose source is missing; nil if it has none.
  fileprivate var valueOfMissing: String? {
    if isRequired { return nil }
    switch missingFallback {
    case .null: return "null"
    case .default: return defaultValue?.text
    case .absent, .report, .error, .fail: return nil
    }
  }

  /// A null of the source is a null of the record.
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
  /// The same of related records.
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

  /// The rules of its dates, if it has to do with dates.
  fileprivate var dates: DateRules? { if case .date(let rules) = leaf { rules } else { nil } }

  /// With other elements; sets become lists, of which every element counts.
  private func replacing(_ newLeaf: AttributeType, keepingSets: Bool = false) -> AttributeType {
    switch self {
    case .plain, .date, .decimal: newLeaf
    case .list(let element): .list(element.replacing(newLeaf, keepingSets: keepingSets))
    case .set(let element), .orderedSet(let element):
      keepingSets
        ? .set(element.replacing(newLeaf, keepingSets: true)) : .list(element.replacing(newLeaf))
    }
  }

  /// Makes of a record's value its instants in ISO 8601; all other values stay what the record has.
  fileprivate var asWritten: AttributeType {
    guard let dates else { return replacing(leaf) }
    var rules = dates
    rules.formats = dates.output == .iso8601 ? [.iso8601] : [dates.output, .iso8601]
    rules.isUnnamed = false
    rules.output = .iso8601
    return replacing(.date(rules))
  }

  /// Makes the same of what was written.
  fileprivate var asRead: AttributeType {
    guard let dates else { return self }
    var rules = dates
    rules.output = .iso8601
    return replacing(.date(rules), keepingSets: true)
  }

  /// Makes dates in a format of instants in ISO 8601.
  fileprivate func writing(_ format: DatePattern) -> AttributeType {
    guard let dates else { return self }
    var rules = dates
    rules.formats = [.iso8601]
    rules.isUnnamed = false
    rules.output = format
    return replacing(.date(rules))
  }
}
