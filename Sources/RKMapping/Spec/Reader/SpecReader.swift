internal import RKDiagnostics
internal import RKEngine

/// Makes declarations from the text of a spec, and reports everything that is not part of the format.
struct SpecReader {
  let findings: SpecFindings
  let zones = TimeZoneDatabase()
  var settings = SpecSettings()

  init(_ findings: SpecFindings) {
    self.findings = findings
  }

  /// Reads a file that was added to the findings; nil if its text is not an object.
  static func read(file: Int, _ findings: SpecFindings) -> SpecDeclaration? {
    guard !isForeign(file, findings) else { return nil }
    let before = findings.diagnostics.count
    guard let node = SpecScanner.scan(file: file, findings) else { return nil }
    // A file that is not a spec at all gets a single diagnostic.
    if !isObject(node) || isForeign(node) { findings.drop(from: before) }
    return read(node, findings)
  }

  /// Reads a value in such a file.
  static func read(_ node: SpecNode, _ findings: SpecFindings) -> SpecDeclaration? {
    if isForeign(node, findings) { return nil }
    guard case .object = node.content else {
      findings.report(.wrongKind, "a spec is an object, not \(node.kindName)", at: node.place)
      return nil
    }
    SpellingCheck.check(node, findings)
    var reader = SpecReader(findings)
    return SpecMembers(node, .spec, findings).map { reader.readSpec($0) }
  }

  // MARK: - The top level

  fileprivate mutating func readSpec(_ members: SpecMembers) -> SpecDeclaration {
    var spec = SpecDeclaration()
    checkVersion(members)
    spec.name = members.optionalText("name", "What the spec is called in reports.")?.value
    spec.includes =
      members.texts(
        "include",
        "Files whose mappers, targets and value maps are taken in, relative to this file."
      ) ?? []
    let descriptors = members.node(
      "descriptors",
      .optional(.list(.object { .descriptor })),
      "Which mapper applies to which part of which response."
    )
    let responses = members.node(
      "responseDescriptors",
      .optional(.either([.object { .group }, .list(.object { .group })])),
      "Groups of descriptors, each with mappers of its own."
    )
    let requests = members.node(
      "requestDescriptors",
      .optional(.either([.object { .requestGroup }, .list(.object { .requestGroup })])),
      "Groups of what is sent; they take no part in mapping."
    )
    let mappers = mapperList(members)
    spec.targets = readTargets(members)
    spec.valueMaps = readValueMaps(members)
    let routes = members.list("routes", of: .namedRoute, "Names for paths of requests.")
    settings = readSettings(members)
    spec.keys = readKeys(members)
    settings.policies = readDefaults(members)
    spec.settings = settings
    members.expect([.replaces("descriptors", Self.flatDescriptor)])
    spec.mappers = readMappers(mappers)
    spec.descriptors = readDescriptors(
      descriptors.flatMap { members.list($0, "descriptors") },
      members,
      hasGroups: responses != nil || requests != nil
    )
    if let descriptors, case .list(let items) = descriptors.content, items.isEmpty {
      spec.emptyDescriptors = descriptors.place
    }
    spec.groups = readGroups(responses, areForRequests: false)
    spec.groups += readGroups(requests, areForRequests: true)
    spec.routes = (routes ?? []).compactMap(readRoute)
    return spec
  }

