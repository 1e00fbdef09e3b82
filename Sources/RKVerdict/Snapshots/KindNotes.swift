internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// What records note of the kinds that their values came as: in a member `$from` of theirs, which has
/// their destinations.
struct KindNotes {
  /// A value that came as another kind than its natural one.
  struct Note {
    /// The way to it from the root record.
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

  /// The notes in a record and the records in it; reading has bounded the depth.
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

  /// The notes that the value of such a member has, of the record at a path.
  static func notes(of value: SpecNode?, at path: [MemberChange.Step]) -> [Note] {
    guard case .object(let members, _)? = value?.content else { return [] }
    return members.compactMap { member in
      guard let kind = member.value.text else { return nil }
      return Note(path: path + way(to: member.name), kind: kind)
    }
  }

  /// The names that a destination stands for.
  static func way(to destination: String) -> [MemberChange.Step] {
    let keys = (try? KeyPathParser.destination(destination))?.keys ?? [destination]
    return keys.map { .member($0) }
  }

  /// What a snapshot of the old form does not record; nil where that is nothing.
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
