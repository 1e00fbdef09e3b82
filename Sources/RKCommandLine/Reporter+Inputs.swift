internal import RKDiagnostics
internal import RKMapping

extension Reporter {
  /// The run that was watched is over: nothing is reported if nobody reads any more.
  func endProgress(_ ending: MappingReport.Ending) {
    switch ending {
    case .closedPipe, .interrupted: progress?.wipe()
    case .complete: progress?.end(isComplete: true)
    case .failedRecord, .badInput, .badOutput: progress?.end(isComplete: false)
    }
    progress = nil
  }

  /// The status of a run that maps.
  func status(of report: MappingReport) -> ExitStatus {
    switch report.ending {
    // A record that failed as allowed is an error, but one that the run has handled.
    case .complete: failsOnWarning(report.warningCount) ? .badData : .success
    case .failedRecord: .badData
    case .badInput: .badInput
    case .badOutput: .badOutput
    case .closedPipe: .closedPipe
    case .interrupted: .interrupted
    }
  }

  /// The end of the report of a command that maps.
  func summary(of report: MappingReport) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("read", number: report.readCount)
    object.add("records", number: report.recordCount)
    object.add("declined", number: report.declinedCount)
    if report.trailerCount > 0 { object.add("trailers", number: report.trailerCount) }
    object.add("failed", number: report.failedCount)
    object.add("errors", number: max(report.errorCount, errorCount))
    object.add("warnings", number: max(report.warningCount, warningCount))
    return object
  }
}
