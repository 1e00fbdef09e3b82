package import RKDiagnostics
internal import RKEngine
internal import Synchronization

/// Compares fixtures with their snapshots, or rewrites the snapshots.
package final class SnapshotKeeper: SnapshotValidator {
  package enum Mode: Sendable {
    /// Compares; missing and stale snapshots are errors if `binding`, otherwise warnings.
    case compare(binding: Bool)
    /// Rewrites snapshots that differ, and removes stale ones.
    case update
  }

  private struct State {
    var written: [String] = []
    var removed: [String] = []
    /// How many snapshots of older forms were replaced.
    var rewrittenCount = 0
    /// How many snapshots of older forms each suite has.
    var olderCounts: [String: Int] = [:]
    var isUnwritable = false
  }

  private let mode: Mode
  private let reportLimit: Int
  private let state = Mutex(State())

  /// Creates a keeper that shows at most `reportLimit` kinds of changes for a fixture, and as many stale snapshots
  /// for a suite.
  package init(_ mode: Mode, reportLimit: Int) {
    self.mode = mode
    self.reportLimit = reportLimit
  }

  /// The snapshots that were written, in byte order.
  package var written: [String] { state.withLock { $0.written }.sorted { $0.bytesPrecede($1) } }
  /// The snapshots that were removed.
  package var removed: [String] { state.withLock { $0.removed } }
  /// How many snapshots of older forms were replaced.
  package var rewrittenCount: Int { state.withLock { $0.rewrittenCount } }
  /// Whether a snapshot could not be written or removed.
  package var isUnwritable: Bool { state.withLock { $0.isUnwritable } }

  // MARK: - Fixtures

  package func validate(_ run: FixtureRun, explaining mapping: inout [Diagnostic]) -> [Diagnostic] {
    guard let path = run.snapshotPath else { return [] }
    let store = SnapshotStore(run.suite)
    var place = path
    var found: [UInt8]?
    do {
      found = try store.read(path)
      if found == nil {
        place = SnapshotStore.older(path)
        found = try store.read(place)
      }
    } catch {
      // It is not rewritten either, since an unreadable file may contain more than its replacement would.
      return [.unread("the snapshot '\(place)'", error, at: run.location)]
    }
    let made = Snapshot(run.collection)
    guard let found else {
      // Missing records have another reason where they may not be kept, which is reported already.
      guard run.mayBeKept else { return [] }
      return isUpdating ? write(made, to: path, run.suite) : [missing(path, run)]
    }
    let file = SourceFile(name: place, bytes: found)
    var findings: [Diagnostic] = []
    if file.bytes != made.bytes {
      let kept: Snapshot
      do throws(DiagnosticsError) {
        kept = try Snapshot(file, as: run.collection, unnoted: run.unnotedTargets)
      } catch {
        let isConflict = error.diagnostics.contains { $0.code == .snapshotConflict }
        if isUpdating, isConflict, run.mayBeKept {
          return write(made, to: path, run.suite, insteadOf: place)
        }
        return error.diagnostics.map { finding in
          var finding = finding
          finding.related.append(run.related)
          return finding
        }
      }
      let compared = kept.form == .document ? made : Snapshot(run.older(kept.form), kept.form)
      findings = SnapshotComparison.findings(
        kept,
        compared,
        file,
        run,
        explaining: &mapping,
        limit: reportLimit
      )
      if isUpdating {
        guard run.mayBeKept, place != path || !findings.isEmpty else { return [] }
        return write(made, to: path, run.suite, insteadOf: place, isSame: findings.isEmpty)
      }
      if kept.form != .document {
        state.withLock { $0.olderCounts[run.suite.file, default: 0] += 1 }
        var notes = KindNotes(of: made)
        notes.remove(KindNotes(of: compared))
        findings += [notes.unrecorded(in: place, run)].compactMap { $0 }
        if kept.form == .lines { return findings }
      }
    }
    if isUpdating { return [] }
    return findings + [KindNotes.displaced(in: place, run)].compactMap { $0 }
  }

  private var isUpdating: Bool { if case .update = mode { true } else { false } }

  /// Writes a snapshot; `place` is that of an older form, which may have the same records.
  private func write(
    _ made: Snapshot,
    to path: String,
    _ suite: TestSuite,
    insteadOf place: String? = nil,
    isSame: Bool = false
  ) -> [Diagnostic] {
    let store = SnapshotStore(suite)
    do {
      try store.write(made.bytes, to: path)
      if let place, place != path {
        try store.remove(place)
        state.withLock { $0.rewrittenCount += 1 }
      }
      if !isSame { state.withLock { $0.written.append(path) } }
      return []
    } catch {
      return refuse("the snapshot '\(path)' cannot be written", error)
    }
  }

  private func refuse(_ message: String, _ error: SystemError) -> [Diagnostic] {
    if error.isInterruption { return [] }
    state.withLock { $0.isUnwritable = true }
    return [
      Diagnostic(
        .unwritableOutput,
        "\(message): \(error.reason)",
        help: error.operation == .sync ? [] : ["what was there before is as it was"]
      )
    ]
  }

  private func missing(_ path: String, _ run: FixtureRun) -> Diagnostic {
    Diagnostic(
      .missingSnapshot,
      severity: severity,
      "'\(run.path)' has no snapshot",
      at: run.location,
      help: [
        "rkmap test --update \(shellWord(ofFile: run.suite.file)) writes '\(path)', which is to be committed"
      ]
    )
  }

  private var severity: Diagnostic.Severity {
    if case .compare(binding: true) = mode { .error } else { .warning }
  }

  // MARK: - Suites

  package func validate(_ suite: TestSuite, snapshots: [String]?) -> [Diagnostic] {
    var findings = [older(in: suite)].compactMap { $0 }
    guard let snapshots else { return findings }
    let store = SnapshotStore(suite)
    let stale: [String]
    do {
      // Where a snapshot of an older form has been replaced, it is stale.
      let known = snapshots.map { FileDescriptor.isFree($0) ? SnapshotStore.older($0) : $0 }
      stale = try store.files(besides: Set(known.map(\.exact)))
    } catch {
      return [.unread("'\(error.path)', where snapshots of '\(suite.file)' are,", error, at: nil)]
    }
    if isUpdating { return remove(stale, store) }
    findings += stale.prefix(max(reportLimit, 1)).map { path in
      Diagnostic(
        .staleSnapshot,
        severity: severity,
        "the snapshot '\(path)' is stale: no case of '\(suite.file)' keeps it",
        at: Location(file: path, byteRange: 0..<0, line: 1, column: 1),
        help: ["rkmap test --update \(shellWord(ofFile: suite.file)) removes it"]
      )
    }
    let count = stale.count - max(reportLimit, 1)
    if count > 0 {
      findings.append(.notShown("\(count.counting("more stale snapshot")) of \(suite.file)"))
    }
    return findings
  }

  /// The note that a suite has snapshots of older forms; nil if it has none.
  private func older(in suite: TestSuite) -> Diagnostic? {
    state.withLock { $0.olderCounts[suite.file] }.map { count in
      Diagnostic(
        .olderSnapshotForm,
        "\(count.counting("snapshot")) \(count == 1 ? "is" : "are") of an older form",
        at: Location(file: suite.file, byteRange: 0..<0, line: 1, column: 1),
        help: ["rkmap test --update \(shellWord(ofFile: suite.file)) writes the present form"]
      )
    }
  }

  private func remove(_ stale: [String], _ store: SnapshotStore) -> [Diagnostic] {
    for path in stale where !isUnwritable && !Interruption.isPending {
      do {
        try store.remove(path)
        state.withLock { $0.removed.append(path) }
      } catch {
        return refuse("the stale snapshot '\(path)' cannot be removed", error)
      }
    }
    return []
  }
}

extension FixtureRun {
  /// Whether its records are as expected, so that they may be written to a snapshot.
  fileprivate var mayBeKept: Bool { !isFailed && !isWithoutRecords }
}