  private func checkVersion(_ members: SpecMembers) {
    let node = members.node("version", .integer(1...1), "The version of the format.")
    guard let version = node else { return }
    guard case .number(let number) = version.content else {
      return members.refuse("version", version, expected: "a number")
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
    settings.dateFormats = members.texts(
      "dateFormats",
      "The formats that dates are read by, in the order in which they are tried.",
      form: .texts(.dateFormat)
    ).map(datePatterns)
    let zone = zone(members, "The zone of dates that name none.", initial: "\"UTC\"")
    settings.zone = zone ?? .utc
    settings.statesZone = zone != nil
    checkLocale(members)
    let output = members.text(
      "dateOutput",
      "How dates are written.",
      form: .dateFormat,
      initial: "\"iso8601\""
    )
    if let output = output.flatMap(datePattern) { settings.dateOutput = output }
    return settings
  }

  private func checkLocale(_ members: SpecMembers) {
    let locale = members.text(
      "locale",
      "The language of names in dates.",
      form: .text(.locales),
      initial: "\"en_US_POSIX\""
    )
    guard let locale, !SpecVocabulary.locales.words.contains(locale.value) else { return }
    findings.report(
      .unsupportedInSpec,
      "this version does only the locale en_US_POSIX",
      at: locale.place
    )
  }

  func mapperList(_ members: SpecMembers) -> [SpecNode] {
    members.list(.mappers, of: .mapper, "The rules that make records of representations.") ?? []
  }

  /// Reads a list of mappers, whose IDs must differ.
  func readMappers(_ nodes: [SpecNode]) -> [MapperDeclaration] {
    var mappers: [MapperDeclaration] = []
    var numbers = KeyedValues<String, Int>()
    mappers.reserveCapacity(nodes.count)
    for node in nodes {
      guard var mapper = SpecMembers(node, .mapper, findings).flatMap(readMapper) else { continue }
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

  // MARK: - Parts

  func readCardinality(_ members: SpecMembers, _ summary: @autoclosure () -> String) -> Cardinality
  {
    guard let node = members.node("many", .many, summary(), initial: "\"auto\"") else {
      return .automatic
    }
    if node.text == "auto" { return .automatic }
    switch members.flag(node, "many") {
    case true?: return .many
    case false?: return .one
    case nil: return .automatic
    }
  }

  /// The most formats to try for a date.
  private static var mostFormats: Int { 100 }

  /// Reads formats, which are tried in order.
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
    parse(text, .badDateFormat) { (text) throws(TextError) in try DatePattern(text) }
  }

  /// Reads a type; whether its target exists is checked once all targets are known.
  func type(named text: SpecText) -> TypeName? {
    parse(text, .unknownValue, isWholeAtStart: true) { (text) throws(TextError) in
      try TypeNameParser.parse(text)
    }
  }

  func zone(
    _ members: SpecMembers,
    _ summary: @autoclosure () -> String = "The zone of its dates that name none.",
    initial: @autoclosure () -> String? = nil
  ) -> TimeZone? {
    let text = members.text("timeZone", summary(), form: .timeZone, initial: initial())
    return text.flatMap { text in
      parse(text, .badDateFormat, isWholeAtStart: true) { (name) throws(TextError) in
        try zones.zone(name)
      }
    }
  }

  func source(_ text: SpecText) -> SourceKeyPath? {
    let path = parse(text, .badKeyPath) { (text) throws(TextError) in
      try KeyPathParser.source(text)
    }
    if let path { checkMetadata(path, text) }
    return path
  }

  func destination(_ text: SpecText) -> DestinationKeyPath? {
    parse(text, .badKeyPath) { (text) throws(TextError) in try KeyPathParser.destination(text) }
  }

  /// Parses a text; reports a diagnostic with a code and returns nil if it is invalid.
  ///
  /// With `isWholeAtStart` an error at the beginning is located at the whole text.
  func parse<Parsed>(
    _ text: SpecText,
    _ code: DiagnosticCode,
    isWholeAtStart: Bool = false,
    _ parse: (String) throws(TextError) -> Parsed
  ) -> Parsed? {
    do throws(TextError) {
      return try parse(text.value)
    } catch {
      let isWhole = isWholeAtStart && error.offset == 0
      findings.report(
        error.code ?? code,
        error.message,
        at: isWhole ? text.place : place(in: text, offset: error.offset),
        help: error.help
      )
      return nil
    }
  }

  /// The place of a byte of a text without escapes; else the whole text.
  func place(in text: SpecText, offset: Int) -> SpecPlace {
    let range = text.place.range
    guard range.count == text.value.utf8.count + 2 else { return text.place }
    let start = min(range.lowerBound + 1 + offset, range.upperBound - 1)
    return SpecPlace(file: text.place.file, range: start..<(range.upperBound - 1))
  }
}

extension SpecObjectKind {
  package static var spec: SpecObjectKind {
    SpecObjectKind("a spec", definition: "spec") { _ = $0.readSpec($1) }
  }
}
