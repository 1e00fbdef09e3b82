internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The notes of a record about the kinds that its values were read from: a member `$from` with an
/// entry for each destination.
struct KindNotes {
  /// A value that was not read from its natural kind.
  struct Note {
    /// The path to it from the root record.
    var path: [MemberChange.Step]
    var kind: String
  }

  private var notes: [(label: RecordLabel, note: Note)] = []

  init(of snapshot: Snapshot) {
    for record in snapshot.records {
      guard let (_, value) = SnapshotLine(record.text).record else { continue }
      notes += Self.notes(in: value, at: []).map { (record.label, $0) }
    }
  }

  /// The notes in a record and in its related records; the reader has bounded the depth.
  private static func notes(in value: SpecNode, at path: [MemberChange.Step]) -> [Note] {
    switch value.content {
    case .object(let members, _):
      members.flatMap { member in
        member.name == KindRule.memberName
          ? notes(of: member.value, at: path)
          : notes(in: member.value, at: path + [.member(member.name)])
      }
    case .list(let elements):
      elements.enumerated().flatMap { notes(in: $1, at: path + [.element($0)]) }
    case .null, .boolean, .number, .string, .word: []
    }
  }

  /// The notes in the value of such a member, for the record at a path.
  static func notes(of value: SpecNode?, at path: [MemberChange.Step]) -> [Note] {
    guard case .object(let members, _)? = value?.content else { return [] }
    return members.compactMap { member in
      guard let kind = member.value.text else { return nil }
      return Note(path: path + way(to: member.name), kind: kind)
    }
  }

  /// The member names of a destination.
  static func way(to destination: String) -> [MemberChange.Step] {
    let keys = (try? KeyPathParser.destination(destination))?.keys ?? [destination]
    return keys.map { .member($0) }
  }

  /// What a snapshot in the old format does not record; nil if that makes no difference.
  func unrecorded(in path: String, _ run: FixtureRun) -> Diagnostic? {
    guard let (label, note) = notes.first else { return nil }
    let others = notes.count - 1
    let rest = others == 0 ? "" : others == 1 ? ", and 1 more" : ", and \(others) more"
    let pointer = MemberChange(path: note.path).pointer
    return Diagnostic(
      .kindsNotRecorded,
      "the snapshot '\(path)' does not record that '\(pointer)' of \(label.text) came as \(note.kind)\(rest)",
      at: run.location,
      help: ["rkmap test --update \(shellWord(ofFile: run.suite.file)) records the kinds of values"]
    )
  }
}
