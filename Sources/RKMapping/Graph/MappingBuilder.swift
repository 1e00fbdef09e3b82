internal import RKDiagnostics
internal import RKEngine

/// Builds one mapping from its declaration.
struct MappingBuilder {
  let mapper: MapperDeclaration
  let findings: SpecFindings
  /// Returns the mapper that a reference names in a scope.
  private let find: (SpecText, Int) -> MappingID?
  private let policies: ValuePolicies
  /// The attributes that dynamic mappers make from keys for the mappings they choose.
  private let nestings: Set<String>

  /// Builds the mapping; errors are added to the findings.
  static func build(
    _ mapper: MapperDeclaration,
    _ findings: SpecFindings,
    nestings: Set<String> = [],
    find: @escaping (SpecText, Int) -> MappingID?
  ) -> GraphMapping {
    let builder = MappingBuilder(
      mapper: mapper,
      findings: findings,
      find: find,
      policies: mapper.policies.inheriting(mapper.settings.policies),
      nestings: nestings
    )
    return mapper.isDynamic == true
      ? .dynamic(builder.dynamicMapping()) : .object(builder.objectMapping())
  }

  // MARK: - Object mappings

  private func objectMapping() -> ObjectMapping {
    let attributes = attributes()
    return ObjectMapping(
      id: mapper.id.value,
      target: mapper.target?.value ?? mapper.id.value,
      isEntity: mapper.isEntity ?? false,
      attributes: attributes,
      relationships: mapper.relationships.compactMap { relationship($0) },
      identification: names(mapper.identification ?? [], among: attributes, or: nestings),
      modification: mapper.modification.flatMap { names([$0], among: attributes).first },
      mapsRelationshipsIfUnmodified: mapper.mapsRelationshipsIfUnmodified ?? false,
      nestingAttribute: mapper.keyAttribute?.value,
      forcesCollection: mapper.forceCollection ?? false,
      scalarAttribute: mapper.scalarAs.flatMap { names([$0], among: attributes).first },
      keyPolicies: policies.keys,
      policies: policies,
      statesDrift: mapper.policies.drift != nil,
      dates: dates(mapper.settings.dateFormats, nil),
      when: mapper.when.flatMap { resolved($0) },
      validations: mapper.validations ?? [],
      connections: connections(among: attributes),
      identificationPredicate: mapper.identificationPredicate,
      deletionPredicate: mapper.deletionPredicate,
      place: mapper.id.place
    )
  }

  /// The attributes in output order; the nesting attribute comes first.
  private func attributes() -> [AttributeMapping] {
    var attributes: [AttributeMapping] = []
    attributes.reserveCapacity(mapper.attributes.count)
    for declaration in mapper.attributes {
      if let attribute = attribute(declaration) { attributes.append(attribute) }
    }
    guard let name = mapper.keyAttribute, var nesting = nestingAttribute() else {
      return attributes
    }
    // An explicit rule may say more about the nesting attribute, such as its type.
    let explicit = attributes.firstIndex {
      $0.sources == [
        SourceKeyPath(
          root: .nestingAttribute(name.value),
          components: [],
          text: $0.sources.first?.text ?? ""
        )
      ]
        && $0.destination == nesting.destination
    }
    if let explicit { nesting = attributes.remove(at: explicit) }
    return [nesting] + attributes
  }

  private func nestingAttribute() -> AttributeMapping? {
    mapper.keyAttribute.map { name in
      AttributeMapping(
        sources: [SourceKeyPath(root: .nestingAttribute(name.value), components: [], text: "@key")],
        destination: DestinationKeyPath(key: name.value),
        place: name.place
      )
    }
  }

  private func attribute(_ declaration: AttributeDeclaration) -> AttributeMapping? {
    var sources: [SourceKeyPath] = []
    switch declaration.sources {
    case .constant, .expression, .template: break
    case .keyPaths(let paths):
      for (path, place) in paths {
        if isNesting(path, declaration) {
          sources.append(path)
          continue
        }
        guard let source = resolved(path, at: place) else { return nil }
        sources.append(source)
      }
    case .ofName:
      let keys = declaration.destination.keys.map { mapper.keyTransform?.apply(to: $0) ?? $0 }
      sources = [
        SourceKeyPath(components: keys.map { .key($0) }, text: declaration.destination.text)
      ]
    }
    let extras = extras(of: declaration)
    let type = type(of: declaration)
    reportOtherValues(declaration, type)
    reportIdleFormat(declaration, type)
    var policies = declaration.policies.inheriting(policies)
    var hasSilentDefault = false
    // A default on the rule itself overrides inherited policies for missing values.
    if declaration.defaultValue != nil && declaration.policies.onMissing == nil {
      hasSilentDefault = policies.onMissing != .default
      policies.onMissing = .default
    }
    var attribute = AttributeMapping(
      sources: sources,
      destination: declaration.destination,
      valueMap: declaration.valueMap,
      type: type,
      hasSilentDefault: hasSilentDefault,
      isRequired: declaration.isRequired ?? false,
      isHidden: declaration.isHidden,
      statesColumn: declaration.column != nil,
      policies: policies,
      place: declaration.place,
      destinationPlace: declaration.destinationPlace,
      extras: extras
    )
    attribute.isSerialized = declaration.isSerialized
    attribute.stated = StatedPolicies(
      declaration.policies,
      hasDefault: declaration.defaultValue != nil
    )
    return attribute
  }

