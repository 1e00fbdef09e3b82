internal import RKEngine

/// Explains how later representations of a record changed its stored values.
struct MergeExplainer {
  /// One representation of a record.
  private struct Version {
    var place: ExplainedPlace
    var values: [String: (text: String, isFallback: Bool)]
    /// Why this representation is skipped; nil if it is not.
    var skip: String?
  }

  private var versions: [[UInt8]: [Version]] = [:]

  init(_ words: CellExplainer, _ seen: TraceCollector, _ skips: SkippedRecords) {
    for document in seen.documents {
      for root in document.roots {
        for (number, record) in root.records.enumerated() {
          guard let identity = words.identity(of: record),
            let place = words.place(of: record.token, in: document)
          else { continue }
          var values = words.values(of: record)
          for connection in words.connections(of: record) {
            let place = ConnectedSink.Place(root: root.number, record: number, name: connection)
            values[connection] = seen.found[place].map { ($0.value, false) }
          }
          versions[identity, default: []].append(
            Version(place: place, values: values, skip: skips.reason(root.number, number))
          )
        }
      }
    }
  }

  /// Adds to cells how later representations changed their values.
  func explain(_ cells: inout [ExplainedCell]) {
    for number in cells.indices {
      guard let identity = cells[number].identity, let own = cells[number].recordPlace,
        let all = versions[identity], all.count > 1
      else { continue }
      cells[number].merge = Self.entries(all, after: own, cells[number].attribute)
    }
  }

  private static func entries(
    _ all: [Version],
    after own: ExplainedPlace,
    _ attribute: String
  ) -> [[ExplainedMember]] {
    var entries: [[ExplainedMember]] = []
    var stored: String?
    var isPast = false
    for version in all {
      let value = version.values[attribute]
      var reason = "later"
      if let skip = version.skip {
        reason = skip
      } else if let value, !(value.isFallback && stored != nil) {
        stored = value.text
      } else {
        // A default does not replace a known value.
        reason = "absent"
      }
      if isPast {
        entries.append(
          [.text("reason", reason), .place(version.place)]
            + (stored.map { [.value("out", $0)] } ?? [])
        )
      }
      isPast =
        isPast
        || version.place.pointer == own.pointer && version.place.line == own.line
          && version.place.column == own.column && version.place.document == own.document
    }
    return entries
  }
}

/// The representations that are skipped because of `modification`, including their related records.
///
/// Not synchronized: a run has one thread, which passes on one root record after another.
final class SkippedRecords: @unchecked Sendable {
  private let words: CellExplainer
  /// Whether some mapper has a modification attribute.
  private let areAsked: Bool
  private var merger: RecordMerger
  /// The stored value of the modification attribute, by identity.
  private var known: [[UInt8]: String] = [:]
  /// For each root record, by number, why each of its records is skipped.
  private var reasons: [Int: [String?]] = [:]

  init(_ mapper: Mapper, _ words: CellExplainer) {
    self.words = words
    merger = RecordMerger(plan: mapper.compiled.plan)
    areAsked = mapper.compiled.plan.mergeRules.contains { $0.modification >= 0 }
  }

  /// Returns why a record of a root record is skipped: `older` or `equal`; nil if it is not.
  func reason(_ root: Int, _ record: Int) -> String? {
    guard let all = reasons[root], all.indices.contains(record) else { return nil }
    return all[record]
  }

  /// Takes the next root record; keeps the reasons for it if they will be requested.
  func take(_ root: TracedRoot, isKept: Bool) {
    if !areAsked { return }
    var all: [String?] = []
    /// For each record, why its related records are skipped.
    var below: [String?] = []
    for record in root.records {
      if let reason = record.parent.flatMap({ below[$0] }) {
        all.append(reason)
        below.append(reason)
        continue
      }
      let rule = words.mergeRule(of: record)
      let reason = rule.flatMap { compare(record, by: $0) }
      all.append(reason)
      below.append(rule?.relatesUnmodified == true ? nil : reason)
    }
    if isKept { reasons[root.number] = all }
  }

  /// Compares a record with the stored one, and keeps the newer one.
  private func compare(_ record: TracedRecord, by rule: MergeRule) -> String? {
    guard rule.modification >= 0, let identity = words.identity(of: record),
      let place = record.place(ofColumn: Int(rule.modification)),
      let value = record.cells[place].value
    else { return nil }
    let isFallback = record.cells[place].isFallback
    if let before = known[identity] {
      if isFallback { return nil }
      if merger.isNotNewer(value, than: before, rule.order) {
        return merger.isNotNewer(before, than: value, rule.order) ? "equal" : "older"
      }
    }
    known[identity] = value
    return nil
  }
}
