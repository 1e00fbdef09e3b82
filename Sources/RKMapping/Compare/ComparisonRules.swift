package import RKDiagnostics
internal import RKEngine

/// Which parts of a mapping's records are compared, and how exactly.
package struct ComparisonRules {
  /// A value of a target's records.
  struct Member {
    /// The names on the path to it.
    var path: [String]
    /// The path as one text.
    var name: String
    /// Whether the order of its elements does not matter.
    var isUnordered = false
    /// Whether the order of its elements does not matter in tables, because databases do not keep it.
    var isUnorderedInTables = false
    var isIgnored = false
    /// The largest allowed difference of numbers and dates.
    var tolerance: String?
    /// Whether its texts are decimal numbers.
    var isDecimal = false
    /// Reads its dates.
    var dates: InstantReader?
    /// The keys in a representation that may lead to its value.
    var sources: [[String]] = []
  }

  /// The records of a target.
  struct Target {
    var name: String
    var members: [Member] = []
    /// The names of the attributes that identify a record; empty if there is no identity.
    var identity: [DestinationKeyPath] = []
    var isIgnored = false
  }

  /// The targets in the order of the spec.
  private(set) var targets: [Target] = []
  /// For each kind of record, the index of its target.
  private(set) var targetsOfShapes: [Int] = []
  /// The index of each target that has records.
  private(set) var numbers: [String: Int] = [:]
  /// Whether any value is compared with a tolerance.
  private(set) var hasTolerances = false

  /// Creates rules by which everything is compared exactly.
  package init(_ mapper: Mapper) {
    let graph = mapper.mapping.graph
    let plan = mapper.compiled.plan
    let identities = graph.identificationNames()
    for case .object(let mapping) in graph.mappings where numbers[mapping.target] == nil {
      numbers[mapping.target] = targets.count
      var target = Target(name: mapping.target)
      target.identity = (identities[mapping.target] ?? []).map { name in
        graph.destination(name, of: mapping.target) ?? DestinationKeyPath(key: name)
      }
      targets.append(target)
    }
    for (number, shape) in plan.schema.records.enumerated() {
      let target = numbers[plan.schema.text(shape.name)] ?? -1
      targetsOfShapes.append(target)
      if target < 0 || !targets[target].members.isEmpty { continue }
      let merged = plan.mergeRules.indices.contains(number) ? plan.mergeRules[number].merged : .none
      let members = merged.isNone ? shape.members : plan.schema.records[merged].members
      targets[target].members = Self.members(members, plan.schema, below: []).map { path in
        graph.comparedMember(path, of: targets[target].name)
      }
    }
  }

  private static func members(
    _ range: PlanRange<OutputMember>,
    _ schema: RowSchema,
    below path: [String]
  ) -> [[String]] {
    schema.members[range].flatMap { member in
      let path = path + [schema.text(member.name)]
      switch member.content {
      // An object that attributes made in place of a related record is compared as a whole.
      case .column, .related: return [path]
      case .group(let inner): return members(inner, schema, below: path)
      }
    }
  }

  /// Ignores differences in what tables do not keep, because records come from tables.
  package mutating func compareTables() {
    for target in targets.indices {
      for member in targets[target].members.indices
      where targets[target].members[member].isUnorderedInTables {
        targets[target].members[member].isUnordered = true
      }
    }
  }

  // MARK: - Exceptions

  /// Excludes `Target`, `Target.attribute` or `Target.relationship` from the comparison.
  ///
  /// Throws a diagnostic if the spec has no such name.
  package mutating func ignore(_ text: String, in mapping: Mapping) throws(DiagnosticsError) {
    let graph = mapping.graph
    if let target = numbers[text] { return targets[target].isIgnored = true }
    for number in targets.indices {
      guard let name = text.suffix(after: targets[number].name + "."),
        graph.memberNames(of: targets[number].name).contains(name)
      else { continue }
      for member in targets[number].members.indices {
        let path = targets[number].members[member].name
        if path == name || path.begins(with: name + ".") {
          targets[number].members[member].isIgnored = true
        }
      }
      return
    }
    let known = targets.flatMap { target in
      [target.name] + graph.memberNames(of: target.name).map { "\(target.name).\($0)" }
    }
    // The name of an attribute without its target.
    let whole = known.first { $0.utf8.suffix(text.utf8.count + 1).elementsEqual(("." + text).utf8) }
    throw Self.unknown(text, "--ignore", among: known, nearest: whole)
  }

  /// Treats values as equal that differ by at most a limit, given as `[Target.]attribute=N`.
  package mutating func tolerate(_ text: String, in mapping: Mapping) throws(DiagnosticsError) {
    let graph = mapping.graph
    guard let sign = text.utf8.lastIndex(of: .ascii("=")),
      let limit = Number(String(text[text.utf8.index(after: sign)...])),
      !NumberDistance.isLess(limit.text, "0")
    else {
      throw .refusal(
        "--tolerance takes an attribute and a number that is not negative, not '\(text)'",
        help: ["as in --tolerance price=0.01 or --tolerance Order.sentAt=60, dates in seconds"]
      )
    }
    let name = String(text[..<sign])
    var isKnown = false
    for number in targets.indices {
      let names = graph.memberNames(of: targets[number].name)
      let own = name.suffix(after: targets[number].name + ".")
      guard let wanted = [name, own].compactMap({ $0 }).first(where: names.contains) else {
        continue
      }
      isKnown = true
      for member in targets[number].members.indices
      where targets[number].members[member].name == wanted {
        targets[number].members[member].tolerance = limit.text
        hasTolerances = true
      }
    }
    if isKnown { return }
    let known = targets.flatMap { target in
      graph.memberNames(of: target.name).flatMap { [$0, "\(target.name).\($0)"] }
    }
    throw Self.unknown(name, "--tolerance", among: known)
  }

  private static func unknown(
    _ name: String,
    _ flag: String,
    among known: [String],
    nearest: String? = nil
  ) -> DiagnosticsError {
    let suggestion = NameOffer(name: nearest ?? NearestName.of(name, among: known))
    return .refusal("the spec has nothing called '\(name)' for \(flag)\(suggestion)")
  }
}

extension ComparisonRules.Member {
  init(path: [String]) {
    self.path = path
    name = path.joined(separator: ".")
  }
}
