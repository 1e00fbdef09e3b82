internal import RKDiagnostics
internal import RKEngine

extension FaultExplainer {
  /// The diagnostic for a document with nothing at the key paths of its descriptors.
  ///
  /// `isEmpty` says whether the document is `{}`, `[]` or null.
  func notFound(
    _ location: Location,
    _ keys: [[UInt8]],
    _ descriptors: [ResponseDescriptor],
    _ isEmpty: Bool
  ) -> Diagnostic {
    var keyPaths: [String] = []
    for keyPath in descriptors.map(\.keyPath.text) where !keyPaths.contains(keyPath) {
      keyPaths.append(keyPath)
    }
    let sought = keyPaths.map { $0.isEmpty ? "the document itself" : "'\($0)'" }
    var message = "nothing found at \(sought.joined(separator: " or "))"
    if !keys.isEmpty {
      let names = keys.prefix(20).map { key in
        let name = String(decoding: key, as: UTF8.self)
        // Null counts as not found.
        return keyPaths.contains { $0.exact == name.exact }
          ? "'\(name)' (nothing but null)" : Self.quoted(name, besides: keyPaths)
      }
      message += "; the document has \(names.joined(separator: ", "))"
      if keys.count > 20 { message += " and more" }
    }
    var finding = Diagnostic(
      .notFound,
      message,
      at: location,
      related: descriptors.map { descriptor in
        graph.related(descriptor.place, descriptor.label)
      },
      help: nearKey(keys) + [
        "correct the descriptor's \"keyPath\", or say \"optional\": true"
      ]
    )
    // Null says that there is nothing, like an empty document.
    finding.isOfNothing =
      isEmpty || keys.contains { keyPaths.contains(String(decoding: $0, as: UTF8.self)) }
    return finding
  }

  /// The diagnostic for a chosen descriptor with nothing at its key path, although others found something.
  ///
  /// `keys` are the keys of the object where the path ends, without those that other descriptors
  /// read. `end` is the kind of the member where the path breaks off.
  func missingPart(
    _ descriptor: ResponseDescriptor,
    _ location: Location,
    _ keys: [[UInt8]],
    endsAt end: JSONKind?
  ) -> Diagnostic {
    let path = descriptor.keyPath
    let level = location.pointer?.split(byte: .solidus).count ?? 0
    var wanted = path.text
    if level < path.components.count, case .key(let key) = path.components[level] { wanted = key }
    let names = keys.map { String(decoding: $0, as: UTF8.self) }
    var message = "'\(path.text)' is missing"
    if let end, end != .null, level + 1 < path.components.count {
      message += "; '\(wanted)' is \(end.description)"
    } else if end != nil || names.contains(where: { $0.exact == wanted.exact }) {
      message += "; there is nothing but null"
    } else if let near = RenamedKey.nearest(to: wanted, among: names) {
      message += "; did you mean '\(near)'?"
    } else if !names.isEmpty {
      let shown = names.prefix(5).map { Self.quoted($0, besides: [wanted]) }
      let owner = level == 0 ? "the document" : "the object there"
      message += "; \(owner) has \(shown.joined(separator: ", "))"
      if names.count > 5 { message += " and more" }
    }
    return Diagnostic(
      .missingPart,
      message,
      at: location,
      related: [graph.related(descriptor.place, descriptor.label)],
      help: ["correct the descriptor's \"keyPath\", or say \"optional\": true"]
    )
  }

  /// The diagnostic for one object at the key path of a descriptor that declares several.
  func singleRoot(_ descriptor: ResponseDescriptor, isError: Bool) -> Diagnostic {
    let path = descriptor.keyPath.text
    let subject = path.isEmpty ? "the document" : "'\(path)'"
    return Diagnostic(
      isError ? .conversionFailed : .convertedKind,
      subject + (isError ? " expects a list, got an object" : " is a list and came as an object"),
      related: [graph.related(descriptor.place, descriptor.label)],
      help: [
        "correct the data, or leave out \"many\": true; \"conversions\": \"allow\" on the mapper "
          + "'\(graph[descriptor.mapping].id)' takes it as it comes"
      ]
    ).stating(expected: "a list", actual: "an object")
  }

  // MARK: - Representations of another shape

