internal import RKDiagnostics
internal import RKMapping

/// What a snapshot shows about records that fail now.
extension SnapshotComparison {
  /// The findings with better help: if a value is missing, and its old value now has another key, the help names
  /// that key instead of one with a similar name.
  func explained(_ findings: [Diagnostic], _ graph: MappingGraph) -> [Diagnostic] {
    findings.map { finding in
      guard finding.code == .requiredMissing, let help = renaming(finding, graph) else {
        return finding
      }
      var finding = finding
      finding.help.removeAll { $0.hasPrefix(RenamedKey.helpStart) }
      finding.help.insert(help, at: 0)
      return finding
    }
  }

  private func renaming(_ finding: Diagnostic, _ graph: MappingGraph) -> String? {
    guard let location = finding.location, location.file == fixture.path,
      let subject = finding.related.first?.subject
    else { return nil }
    for case .object(let mapping) in graph.mappings {
      for attribute in mapping.attributes
      where RuleFinder.name(of: attribute, in: mapping) == subject {
        let path = attribute.destination.keys.map { MemberChange.Step.member($0) }
        guard let old = keptRecord(ofRepresentationAt: location.byteRange.lowerBound, mapping),
          let value = old.value?.value(along: path),
          let rule = rules.rule(for: path, of: mapping.target)
        else { return nil }
        var failed = old
        failed.position = location.byteRange.lowerBound
        let place = fixture.place(of: failed, rule.way ?? [], counts: [])
        let help = renaming(rule, place, MemberChange(path: path, old: value), old)
        let product = "\(mapping.target).\(attribute.destination.text)"
        return help.map { $0 + ($0.hasSuffix("?") ? " then" : ":") + " read \(product) from it" }
      }
    }
    return nil
  }

  /// The snapshot's record for a representation: the one with the same identity, or the only one of the target that
  /// the run has not made.
  private func keptRecord(ofRepresentationAt position: Int, _ mapping: ObjectMapping)
    -> Snapshot.Record?
  {
    let texts = Set(made.records.map(\.meaning))
    let missing = kept.records.filter {
      $0.label.target == mapping.target && !texts.contains($0.meaning)
    }
    guard let node = fixture.node(at: position) else { return nil }
    let labels = failures.identities(of: node, asTarget: mapping.target)
    if let same = missing.first(where: { labels.contains($0.label) }) { return same }
    return labels.isEmpty && missing.count == 1 ? missing[0] : nil
  }
}
