internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The stored records of a fixture.
///
/// They are ordered by target, identity and text, independent of the documents.
struct Snapshot {
  /// The forms that a snapshot may have.
  enum Form: Int {
    /// Lines, each an object with a root record under the name of its target.
    case lines = 1
    /// Lines whose records note the kinds of their values, after a first line with the number.
    case kinds
    /// A JSON document with a list of records for each target, which note forms of dates, too.
    case document
  }

  /// A root record.
  struct Record {
    var label: RecordLabel
    /// Its JSON text, as it is laid out.
    var text: [UInt8]
    /// Where the text begins in the snapshot.
    var start = 0
    /// The place in the snapshot as a JSON Pointer.
    var pointer = ""
    /// Where the record's representation begins in the fixture, if known.
    var position: Int?

    var value: SpecNode? { SnapshotLine.value(of: text) }
    /// What is equal for equal records.
    var meaning: [UInt8] { value?.meaning ?? text }
  }

  private(set) var records: [Record] = []
  let form: Form

  static let formName = "$snapshot"
  /// The first line of a snapshot in lines that notes kinds.
  private static let firstLine = Array(#"{"$snapshot":2}"#.utf8)

  /// The snapshot of the records of a run.
  init(_ collection: RecordCollection, _ form: Form = .document) {
    self.form = form
    let shown = collection.shownParts
    records = collection.records.map { record in
      let parts = zip(record.identity, shown[record.target] ?? []).filter(\.1).map(\.0)
      let identity = parts.contains(nil) ? [] : parts.compactMap { $0 }
      return Record(
        label: RecordLabel(target: record.target, identity: identity),
        text: Array(collection.bytes[form == .lines ? record.redactedText : record.notedText]),
        position: record.position
      )
    }
    records.sort { one, other in
      RecordLabel.precedes(one.label, other.label)
        ?? one.text.lexicographicallyPrecedes(other.text)
    }
  }

  /// The contents of a file in the form of a document.
  var bytes: [UInt8] {
    var bytes = Array("{\"\(Self.formName)\":\(Form.document.rawValue)".utf8)
    var target: String?
    for record in records {
      if record.label.target == target {
        bytes.append(UInt8(ascii: ","))
      } else {
        if target != nil { bytes.append(UInt8(ascii: "]")) }
        target = record.label.target
        bytes.append(UInt8(ascii: ","))
        bytes += JSONText.quoted(record.label.target) + Array(":[".utf8)
      }
      bytes += record.text
    }
    bytes += Array((target == nil ? "}" : "]}").utf8)
    return bytes.laidOut(isPretty: true) + [UInt8(ascii: "\n")]
  }

  // MARK: - Reading

  /// Reads a snapshot; throws a finding for what is not a record.
  ///
  /// `collection` says what identifies records now; records of `unnoted` targets have no notes of kinds.
  init(
    _ file: SourceFile,
    as collection: RecordCollection,
    unnoted: Set<String>
  ) throws(DiagnosticsError) {
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var start = 0
    for line in lines {
      if line.starts(with: "<<<<<<<".utf8) {
        throw DiagnosticsError(
          .snapshotConflict,
          "the snapshot has conflict markers of git",
          at: file.location(of: start..<(start + line.count)),
          help: ["rkmap test --update writes the snapshot anew"]
        )
      }
      start += line.count + 1
    }
    // A checkout may have added carriage returns.
    let notesKinds = lines[0].starts(with: Self.firstLine)
    if !notesKinds, let root = try Self.document(file) {
      form = .document
      for member in root where member.name != Self.formName {
        guard case .list(let items) = member.value.content else {
          throw Self.unreadable("a snapshot has lists of records", file, member.value.place.range)
        }
        for (number, item) in items.enumerated() {
          try add(item, of: member.name, file, from: 0, as: collection, unnoted)
          var pointer: [UInt8] = []
          JSONPointer.append(key: member.name.utf8, to: &pointer)
          JSONPointer.append(index: number, to: &pointer)
          records[records.count - 1].pointer = String(decoding: pointer, as: UTF8.self)
        }
      }
      return
    }
    form = notesKinds ? .kinds : .lines
    start = 0
    for line in lines {
      defer { start += line.count + 1 }
      if line.isEmpty || start == 0 && notesKinds { continue }
      guard let (target, value) = SnapshotLine(Array(line)).record else {
        let message = "this line is no record of a snapshot"
        throw Self.unreadable(message, file, start..<(start + line.count))
      }
      try add(value, of: target, file, from: start, as: collection, unnoted)
      records[records.count - 1].pointer = "/" + target
    }
  }

  /// The members of a file that is a document; nil if it has the form of lines.
  private static func document(_ file: SourceFile) throws(DiagnosticsError) -> [SpecMember]? {
    let findings = SpecFindings()
    let number = findings.add(file)
    let node = SpecScanner.scan(file: number, findings, isData: true)
    let isOfLines = file.name.hasSuffix(SnapshotStore.olderEnd)
    guard let node, findings.diagnostics.isEmpty, case .object(let members, _) = node.content else {
      if isOfLines { return nil }
      let finding = findings.diagnostics.first
      throw unreadable(
        "this is no snapshot: " + (finding?.message ?? "it is no JSON object"),
        file,
        finding?.location?.byteRange ?? 0..<0
      )
    }
    guard let form = members.first(where: { $0.name == formName })?.value else {
      if isOfLines { return nil }
      throw unreadable("this is no snapshot: it has no member '\(formName)'", file, 0..<0)
    }
    guard form.wholeNumber == Form.document.rawValue else {
      let text = String(decoding: file.bytes[form.place.range], as: UTF8.self)
      throw unreadable(
        "this snapshot is of form \(text), and this version reads the forms 1, 2 and 3",
        file,
        form.place.range
      )
    }
    return members
  }

  /// Adds a record whose places are counted from an offset in the file.
  private mutating func add(
    _ value: SpecNode,
    of target: String,
    _ file: SourceFile,
    from start: Int,
    as collection: RecordCollection,
    _ unnoted: Set<String>
  ) throws(DiagnosticsError) {
    let range = value.place.range
    guard case .object = value.content else {
      throw Self.unreadable("this is no record of a snapshot", file, range)
    }
    if form != .lines, !unnoted.contains(target),
      let place = KindNotes.misplacedNote(in: value)
    {
      let range = (start + place.lowerBound)..<(start + place.upperBound)
      let message = "'\(KindRule.memberName)' of this record does not name kinds of JSON values"
      throw Self.unreadable(message, file, range)
    }
    let paths = zip(collection.identityPaths[target] ?? [], collection.shownParts[target] ?? [])
      .filter(\.1).map(\.0)
    let parts = paths.map { path in
      path.flatMap { value.value(along: $0.map { .member($0) }) }?.identityText(in: file, start)
    }
    let first = start + range.lowerBound
    records.append(
      Record(
        label: RecordLabel(
          target: target,
          identity: parts.contains(nil) ? [] : parts.compactMap { $0 }
        ),
        text: Array(file.bytes[first..<(first + range.count)]),
        start: first
      )
    )
  }

  private static func unreadable(
    _ message: String,
    _ file: SourceFile,
    _ range: Range<Int>
  ) -> DiagnosticsError {
    DiagnosticsError(
      .unreadableSnapshot,
      message,
      at: file.location(of: range),
      help: ["restore the file, or remove it and let rkmap test --update write it anew"]
    )
  }
}

struct SnapshotLine {
  /// The target and the value of the line's record; nil if the line is not a record.
  let record: (target: String, value: SpecNode)?

