internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The members that a test file redacts, and the errors in their names.
struct RedactionCheck {
  private(set) var redactions: [Redaction] = []
  private(set) var findings: [Diagnostic] = []

  /// The members of a target's records.
  private struct Members {
    var attributes: [[String]] = []
    /// The keys of relationships, with the targets of the related records.
    var relationships: [(keys: [String], targets: [String])] = []
  }

  init(_ suite: TestSuite, _ graph: MappingGraph) {
    if suite.redactions.isEmpty { return }
    let targets = Self.targets(of: graph)
    for text in suite.redactions {
      do throws(RedactionFault) {
        redactions.append(try Self.redaction(text.value, targets))
      } catch {
        findings.append(
          Diagnostic(
            .badExpectation,
            error.message,
            at: suite.location(of: text.place),
            help: [error.help].compactMap { $0 }
          )
        )
      }
    }
  }

  private static func targets(of graph: MappingGraph) -> [String: Members] {
    var targets: [String: Members] = [:]
    let chosen = graph.nestingAttributesOfChoosers()
    for number in graph.mappings.indices {
      guard case .object(let mapping) = graph.mappings[number] else { continue }
      var members = targets[mapping.target] ?? Members()
      members.attributes += mapping.attributes.map(\.destination.keys)
      members.attributes += chosen[MappingID(number), default: []].sorted().map { [$0] }
      for relationship in mapping.relationships {
        let related = graph.mappingsOfRecords(from: relationship.mapping).map(\.target)
        members.relationships.append((relationship.destination.keys, related))
      }
      for connection in mapping.connections {
        members.relationships.append((connection.destination.keys, [connection.target]))
      }
      targets[mapping.target] = members
    }
    return targets
  }

  private static func redaction(
    _ text: String,
    _ targets: [String: Members]
  ) throws(RedactionFault) -> Redaction {
    // Target names may contain dots.
    let target = targets.keys.filter { text.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard let target, let members = targets[target] else {
      guard let dot = text.firstIndex(of: ".") else {
        throw RedactionFault(
          message: "'\(text)' does not name a member of a target",
          help: "as in \"User.updatedAt\""
        )
      }
      let name = String(text[..<dot])
      let suggestion = NearestName.suggestion(for: name, among: targets.keys.sorted())
      throw RedactionFault(message: "the spec has no target '\(name)'\(suggestion)")
    }
    let path = String(text.dropFirst(target.count + 1))
    let keys: [String]
    do {
      keys = try KeyPathParser.destination(path).keys
    } catch {
      throw RedactionFault(message: "'\(path)' is no key path: \(error.message)", help: error.help)
    }
    let known = members.attributes + members.relationships.map(\.keys)
    if known.contains(where: { $0.starts(with: keys) }) {
      return Redaction(target: target, keys: keys)
    }
    if let (way, related) = members.relationships.first(where: { keys.starts(with: $0.keys) }),
      let other = related.first
    {
      let rest = keys.dropFirst(way.count).joined(separator: ".")
      throw RedactionFault(
        message: "'\(way.joined(separator: "."))' of '\(target)' holds records of their own",
        help: "name the member of theirs: \"\(other).\(rest)\""
      )
    }
    let names = known.map { $0.joined(separator: ".") }
    let suggestion = NearestName.suggestion(for: path, among: names)
    throw RedactionFault(message: "records of '\(target)' have no member '\(path)'\(suggestion)")
  }
}

private struct RedactionFault: Error {
  var message: String
  var help: String?
}
