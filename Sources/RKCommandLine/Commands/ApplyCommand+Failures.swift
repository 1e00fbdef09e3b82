internal import RKDiagnostics
internal import RKMapping

/// Records that fail: the flags and their meaning.
extension ApplyCommand {
  static var failureFlags: [Flag<Options>] {
    [
      Flag(
        "on-error",
        in: .errors,
        """
        what to do with a failed record: fail stops the run (default), skip leaves it out, emit writes \
        an object with the reason in its place
        """
      ) { (options, rule: MapperOptions.FailedRecords) in
        options.mapper.failedRecords = rule
        options.statesFailures = true
      },
      Flag(
        "max-errors",
        value: "N|N%",
        in: .errors,
        "how many records, or what share of all read, --on-error skip may leave out for exit status 0"
      ) { (options, text) throws(FlagError) in
        guard let limit = failureLimit(text) else {
          throw FlagError(
            "--max-errors takes a number of records, or a share of them, not '\(text)'",
            help: "as in --max-errors 10 or --max-errors 0.5%, with at most four places"
          )
        }
        options.failureLimit = limit
      },
      Flag(
        "rejects",
        value: "FILE",
        in: .errors,
        "write failed records to a file, one per line with the reason; apply reads it as an input"
      ) { (options, path) throws(FlagError) in
        if path.isEmpty { throw FlagError("--rejects takes the name of a file, not an empty one") }
        options.rejectsPath = path
      },
    ]
  }

  /// `3`, `5%` or `0.25%`; nil for anything else.
  static func failureLimit(_ text: String) -> MapperOptions.FailureLimit? {
    guard text.hasSuffix("%") else { return wholeNumber(text).map { .count($0) } }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    let filled = fraction + String(repeating: "0", count: max(0, 4 - fraction.utf8.count))
    guard parts.count <= 2, filled.utf8.count == 4, !fraction.isEmpty,
      let whole = parts.first.flatMap({ wholeNumber(String($0)) }), whole <= 100,
      let rest = wholeNumber(filled), whole < 100 || rest == 0
    else { return nil }
    return .share(perMillion: whole * 10_000 + rest)
  }

  private static func wholeNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// The mapper's options; refuses conflicting flags.
  static func mapperOptions(
    _ options: Options,
    _ output: Output
  ) throws(DiagnosticsError) -> MapperOptions {
    var mapper = options.mapper
    mapper.isStrict = options.report.isStrict
    mapper.surveysRules = true
    mapper.countsCharacters = options.report.countsCharacters
    if let limit = options.failureLimit {
      guard mapper.failedRecords == .skip else {
        throw refusal(
          "--max-errors counts the records that --on-error skip leaves out",
          help: ["--on-error skip --max-errors N"]
        )
      }
      mapper.failureLimit = limit
    }
    if mapper.failedRecords == .emit {
      let holdsReasons = output.writer.options == .json || output.writer.options == .keyed
      guard holdsReasons, output.folder == nil else {
        throw refusal(
          "--on-error emit writes objects with the reason, which needs json, ndjson or keyed output",
          help: ["--on-error skip leaves failed records out, --rejects FILE keeps them"]
        )
      }
      guard options.shape != .error else {
        throw refusal(
          "--on-error emit writes objects with the reason, but --result error writes text",
          help: ["--on-error skip leaves failed records out"]
        )
      }
    }
    return mapper
  }

  static func refusal(_ message: String, help: [String] = []) -> DiagnosticsError {
    DiagnosticsError(.flagValue, message, help: help)
  }
}
