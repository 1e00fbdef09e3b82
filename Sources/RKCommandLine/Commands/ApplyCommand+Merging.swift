internal import RKDiagnostics
internal import RKMapping

/// Merging records: the flags and their meaning.
extension ApplyCommand {
  static var mergingFlags: [Flag<Options>] {
    [
      Flag(
        "unify",
        in: .output,
        """
        merge records of one identity into one, at the place of the first; a database always does. A \
        folder gets the rows of a new database, in the order in which their keys came first
        """
      ) { $0.mapper.unifies = true },
      Flag(
        "target",
        value: "FILE",
        nameOf: "a file",
        in: .output,
        """
        map onto the records in a file, as apply writes them: each record is merged onto the one of its \
        identity, a single one onto a single one (- is the standard input); the file is not changed
        """
      ) { $0.mapper.existingRecords = $1 == "-" ? .standardInput() : .file($1) },
    ]
  }

  /// The files that are read besides the spec: the inputs, and the records to map onto.
  static func read(_ inputs: [Input], _ options: Options) -> [String] {
    (inputs + [options.mapper.existingRecords].compactMap { $0 }).map(\.name)
  }

  /// Refuses a second use of the standard input, and a target file together with a database.
  static func refuseTarget(
    _ options: Options,
    spec: String,
    _ inputs: [Input],
    _ output: Output
  ) throws(DiagnosticsError) {
    guard let target = options.mapper.existingRecords else { return }
    if target == .standardInput(), spec == "-" || inputs.contains(where: { $0.name == target.name })
    {
      let other = spec == "-" ? "the spec" : "an input"
      throw DiagnosticsError(
        .unexpectedArgument,
        "\(other) and the file of --target cannot both be the standard input"
      )
    }
    if output.writer.options == .database { throw Output.targetOfDatabase }
  }
}
