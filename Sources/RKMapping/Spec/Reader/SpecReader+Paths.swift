internal import RKDiagnostics

extension SpecReader {
  /// Reads a path pattern; nil if it is invalid.
  func readPath(_ text: SpecText) -> PathPattern? {
    let better = PathPattern.withColons(text.value)
    let pattern = parse(text, .badPathPattern) { (text) throws(TextError) in
      try PathPattern(better ?? text)
    }
    guard let pattern, let better else { return pattern }
    let quoted = JSONObjectText.quoted(better)
    findings.report(
      .oldPathParameter,
      "the path '\(text.value)' is read as '\(better)'",
      at: text.place,
      help: "write \(quoted)",
      fixIts: [FixIt("write \(quoted)", replacing: text.place.range, with: quoted)]
    )
    return pattern
  }

  func readRoute(_ node: SpecNode) -> NamedRoute? {
    SpecMembers(node, .namedRoute, findings).flatMap(readRoute)
  }

  fileprivate func readRoute(_ members: SpecMembers) -> NamedRoute? {
    let name = members.text("name", "What the route is called.")
    let target = members.optionalText(.target, "The target of the records that it leads to.")
    let relationship = members.optionalText(
      "relationship",
      "The relationship of such a record that it leads to."
    )
    let text = members.text(
      "path",
      "The pattern of its path.",
      form: .text(examples: ["/articles/:articleID"])
    )
    let methods = readMethods(members, "The methods of its requests; every one if left out.")
    members.need(["path"])
    members.expect([.some(["name", .target])])
    if name == nil && target == nil {
      findings.reportMissing(
        "a route needs a 'name' or a 'target'",
        at: members.place,
        help: "\"target\" says whose records have the path, \"name\" what the route is called"
      )
    }
    guard let text, let path = readPath(text), name != nil || target != nil,
      let template = parse(
        text,
        .badPathPattern,
        { (_) throws(TextError) in try PathPatternParser.parts(of: path.text, .routes) }
      )
    else { return nil }
    return NamedRoute(
      name: name?.value,
      target: target?.value,
      relationship: relationship?.value,
      path: path,
      template: template,
      pathPlace: text.place,
      methods: methods,
      place: members.place
    )
  }

  // MARK: - Metadata

  /// Warns of a name that resembles one of `@metadata`.
  ///
  /// It is not an error, because it may be an entry from --meta.
  func checkMetadata(_ path: SourceKeyPath, _ text: SpecText) {
    guard case .metadata(let names) = path.root else { return }
    var group = MetadataNames.all
    for name in names {
      if let inner = group.groups[name] {
        group = inner
        continue
      }
      if group.isOpen || group.names.contains(name) { return }
      let known = group.names + group.groups.keys.sorted()
      guard let meant = NearestName.of(name, among: known) else { return }
      findings.report(
        .unknownMetadata,
        "@metadata has no '\(name)'; did you mean '\(meant)'?",
        at: text.place,
        help: "it is missing unless --meta adds it"
      )
      return
    }
  }

  /// Rejects metadata as the source of a relationship, which must be in the document.
  func refuseMetadata(_ path: SourceKeyPath, of members: SpecMembers) {
    guard case .metadata = path.root, let node = members["from"] else { return }
    findings.report(
      .badKeyPath,
      "a relationship leads to something in the document, not to '\(path.text)'",
      at: node.place,
      help: "\"from\": \"\" leads to a record whose attributes can come from @metadata"
    )
  }
}

extension SpecObjectKind {
  package static var namedRoute: SpecObjectKind {
    SpecObjectKind("a route", definition: "route") { _ = $0.readRoute($1) }
  }
}

/// The names in `@metadata` without --meta.
private struct MetadataNames {
  var names: [String] = []
  var groups: [String: MetadataNames] = [:]
  /// Whether any name is allowed in it.
  var isOpen = false

  private static let anything = MetadataNames(isOpen: true)

  static let all = MetadataNames(groups: [
    "mapping": MetadataNames(names: ["rootKeyPath", "collectionIndex", "parentObject"]),
    "routing": MetadataNames(names: ["route"], groups: ["parameters": anything]),
    "HTTP": MetadataNames(groups: [
      "request": MetadataNames(names: ["method", "URL"], groups: ["headers": anything]),
      "response": MetadataNames(names: ["statusCode"], groups: ["headers": anything]),
    ]),
    "file": MetadataNames(
      names: ["name", "index", "line"],
      groups: ["parameters": anything]
    ),
  ])
}
