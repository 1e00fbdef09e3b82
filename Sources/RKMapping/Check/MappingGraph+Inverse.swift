internal import RKEngine

/// Determines which rules can be inverted, to make documents from records (docs/spec-format.md, "Inverse").
extension MappingGraph {
  /// The classes of all rules, in the order of the spec.
  var inverseClasses: [RuleClass] {
    mappings.flatMap { mapping in
      switch mapping {
      case .object(let mapping): classes(of: mapping)
      case .dynamic(let mapping): classes(of: mapping)
      }
    }
  }

  /// The rules of a mapping for which nothing can be written, without those that the spec leaves out.
  func oneWayRules(of mapping: ObjectMapping) -> [OneWayRule] {
    var written: Set<[SourceKeyPath.Component]> = []
    var firsts: [[SourceKeyPath.Component]: (name: String, place: SpecPlace)] = [:]
    var found: [OneWayRule] = []
    func take(
      _ inverse: RuleInverse,
      _ source: SourceKeyPath?,
      _ destination: DestinationKeyPath,
      _ place: SpecPlace,
      _ part: String? = nil
    ) {
      let name = "\(mapping.id).\(destination.text)"
      defer {
        if let source, !source.climbs, firsts[keys(of: source)] == nil {
          firsts[keys(of: source)] = (name, place)
        }
      }
      guard case .oneWay(let detail) = inverse else { return }
      var rule = OneWayRule(name: name, detail: detail, source: source?.text ?? "", place: place)
      if detail == "shared source" {
        rule.other = source.flatMap { firsts[keys(of: $0)] }
      } else if let text = part ?? source?.text {
        rule.place = self.place(of: text, in: place)
      }
      found.append(rule)
    }
    for attribute in mapping.attributes where !attribute.isHidden {
      let inverse = inverse(of: attribute, &written)
      if case .leftOut = inverse { continue }
      var part: String?
      if case .oneWay(let detail) = inverse {
        part = attribute.transforms.first { $0.name.rawValue == detail }?.text
      }
      let place = attribute.expression?.place ?? attribute.place
      take(inverse, attribute.sources.first, attribute.destination, place, part)
    }
    for relationship in mapping.relationships {
      let inverse = inverse(of: relationship, &written)
      if case .leftOut = inverse { continue }
      take(inverse, relationship.source, relationship.destination, relationship.place)
    }
    return found
  }

