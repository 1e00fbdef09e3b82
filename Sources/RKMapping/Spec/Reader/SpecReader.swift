internal import RKDiagnostics
internal import RKEngine

/// Makes a declaration of a spec's text, and reports everything in it that is not of the format.
struct SpecReader {
  let findings: SpecFindings
  let zones = TimeZoneDatabase()
  var settings = SpecSettings()

  init(_ findings: SpecFindings) {
    self.findings = findings
  }

  /// The declaration of a file that the findings have taken in; nil when its text is no object.
  static func read(file: Int, _ findings: SpecFindings) -> SpecDeclaration? {
    SpecScanner.scan(file: file, findings).flatMap { read($0, findings) }
  }

  /// The declaration of a value that stands in such a file.
  static func read(_ node: SpecNode, _ findings: SpecFindings) -> SpecDeclaration? {
    guard case .object = node.content else {
      findings.report(.wrongKind, "a spec is an object, not \(node.kindName)", at: node.place)
      return nil
    }
    SpellingCheck.check(node, findings)
    var reader = SpecReader(findings)
    return reader.readSpec(node)
  }

  // MARK: - The top level

  private mutating func readSpec(_ node: SpecNode) -> SpecDeclaration? {
    guard let members = SpecMembers(node, .spec, findings) else { return nil }
    checkVersion(members)
    var spec = SpecDeclaration()
    spec.name = members.optionalText(.name)?.value
    spec.includes = members.texts(.include) ?? []
    settings = readSettings(members)
    spec.settings = settings
    spec.targets = readTargets(members)
    spec.valueMaps = readValueMaps(members)
    spec.keys = readKeys(members)
    spec.mappers = readMappers(members)
    spec.descriptors = readDescriptors(members)
    if let node = members[.descriptors], case .list(let items) = node.content, items.isEmpty {
      spec.emptyDescriptors = node.place
    }
    spec.groups = readGroups(members, .responseDescriptors)
    spec.groups += readGroups(members, .requestDescriptors)
    spec.routes = (members.list(.routes) ?? []).compactMap(readRoute)
    return spec
  }

  private func checkVersion(_ members: SpecMembers) {
    guard let version = members[.version] else { return }
    guard case .number(let number) = version.content else {
      return members.refuse(.version, version, expected: "a number")
    }
    if number == "1" { return }
    findings.report(
      .unknownVersion,
      "version \(number) of the format is not known; this is version 1",
      at: version.place
    )
  }

  private func readSettings(_ members: SpecMembers) -> SpecSettings {
    var settings = SpecSettings()
    settings.dateFormats = members.texts(.dateFormats).map(datePatterns)
    settings.zone = zone(members) ?? .utc
    if let output = members.text(.dateOutput).flatMap(datePattern) { settings.dateOutput = output }
    if let locale = members.text(.locale), !SpecVocabulary.locales.words.contains(locale.value) {
      findings.report(
        .unsupportedInSpec,
        "this version does only the locale en_US_POSIX",
        at: locale.place
      )
    }
    if let node = members[.defaults], let defaults = SpecMembers(node, .defaults, findings) {
      settings.policies = readPolicies(defaults)
    }
    return settings
  }

  /// The mappers of a list, each of an id of its own.
  private func readMappers(_ members: SpecMembers) -> [MapperDeclaration] {
    var mappers: [MapperDeclaration] = []
    var numbers = KeyedValues<String, Int>()
    let nodes = members.list(.mappers) ?? []
    mappers.reserveCapacity(nodes.count)
    for node in nodes {
      guard var mapper = readMapper(node) else { continue }
      mapper.settings = settings
      if let other = numbers[mapper.id.value].map({ mappers[$0] }) {
        findings.report(
          .duplicateMapper,
          "there is another mapper '\(mapper.id.value)'",
          at: mapper.id.place,
          related: [(other.id.place, "the other one")]
        )
      } else {
        numbers[mapper.id.value] = mappers.count
        mappers.append(mapper)
      }
    }
    return mappers
  }

  // MARK: - Descriptors

  private func readDescriptors(_ members: SpecMembers) -> [DescriptorDeclaration] {
    let flat = members.given(SpecObjectKind.flatDescriptor)
    guard let list = members.list(.descriptors) else {
      let isElsewhere = members.has(.responseDescriptors) || members.has(.requestDescriptors)
      if flat.isEmpty && isElsewhere { return [] }
      return [readDescriptor(members, name: nil)]
    }
    if let member = flat.first {
      findings.report(
        .bothSpellings,
        "'\(member.name)' stands at the top beside 'descriptors'",
        at: member.namePlace,
        help: "move it into a descriptor"
      )
    }
    return list.compactMap { node in
      SpecMembers(node, .descriptor, findings).map {
        readDescriptor($0, name: $0.optionalText(.name))
      }
    }
  }

