package import RKDiagnostics

/// Compares records of fixtures with their snapshots.
package protocol SnapshotValidator: Sendable {
  /// Findings about the snapshot of a fixture whose case has one; errors fail the fixture.
  ///
  /// `mapping` are the findings of the run itself; what the snapshot reveals about them is added. Called from
  /// several threads, once for each fixture.
  func validate(_ run: FixtureRun, explaining mapping: inout [Diagnostic]) -> [Diagnostic]

  /// Findings about the snapshots of a suite as a whole, after its fixtures were validated.
  ///
  /// `snapshots` are the ones that its fixtures have or should have; nil if not all fixtures were read.
  func validate(_ suite: TestSuite, snapshots: [String]?) -> [Diagnostic]
}
