internal import RKDiagnostics
internal import RKEngine

/// Words the faults of values and records as diagnostics.
struct FaultExplainer {
  let graph: MappingGraph
  let compiled: CompiledMapping
  /// Whether values that cannot be converted fail their record, whatever the spec says.
  var isStrict = false
  /// Whether the run leaves out or replaces failed records.
  var leavesOutFailures = false
  /// Whether the user stated what happens to keys that occur more than once.
  var statesDuplicateKeys = false
  /// Whether the user stated how deep values may nest.
  var statesDepth = false
  /// Whether records are taken unchanged, by rules that the user did not write.
  var takesRecords = false
  /// Whether the command has flags for how inputs are read.
  var hasInputFlags = true
  /// Whether one of these flags states the format of an input.
  var hasFormatFlag = true
  /// The records that differ from earlier ones.
  let repeats = RepeatFindings()
  /// Whether the output may have rows already.
  var hasRows = false
  /// The choice of descriptors, if none of them is for the request.
  var unmatched: DescriptorChoice?
  /// Describes a record that cannot be written, given the reason.
  var notWritable: ((_ detail: UInt32, InputPlace) -> Diagnostic)?
  /// The reasons why the output has refused records.
  let refusals = OutputRefusals()
  /// For inputs whose names state their requests: the choice of descriptors if none is for the
  /// request, by the name of the input.
  var unmatchedInputs: [String: DescriptorChoice]?

  /// The diagnostic of a fault; `keys` are those of a document in which nothing was found.
  func diagnostic(_ fault: MappingFault, at place: InputPlace, keys: [[UInt8]]) -> Diagnostic {
    let severity: Diagnostic.Severity = fault.isError ? .error : .warning
    let location = Location(place)
    switch fault.code {
    case .notFound:
      let isEmpty = fault.variant == MappingFault.emptyDocument || place.isNull
      if let part = place.part {
        return notFound(location, keys, part.descriptors.map { compiled.descriptors[$0] }, isEmpty)
      }
      return (unmatchedInputs?[place.input] ?? unmatched).map { nothing(of: $0, location) }
        ?? notFound(location, keys, compiled.descriptors, isEmpty)
    case .missingPart:
      let descriptor = compiled.descriptors[Int(fault.variant)]
      var finding = missingPart(descriptor, location, keys, endsAt: fault.derived)
      finding.severity = severity
      return finding
    case .duplicateKey:
      return Diagnostic(
        .duplicateKeyIgnored,
        compiled.plan.keyRules.isExact
          ? "\(place.name) occurs more than once in one object"
          : "\(place.name) is read as a key that its object has already",
        at: location,
        help: statesDuplicateKeys || !hasInputFlags
          ? [] : ["--duplicate-keys first, last or error says what to do with it"]
      )
    case .singleRoot:
      var finding = singleRoot(compiled.descriptors[Int(fault.variant)], isError: fault.isError)
      finding.location = location
      return finding
    case .neverCompares: return neverCompares(fault, keys, at: place)
    case .conversion, .notRecord, .unmappable, .required, .requiredRecord, .unmatched, .severalKeys,
      .tooDeep,
      .unmapped, .surrogate, .unknownKey, .untransformed, .noIdentity, .otherKind, .isThere,
      .isOther, .changed, .invalid, .rejected, .unevaluated, .unfilled, .convertedKind, .tooLarge,
      .nullElement, .notJudged, .repeated:
      break
    case .notWritable:
      if var words = notWritable?(fault.detail, place) {
        words.severity = severity
        return words
      }
      if var words = refusals.words(fault.detail) {
        words.location = location
        return words
      }
    }
    var site = compiled.sites[Int(fault.site.index)]
    if isStrict { site.hasErrorPolicy = true }
    var finding = finding(fault, site, place, keys)
    finding.severity = severity
    finding.location = location
    if takesRecords { return finding }
    if fault.code == .repeated { finding.related = earlier(fault) }
    finding.related.append(graph.related(site.place, site.subject, site.details))
    return finding
  }