  /// Whether a rule says more about the attribute that takes the key.
  private func isNesting(_ path: SourceKeyPath, _ declaration: AttributeDeclaration) -> Bool {
    guard case .nestingAttribute(let name) = path.root, path.components.isEmpty else {
      return false
    }
    return declaration.destination.keys == [name] && mapper.keyAttribute?.value == name
      || path.text == "@key"
  }

  private func extras(of declaration: AttributeDeclaration) -> AttributeMapping.Extras? {
    var extras = AttributeMapping.Extras()
    switch declaration.sources {
    case .constant(let value): extras.constant = value
    case .expression(let value): extras.expression = resolved(value)
    case .template(let value): extras.template = value
    case .ofName, .keyPaths:
      let hasNone =
        declaration.validations.isEmpty && declaration.transforms.isEmpty
        && declaration.defaultValue == nil
      if hasNone { return nil }
    }
    extras.validations = declaration.validations
    extras.transforms = declaration.transforms
    extras.defaultValue = declaration.defaultValue
    return extras
  }

  /// Returns a source with its nesting attribute separated from the keys below it.
  func resolved(_ path: SourceKeyPath, at place: SpecPlace) -> SourceKeyPath? {
    guard case .nestingAttribute(let name) = path.root else { return path }
    guard name == mapper.keyAttribute?.value else {
      let own = mapper.keyAttribute.map { "; the mapper's keyAttribute is '\($0.value)'" } ?? ""
      findings.report(
        .badKeyPath,
        "'\(path.text)' begins with '\(name)', which is no nesting attribute\(own)",
        at: place,
        help: mapper.keyAttribute == nil
          ? "\"keyAttribute\": \"\(name)\" on the mapper makes it one" : nil
      )
      return nil
    }
    // The text of the key replaces the name, so that the value is read like any other.
    return SourceKeyPath(components: path.components, text: path.text)
  }

  private func type(of declaration: AttributeDeclaration) -> AttributeType? {
    if let column = declaration.column {
      let subject = "\(mapper.targetName).\(declaration.destination.text)"
      if let form = DecimalColumnCheck.column(column, declaration.type, of: subject, findings) {
        return form == .text ? .plain(.decimal) : .decimal(form)
      }
    }
    let settings = mapper.settings
    let precision = declaration.precision.flatMap {
      let subject = "\(mapper.targetName).\(declaration.destination.text)"
      return DecimalColumnCheck.digits(
        $0,
        declaration.type,
        output: settings.dateOutput,
        subject,
        findings
      )
    }
    guard let name = declaration.type else { return nil }
    guard let kind = name.dateType else { return AttributeType(name, dates: nil) }
    var formats = declaration.formats ?? settings.dateFormats
    var rules = dates(formats, declaration.zone)
    rules.precision = precision
    if kind != .date {
      reportUnfit(declaration, kind)
      formats = formats?.filter { $0.fits(kind) }
      if formats?.isEmpty != false { formats = [.iso8601] }
      (rules.isUnnamed, rules.zone, rules.output) = (false, .utc, .iso8601)
    }
    if let formats { rules.formats = formats }
    return AttributeType(name, dates: rules)
  }

  private func dates(_ formats: [DatePattern]?, _ zone: TimeZone?) -> DateRules {
    var rules = DateRules(
      formats: formats,
      isUnnamed: formats == nil,
      zone: zone ?? mapper.settings.zone,
      output: mapper.settings.dateOutput
    )
    rules.statesZone = zone != nil || mapper.settings.statesZone
    return rules
  }

  /// Reports what an attribute of days or local times states, and only dates can have.
  private func reportUnfit(_ declaration: AttributeDeclaration, _ kind: PlainType) {
    for format in declaration.formats ?? [] where !format.fits(kind) {
      findings.reportOnce(
        .badDateFormat,
        "the format '\(format.text)' is none of \(kind.declaration.words.several)",
        at: declaration.formatPlace ?? declaration.place,
        help: kind.declaration.hint
      )
    }
    guard declaration.zone != nil else { return }
    findings.reportOnce(
      .idleFormat,
      "'timeZone' has no effect: the attribute is of the type '\(kind.rawValue)'",
      at: declaration.place,
      help: "\"type\": \"date\" has a zone"
    )
  }

  /// Reports a format without a date type: it has no effect, and was probably meant to make dates.
  private func reportIdleFormat(_ declaration: AttributeDeclaration, _ type: AttributeType?) {
    guard let place = declaration.formatPlace, type?.isDate != true else { return }
    findings.reportOnce(
      .idleFormat,
      "'format' has no effect: the attribute is of "
        + (type.map { "the type '\($0.name)'" } ?? "no type"),
      at: place,
      help: "\"type\": \"date\" makes dates of its values"
    )
  }

