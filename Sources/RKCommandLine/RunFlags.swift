internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Options of a command that can show the progress of its runs.
protocol RunOptions {
  var run: RunDisplay { get set }
}

/// What a run shows besides its diagnostics.
struct RunDisplay {
  /// Whether to write the summary line even if the standard error is not a terminal.
  var isSummed = false
  var progress = ProgressLine.Mode.auto
  private let start = Timestamp.now

  static func flags<Options: RunOptions>() -> [Flag<Options>] {
    [
      Flag(
        "summary",
        in: .other,
        """
        write a line at the end to the standard error, also where that is no terminal: records, failed and \
        declined ones, bytes read, seconds
        """
      ) { $0.run.isSummed = true },
      Flag(
        "progress",
        in: .other,
        """
        show on the standard error how far the run has come; auto (default) is a bar on a terminal after \
        1 s, always a line a second where it is none
        """
      ) { $0.run.progress = $1 },
    ]
  }

  /// Starts to show the progress of a run over some inputs, if requested; `isHidden` says that a bar would
  /// disturb other output on the terminal.
  func watch(
    _ names: [String],
    _ reporter: Reporter,
    _ console: any Console,
    isHidden: Bool = false
  ) {
    if reporter.errorHoldsDocument { return }
    let isQuiet = reporter.options.isQuiet || isHidden
    reporter.progress = ProgressLine(progress, isQuiet: isQuiet, of: names, console)
  }

  /// Writes the line with the counts of a run, if requested.
  func sumUp(_ report: MappingReport, _ reporter: Reporter, _ console: any Console) {
    guard isSummed, !reporter.errorHoldsDocument else { return }
    console.writeError("rkmap: \(line(report))\n")
  }

  /// Ends a run: ends the reports, then writes the summary line if requested; returns the final status.
  func end(
    _ report: MappingReport,
    _ status: ExitStatus,
    _ reporter: Reporter,
    _ console: any Console
  ) -> ExitStatus {
    let reported = reporter.finish(summary: reporter.summary(of: report), status)
    guard reported == .success else { return reported }
    if status != .closedPipe { sumUp(report, reporter, console) }
    return status
  }

  /// All counts of a run in one line.
  ///
  /// With `isTimed` it includes figures that differ between runs of the same inputs; without, logs of such
  /// runs are equal.
  func line(_ report: MappingReport, rows: String? = nil, isTimed: Bool = true) -> String {
    var parts = [report.recordCount.counting("record")]
    parts.append("\(report.failedCount) failed")
    parts.append("\(report.declinedCount) declined")
    if report.trailerCount > 0 { parts.append(report.trailerCount.counting("trailer")) }
    if report.warningCount > 0 { parts.append(report.warningCount.counting("warning")) }
    if let rows { parts.append(rows) }
    if report.repeatedCount > 0 { parts.append("\(report.repeatedCount) repeated") }
    guard isTimed else { return parts.joined(separator: ", ") }
    parts.append(report.byteCount.counting("byte"))
    let hundredths = Timestamp.now.nanoseconds(since: start) / 10_000_000
    let fraction = hundredths % 100
    parts.append("\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s")
    return parts.joined(separator: ", ")
  }
}
