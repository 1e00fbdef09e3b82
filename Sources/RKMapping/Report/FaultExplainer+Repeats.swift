internal import RKDiagnostics
internal import RKEngine

/// What is needed to tell which records overwrite earlier ones; known once the output is ready.
final class RepeatFindings {
  private(set) var watch: RepeatWatch?
  /// The names of the members of each target that is compared.
  fileprivate var members: [[String]] = []
  /// Finds where a record begins; nil if its input cannot be read again.
  fileprivate var locate: (RepeatWatch.Place) -> Location? = { _ in nil }

  func begin(
    _ watch: RepeatWatch,
    _ compiled: CompiledMapping,
    locate: @escaping (RepeatWatch.Place) -> Location?
  ) {
    self.watch = watch
    members = compiled.repeatedMembers
    self.locate = locate
  }
}

/// Diagnostics for records that overwrite earlier ones of the run.
extension FaultExplainer {
  /// The finding about a record that differs from an earlier one; `fault` says from which.
  func repeated(_ fault: MappingFault, _ site: RuleSite, _ place: InputPlace) -> Diagnostic {
    guard let conflict = repeats.watch?.conflicts[Int(fault.detail)] else {
      return Diagnostic(.repeatedIdentity, site.product)
    }
    let name = name(conflict, site.target)
    let member = repeats.members[conflict.target][conflict.member]
    return Diagnostic(
      .repeatedIdentity,
      "\(name) is there already, with another '\(member)'",
      help: Self.help(site.mapper)
    )
  }

  private static func help(_ mapper: String) -> [String] {
    [
      "\"identification\" may not tell them apart",
      "\"modification\" decides by age",
      "\"onRepeat\": \"last\" in mappers.\(mapper) says that it is meant",
    ]
  }

  /// The place of the earlier record.
  func earlier(_ fault: MappingFault) -> [Diagnostic.Related] {
    guard let conflict = repeats.watch?.conflicts[Int(fault.detail)],
      let location = repeats.locate(conflict.earlier)
    else { return [] }
    let site = compiled.sites[Int(fault.site.index)]
    let name = name(conflict, site.target)
    return [Diagnostic.Related(location: location, subject: "the earlier \(name)")]
  }

  /// A record of a target, such as `Order id=1`.
  private func name(_ conflict: RepeatWatch.Conflict, _ target: String) -> String {
    let names = graph.identificationNames()[target] ?? []
    let parts = zip(names, conflict.identity).map { "\($0)=\($1)" }
    return ([target] + parts).joined(separator: " ")
  }

  /// What is told at the end about lists that name a member again, one finding for a relationship.
  func droppedMembers() -> [Diagnostic] {
    guard let dropped = repeats.watch?.dropped else { return [] }
    return dropped.sorted { $0.key < $1.key }.map { number, found in
      let site = compiled.sites[Int(number)]
      var finding = Diagnostic(
        .repeatedIdentity,
        found.count == 1
          ? "1 member of \(site.product) is in its list already: the join table has it once"
          : "\(found.count) members of \(site.product) are in their lists already: "
            + "the join table has each once",
        help: [
          "records without \"identification\" are kept one by one, in a child table",
          "\"onRepeat\": \"last\" on their mapper says that it is meant",
        ]
      )
      finding.location = repeats.locate(found.owner)
      finding.related = [graph.related(site.place, site.subject)]
      return finding
    }
  }

  /// What is told at the end about the records of a target, given the finding about the first.
  func summed(_ first: Diagnostic, _ target: Int) -> Diagnostic {
    guard let tally = repeats.watch?.tallies[target] else { return first }
    var finding = first
    let names = repeats.members[target]
    let order = names.indices.filter { tally.memberCounts[$0] > 0 }.sorted { left, right in
      let (one, other) = (tally.memberCounts[left], tally.memberCounts[right])
      return one == other ? left < right : one > other
    }
    let most = 3
    let shown = order.prefix(most).map { "\(names[$0]) (\(tally.memberCounts[$0]))" }
    let rest = order.count > most ? " and \(order.count - most) more" : ""
    let count = tally.recordCount
    let isSkipped = tally.skippedCount == count
    finding.message =
      (count == 1
        ? "1 record of \(first.message) "
          + (isSkipped ? "is skipped, as it is not newer than" : "overwrites") + " an earlier one"
        : "\(count) records of \(first.message) "
          + (isSkipped ? "are skipped, as they are not newer than" : "overwrite") + " earlier ones")
      + " with the same identity: \(shown.joined(separator: ", "))\(rest)"
    return finding
  }
}
