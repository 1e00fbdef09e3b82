internal import RKDiagnostics
internal import RKEngine

extension FaultExplainer {
  /// The finding of the keys of one connection that lead to no record.
  func unresolved(_ unresolved: RecordCollector.Unresolved) -> Diagnostic {
    let rule = compiled.plan.connections[unresolved.connection]
    let site = compiled.sites[Int(rule.site.index)]
    let connection = site.connection
    let parts = zip(connection?.keys ?? [], unresolved.key).map { key, value in
      "'\(key.other)' is \(Self.shortened(value))"
    }
    var finding = Diagnostic(
      .unresolvedKey,
      "\(site.product) finds no '\(connection?.target ?? "")' whose "
        + parts.joined(separator: " and "),
      at: graph.location(of: site.place),
      help: [
        "the first record with such a key begins at byte \(unresolved.offset) of \(unresolved.input)"
      ]
    )
    if unresolved.keyCount > 1 {
      finding.extent = Diagnostic.Extent(
        findings: unresolved.keyCount,
        records: unresolved.recordCount,
        recordsRead: unresolved.ownerCount
      )
    }
    return finding
  }

  private static func shortened(_ value: [UInt8]) -> String {
    let longest = 60
    let text = String(decoding: value.prefix(longest), as: UTF8.self)
    return value.count > longest ? text + "\u{2026}" : text
  }
}
