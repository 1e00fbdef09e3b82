internal import RKDiagnostics
internal import RKMapping

/// Running as a filter of lines: the flags and their meaning.
extension ApplyCommand {
  static var filterFlags: [Flag<Options>] {
    [
      Flag(
        "coprocess",
        in: .output,
        """
        answer each line of the standard input by one line, before more is read: the record, null if there \
        is none, a list where the line may give several, or an object with the reason why it failed
        """
      ) { $0.isCoprocess = true },
      Flag(
        "trailer",
        in: .output,
        """
        NDJSON: write a last line with the number of lines, records, failed and declined ones, and the \
        hash of the spec; output without it is not complete
        """
      ) { $0.hasTrailer = true },
    ]
  }
}

extension ApplyCommand.Options {
  /// The options with those that a filter of lines implies; refuses flags that do not go with it.
  func asFilter(_ operands: [String]) throws(DiagnosticsError) -> Self {
    guard isCoprocess || hasTrailer else { return self }
    var options = self
    if isCoprocess {
      try refuseCoprocess(operands)
      options.inputFormat = .ndjson
      options.mapper.failedRecords = .emit
      options.mapper.threadCount = 1
    } else if emission == .keyed {
      return options
    } else if (outputFormat ?? Output.file(outputPath ?? "-").format ?? .ndjson) != .ndjson
      || outputPath?.hasSuffix("/") ?? false
    {
      throw .refusal(
        "--trailer writes a last line, but the output is not NDJSON",
        help: ["--to ndjson writes lines"]
      )
    }
    options.outputFormat = .ndjson
    return options
  }

  private func refuseCoprocess(_ operands: [String]) throws(DiagnosticsError) {
    let foreign: [(String, Bool)] = [
      ("an INPUT", operands.count > 1), ("-o", outputPath != nil), ("--trailer", hasTrailer),
      ("--limit", mapper.recordLimit < .max), ("--unify", mapper.unifies),
      ("--target", mapper.existingRecords != nil), ("--dry-run", isDryRun),
      ("another --to", outputFormat ?? .ndjson != .ndjson),
      ("another --from", inputFormat ?? .ndjson != .ndjson),
      ("another --on-error", statesFailures && mapper.failedRecords != .emit),
    ]
    guard let flag = foreign.first(where: { $0.1 })?.0 else { return }
    throw .refusal(
      "--coprocess answers lines of the standard input on the standard output, and does not go with \(flag)"
    )
  }
}