  private func finding(
    _ fault: MappingFault,
    _ site: RuleSite,
    _ place: InputPlace,
    _ keys: [[UInt8]]
  ) -> Diagnostic {
    if fault.failsIdentity { return unconvertedIdentity(fault, site, place) }
    switch fault.code {
    case .unmappable where fault.variant == MappingFault.otherShape:
      return otherShape(site, place, keys)
    case .unmappable:
      return Diagnostic(
        .unmappable,
        "nothing of this representation could be mapped to \(site.product)",
        help: [
          self.keys(place),
          "is it the mapper that was meant, and are the keys spelt as in the data?",
        ]
        .compactMap(\.self)
      )
    case .required:
      return required(site, place, isNull: fault.derived == .null, isLack: fault.isLack)
    case .requiredRecord:
      return Diagnostic(
        .requiredMissing,
        "\(site.product) is required, but no record was made of what stands there",
        help: ["correct the data, or let a matcher take it"]
      )
    case .unknownKey: return unknownKey(fault, site, place)
    case .unmatched:
      return Diagnostic(
        .unmatched,
        "no matcher of '\(site.product)' takes this representation",
        help: [
          site.isDriftReported
            ? "add a matcher for it; \"default\": null declines all that no matcher takes"
            : "add a matcher or a \"default\", or leave out \"unmatched\": \"error\""
        ]
      )
    case .tooDeep:
      return Diagnostic(
        .tooDeep,
        "\(site.product) lies more than 10,000 levels deep in its record",
        help: ["let the mappers go down in the document, and not in circles"]
      )
    case .severalKeys:
      return Diagnostic(
        .severalKeys,
        "this object has several keys, but is taken as one \(site.product) named by its first",
        help: ["\"forceCollection\": true on the mapper takes every key as a record"]
      )
    case .notRecord: return notRecord(site, place)
    case .nullElement:
      let rule = fault.variant == 0 ? "the mapper '\(site.mapper)'" : "the relationship"
      return Diagnostic(
        .requiredMissing,
        "\(site.product) expects a record, got null",
        help: ["correct the data, or say \"onNull\": \"absent\" on \(rule) if that may be so"]
      )
    case .untransformed: return untransformed(fault, site, place)
    case .noIdentity: return noIdentity(site, place, fault.derived)
    case .otherKind: return otherKind(site, place, fault.derived)
    case .isThere: return isThere(site, place, fault.derived)
    case .isOther: return isOther(site, place, fault.derived)
    case .changed: return changed(fault, site, place)
    case .unmapped:
      return unmapped(site, place, fault.derived)
    case .invalid: return invalid(site)
    case .rejected: return rejected(site, place)
    case .unevaluated: return unevaluated(site, place, keys.first ?? [])
    case .unfilled: return unfilled(site)
    case .convertedKind: return convertedKind(fault, site, place)
    case .tooLarge: return tooLarge(site)
    case .repeated: return repeated(fault, site, place)
    default: return conversion(fault, site, place)
    }
  }

  private func unmapped(_ site: RuleSite, _ place: InputPlace, _ derived: JSONKind?) -> Diagnostic {
    let actual = site.origin(isMapped: false) + (derived?.description ?? place.description)
    return Diagnostic(
      .conversionFailed,
      "the value map of \(site.product) has no entry for \(actual)",
      help: ["add the entry to the map, or a \"default\""]
    ).stating(expected: "an entry of the value map", actual: actual)
  }

  private func conversion(
    _ fault: MappingFault,
    _ site: RuleSite,
    _ place: InputPlace
  ) -> Diagnostic {
    if place.isRepetition { return repetition(site, place) }
    let derived = fault.derived
    let value = derived?.description ?? place.description
    // Without a type any value is copied unchanged, unless it is invalid text.
    let isSurrogate =
      fault.code == .surrogate || site.expectation == AttributeType.nothingExpected
    let actual =
      isSurrogate
      ? value + " with half of a surrogate pair" : site.origin(isMapped: site.hasValueMap) + value
    if isSurrogate && takesRecords {
      return Diagnostic(
        .conversionFailed,
        "\(value) of this record has half of a surrogate pair",
        help: site.surrogateHelp
      )
    }
    let isDigits = derived == nil && place.isDigits
    let hasComma = derived == nil && place.hasDecimalComma && site.readsFractions
    return Diagnostic(
      .conversionFailed,
      "\(site.product) expects \(site.expectation), got \(actual)",
      help: isSurrogate
        ? site.surrogateHelp
        : hasComma
          ? ["\"transform\": \"replace:/,/./\" reads a decimal comma"]
          : site.help(for: site.isPlain ? derived ?? place.kind : nil, isDigits: isDigits)
    ).stating(expected: site.expectation, actual: actual)
  }

