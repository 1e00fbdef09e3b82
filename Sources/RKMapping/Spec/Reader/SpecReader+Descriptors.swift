internal import RKDiagnostics

/// Reads the objects that say where representations are found.
extension SpecReader {
  /// The members of a descriptor that is written directly at the top level.
  static let flatDescriptor: [SpecKey] = [
    "path", "keyPath", .methods, "statusCodes", "root-map-ref", "many", "optional", "prune",
  ]

  func readDescriptors(_ list: [SpecNode]?, _ members: SpecMembers, hasGroups: Bool)
    -> [DescriptorDeclaration]
  {
    guard let list else {
      if hasGroups && members.present(Self.flatDescriptor).isEmpty { return [] }
      return [readDescriptor(members)]
    }
    if let member = members.present(Self.flatDescriptor).first {
      findings.report(
        .bothSpellings,
        "'\(member.name)' stands at the top beside 'descriptors'",
        at: member.namePlace,
        help: "move it into a descriptor"
      )
    }
    return list.compactMap { node in
      SpecMembers(node, .descriptor, findings).map(readNamedDescriptor)
    }
  }

  fileprivate func readNamedDescriptor(_ members: SpecMembers) -> DescriptorDeclaration {
    let name = descriptorName(members)
    var descriptor = readDescriptor(members)
    descriptor.name = name
    return descriptor
  }

  private func descriptorName(_ members: SpecMembers) -> String? {
    members.optionalText(
      "name",
      "What the descriptor is called in reports and by --descriptor."
    )?.value
  }

  /// Requests are not part of mapping.
  fileprivate func readRequest(_ members: SpecMembers) -> DescriptorDeclaration {
    let name = descriptorName(members)
    let source = members.optionalText("sourceName", "The target of the records that are sent.")
    var descriptor = readRoute(of: members)
    descriptor.name = name
    descriptor.sourceName = source?.value
    descriptor.root = readRoot(members)
    return descriptor
  }

  private func readDescriptor(_ members: SpecMembers) -> DescriptorDeclaration {
    var descriptor = readRoute(of: members)
    descriptor.statusCodes = readStatusCodes(members)
    descriptor.root = readRoot(members)
    descriptor.cardinality = readCardinality(
      members,
      "Whether there are several representations; false takes an array for one."
    )
    descriptor.isOptional =
      members.flag("optional", "Not finding the key path is no error.", initial: "false") ?? false
    descriptor.prune = readPredicate(
      "prune",
      members,
      "A predicate over stored rows: which records of the root's target a complete response stands "
        + "for (--prune).",
      example: "city == @metadata.routing.parameters.city"
    )
    return descriptor
  }

  private func readRoute(of members: SpecMembers) -> DescriptorDeclaration {
    let pathPattern = members.optionalText(
      "path",
      "The path of the requests that it is for, as \"/articles/:articleID\"; every path where it is "
        + "left out.",
      form: .pathPattern
    ).flatMap(readPath)
    let text = members.optionalText(
      "keyPath",
      "Where the representations lie in the document; \"\" is the whole document.",
      form: .keyPath
    )
    var keyPath = SourceKeyPath.none
    if let text, let path = source(text) {
      if path.root == .representation {
        keyPath = path
      } else {
        findings.report(
          .badKeyPath,
          "the key path of a descriptor begins at the document, not at '\(text.value)'",
          at: text.place
        )
      }
    }
    var descriptor = DescriptorDeclaration(keyPath: keyPath, place: members.place)
    descriptor.pathPattern = pathPattern
    descriptor.methods = readMethods(
      members,
      "The methods of the requests that it is for; every method where it is left out."
    )
    return descriptor
  }

  private func readRoot(_ members: SpecMembers) -> SpecText? {
    members.optionalText(
      "root-map-ref",
      "The id of the mapper of the representations; it can be left out where there is no doubt."
    )
  }

  func readGroups(_ node: SpecNode?, areForRequests: Bool) -> [GroupDeclaration] {
    guard let node, !node.isNil else { return [] }
    // A single group does not need a list around it.
    var items = [node]
    if case .list(let list) = node.content { items = list }
    let flat = items.filter { isFlat($0, areForRequests: areForRequests) }
    if let first = flat.first { reportFlat(first, flat, areForRequests: areForRequests) }
    return items.compactMap { item in
      if flat.contains(where: { $0.place == item.place }) { return nil }
      return SpecMembers(item, areForRequests ? .requestGroup : .group, findings)
        .map { readGroup($0, isForRequests: areForRequests) }
    }
  }

