internal import RKDiagnostics
internal import RKEngine

/// Words the diagnostics for records that cannot be written.
struct WriteExplainer {
  let graph: MappingGraph
  /// The rules from which the parts of the plan were made.
  let sites: [RuleSite]
  let writer: RecordWriter
  let typeKey: String?
  /// Merges the records into originals.
  var updater: OriginalUpdater?
  /// Reads the records back.
  var check: ReadingCheck?
  /// The compiled mappers of requests.
  var requests: CompiledMapping?

  func diagnostic(_ detail: UInt32, at place: InputPlace) -> Diagnostic {
    guard let problem = WriteProblem(detail: detail) else {
      preconditionFailure("a problem that the writer has told")
    }
    let number = WriteProblem.number(of: detail)
    var finding =
      switch problem {
      case .request: requestFinding(number, place)
      case .refused: refusedFinding(number, place)
      default: finding(problem, number, place)
      }
    finding.location = Location(place)
    if finding.related.isEmpty, sites.indices.contains(number), problem.isAboutRule {
      let site = sites[number]
      finding.related = [graph.related(site.place, site.subject, site.details)]
    }
    return finding
  }

  /// The mapper of a request failed, as it may in any run.
  private func requestFinding(_ number: Int, _ place: InputPlace) -> Diagnostic {
    guard let requests, let fault = writer.requestFault(number) else {
      preconditionFailure("a request's fault that the writer has kept")
    }
    return FaultExplainer(graph: graph, compiled: requests).diagnostic(fault, at: place, keys: [])
  }

  /// The diagnostic for a record that could not be read back.
  private func refusedFinding(_ number: Int, _ place: InputPlace) -> Diagnostic {
    guard let check else { preconditionFailure("a refusal that the check has kept") }
    let reason = check.finding(number, at: place)
    let rule = reason.related.first?.subject ?? "the spec"
    return Diagnostic(
      .notWritable,
      "what would be written of this record is not read back: \(rule) refuses it (\(reason.code.id))",
      related: reason.related,
      help: ["correct the record; 'rkmap help \(reason.code.id)' says what that code means"]
    )
  }

  private func finding(_ problem: WriteProblem, _ number: Int, _ place: InputPlace) -> Diagnostic {
    let site = sites.indices.contains(number) ? sites[number] : nil
    let product = site?.product ?? "a record"
    let value = place.description
    let source = site?.paths.first?.text ?? ""
    let isDate = site?.type?.isDate == true
    var code = DiagnosticCode.notWritable
    let (message, help): (String, String)
    switch problem {
    case .unlike where isDate:
      message = "no format of \(product) gives \(value) back"
      help = "add a format that holds all of it to the attribute"
    case .unlike:
      message = "\(value) of \(product) would be read back as another value"
      help = "correct the record; the policies of the rule say what is read"
    case .unmapped:
      message = "the value map of \(product) gives no \(value)"
      help = "correct the record, or add the entry to the map"
    case .unconverted:
      message = "\(product) has \(site?.expectation ?? "another value"), not \(value)"
      help = "correct the record"
    case .unmade:
      let transforms = site?.transforms.map { "'\($0.text)'" }.joined(separator: ", ") ?? ""
      message = "\(value) of \(product) is nothing that \(transforms) makes"
      help = "correct the record; what is written has to read back to its value"
    case .contradiction:
      let there = source.isEmpty ? "one place" : "'\(source)'"
      message = "two rules write different values to \(there)"
      help = "let the record say the same twice, or leave one rule out: \"serialize\": false"
    case .noKey:
      let state = place.kind == .object ? "is missing" : "is \(value)"
      message = "\(product) becomes a key, and \(state)"
      help = "a key is text, a number or a boolean"
    case .repeatedKey:
      message = "another record has the key of this \(product)"
      help = "keys of one object differ"
    case .oneWay:
      message =
        "\(product) has another value than in the original, and its rule has no inverse"
      help = "'rkmap check --inverse' says why; a value that stays as it is does no harm"
    case .newOneWay:
      message = "this record is not in the original, and \(product) cannot be written"
      help =
        "does its identity match one there? 'rkmap check --inverse' says why the rule cannot be turned "
        + "round"
    case .unsaid:
      message = "\(product) is missing here, and would be read \(reading(ofMissing: number))"
      help = "say in the record what is read"
    case .otherChoice:
      message = "the first mapper that can stand here for this type does not write \(product)"
      help = "give the mappers targets of their own, or move this one's choice to the front"
    case .noPlace:
      message = "the original has no list for this \(product)"
      help = "only a record that is in the original can be put there"
    case .obstacle:
      message =
        "the original has a value on the way to '\(source)', which \(product) would have to replace"
      help = "correct the original, or leave the member out of the record"
    case .nothingKnown:
      message = "no rule writes any member of this \(product)"
      help = "RECORDS are what 'apply' writes: a record, a list, or an object of lists by key path"
    case .nothingWritten:
      let (node, names) = writer.lostMembers[number]
      code = .unmappable
      message =
        "no rule of \(node < 0 ? "the request" : target(of: node)) writes a member of this record; it has "
        + Self.listed(names)
      help = "RECORDS are what 'apply' writes: a record, a list, or an object of lists by key path"
    case .declined:
      message = "what would be written of this \(product) is not read back: its mapper declines it"
      help = "correct the record; \"when\" and \"matchers\" say what is read"
    case .notRecord:
      message = "\(product) is written of a record, not of \(value)"
      help = "records are objects, as 'apply' writes them"
    case .noKeyPath:
      let known = writer.plan.keyPaths.map { "'\(String(decoding: $0.name, as: UTF8.self))'" }
      code = .unmatched
      message = "no descriptor of these records has this key path"
      help = "the key paths are \(known.joined(separator: ", "))"
    case .noType:
      code = typeKey == nil ? .flagValue : .unmatched
      message =
        typeKey.map { "this record has no member '\($0)', and several types may stand here" }
        ?? "records of several types may stand here, and nothing says which this one is"
      help =
        typeKey.map { "'apply --type-key \($0)' writes it" }
        ?? "--type-key NAME names the member that holds a record's type"
    case .failedBefore:
      code = .unmappable
      message = "this stands in the place of a record that failed"
      help = "--on-error skip leaves it out"
    case .mixedRoots:
      code = .unmatched
      message =
        "a request without a key path cannot send this record beside those of one that has one"
      help = "--request NAME names the requests to be made"
    case .scalarRoot:
      message = "a form has members, and this record is written as a single value"
      help = "a key path of the descriptor names it"
    case .ambiguous: return ambiguous(number)
    case .otherType: return otherType(number)
    case .noPathValue, .badPathValue, .noRoute, .request, .refused:
      preconditionFailure("it has words of its own")
    }
    return Diagnostic(code, message, help: [help])
  }