  /// The diagnostic for a repeated element where only one is expected.
  private func repetition(_ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    let key = String(place.pointer?.split(byte: .solidus).last ?? "")
    var words = "of its name"
    var cure = "\"many\": true"
    if let path = site.paths.first, path.isDotted, path.components.last != .key(key) {
      // An outer element on the way to it is repeated.
      words = "'\(key)' on the way to it"
      let steps = path.text.split(byte: .period).map { $0 == key ? "\($0)[*]" : String($0) }
      cure = "\"from\": \"\(steps.joined(separator: "."))\""
    } else if site.subject.contains(".attributes.") {
      let type = place.kind == .object ? "any" : site.type?.name ?? "string"
      cure = "\"type\": \"[\(type)]\""
    }
    return Diagnostic(
      .conversionFailed,
      "\(site.product) is made of one element, but this is the second \(words)",
      help: ["\(cure) takes all of them"]
    ).stating(expected: "one element", actual: "several")
  }

  /// The diagnostic for a scalar where a record is expected.
  private func notRecord(_ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    Diagnostic(
      .conversionFailed,
      "\(site.product) expects a record, got \(place.description)",
      help: [
        "correct the data, or name the attribute that such a value is: \"scalarAs\" on the mapper"
      ]
    ).stating(expected: "a record", actual: place.description)
  }

  private func untransformed(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace)
    -> Diagnostic
  {
    let number = Int(fault.detail)
    let transform = site.transforms[number]
    let actual = fault.derived?.description ?? place.description
    let before = number > 0 ? "what '\(site.transforms[number - 1].text)' makes of " : ""
    var help = "'\(transform.name.rawValue)' takes \(transform.name.domain)"
    if transform.name == .replace && fault.derived == nil && place.isScalar {
      // A scalar is matched as text, so its kind is not the problem.
      help =
        "the search takes too much memory: make the pattern simpler, or the text shorter"
      if number > 0 { help += ", or it is applied to what is no text" }
    }
    return Diagnostic(
      .conversionFailed,
      "'\(transform.text)' of \(site.product) cannot be applied to \(before)\(actual)",
      help: [help] + site.policyHelp
    ).stating(expected: transform.name.domain, actual: actual)
  }
}

extension RuleSite {
  /// Help for a value that cannot be converted.
  fileprivate func help(for kind: JSONKind?, isDigits: Bool) -> [String] {
    let isAttribute = subject.contains(".attributes.")
    if isAttribute, kind != .array, type?.isZoneless == true {
      return [type?.hint].compactMap { $0 }
    }
    switch kind {
    case .array where !isAttribute && expectation == "one record":
      return ["\"many\" says whether there is one record or several"]
    case .array where !isAttribute:
      return ["an array of arrays is flattened by [*] in the key path"]
    case _ where !isAttribute: return []
    case .array where type != nil && type?.leaf == type:
      return ["\"type\": \"[\(type?.name ?? "")]\" takes a list"]
    case .string where type?.isDate == true && isDigits && type?.hasStatedFormats == false:
      return ["digits alone do not say what they count: name the \"format\""]
    case .number where type?.isDate == true && type?.readsMilliseconds == false:
      return ["a number is seconds since 1970; \"format\": \"epochMillis\" reads milliseconds"]
    case .string where type?.isDate == true, .number where type?.isDate == true,
      nil where type?.isDate == true:
      return [
        hasErrorPolicy
          ? "add the format, or correct the data"
          : "\"onError\": \"null\" on this attribute, or add the format"
      ]
    case .number where type?.leaf == .plain(.integer):
      return ["an integer is whole and fits 64 bits; \"number\" and \"decimal\" take all numbers"]
    case .number where type?.isStoredDecimal == true: return [type?.hint].compactMap { $0 }
    case .string where type?.hint != nil, nil where type?.hint != nil:
      return [type?.hint].compactMap { $0 }
    case _ where hasErrorPolicy: return ["correct the data, or the \"type\" of the attribute"]
    default: return policyHelp
    }
  }