  private func readDescriptor(_ members: SpecMembers, name: SpecText?) -> DescriptorDeclaration {
    var keyPath = SourceKeyPath.none
    if let text = members.optionalText(.keyPath), let path = source(text) {
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
    var descriptor = DescriptorDeclaration(
      keyPath: keyPath,
      cardinality: readCardinality(members),
      place: members.place
    )
    descriptor.name = name?.value
    descriptor.pathPattern = readPath(members)
    descriptor.methods = readMethods(members)
    descriptor.statusCodes = readStatusCodes(members)
    descriptor.root = members.optionalText(.rootMapRef)
    descriptor.isOptional = members.flag(.optional) ?? false
    descriptor.prune = readPredicate(.prune, members)
    return descriptor
  }

  private func readGroups(_ members: SpecMembers, _ key: SpecKey) -> [GroupDeclaration] {
    guard let node = members[key], !node.isNil else { return [] }
    // One group need not stand in a list (R13.1).
    var items = [node]
    if case .list(let list) = node.content { items = list }
    return items.compactMap { item in
      let isForRequests = key == .requestDescriptors
      let kind = isForRequests ? SpecObjectKind.requestGroup : .group
      guard let group = SpecMembers(item, kind, findings) else { return nil }
      var declaration = GroupDeclaration()
      declaration.mappers = readMappers(group)
      declaration.isForRequests = isForRequests
      let requestKind = isForRequests ? SpecObjectKind.request : .descriptor
      for request in group.list(.requests) ?? [] {
        guard let request = SpecMembers(request, requestKind, findings) else { continue }
        // What is sent takes no part in mapping.
        if isForRequests { _ = request.optionalText(.sourceName) }
        declaration.descriptors.append(
          readDescriptor(request, name: request.optionalText(.name))
        )
      }
      return declaration
    }
  }

  func readMethods(_ members: SpecMembers) -> Set<RequestMethod>? {
    guard let texts = members.texts(.methods) else { return nil }
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
    guard let node = members[.statusCodes], !node.isNil else { return .success }
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

  // MARK: - Parts

  func readCardinality(_ members: SpecMembers) -> Cardinality {
    guard let node = members[.many] else { return .automatic }
    if node.text == "auto" { return .automatic }
    switch members.flag(.many) {
    case true?: return .many
    case false?: return .one
    case nil: return .automatic
    }
  }

  /// The most formats that may be tried.
  private static var mostFormats: Int { 100 }

  /// Formats that are tried in order.
  func datePatterns(_ texts: [SpecText]) -> [DatePattern] {
    if texts.count > Self.mostFormats {
      findings.report(
        .badDateFormat,
        "there are \(texts.count) formats to try, and \(Self.mostFormats) are the most",
        at: texts[Self.mostFormats].place
      )
    }
    let formats = texts.prefix(Self.mostFormats).compactMap { text in
      datePattern(text).map { (format: $0, place: text.place) }
    }
    findings.add(formats)
    return formats.map(\.format)
  }

  func datePattern(_ text: SpecText) -> DatePattern? {
    do {
      return try DatePattern(text.value)
    } catch {
      findings.report(
        .badDateFormat,
        error.message,
        at: place(in: text, offset: error.offset),
        help: error.help
      )
      return nil
    }
  }

  func zone(_ members: SpecMembers) -> TimeZone? {
    guard let text = members.text(.timeZone) else { return nil }
    do {
      return try zones.zone(text.value)
    } catch {
      findings.report(.badDateFormat, error.message, at: text.place, help: error.help)
      return nil
    }
  }

  func source(_ text: SpecText) -> SourceKeyPath? {
    do {
      let path = try KeyPathParser.source(text.value)
      checkMetadata(path, text)
      return path
    } catch {
      report(error, in: text)
      return nil
    }
  }

  func destination(_ text: SpecText) -> DestinationKeyPath? {
    do {
      return try KeyPathParser.destination(text.value)
    } catch {
      report(error, in: text)
      return nil
    }
  }

  func report(_ error: KeyPathError, in text: SpecText) {
    findings.report(
      .badKeyPath,
      error.message,
      at: place(in: text, offset: error.offset),
      help: error.help
    )
  }

  /// The place of a byte of a text, where the text stands as it is; else the whole text.
  func place(in text: SpecText, offset: Int) -> SpecPlace {
    let range = text.place.range
    guard range.count == text.value.utf8.count + 2 else { return text.place }
    let start = min(range.lowerBound + 1 + offset, range.upperBound - 1)
    return SpecPlace(file: text.place.file, range: start..<(range.upperBound - 1))
  }
}
