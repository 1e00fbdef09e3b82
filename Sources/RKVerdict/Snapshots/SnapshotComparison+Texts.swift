internal import RKDiagnostics
internal import RKMapping

/// Texts that show what has changed.
extension SnapshotComparison {
  /// The text for a record that was changed, removed or added.
  static func difference(
    _ old: Snapshot.Record?,
    _ new: Snapshot.Record?
  ) -> Diagnostic.Difference {
    Diagnostic.Difference(
      (new ?? old)?.label.text ?? "",
      expected: old.map(text),
      actual: new.map(text)
    )
  }

  /// The text for a value of a record that was changed, removed or added.
  static func difference(
    _ change: MemberChange,
    _ old: Snapshot.Record,
    _ new: Snapshot.Record
  ) -> Diagnostic.Difference {
    Diagnostic.Difference(
      "\(new.label.text) \(change.pointer)",
      expected: change.old.map { text($0, old) },
      actual: change.new.map { text($0, new) }
    )
  }

  private static func text(_ node: SpecNode, _ record: Snapshot.Record) -> String {
    String(decoding: Array(record.text[node.place.range]).laidOut(isPretty: false), as: UTF8.self)
  }

  private static func text(_ record: Snapshot.Record) -> String {
    String(decoding: record.text.laidOut(isPretty: false), as: UTF8.self)
  }

  /// A value as written, shortened if it is long.
  static func words(_ node: SpecNode, _ record: Snapshot.Record) -> String {
    let most = 60
    let text = text(node, record)
    return text.count <= most ? text : text.prefix(most) + "\u{2026}"
  }
}
