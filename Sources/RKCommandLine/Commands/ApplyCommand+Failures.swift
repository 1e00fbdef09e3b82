internal import RKDiagnostics
internal import RKMapping

/// Failed records: the flags and their meaning.
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
      OutputFlags.maxErrors(),
      OutputFlags.rejects(
        "write failed records to a file, one per line with the reason; apply reads it as an input"
      ),
    ]
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
    if let limit = try options.checkedFailureLimit() { mapper.failureLimit = limit }
    if mapper.failedRecords == .emit {
      let holdsReasons = output.writer.options == .json || output.writer.options == .keyed
      guard holdsReasons, output.folder == nil else {
        throw .refusal(
          "--on-error emit writes objects with the reason, which needs json, ndjson or keyed output",
          help: ["--on-error skip leaves failed records out, --rejects FILE keeps them"]
        )
      }
      guard options.shape != .error else {
        throw .refusal(
          "--on-error emit writes objects with the reason, but --result error writes text",
          help: ["--on-error skip leaves failed records out"]
        )
      }
    }
    return mapper
  }
}
