internal import RKEngine

extension AttributeMapping {
  /// Whether the value of a single key is copied unchanged, and omitted if missing.
  var isMereCopy: Bool {
    sources.count == 1 && sources[0].onlyKey != nil && changesNothing && !isRequired
      && missingFallback == .absent && nullFallback == .null
  }

  /// Whether the value is used unchanged.
  var changesNothing: Bool {
    (type == nil || type == .plain(.any)) && valueMap == nil && !emptyCountsAsNull
      && transforms.isEmpty
  }

  /// Whether its values are texts whatever the document has: it states no type, and is a key, a
  /// template, a constant text, or an expression that gives text.
  var isAlwaysText: Bool {
    guard type == nil, valueMap == nil, transforms.isEmpty else { return false }
    if template != nil || constant?.kind == .string || expression?.tree.givesText == true {
      return true
    }
    return !sources.isEmpty && sources.allSatisfy(\.isKey)
  }

  /// Whether a default gives a value where none is found.
  var hasDefault: Bool { missingFallback == .default && defaultValue != nil }

  /// Whether empty text counts as null.
  ///
  /// True for every type that has no empty value; for the others only if the spec says so.
  var emptyCountsAsNull: Bool {
    switch type {
    case nil, .plain(.any), .plain(.string): emptyIsNull
    case .plain, .date, .decimal, .list, .set, .orderedSet: true
    }
  }

  /// Whether something is written even if its value is missing or null.
  package var isNeverMissing: Bool {
    (missingFallback == .null || missingFallback == .default) && nullFallback != .absent
      && policies.onError != .absent
  }

  var missingFallback: Fallback {
    // A default replaces missing values, unless the spec says otherwise.
    policies.onMissing?.fallback ?? (defaultValue == nil ? driftFallback(.absent) : .default)
  }

  var nullFallback: Fallback { policies.onNull?.fallback ?? driftFallback(.null) }

  var errorFallback: Fallback { policies.errorFallback }

  /// What happens to a missing or null value by the drift policy alone.
  ///
  /// Keys and metadata never count as missing here.
  private func driftFallback(_ allowed: Fallback) -> Fallback {
    sources.contains { $0.isMetadata || $0.readsKeys } ? allowed : policies.driftFallback(allowed)
  }

  /// What happens to values of a kind that is not natural for the type.
  ///
  /// Allowed if a map or transforms accept all kinds, or if the value is a key or metadata.
  var conversionPolicy: DriftPolicy {
    let isLookedAt =
      valueMap == nil && transforms.isEmpty && !sources.isEmpty
      && !sources.contains { $0.isMetadata || $0.readsKeys }
    return isLookedAt ? policies.conversionPolicy : .allow
  }
}

extension ValuePolicies {
  /// What happens to a missing or null value if no policy is stated.
  fileprivate func driftFallback(_ allowed: Fallback) -> Fallback {
    switch drift {
    case .allow, nil: allowed
    case .report: .report
    case .fail: .fail
    }
  }

  fileprivate var errorFallback: Fallback {
    onError?.fallback ?? (drift == .fail ? .error : .absent)
  }

  /// What happens to values of a kind that is not natural for the type.
  var conversionPolicy: DriftPolicy { conversions ?? drift ?? .allow }

  /// What happens to a null in a list of records.
  var nullElementRule: SingleRule { onNull == nil ? (drift ?? .allow).rule : .take }
}

extension RelationshipMapping {
  var missingFallback: Fallback {
    policies.onMissing?.fallback.ofRelated ?? policies.driftFallback(.absent)
  }

  var nullFallback: Fallback {
    policies.onNull?.fallback.ofRelated ?? policies.driftFallback(.null)
  }

  var errorFallback: Fallback { policies.errorFallback.ofRelated }
}

extension Fallback {
  /// A relationship has no default of its own.
  fileprivate var ofRelated: Fallback { self == .default ? .null : self }
}

extension MissingPolicy {
  fileprivate var fallback: Fallback {
    switch self {
    case .absent: .absent
    case .null: .null
    case .default: .default
    case .error: .error
    }
  }
}

extension NullPolicy {
  fileprivate var fallback: Fallback {
    switch self {
    case .absent: .absent
    case .null: .null
    case .default: .default
    case .error: .error
    }
  }
}

extension ErrorPolicy {
  fileprivate var fallback: Fallback {
    switch self {
    case .absent: .absent
    case .null: .null
    case .default: .default
    case .fail: .error
    }
  }
}

extension ObjectMapping {
  /// Whether its sources read an array by index or as a whole, so that an array may be a representation.
  package var readsArrays: Bool {
    attributes.indices.contains { attributes[$0].sources.contains { $0.readsArrays } }
      || relationships.contains { $0.source.readsArrays && !$0.source.isWhole }
      || pathsOfExpressions.contains { $0.readsArrays }
  }

  /// For each relationship, by its index, the attributes that fill members of its records.
  var overlays: KeyedValues<Int, [AttributeMapping]> {
    if relationships.isEmpty { return KeyedValues() }
    var numbers = KeyedValues<[String], Int>()
    for (number, relationship) in relationships.enumerated() {
      let keys = relationship.destination.keys
      numbers[keys] = numbers[keys] ?? number
    }
    var overlays = KeyedValues<Int, [AttributeMapping]>()
    for attribute in attributes where attribute.isLate {
      let keys = attribute.destination.keys
      for count in 1..<keys.count {
        guard let number = numbers[Array(keys.prefix(count))] else { continue }
        overlays[number, default: []].append(attribute)
      }
    }
    return overlays
  }
}

extension RelationshipMapping {
  /// What happens to a single value where several records are expected.
  var singleRule: SingleRule {
    cardinality == .many ? policies.conversionPolicy.rule : .take
  }
}

extension DriftPolicy {
  var rule: SingleRule {
    switch self {
    case .allow: .take
    case .report: .report
    case .fail: .fail
    }
  }

  /// What happens to keys that no rule reads.
  var unknownKeys: UnknownKeyPolicy {
    switch self {
    case .allow: .ignore
    case .report: .report
    case .fail: .error
    }
  }
}

extension DynamicMapping {
  /// What happens to a representation that no matcher matches.
  var unmatchedRule: UnmatchedRule {
    switch (unmatched, policies.drift) {
    case (.decline, _), (nil, nil), (nil, .allow): .decline
    case (.report, _), (nil, .report): .report
    case (.error, _), (nil, .fail): .fail
    }
  }
}

extension SourceKeyPath {
  /// Whether it reads metadata.
  var isMetadata: Bool {
    switch root {
    case .collectionIndex, .rootKeyPath, .parentObject, .metadata: true
    case .representation, .nestingAttribute, .parent, .root, .document, .key: false
    }
  }

  /// Whether its value is a key, or keys.
  var readsKeys: Bool {
    isKey || components.contains { if case .collection(.keys) = $0 { true } else { false } }
  }

  /// Whether its value is the key of a representation.
  var isKey: Bool { (root == .key || isNestingAttribute) && components.isEmpty }

  /// Whether it reads an array by index, or the whole representation.
  package var readsArrays: Bool {
    guard !climbs else { return false }
    guard let first = components.first else { return true }
    if case .index = first { return true }
    return false
  }
}
