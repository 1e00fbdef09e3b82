internal import RKDiagnostics
internal import RKMapping

/// What has changed, as text.
extension SnapshotComparison {
  /// A record that is another, gone or new.
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

  /// A value of a record that is another, gone or new.
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
    String(decoding: record.text[node.place.range], as: UTF8.self)
  }

  /// A record without its target.
  private static func text(_ record: Snapshot.Record) -> String {
    SnapshotLine(record.text).record.map { text($0.value, record) }
      ?? String(decoding: record.text, as: UTF8.self)
  }

  /// A value as it is written, shortened if it is long.
  static func words(_ node: SpecNode, _ record: Snapshot.Record) -> String {
    let most = 60
    let text = text(node, record)
    return text.count <= most ? text : text.prefix(most) + "\u{2026}"
  }
}
