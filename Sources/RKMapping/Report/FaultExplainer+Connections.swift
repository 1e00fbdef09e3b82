internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

extension FaultExplainer {
  /// The place where the first record with an unresolved key begins; nil if its input cannot be read again.
  private func place(of unresolved: RecordCollector.Unresolved) -> InputPlace? {
    guard let source = try? Unpacker.source(ofFile: unresolved.input) else { return nil }
    return PlaceSearch.place(ofByte: unresolved.offset, inInput: unresolved.input, source)
  }

  /// The diagnostic about the keys of a connection that match no record.
  func unresolved(_ unresolved: RecordCollector.Unresolved) -> Diagnostic {
    let site = compiled.sites[Int(compiled.plan.connections[unresolved.connection].site.index)]
    let connection = site.connection
    let parts = zip(connection?.keys ?? [], unresolved.key).map { key, value in
      "'\(key.other)' is \(Self.shortened(value))"
    }
    let place = place(of: unresolved)
    let rule = graph.related(site.place, site.subject, site.details)
    var finding = Diagnostic(
      .unresolvedKey,
      "\(site.product) finds no '\(connection?.target ?? "")' whose "
        + parts.joined(separator: " and "),
      at: place.map { Location($0) } ?? rule.location,
      related: place == nil ? [] : [rule],
      help: [
        place == nil
          ? "the first record with such a key begins at byte \(unresolved.offset) of "
            + unresolved.input
          : "correct the key, or see that '\(connection?.target ?? "")' is mapped in the same run"
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
