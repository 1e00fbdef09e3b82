package import RKDiagnostics
package import RKEngine

/// Compares what fixtures give with what was kept of them.
package protocol SnapshotValidator: Sendable {
  /// What is wrong with the snapshot of a fixture whose case has one; errors fail the fixture.
  ///
  /// Asked by several threads at once, about each fixture once.
  func validate(_ run: FixtureRun) -> [Diagnostic]

  /// What is wrong with the snapshots of a suite as a whole, when all its fixtures have been read and
  /// validated.
  ///
  /// `snapshots` are those that its fixtures have or should have.
  func validate(_ suite: TestSuite, snapshots: Set<ExactText>) -> [Diagnostic]
}
