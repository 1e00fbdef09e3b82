package import RKDiagnostics
package import RKEngine
package import RKMapping

/// The records of a snapshot, or those that are compared with them.
package struct ComparedSnapshot {
  private var records: [Snapshot.Record]
  /// The members that are redacted, as `Target.member`.
  package private(set) var redacted: [String] = []

  package init(_ collection: RecordCollection) { records = Snapshot(collection, .lines).records }

  /// Reads a file; nil if it is no snapshot.
  package init?(_ path: String, of mapping: Mapping) throws(DiagnosticsError) {
    guard Self.isSnapshot(path), let bytes = try? FileDescriptor.bytes(ofNamed: path) else {
      return nil
    }
    let file = SourceFile(name: path, bytes: bytes)
    records = try Snapshot(file, as: RecordCollection(), unnoted: []).records
    for number in records.indices {
      guard let value = records[number].value else { continue }
      redact(value, records[number].label.target, [], of: number, mapping.graph)
    }
  }

  private static func isSnapshot(_ path: String) -> Bool {
    guard FileDescriptor.isSeen(path, as: .regular) else { return false }
    let isOlder = path.hasSuffix(SnapshotStore.olderEnd)
    if path.hasSuffix(SnapshotStore.nameEnd)
      || isOlder && path.contains(SnapshotStore.folderName + "/")
    {
      return true
    }
    let head = (try? FileDescriptor.reading(path).read(upTo: 64)) ?? []
    return head.filter { $0 > UInt8(ascii: " ") }.starts(with: "{\"\(Snapshot.formName)\":".utf8)
  }

  /// Notes the redacted members of a record, and replaces their values by null.
  private mutating func redact(
    _ value: SpecNode,
    _ target: String,
    _ path: [String],
    of number: Int,
    _ graph: MappingGraph
  ) {
    if case .string("<redacted>") = value.content {
      let name = target + "." + path.joined(separator: ".")
      if !redacted.contains(name) { redacted.append(name) }
      let range = value.place.range
      let rest = range.dropFirst(4).map { _ in UInt8(ascii: " ") }
      return records[number].text.replaceSubrange(range, with: Array("null".utf8) + rest)
    }
    let relationship = graph.mappings(of: target).lazy.flatMap(\.relationships).first {
      $0.destination.keys == path
    }
    let related = relationship.flatMap { graph.mappingsOfRecords(from: $0.mapping).first?.target }
    let way = related == nil ? path : []
    switch value.content {
    case .object(let members, _):
      for member in members {
        redact(member.value, related ?? target, way + [member.name], of: number, graph)
      }
    case .list(let elements):
      for element in elements { redact(element, related ?? target, way, of: number, graph) }
    case .null, .boolean, .number, .string, .word: break
    }
  }

  /// The records as lines for a mapper that reads them.
  package func lines(for reading: Mapper.RecordReading) throws(DiagnosticsError) -> [UInt8] {
    var lines: [UInt8] = []
    for record in records {
      guard let target = reading.targets.firstIndex(of: record.label.target) else {
        throw DiagnosticsError(
          .unreadableSnapshot,
          "the spec makes no records of '\(record.label.target)', which a snapshot has"
        )
      }
      let text = record.text.laidOut(isPretty: false)
      lines += Array("{\(JSONObjectText.quoted(reading.indexKey)):\(target)".utf8)
      if text.count > 2 { lines.append(UInt8(ascii: ",")) }
      lines += text.dropFirst()
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }
}