  private func relationship(_ declaration: RelationshipDeclaration) -> RelationshipMapping? {
    let source = resolved(declaration.source, at: declaration.sourcePlace)
    guard let mapping = find(declaration.reference, declaration.scope), let source else {
      return nil
    }
    return RelationshipMapping(
      source: source,
      destination: declaration.destination,
      mapping: mapping,
      cardinality: declaration.cardinality.with(declaration.inverse),
      assignmentPolicy: declaration.assignmentPolicy,
      inverse: declaration.inverse,
      isRequired: declaration.isRequired ?? false,
      isSerialized: declaration.isSerialized,
      policies: declaration.policies.inheriting(policies),
      stated: StatedPolicies(declaration.policies),
      keyPolicies: declaration.policies.keys,
      place: declaration.place,
      destinationPlace: declaration.destinationPlace
    )
  }

  /// Returns the destination of the attribute that a name refers to, if any.
  ///
  /// An attribute whose value is outside the representation may also be named by its source.
  func destination(of name: SpecText, _ known: Set<String>, _ attributes: [AttributeMapping])
    -> String?
  {
    if known.contains(name.value) { return name.value }
    guard name.value.hasPrefix("@") else { return nil }
    return attributes.first { $0.isFrom(name.value) }?.destination.text
  }

  /// Returns the attributes with these names; unknown names are reported and left out.
  private func names(
    _ names: [SpecText],
    among attributes: [AttributeMapping],
    or others: Set<String> = []
  ) -> [String] {
    if names.isEmpty { return [] }
    let known = Set(attributes.map(\.destination.text)).union(others)
    return names.compactMap { name in
      if let found = destination(of: name, known, attributes) { return found }
      findings.reportUnknown(
        .unknownAttribute,
        "the mapper has no attribute '\(name.value)'",
        name,
        help: name.value.hasPrefix("@")
          ? "an attribute with this source and a name of its own makes a column of it"
          : "the name of an attribute is its destination"
      ) { known.sorted() }
      return nil
    }
  }

  // MARK: - Dynamic mappings

  private func dynamicMapping() -> DynamicMapping {
    let rules =
      mapper.attributes.map(\.place) + mapper.relationships.map(\.place)
      + (mapper.connections ?? []).map(\.place)
    for place in rules.prefix(1) {
      findings.report(
        .dynamicWithRules,
        "a dynamic mapper has no attributes and relationships of its own",
        at: place,
        help: "they belong to the mappers that it chooses from"
      )
    }
    for predicate in [mapper.when, mapper.deletionPredicate].compactMap({ $0 }) {
      findings.report(
        .dynamicWithRules,
        "a dynamic mapper has no predicates but those of its matchers",
        at: predicate.place,
        help: "a matcher with a 'predicate' and \"map-ref\": null declines what satisfies it"
      )
    }
    for rule in (mapper.validations ?? []).prefix(1) {
      findings.report(
        .dynamicWithRules,
        "a dynamic mapper has no records of its own to validate",
        at: rule.place,
        help: "the rules belong to the mappers that it chooses from"
      )
    }
    if mapper.matchers == nil && mapper.otherwise == nil {
      findings.reportMissing(
        "the dynamic mapper '\(mapper.id.value)' has no 'matchers'",
        at: mapper.id.place
      )
    }
    var mapping = DynamicMapping(
      id: mapper.id.value,
      matchers: (mapper.matchers ?? []).compactMap(matcher),
      otherwise: mapper.otherwise.flatMap { find($0, mapper.otherwiseScope) },
      otherwisePlace: mapper.otherwisePlace,
      unmatched: mapper.unmatched ?? (mapper.skipsOthers == true ? .decline : nil),
      policies: policies,
      statesDrift: mapper.policies.drift != nil,
      dates: dates(mapper.settings.dateFormats, nil),
      declinesOnPurpose: mapper.skipsOthers ?? false,
      nullPath: policies.nullPath ?? .missing,
      nesting: nestingAttribute(),
      forcesCollection: mapper.forceCollection ?? false,
      place: mapper.id.place
    )
    for (chosen, nesting) in mapper.nestingAttributes {
      mapping.typedNesting[MappingID(chosen)] = attribute(nesting)
    }
    return mapping
  }

  private func matcher(_ declaration: MatcherDeclaration) -> Matcher? {
    let source = resolved(declaration.source, at: declaration.sourcePlace)
    let predicate = declaration.predicate.map { resolved($0) }
    if let predicate, predicate == nil { return nil }
    let values = declaration.values.compactMap { value -> (ConstantValue, MappingID?)? in
      guard let reference = value.reference else { return (value.constant, nil) }
      return find(reference, mapper.matcherScope).map { (value.constant, $0) }
    }
    let mapping = declaration.reference.map { find($0, mapper.matcherScope) }
    guard let source else { return nil }
    if let mapping, mapping == nil { return nil }
    return Matcher(
      source: source,
      test: declaration.test,
      values: values,
      predicate: predicate ?? nil,
      mapping: mapping ?? nil,
      place: declaration.place
    )
  }
}

extension AttributeMapping {
  /// Whether its only source is this key path.
  func isFrom(_ path: String) -> Bool { sources.count == 1 && sources[0].text == path }
}