  private func target(of node: Int) -> String {
    String(decoding: writer.plan.nodes[node].target, as: UTF8.self)
  }

  /// The first of some names, in quotes.
  private static func listed(_ names: [[UInt8]]) -> String {
    let shown = names.prefix(5).map { "'\(String(decoding: $0, as: UTF8.self))'" }
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// What a rule makes of a missing value, in words.
  private func reading(ofMissing site: Int) -> String {
    for member in writer.plan.nodes.lazy.flatMap(\.members) where Int(member.site) == site {
      guard case .value(let rule) = member.content, let missing = rule.missing else { break }
      return "as " + String(decoding: missing, as: UTF8.self)
    }
    return "all the same"
  }

  private func ambiguous(_ number: Int) -> Diagnostic {
    guard let ambiguity = updater?.ambiguities[number] else {
      preconditionFailure("an ambiguity that the updater has kept")
    }
    let (count, others) = (ambiguity.count, ambiguity.originals.count)
    let isIdentified = !ambiguity.identity.isEmpty
    if let unread = ambiguity.unread {
      return Diagnostic(
        .ambiguousOriginal,
        "this record is none that was read of the original, of which something could not be read",
        related: [Diagnostic.Related(location: unread, subject: "which may be this record")],
        help: ["'rkmap check' says why; correct the original"]
      )
    }
    return Diagnostic(
      .ambiguousOriginal,
      isIdentified
        ? "\(count) record\(count == 1 ? " has" : "s have") the identity \(ambiguity.identity), and "
          + "\(others == 0 ? "none" : String(others)) of the original"
        : "the original has \(others) records here and RECORDS \(count), and nothing says which this one is",
      related: ambiguity.originals.prefix(2).compactMap { original in
        original.origin?.location.map {
          Diagnostic.Related(location: $0, subject: "of the original")
        }
      },
      help: [
        others == 0
          ? "say each record once, or add what tells them apart to \"identification\" of the mapper"
          : isIdentified
            ? "as many records on both sides are matched in their order"
            : "\"identification\" of the mapper tells records apart; as many on both sides are matched in "
              + "their order"
      ]
    )
  }

  private func otherType(_ number: Int) -> Diagnostic {
    let type = String(decoding: writer.otherType(number), as: UTF8.self)
    if type.isEmpty {
      return Diagnostic(
        .unmatched,
        "no \(requests == nil ? "descriptor" : "request") of the spec is for this record",
        help: ["--method and --path leave out those that are for others"]
      )
    }
    let subject = requests == nil ? "no mapper that can stand here makes" : "no request sends"
    let known = knownTypes
    let suggestion =
      known.contains(type) ? "" : NearestName.suggestion(for: type, among: known)
    return Diagnostic(
      .unmatched,
      "\(subject) records of the type '\(type)'\(suggestion)",
      help: ["the type is the target of a mapper, as --type-key of 'apply' writes it"]
    )
  }

  /// The types of the records that can be written.
  private var knownTypes: [String] {
    let sources = writer.plan.entries.compactMap { entry -> [UInt8]? in
      if case .request(let source, _) = entry.content { source } else { nil }
    }
    return (writer.plan.nodes.map(\.target) + sources).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension WriteProblem {
  /// Whether its number is that of a rule.
  fileprivate var isAboutRule: Bool {
    switch self {
    case .unlike, .unmapped, .unconverted, .unmade, .contradiction, .noKey, .repeatedKey,
      .notRecord, .unsaid, .oneWay, .newOneWay, .otherChoice, .noPlace, .obstacle, .nothingKnown,
      .declined:
      true
    case .ambiguous, .nothingWritten, .otherType, .noKeyPath, .noType, .failedBefore, .mixedRoots,
      .scalarRoot, .request, .refused, .noPathValue, .badPathValue, .noRoute:
      false
    }
  }
}
