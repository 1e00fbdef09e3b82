package import RKDiagnostics
package import RKEngine
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
  /// Whether a snapshot could not be written or removed.
  package var isUnwritable: Bool { state.withLock { $0.isUnwritable } }

  // MARK: - Fixtures

  package func validate(_ run: FixtureRun, explaining mapping: inout [Diagnostic]) -> [Diagnostic] {
    guard let path = run.snapshotPath else { return [] }
    let kept: [UInt8]?
    do {
      kept = try SnapshotStore(run.suite).read(path)
    } catch {
      // It is not rewritten either, since an unreadable file may contain more than its replacement would.
      return [.unread("the snapshot '\(path)'", error, at: run.location)]
    }
    if case .update = mode { return update(kept, of: run, at: path) }
    if let kept { return compare(kept, with: run, at: path, explaining: &mapping) }
    return run.mayBeKept ? [missing(path, run)] : []
  }

  private func update(_ kept: [UInt8]?, of run: FixtureRun, at path: String) -> [Diagnostic] {
    // Missing records have another reason here, which is reported already.
    guard run.mayBeKept else { return [] }
    let bytes = Snapshot(run.collection).bytes
    if let kept, kept == bytes || Snapshot.withoutCarriageReturns(kept) == bytes { return [] }
    return write(bytes, to: path, run.suite)
  }

  private func compare(
    _ kept: [UInt8],
    with run: FixtureRun,
    at path: String,
    explaining mapping: inout [Diagnostic]
  ) -> [Diagnostic] {
    let kept = Snapshot.withoutCarriageReturns(kept)
    let notesKinds = Snapshot.notesKinds(kept)
    let made = Snapshot(run.collection, notesKinds: notesKinds)
    var findings: [Diagnostic] = []
    if kept != made.bytes {
      let file = SourceFile(name: path, bytes: kept)
      findings = SnapshotComparison.findings(
        made,
        file,
        run,
        explaining: &mapping,
        limit: reportLimit
      )
    }
    if !notesKinds, let note = KindNotes(of: Snapshot(run.collection)).unrecorded(in: path, run) {
      findings.append(note)
    }
    if notesKinds, let note = KindNotes.displaced(in: path, run) { findings.append(note) }
    return findings
  }

  private func write(_ bytes: [UInt8], to path: String, _ suite: TestSuite) -> [Diagnostic] {
    do {
      try SnapshotStore(suite).write(bytes, to: path)
      state.withLock { $0.written.append(path) }
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

  package func validate(_ suite: TestSuite, snapshots: Set<ExactText>) -> [Diagnostic] {
    let store = SnapshotStore(suite)
    let stale: [String]
    do {
      stale = try store.files(besides: snapshots)
    } catch {
      return [.unread("'\(error.path)', where snapshots of '\(suite.file)' are,", error, at: nil)]
    }
    if case .update = mode { return remove(stale, store) }
    var findings = stale.prefix(max(reportLimit, 1)).map { path in
      Diagnostic(
        .staleSnapshot,
        severity: severity,
        "the snapshot '\(path)' is stale: no case of '\(suite.file)' keeps it",
        at: Location(file: path, byteRange: 0..<0, line: 1, column: 1),
        help: ["rkmap test --update \(shellWord(ofFile: suite.file)) removes it"]
      )
    }
    if stale.count > findings.count {
      let count = stale.count - findings.count
      findings.append(.notShown("\(count.counting("more stale snapshot")) of \(suite.file)"))
    }
    return findings
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