  /// The value of a JSON text; nil if it is not JSON.
  static func value(of bytes: [UInt8]) -> SpecNode? {
    let findings = SpecFindings()
    let file = findings.add(SourceFile(name: "", bytes: bytes))
    let node = SpecScanner.scan(file: file, findings, isData: true)
    return findings.diagnostics.isEmpty ? node : nil
  }

  init(_ bytes: [UInt8]) {
    guard let node = Self.value(of: bytes),
      case .object(let members, false) = node.content, members.count == 1,
      case .object(_, false) = members[0].value.content
    else {
      record = nil
      return
    }
    record = (members[0].name, members[0].value)
  }
}

extension RecordCollection {
  /// For each target, which parts of its identity are written and not redacted.
  fileprivate var shownParts: [String: [Bool]] {
    Dictionary(
      uniqueKeysWithValues: identityPaths.map { target, paths in
        let isShown = paths.map { path in
          guard let path else { return false }
          return !redactions.contains { $0.target == target && path.starts(with: $0.keys) }
        }
        return (target, isShown)
      }
    )
  }
}

extension SpecNode {
  /// The text of a value for comparison as a part of an identity; nil for null.
  fileprivate func identityText(in file: SourceFile, _ start: Int) -> String? {
    switch content {
    case .null: nil
    case .string(let text): text
    default:
      String(
        decoding: file.bytes.dropFirst(start + place.range.lowerBound).prefix(place.range.count),
        as: UTF8.self
      )
    }
  }

  /// A text that is equal for equal values: the order of members makes no difference.
  var meaning: [UInt8] {
    var text: [UInt8] = []
    appendMeaning(to: &text)
    return text
  }

  /// The parser limits the depth.
  private func appendMeaning(to text: inout [UInt8]) {
    switch content {
    case .null: text += Array("null".utf8)
    case .boolean(let value): text += Array("\(value)".utf8)
    case .number(let digits): text += Array(digits.utf8)
    case .string(let string), .word(let string): text += JSONText.quoted(string)
    case .list(let items):
      text.append(UInt8(ascii: "["))
      for item in items {
        item.appendMeaning(to: &text)
        text.append(UInt8(ascii: ","))
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members, _):
      text.append(UInt8(ascii: "{"))
      for member in members.sorted(by: { $0.name.bytesPrecede($1.name) }) {
        text += JSONText.quoted(member.name)
        text.append(UInt8(ascii: ":"))
        member.value.appendMeaning(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}

extension [UInt8] {
  /// JSON text that is laid out anew.
  func laidOut(isPretty: Bool) -> [UInt8] {
    var layout = JSONLayout()
    layout.isPretty = isPretty
    var output = OutputBuffer(capacity: count)
    JSONReshaper.append(span, 0..<count, layout, to: &output)
    return (0..<output.count).map { output.span[$0] }
  }
}
