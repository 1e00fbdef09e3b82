internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// Reads attributes in any form: names, pairs, full forms, and lists of these.
  func readAttributes(
    _ node: SpecNode,
    _ members: SpecMembers,
    into attributes: inout [AttributeDeclaration]
  ) {
    switch node.content {
    case .object(let pairs, _): readPairs(pairs, into: &attributes)
    case .list(let items):
      // Elements are large, and growing step by step would move them each time.
      attributes.reserveCapacity(items.count)
      for item in items { readAttributeItem(item, into: &attributes) }
    case .string: readAttributeItem(node, into: &attributes)
    default: members.refuse("attributes", node, expected: "an object or a list")
    }
  }

  private static let ends = ["to", "from"]

  private func readAttributeItem(
    _ node: SpecNode,
    into attributes: inout [AttributeDeclaration]
  ) {
    switch node.content {
    case .list(let items):
      for item in items { readAttributeItem(item, into: &attributes) }
    case .object(let pairs, let isBracketed):
      // RestKit's words for these members also count, so that the right ones can be suggested.
      let isFull = pairs.contains {
        Self.ends.contains($0.name) || RestKitWord.member($0.name, among: Self.ends) != nil
      }
      if isFull && isBracketed { findings.reportPairs(.attributes, at: node.place) }
      if isFull && !isBracketed {
        if let attribute = readFullForm(node, from: nil) { attributes.append(attribute) }
      } else {
        readPairs(pairs, into: &attributes)
      }
    case .string(let name) where !node.isNull, .word(let name) where !node.isNull:
      guard let to = destination(SpecText(name, at: node.place)) else { return }
      attributes.append(
        AttributeDeclaration(
          sources: .ofName,
          destination: to,
          destinationPlace: node.place,
          place: node.place
        )
      )
    default:
      findings.report(
        .wrongKind,
        "an attribute is a name, an object or a list of those, not \(node.kindName)",
        at: node.place
      )
    }
  }

  private func readPairs(_ pairs: [SpecMember], into attributes: inout [AttributeDeclaration]) {
    for pair in pairs {
      if let attribute = readPair(pair) { attributes.append(attribute) }
    }
  }

  /// Reads `"source": "destination"` or `"source": { full form }`.
  private func readPair(_ pair: SpecMember) -> AttributeDeclaration? {
    if pair.name == SpecMember.commentName { return nil }
    let from = SpecText(pair.name, at: pair.namePlace)
    if case .object = pair.value.content { return readFullForm(pair.value, from: from) }
    guard let name = pair.value.text, !name.isEmpty, !pair.value.isNil else {
      findings.report(
        .wrongKind,
        "the destination of '\(pair.name)' is a text or a full form, not "
          + (pair.value.isNil ? "nothing" : pair.value.kindName),
        at: pair.value.place
      )
      return nil
    }
    let place = SpecPlace(
      file: pair.namePlace.file,
      range: pair.namePlace.range.lowerBound..<pair.value.place.range.upperBound
    )
    guard let path = source(from), let to = destination(SpecText(name, at: pair.value.place)) else {
      return nil
    }
    return AttributeDeclaration(
      sources: .keyPaths([(path, from.place)]),
      destination: to,
      destinationPlace: pair.value.place,
      place: place
    )
  }

  /// Reads the full form of an attribute; `from` is the key in the object form.
  private func readFullForm(_ node: SpecNode, from: SpecText?) -> AttributeDeclaration? {
    SpecMembers(node, .attribute, findings).flatMap { readAttribute($0, from: from) }
  }

  fileprivate func readAttribute(_ members: SpecMembers, from: SpecText?) -> AttributeDeclaration? {
    let sourceNode = members.node(
      "from",
      .optional(.either([.text, .list(.keyPath, atLeast: 1)])),
      "The key path of its source, or several, of which the first one present counts."
    )
    let name = members.node("to", .text, "Its name; dots make records inside of the record.")
    let typeText = members.text(
      "type",
      "What its values are converted to.",
      form: .text(SpecForm.typeName)
    )
    let type = typeText.flatMap { self.type(named: $0) }
    let formatTexts = formatTexts(members)
    let formats = formatTexts.map { datePatterns($0) }
    let zone = zone(members)
    let column = readColumn(members)
    let precision = readPrecision(members)
    let transforms = readTransforms(members)
    let map = readMap(members)
    let made = readMadeSource(members, isSourced: sourceNode != nil || from != nil)
    let isHidden =
      members.flag(
        "hidden",
        "Connections, templates and rules see it, but it is not written.",
        initial: "false"
      ) ?? false
    let isSerialized = readSerialized(members)
    let defaultValue = readDefault(members)
    let isRequired = readRequired(members)
    let validations = readValidations(members, of: .value) ?? []
    let policies = readPolicies(members, of: .rule)
    if let from, sourceNode != nil {
      findings.report(
        .bothSpellings,
        "the source is given twice, as '\(from.value)' and by 'from'",
        at: members.place(of: "from")
      )
    }
    guard let sources = made ?? readSources(sourceNode, members, from),
      let to = readDestination(name, members, sources)
    else { return nil }
    // Created in one step, because a declaration is large.
    return AttributeDeclaration(
      sources: sources,
      destination: to,
      destinationPlace: name?.place ?? members.place,
      transforms: transforms,
      type: type,
      typeText: type == nil ? nil : typeText,
      formats: formats,
      formatPlace: formats?.isEmpty == false ? formatTexts?.first?.place : nil,
      zone: zone,
      column: column,
      precision: precision,
      map: map,
      defaultValue: defaultValue,
      isRequired: isRequired,
      isHidden: isHidden,
      isSerialized: isSerialized,
      validations: validations,
      policies: policies,
      place: members.place
    )
  }

  /// The stated formats for dates.
  func formatTexts(_ members: SpecMembers) -> [SpecText]? {
    members.texts("format", "The formats that its dates are read with.", form: .texts(.dateFormat))
  }

  func readColumn(_ members: SpecMembers) -> ColumnDeclaration? {
    let word = members.choice(
      "column",
      "How a database holds its decimals.",
      of: ColumnDeclaration.Word.self,
      initial: "\"text\""
    )
    let scale = members.node(
      "scale",
      .integer(DecimalColumn.scales),
      "The digits after the point of decimals that a database holds as integers."
    )
    members.expect([.beside("scale", ["column"])])
    guard word != nil || scale != nil else { return nil }
    return ColumnDeclaration(
      word: word,
      place: members.place(of: word == nil ? "scale" : "column"),
      scale: scale.map { node in
        ColumnDeclaration.Scale(
          digits: node.wholeNumber.flatMap {
            DecimalColumn.scales.contains($0) ? UInt8($0) : nil
          },
          place: node.place
        )
      }
    )
  }

  func readPrecision(_ members: SpecMembers) -> PrecisionDeclaration? {
    members.node(
      "precision",
      .choice(of: PrecisionDeclaration.Word.self),
      "The digits of a second that its dates are written with: 0, 3, 6 or 9."
    ).map { node in
      PrecisionDeclaration(
        word: node.text.flatMap { PrecisionDeclaration.Word(rawValue: $0) },
        place: node.place
      )
    }
  }

  func readDefault(_ members: SpecMembers) -> ConstantValue? {
    members.node("default", .constant, "The value for a missing value of a new record.")
      .map(constant)
  }

  /// Reads whether a rule is used when records become representations again.
  func readSerialized(_ members: SpecMembers) -> Bool {
    members.flag(
      "serialize",
      "Its values are written back when records become documents again.",
      initial: "true"
    ) ?? true
  }

  func readRequired(_ members: SpecMembers) -> Bool? {
    members.flag("required", "It is neither missing nor null.", initial: "false")
  }

  /// The members that define an attribute without a source.
  fileprivate static let madeOf: [SpecKey] = ["value", "template", "expression"]

  /// Reads what replaces a source; nil if nothing does, `.some(nil)` if it cannot be read.
  private func readMadeSource(_ members: SpecMembers, isSourced: Bool)
    -> AttributeDeclaration.Sources??
  {
    let value = members.node("value", .constant, "A constant in place of a source.")
    let template = members.node(
      "template",
      .anyText,
      "A text with other attributes in braces, in place of a source: \"https://x.org/{id|url}\"."
    )
    let expression = members.node(
      "expression",
      .expression(example: "price * quantity"),
      "An expression over the representation, in place of a source."
    )
    members.expect(
      [.atMostOne(["from"] + Self.madeOf)] + Self.madeOf.map { .beside($0, ["to"]) }
    )
    if value == nil && template == nil && expression == nil { return nil }
    let made = members.present(Self.madeOf)
    if isSourced || made.count > 1 {
      findings.report(
        .bothSpellings,
        made.count > 1
          ? "an attribute has one of 'value', 'template' and 'expression'"
          : "an attribute has a source or '\(made[0].name)', not both",
        at: made[made.count > 1 ? 1 : 0].namePlace
      )
    }
    if let value { return AttributeDeclaration.Sources.constant(constant(value)) }
    if let template { return .some(readTemplate(template, members).map { .template($0) }) }
    let read = expression.flatMap { readExpression($0, "expression", members) }
    return .some(read.map { .expression($0) })
  }

  private func readSources(_ node: SpecNode?, _ members: SpecMembers, _ key: SpecText?)
    -> AttributeDeclaration.Sources?
  {
    if let key { return source(key).map { .keyPaths([($0, key.place)]) } }
    guard let node else { return .ofName }
    guard case .list(let items) = node.content else {
      return readSource(node, members).map { .keyPaths([$0]) }
    }
    if items.isEmpty {
      findings.report(
        .wrongKind,
        "'from' takes a key path or a list of key paths, not an empty list",
        at: node.place
      )
    }
    let paths = items.compactMap { readSource($0, members) }
    return paths.isEmpty ? nil : .keyPaths(paths)
  }

  private func readSource(_ node: SpecNode, _ members: SpecMembers)
    -> (path: SourceKeyPath, place: SpecPlace)?
  {
    if node.isNil { return (.none, node.place) }
    guard let text = node.text else {
      members.refuse("from", node, expected: "a key path or a list of key paths")
      return nil
    }
    return source(SpecText(text, at: node.place)).map { ($0, node.place) }
  }

  private func readDestination(
    _ name: SpecNode?,
    _ members: SpecMembers,
    _ sources: AttributeDeclaration.Sources
  ) -> DestinationKeyPath? {
    if let name { return members.text(name, "to").flatMap { destination($0) } }
    if case .keyPaths(let paths) = sources, paths.count == 1, let key = paths[0].path.onlyKey {
      return DestinationKeyPath(key: key)
    }
    findings.reportMissing(
      "this attribute needs a 'to'",
      at: members.place,
      help: "it can be left out only where 'from' is a single key"
    )
    return nil
  }
}

extension SpecObjectKind {
  package static var attribute: SpecObjectKind {
    SpecObjectKind("an attribute", definition: "attribute") { _ = $0.readAttribute($1, from: nil) }
  }

  /// An attribute in the object form, in which its source is the key.
  package static var sourcedAttribute: SpecObjectKind {
    SpecObjectKind("an attribute", definition: "sourcedAttribute") { _, members in
      let sources = ["from"] + SpecReader.madeOf
      members.declare(attribute.description.members.filter { !sources.contains($0.key) })
    }
  }
}
