package import RKDiagnostics
internal import RKEngine
package import RKMapping

extension MemberWriter {
  /// Finishes the run after all rows have come: deletes rows that were replaced, that match a
  /// deletion predicate, or that are pruned, and checks for dangling references.
  ///
  /// Returns false if not everything was pruned that should have been.
  ///
  /// If failed records were left out, lists may lack them, and others may refer to them.
  @discardableResult
  package func finish(_ outcome: RunOutcome, report: (Diagnostic) -> Void) throws(WriteError)
    -> Bool
  {
    let hasCome = writer.hasCome
    try inverses.finish(report: report)
    if !outcome.lacksRecords { try replaced.finish() }
    try deleted.finish { hasCome[$0].row }
    let isPruned =
      try pruned?.finish(outcome, { hasCome[$0].root }, report: report) ?? true
    try dangling.check(lacksRecords: outcome.lacksRecords, report: report)
    for (table, count) in writer.rows.ignored.sorted(by: { $0.key < $1.key }) {
      let rows = count.counting("row")
      report(
        Diagnostic(
          .rowsIgnored,
          "a trigger of '\(writer.schema.tables[table].name)' has ignored \(rows)"
        )
      )
    }
    added.finish(hasCome, report: report)
    return isPruned
  }
}