  /// The diagnostic for a representation that has none of its mapper's keys, but the given ones.
  func otherShape(_ site: RuleSite, _ place: InputPlace, _ keys: [[UInt8]]) -> Diagnostic {
    let names = keys.map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != KeyUsage.reasonKey }
    var message = "none of \(site.product)'s \(site.readingCount) keys is there"
    if place.kind == .array {
      message += "; the array is too short"
    } else if keys.isEmpty {
      message += "; the object is empty"
    } else if !names.isEmpty {
      let sources = compiled.sites.filter { $0.mapper == site.mapper }.flatMap(\.sources)
      let shown = names.prefix(5).map { Self.quoted($0, besides: sources) }
      message += "; the object has \(shown.joined(separator: ", "))"
      if names.count > 5 { message += " and \(names.count - 5) more" }
    }
    return Diagnostic(
      .unmappable,
      message,
      help: [
        taker(besides: site, place, names)
          ?? "is it the mapper that was meant, and are the keys spelt as in the data?"
      ]
    )
  }

  /// Help that names the descriptor that would take a document in which a root representation has
  /// none of the keys of a mapper.
  private func taker(besides site: RuleSite, _ place: InputPlace, _ keys: [String]) -> String? {
    let parts = place.pointer?.split(separator: "/") ?? []
    let here = parts.filter { !$0.utf8.allSatisfy(\.isDigit) }.map { "/" + $0 }.joined()
    let isRoot = compiled.descriptors.contains { descriptor in
      Self.pointer(to: descriptor) == here
        && graph.objectMappings(from: descriptor.mapping).contains { graph[$0].id == site.mapper }
    }
    // Only what is shown has help.
    guard isRoot, !place.excerpt.isEmpty else { return nil }
    let own = Set(keys.map { [graph.keyNaming.folded($0)] })
    let all = Set(
      place.waysToMembers.map { way in
        way.map { graph.keyNaming.folded(String(decoding: $0, as: UTF8.self)) }
      }
    )
    var best: (descriptor: ResponseDescriptor, found: Int, count: Int)?
    for descriptor in graph.descriptors {
      guard let mapping = graph[descriptor.mapping].ofRecords, mapping.id != site.mapper,
        let pointer = Self.pointer(to: descriptor)
      else { continue }
      let way = pointer == here ? [] : descriptor.keyPath.leadingKeys.map(graph.keyNaming.folded)
      if !way.isEmpty && !all.contains(way) { continue }
      let found = mapping.readPaths.count { paths in
        paths.contains { path in
          let keys = path.leadingKeys.map(graph.keyNaming.folded)
          return !keys.isEmpty
            && (pointer == here ? own.contains([keys[0]]) : all.contains(way + keys))
        }
      }
      let count = mapping.readPaths.count
      guard count > 0, found * 2 >= count,
        best.map({ found * $0.count > $0.found * count }) ?? true
      else { continue }
      best = (descriptor, found, count)
    }
    return best.map {
      "the \($0.descriptor.label) would take it: \($0.found) of its \($0.count) keys are there"
    }
  }

  /// The pointer to what a descriptor takes; nil if its key path has more than keys.
  private static func pointer(to descriptor: ResponseDescriptor) -> String? {
    let keys = descriptor.keyPath.leadingKeys
    guard keys.count == descriptor.keyPath.components.count else { return nil }
    return keys.map(JSONPointer.part).joined()
  }

  // MARK: - Words

  /// A key in quotes, with its spelling if it only looks like a wanted key.
  static func quoted(_ key: String, besides wanted: [String]) -> String {
    let looksWanted = wanted.contains { $0 == key && $0.exact != key.exact }
    return "'\(key)'" + (looksWanted ? " (spelled \(VisibleText.spelling(key)))" : "")
  }

  /// Help that names a key that may have replaced a key of the key path.
  private func nearKey(_ keys: [[UInt8]]) -> [String] {
    let names = keys.map { String(decoding: $0, as: UTF8.self) }
      .filter { !compiled.keyPaths.contains($0) && $0.count > 2 }
    for path in compiled.keyPaths where path.count > 2 && !path.contains(".") {
      guard let near = NearestName.of(path, among: names) else { continue }
      return ["the document has '\(near)': did '\(path)' become that?"]
    }
    return []
  }

  /// The diagnostic if no descriptor is for the request; it names each with the reason.
  func nothing(of choice: DescriptorChoice, _ location: Location) -> Diagnostic {
    let context = choice.request
    return Diagnostic(
      .notFound,
      "no descriptor of the spec is for \(context.description)",
      at: location,
      related: choice.chosen.map { candidate in
        graph.related(
          candidate.descriptor.place,
          candidate.descriptor.label,
          candidate.reason(for: context)
        )
      },
      help: [
        "'rkmap route' shows what a request matches; a descriptor without \"statusCodes\" is for 2XX"
      ]
    )
  }
}

extension ResponseDescriptor {
  /// What messages call the descriptor: its name, or else what it matches.
  package var label: String {
    if let name { return "descriptor '\(name)'" }
    return keyPath.text.isEmpty ? "descriptor of the document" : "descriptor of '\(keyPath.text)'"
  }

  package var methodNames: String {
    guard let methods else { return "any method" }
    return RequestMethod.allCases.filter { methods.contains($0) }.map(\.rawValue)
      .joined(separator: ", ")
  }
}

extension DescriptorChoice {
  /// The request, for messages.
  var request: RequestContext {
    var request = context
    if let askedPath { request.path = askedPath.text }
    return request
  }
}

extension DescriptorChoice.Candidate {
  /// Why the descriptor is not for a request.
  func reason(for context: RequestContext) -> String {
    guard case .mismatched(let mismatch) = match else { return "" }
    switch mismatch {
    case .path:
      let pattern = descriptor.pathPattern?.text ?? ""
      guard let path = context.path else { return "path: '\(pattern)', and none is asked for" }
      // Strings that are equal in Swift but differ in their bytes do not match: show their spelling.
      let shown = pattern == path ? [pattern, path].map(VisibleText.spelling) : [pattern, path]
      return "path: '\(shown[0])' does not take '\(shown[1])'"
    case .method: return "method: \(descriptor.methodNames), not \(context.method ?? "")"
    case .status:
      let status = context.statusCode.map(String.init) ?? ""
      return "status: \(descriptor.statusCodes.text), not \(status)"
    }
  }
}
