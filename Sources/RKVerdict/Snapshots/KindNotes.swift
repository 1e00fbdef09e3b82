internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The notes of a record about the kinds that its values were read from, and the forms of dates: a member `$from`
/// with an entry for each destination.
struct KindNotes {
  /// A value that was not read from its natural kind.
  struct Note: Hashable {
    /// The path from the root record to the value.
    var path: [MemberChange.Step]
    var kind: String
  }

  private var notes: [(label: RecordLabel, note: Note)] = []

  init(of snapshot: Snapshot) {
    for record in snapshot.records {
      guard let value = record.value else { continue }
      notes += Self.notes(in: value, at: []).map { (record.label, $0) }
    }
  }

  /// Removes the notes that a snapshot has, too.
  mutating func remove(_ others: KindNotes) {
    let known = Set(others.notes.map(\.note))
    notes.removeAll { known.contains($0.note) }
  }

  /// The notes in a record and in its related records; the parser limits the depth.
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

  /// The notes in the value of a `$from` member, for the record at a path.
  static func notes(of value: SpecNode?, at path: [MemberChange.Step]) -> [Note] {
    guard case .object(let members, _)? = value?.content else { return [] }
    return members.compactMap { member in
      guard let kind = member.value.text else { return nil }
      return Note(path: path + way(to: member.name), kind: kind)
    }
  }

  /// The place where the notes of a root record are not in the form that snapshots have; nil if they are valid, or
  /// if there are none.
  static func misplacedNote(in record: SpecNode) -> Range<Int>? {
    guard case .object(let members, _) = record.content,
      let note = members.first(where: { $0.name == KindRule.memberName })?.value
    else { return nil }
    guard case .object(let notes, _) = note.content, !notes.isEmpty else {
      return note.place.range
    }
    // A kind is a word, but the pattern of a date any text.
    return notes.first { $0.value.text == nil }?.value.place.range
  }

  /// The member names that lead to a destination.
  static func way(to destination: String) -> [MemberChange.Step] {
    let keys = (try? KeyPathParser.destination(destination))?.keys ?? [destination]
    return keys.map { .member($0) }
  }

  /// The diagnostic that the kinds of a target's values cannot be recorded, because a destination has the name of
  /// the notes' member; nil if no record of the run is affected.
  static func displaced(in path: String, _ run: FixtureRun) -> Diagnostic? {
    let targets = run.unnotedTargets.filter { (run.collection.counts[$0] ?? 0) > 0 }
    guard let target = targets.min() else { return nil }
    return Diagnostic(
      .kindsNotRecorded,
      "the snapshot '\(path)' does not record as which kinds values of \(target) came: "
        + "it has a destination '\(KindRule.memberName)'",
      at: run.location,
      help: ["a destination of another name lets snapshots record the kinds of values"]
    )
  }

  /// The diagnostic about kinds that a snapshot of an older form does not record; nil if there are none.
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