  fileprivate var surrogateHelp: [String] {
    ["a \\u escape of D800 to DFFF is a character only together with its other half"]
      + (subject.contains(".attributes.") ? policyHelp : [])
  }

  var policyHelp: [String] {
    hasErrorPolicy ? [] : ["\"onError\" on this attribute says what to do with such a value"]
  }

  /// Whether its values are plain numbers that may have a fraction.
  fileprivate var readsFractions: Bool {
    guard isPlain, let leaf = type?.leaf else { return false }
    return leaf == .plain(.number) || leaf == .plain(.decimal) || leaf.isStoredDecimal
  }

  /// Whether the converted value comes straight from the input.
  fileprivate var isPlain: Bool { transforms.isEmpty && !hasValueMap }

  /// How the converted value was computed from the input.
  func origin(isMapped: Bool) -> String {
    if isMapped { return "what the value map has for " }
    return transforms.last.map { "what '\($0.text)' makes of " } ?? ""
  }
}

extension JSONKind {
  /// The name of a value of the kind.
  var description: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension InputPlace {
  var kind: JSONKind? { value.first.map { JSONKind(firstByte: $0) } }

  var isNull: Bool { kind == .null }

  fileprivate var isScalar: Bool {
    kind == .string || kind == .number || kind == .boolean
  }

  /// Text that is a number but for a comma in place of the point.
  ///
  /// Three digits after it may be thousands.
  fileprivate var hasDecimalComma: Bool {
    guard kind == .string else { return false }
    let parts = value.dropFirst().dropLast().split(
      separator: UInt8.comma,
      omittingEmptySubsequences: false
    )
    let whole = parts[0].first == .minus ? parts[0].dropFirst() : parts[0]
    return parts.count == 2 && parts[1].count != 3
      && [whole, parts[1]].allSatisfy {
        !$0.isEmpty && $0.allSatisfy(\.isDigit)
      }
  }

  /// Text that consists of digits.
  fileprivate var isDigits: Bool {
    kind == .string && value.count > 2 && value.dropFirst().dropLast().allSatisfy(\.isDigit)
  }

  static var ellipsis: String { "\u{2026}" }

  /// The value as written, truncated if long.
  var name: String {
    let (text, isTruncated) = shownValue
    return String(decoding: text, as: UTF8.self) + (isTruncated ? Self.ellipsis : "")
  }

  /// The bytes of the truncated value, and whether it was truncated.
  var shownValue: (text: ArraySlice<UInt8>, isTruncated: Bool) {
    guard value.count > InputPlace.longestValue else { return (value[...], false) }
    let value = value.prefix(InputPlace.longestValue)
    // Do not cut a character in two.
    let start = value.lastIndex { $0 & 0xC0 != 0x80 } ?? value.startIndex
    return (value[start] < 0x80 ? value : value[..<start], true)
  }

  /// The kind of the value, with its text if short.
  var description: String {
    switch kind {
    case .string: "string \(name)"
    case .number: "number \(name)"
    case .boolean: name
    case .null, .array, .object: kind?.description ?? ""
    case nil: "nothing"
    }
  }
}

extension Location {
  /// Creates the location of a place in an input.
  init(_ place: InputPlace) {
    self.init(
      file: place.input,
      byteRange: place.byteOffset..<(place.byteOffset + max(place.markedCount, 0)),
      line: place.line,
      column: place.column,
      characterColumn: place.characterColumn,
      pointer: place.pointer,
      recordNumber: place.recordNumber,
      lineText: place.excerpt,
      lineOffset: place.excerptOffset,
      markedCount: place.markedCount
    )
  }
}
