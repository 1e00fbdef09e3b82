internal import RKDiagnostics
package import RKEngine
internal import RKMapping

/// The stored records of a fixture.
///
/// Each line is a root record: an object with one member, which is named after the target.
///
/// Lines are ordered by target, identity and text, independent of the documents. A special first line marks
/// snapshots that note the kinds of values; older snapshots lack it.
package struct Snapshot {
  /// A root record, one line of the snapshot.
  struct Record {
    var label: RecordLabel
    /// The line without its line end.
    var text: [UInt8]
    /// Where the line begins in the snapshot.
    var start = 0
    /// Where the record's representation begins in the fixture, if known.
    var position: Int?
  }

  private(set) var records: [Record]
  /// Whether the records note the kinds that their values were read from.
  let notesKinds: Bool

  /// The first line of a snapshot that notes kinds.
  private static let firstLine = Array(#"{"$snapshot":2}"#.utf8)

  /// The snapshot of the records of a run.
  package init(_ collection: RecordCollection, notesKinds: Bool = true) {
    self.notesKinds = notesKinds
    let shown = collection.shownParts
    records = collection.records.map { record in
      let parts = zip(record.identity, shown[record.target] ?? []).filter(\.1).map(\.0)
      let identity = parts.contains(nil) ? [] : parts.compactMap { $0 }
      return Record(
        label: RecordLabel(target: record.target, identity: identity),
        text: [UInt8(ascii: "{")] + JSONText.quoted(record.target) + [UInt8(ascii: ":")]
          + collection.bytes[notesKinds ? record.notedText : record.redactedText] + [
            UInt8(ascii: "}")
          ],
        position: record.position
      )
    }
    records.sort { one, other in
      RecordLabel.precedes(one.label, other.label)
        ?? one.text.lexicographicallyPrecedes(other.text)
    }
    var start = notesKinds ? Self.firstLine.count + 1 : 0
    for number in records.indices {
      records[number].start = start
      start += records[number].text.count + 1
    }
  }

  /// The contents of the file.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((records.last?.start ?? 16) + (records.last?.text.count ?? 0) + 1)
    if notesKinds { bytes += Self.firstLine + [UInt8(ascii: "\n")] }
    for record in records {
      bytes += record.text
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The text without carriage returns at line ends, which a checkout may have added.
  static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for (place, byte) in bytes.enumerated() {
      let isEnd = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\r") && isEnd { continue }
      kept.append(byte)
    }
    return kept
  }

  /// Whether the records in a file note kinds.
  static func notesKinds(_ bytes: [UInt8]) -> Bool {
    bytes.prefix { $0 != UInt8(ascii: "\n") }.elementsEqual(firstLine)
  }

  /// Reads a snapshot; throws a finding for a line that is not a record.
  ///
  /// `collection` says what identifies records now; records of `unnoted` targets have no notes of kinds.
  init(
    _ file: SourceFile,
    as collection: RecordCollection,
    unnoted: Set<String>
  ) throws(DiagnosticsError) {
    let shown = collection.shownParts
    records = []
    notesKinds = Self.notesKinds(file.bytes)
    var start = 0
    for line in file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      if line.isEmpty || start == 0 && notesKinds { continue }
      guard let (target, value) = SnapshotLine(Array(line)).record else {
        let location = file.location(of: start..<(start + line.count))
        throw Self.unreadable("this line is no record of a snapshot", location)
      }
      if notesKinds, !unnoted.contains(target), let place = KindNotes.misplacedNote(in: value) {
        let range = (start + place.lowerBound)..<(start + place.upperBound)
        let message = "'\(KindRule.memberName)' of this record does not name kinds of JSON values"
        throw Self.unreadable(message, file.location(of: range))
      }
      let paths = zip(collection.identityPaths[target] ?? [], shown[target] ?? [])
        .filter(\.1).map(\.0)
      let parts = paths.map { path in
        path.flatMap { value.value(along: $0.map { .member($0) }) }?.identityText(in: line)
      }
      let identity = parts.contains(nil) ? [] : parts.compactMap { $0 }
      records.append(
        Record(
          label: RecordLabel(target: target, identity: identity),
          text: Array(line),
          start: start
        )
      )
    }
  }
}

extension Snapshot {
  fileprivate static func unreadable(_ message: String, _ location: Location) -> DiagnosticsError {
    DiagnosticsError(
      .unreadableSnapshot,
      message,
      at: location,
      help: ["rkmap test --update writes the snapshot anew; merge conflicts go with that"]
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
  fileprivate func identityText(in line: ArraySlice<UInt8>) -> String? {
    switch content {
    case .null: nil
    case .string(let text): text
    default:
      String(
        decoding: line.dropFirst(place.range.lowerBound).prefix(place.range.count),
        as: UTF8.self
      )
    }
  }
}
