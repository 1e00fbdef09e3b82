internal import RKEngine

extension AttributeMapping {
  /// The value of one key is taken as it is, and left out when it is not there.
  var isMereCopy: Bool {
    sources.count == 1 && sources[0].onlyKey != nil && changesNothing && !isRequired
      && missingFallback == .absent && nullFallback == .null
  }

  /// The value is taken as it stands.
  var changesNothing: Bool {
    (type == nil || type == .plain(.any)) && valueMap == nil && !emptyCountsAsNull
      && transforms.isEmpty
  }

  /// Empty text is null: to every type but those that it is a value of, unless this is asked for.
  var emptyCountsAsNull: Bool {
    switch type {
    case nil, .plain(.any), .plain(.string): emptyIsNull
    case .plain, .date, .list, .set, .orderedSet: true
    }
  }

  var missingFallback: Fallback {
    switch policies.onMissing {
    case .absent: .absent
    case .null: .null
    case .default: .default
    case .error: .error
    // A default is there for what is missing, unless something else is said.
    case nil: defaultValue == nil ? .absent : .default
    }
  }

  var nullFallback: Fallback {
    switch policies.onNull {
    case .null, nil: .null
    case .absent: .absent
    case .default: .default
    case .error: .error
    }
  }

  var errorFallback: Fallback {
    switch policies.onError {
    case .absent, nil: .absent
    case .null: .null
    case .default: .default
    case .fail: .error
    }
  }
}

extension RelationshipMapping {
  var missingFallback: Fallback {
    switch policies.onMissing {
    case .absent, nil: .absent
    // A relationship has no default of its own.
    case .null, .default: .null
    case .error: .error
    }
  }

  var nullFallback: Fallback {
    switch policies.onNull {
    case .null, .default, nil: .null
    case .absent: .absent
    case .error: .error
    }
  }

  var errorFallback: Fallback {
    switch policies.onError {
    case .absent, nil: .absent
    case .null, .default: .null
    case .fail: .error
    }
  }
}

extension ObjectMapping {
  /// Its sources read an array by index or as a whole, so that an array may be a representation.
  var readsArrays: Bool {
    attributes.indices.contains { attributes[$0].sources.contains { $0.readsArrays } }
      || relationships.contains { $0.source.readsArrays && !$0.source.isWhole }
      || pathsOfExpressions.contains { $0.readsArrays }
  }

  /// For relationships, by their places among the mapping's, the attributes that fill members of
  /// what they have made.
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

extension SourceKeyPath {
  /// It takes an array by index, or whatever the representation is as a whole.
  var readsArrays: Bool {
    guard !climbs else { return false }
    guard let first = components.first else { return true }
    if case .index = first { return true }
    return false
  }
}