  /// Whether a descriptor is written where a group of descriptors is expected.
  private func isFlat(_ node: SpecNode, areForRequests: Bool) -> Bool {
    // A shortcut for nearly all groups, which avoids looking up the declarations of members.
    guard case .object(let members, _) = node.content,
      !members.contains(where: { $0.name == "requests" })
    else { return false }
    let kinds: (group: SpecObjectKind, descriptor: SpecObjectKind) =
      areForRequests ? (.requestGroup, .request) : (.group, .descriptor)
    func holds(_ keys: [SpecKey]) -> Bool {
      members.contains { member in keys.contains { $0.spellings.contains(member.name) } }
    }
    return !holds(kinds.group.keys) && holds(kinds.descriptor.keys)
  }

  private func reportFlat(_ first: SpecNode, _ flat: [SpecNode], areForRequests: Bool) {
    guard case .object(let members, _) = first.content else { return }
    let names = members.prefix(3).map { "'\($0.name)'" }.joined(separator: ", ")
    let title = "put it inside 'requests': {\"requests\": [{\u{2026}}]}"
    findings.report(
      .missingMember,
      "a group of descriptors has no 'requests', and \(names) stand inside 'requests'",
      at: SpecPlace(
        file: first.place.file,
        range: first.place.range.lowerBound..<(first.place.range.lowerBound + 1)
      ),
      help: title,
      fixIts: flat.flatMap { node in
        let (start, end) = (node.place.range.lowerBound, node.place.range.upperBound)
        return [
          FixIt(title, replacing: start..<start, with: "{\"requests\": ["),
          FixIt(title, replacing: end..<end, with: "]}"),
        ]
      }
    )
  }

  fileprivate func readGroup(_ members: SpecMembers, isForRequests: Bool) -> GroupDeclaration {
    var group = GroupDeclaration()
    group.isForRequests = isForRequests
    if isForRequests {
      let requests = members.list("requests", of: .request, "What is sent.") ?? []
      group.descriptors = requests.compactMap { node in
        SpecMembers(node, .request, findings).map(readRequest)
      }
    } else {
      let requests =
        members.list("requests", of: .descriptor, "The descriptors of the group.") ?? []
      group.descriptors = requests.compactMap { node in
        SpecMembers(node, .descriptor, findings).map(readNamedDescriptor)
      }
    }
    group.mappers = readMappers(mapperList(members))
    return group
  }

  func readMethods(_ members: SpecMembers, _ summary: @autoclosure () -> String)
    -> Set<RequestMethod>?
  {
    guard let texts = members.texts(.methods, summary(), form: .texts(.method)) else { return nil }
    var methods: Set<RequestMethod> = []
    var isAny = false
    for text in texts {
      switch text.value {
      case RequestMethod.any: isAny = true
      case RequestMethod.oldPut:
        findings.report(
          .oldMethodName,
          "HTTP has no method UPDATE; it is read as PUT",
          at: text.place,
          fixIts: [FixIt("write \"PUT\"", replacing: text.place.range, with: "\"PUT\"")]
        )
        methods.insert(.put)
      default:
        if let method = RequestMethod(rawValue: text.value) {
          methods.insert(method)
        } else {
          let names = RequestMethod.allCases.map(\.rawValue) + [RequestMethod.any]
          let suggestion = NearestName.offer(for: text.value, among: names)
          findings.report(
            .unknownValue,
            "there is no method '\(text.value)'\(suggestion)",
            at: text.place,
            fixIts: suggestion.fixIts(replacing: text.place.range)
          )
        }
      }
    }
    return isAny || methods.isEmpty ? nil : methods
  }

  private func readStatusCodes(_ members: SpecMembers) -> StatusCodeSet {
    let node = members.node(
      "statusCodes",
      .statusCodes,
      "The status codes that it is for: numbers, classes like \"2XX\", ranges like \"200-299\".",
      initial: "[\"2XX\"]"
    )
    guard let node, !node.isNil else { return .success }
    var items = [node]
    if case .list(let list) = node.content { items = list }
    if items.isEmpty { return .success }
    var codes = StatusCodeSet()
    for item in items {
      let text = ConstantValue(item).plainText
      if codes.insert(text) { continue }
      findings.report(
        .unknownValue,
        "'\(text)' is no status code",
        at: item.place,
        help:
          "status codes are numbers from 100 to 599, classes like \"2XX\", ranges like \"200-299\""
      )
    }
    return codes
  }
}

extension SpecObjectKind {
  package static var descriptor: SpecObjectKind {
    SpecObjectKind("a descriptor", definition: "descriptor") { _ = $0.readNamedDescriptor($1) }
  }

  package static var request: SpecObjectKind {
    SpecObjectKind("a request", definition: "request") { _ = $0.readRequest($1) }
  }

  package static var group: SpecObjectKind {
    SpecObjectKind("a group of descriptors", definition: "responseGroup") {
      _ = $0.readGroup($1, isForRequests: false)
    }
  }

  package static var requestGroup: SpecObjectKind {
    SpecObjectKind("a group of descriptors", definition: "requestGroup") {
      _ = $0.readGroup($1, isForRequests: true)
    }
  }
}
