internal import RKDiagnostics
internal import RKMapping

extension Reporter {
  /// Ends the progress display; a run whose output nobody reads any longer shows nothing more.
  func endProgress(_ ending: MappingReport.Ending) {
    switch ending {
    case .closedPipe, .interrupted: progress?.wipe()
    case .complete: progress?.end(isComplete: true)
    case .failedRecord, .badInput, .badOutput: progress?.end(isComplete: false)
    }
    progress = nil
  }

  /// The exit status for a run that maps.
  func status(of report: MappingReport) -> ExitStatus {
    switch report.ending {
    // A record that failed within the allowed limit is an error, but one that the run has handled.
    case .complete: failsOnWarning(report.warningCount) ? .badData : .success
    case .failedRecord: .badData
    case .badInput: .badInput
    case .badOutput: .badOutput
    case .closedPipe: .closedPipe
    case .interrupted: .interrupted
    }
  }

  /// The summary at the end of the report, for a command that maps.
  func summary(of report: MappingReport) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("read", number: report.readCount)
    object.add("records", number: report.recordCount)
    object.add("declined", number: report.declinedCount)
    if report.trailerCount > 0 { object.add("trailers", number: report.trailerCount) }
    object.add("failed", number: report.failedCount)
    if report.repeatedCount > 0 { object.add("repeated", number: report.repeatedCount) }
    object.add("errors", number: max(report.errorCount, errorCount))
    object.add("warnings", number: max(report.warningCount, warningCount))
    return object
  }
}