  /// The place of a text in a rule, or that of the rule if it does not contain the text.
  private func place(of text: String, in place: SpecPlace) -> SpecPlace {
    let wanted = JSONText.quoted(text)
    let bytes = files[place.file].bytes
    var start = place.range.lowerBound
    while start + wanted.count <= place.range.upperBound {
      if bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
        return SpecPlace(file: place.file, range: start..<(start + wanted.count))
      }
      start += 1
    }
    return place
  }

  // MARK: - Sources

  /// The components of a source, equal for sources that are the same place of a representation.
  private func keys(of source: SourceKeyPath) -> [SourceKeyPath.Component] {
    keyNaming.folded(source.components)
  }

  private func inverse(of source: SourceKeyPath) -> RuleInverse {
    let inverse = source.inverse
    let isRead = keyNaming.written(source.components) != nil
    return isRead ? inverse : inverse.worse(.oneWay("renamed key"))
  }

  // MARK: - Object mappings

  private func classes(of mapping: ObjectMapping) -> [RuleClass] {
    var written: Set<[SourceKeyPath.Component]> = []
    var classes = mapping.attributes.map { attribute in
      RuleClass(
        rule: "\(mapping.id).\(attribute.destination.text)",
        inverse: inverse(of: attribute, &written)
      )
    }
    classes += mapping.relationships.map { relationship in
      RuleClass(
        rule: "\(mapping.id).\(relationship.destination.text)",
        inverse: inverse(of: relationship, &written)
      )
    }
    classes += mapping.connections.map {
      RuleClass(rule: "\(mapping.id).\($0.destination.text)", inverse: .exact)
    }
    if mapping.scalarAttribute != nil {
      classes.append(
        RuleClass(rule: "\(mapping.id).scalarAs", inverse: .lossy("scalar or object"))
      )
    }
    return classes
  }

  /// `written` has the sources of the earlier rules that are written.
  private func inverse(
    of attribute: AttributeMapping,
    _ written: inout Set<[SourceKeyPath.Component]>
  ) -> RuleInverse {
    guard attribute.isSerialized else { return .leftOut }
    if attribute.expression != nil { return .oneWay("expression") }
    var inverse = RuleInverse.exact
    if let source = attribute.sources.first {
      if attribute.sources.count > 1 { inverse = .lossy("which source") }
      inverse = inverse.worse(self.inverse(of: source))
      // Hidden attributes are not written, so that they do not share a source.
      let isShared =
        !attribute.isHidden && !source.climbs && !written.insert(keys(of: source)).inserted
      if isShared { inverse = inverse.worse(.oneWay("shared source")) }
    }
    if attribute.type?.hasSet == true { inverse = inverse.worse(.lossy("repeated elements")) }
    for transform in attribute.transforms { inverse = inverse.worse(transform.name.inverse) }
    if let map = attribute.valueMap { inverse = inverse.worse(valueMaps[map.index].inverse) }
    inverse = inverse.worse(attribute.inverseOfPolicies)
    let refuses = attribute.validations.contains { rule in
      switch rule.outcome {
      case .reject, .null, .set: true
      case .fail, .required: false
      }
    }
    if refuses { inverse = inverse.worse(.lossy("refused values")) }
    return attribute.isHidden ? inverse.worse(.lossy("hidden")) : inverse
  }

  private func inverse(
    of relationship: RelationshipMapping,
    _ written: inout Set<[SourceKeyPath.Component]>
  ) -> RuleInverse {
    guard relationship.isSerialized else { return .leftOut }
    let source = relationship.source
    var inverse = self.inverse(of: source)
    // Several relationships can write into the object of their parent.
    let isShared =
      !source.isWhole && !source.climbs && !written.insert(keys(of: source)).inserted
    if isShared { inverse = inverse.worse(.oneWay("shared source")) }
    return inverse.worse(
      relationship.policies.inverse(
        missing: relationship.missingFallback,
        null: relationship.nullFallback,
        isDotted: source.isDotted
      )
    )
  }

  // MARK: - Dynamic mappings

  /// Whether the records that its mappers write determine which mapper is chosen.
  func isDecidedByRecords(_ mapping: DynamicMapping) -> Bool {
    classes(of: mapping).allSatisfy { if case .exact = $0.inverse { true } else { false } }
  }

  /// A possible choice, with the key path that decides about it; nil if that is unknown.
  private typealias Choice = (discriminator: SourceKeyPath?, mapping: MappingID?)

  private func classes(of mapping: DynamicMapping) -> [RuleClass] {
    var choices: [Choice] = []
    for matcher in mapping.matchers {
      let discriminator = matcher.predicate == nil ? matcher.source : nil
      let leading = matcher.values.compactMap(\.mapping)
      choices +=
        leading.isEmpty
        ? [(discriminator, matcher.mapping)] : leading.map { (discriminator, $0) }
    }
    if let otherwise = mapping.otherwise { choices.append((nil, otherwise)) }
    var targets: Set<String> = []
    return choices.enumerated().map { number, choice in
      RuleClass(rule: "\(mapping.id)[\(number)]", inverse: inverse(of: choice, &targets))
    }
  }

  /// `targets` has the targets of the earlier choices.
  private func inverse(of choice: Choice, _ targets: inout Set<String>) -> RuleInverse {
    guard let id = choice.mapping else { return .exact }
    guard case .object(let mapping) = self[id] else { return .lossy("discriminator") }
    let isNew = targets.insert(mapping.target).inserted
    let isWritten = choice.discriminator.map { writes($0, mapping) } ?? false
    let inverse = isWritten ? RuleInverse.exact : .lossy("discriminator")
    return isNew ? inverse : inverse.worse(.lossy("which mapper"))
  }

  /// Whether some rule of a mapping writes the value at a key path.
  func writes(_ source: SourceKeyPath, _ mapping: ObjectMapping) -> Bool {
    guard !source.climbs else { return false }
    var written: Set<[SourceKeyPath.Component]> = []
    let attributes = mapping.attributes.contains { attribute in
      guard !attribute.isHidden, let own = attribute.sources.first, !own.climbs,
        keys(of: own) == keys(of: source)
      else { return false }
      switch inverse(of: attribute, &written) {
      case .exact, .lossy: return true
      case .oneWay, .leftOut: return false
      }
    }
    return attributes
      || mapping.relationships.contains {
        $0.isSerialized && !$0.source.climbs && keys(of: $0.source) == keys(of: source)
      }
  }
}

/// A rule for which nothing can be written.
struct OneWayRule {
  var name: String
  var detail: String
  var source: String
  var place: SpecPlace
  /// The earlier rule with the same source.
  var other: (name: String, place: SpecPlace)?
}

extension SourceKeyPath {
  fileprivate var inverse: RuleInverse {
    switch root {
    case .representation, .nestingAttribute: break
    case .parent, .root, .document, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata:
      return .oneWay("outside the representation")
    }
    for component in components {
      switch component {
      case .key: break
      case .index(let index): if index < 0 { return .oneWay("index from the end") }
      case .all, .glob, .descendants: return .oneWay("pattern")
      case .collection(let part): return .oneWay(part.rawValue)
      }
    }
    return .exact
  }
}

extension AttributeType {
  fileprivate var hasSet: Bool {
    switch self {
    case .plain, .date, .decimal: false
    case .list(let element): element.hasSet
    case .set, .orderedSet: true
    }
  }
}

extension ValueMapping {
  /// If a text occurs twice, the last entry counts.
  fileprivate var inverse: RuleInverse {
    var last: [ExactText: ConstantValue] = [:]
    for entry in entries { last[entry.text.exact] = entry.value }
    let values = Set(last.values)
    let isAmbiguous = values.count < last.count || otherwise.map(values.contains) == true
    if isAmbiguous { return .oneWay("values of the map") }
    return otherwise == nil ? .exact : .lossy("values without an entry")
  }
}

extension AttributeMapping {
  fileprivate var inverseOfPolicies: RuleInverse {
    // A value without a source is never missing.
    if sources.isEmpty { return .exact }
    if defaultValue != nil { return .lossy("whether it was missing") }
    return policies.inverse(
      missing: missingFallback,
      null: nullFallback,
      isDotted: sources[0].isDotted
    )
  }
}

extension ValuePolicies {
  fileprivate func inverse(missing: Fallback, null: Fallback, isDotted: Bool) -> RuleInverse {
    switch missing {
    case .null, .default: return .lossy("whether it was missing")
    case .absent, .error, .report, .fail: break
    }
    switch null {
    case .absent, .default: return .lossy("whether it was null")
    case .null, .error, .report, .fail: break
    }
    let isNull = emptyString == .null || nullPath == .null && isDotted
    return isNull ? .lossy("whether it was null") : .exact
  }
}
