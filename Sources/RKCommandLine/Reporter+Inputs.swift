internal import RKDiagnostics
internal import RKMapping

extension Reporter {
  /// The end of the report of a command that maps.
  func summary(of report: MappingReport) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("read", number: report.readCount)
    object.add("records", number: report.recordCount)
    object.add("declined", number: report.declinedCount)
    object.add("failed", number: report.failedCount)
    object.add("errors", number: max(report.errorCount, errorCount))
    object.add("warnings", number: max(report.warningCount, warningCount))
    return object
  }
}
