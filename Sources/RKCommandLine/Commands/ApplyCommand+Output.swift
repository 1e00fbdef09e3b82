internal import RKDiagnostics
internal import RKMapping

extension ApplyCommand {
  /// The output that the flags ask for; `read` are the inputs of the run.
  static func output(
    _ options: Options,
    spec: String,
    read: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> Output {
    let path = options.outputPath == "-" ? nil : options.outputPath
    var output: Output =
      path.map { .file($0, options.outputFormat) } ?? .standardOutput(options.outputFormat)
    output = try database(output, path, options)
    try refuseSharedFiles(options, spec: spec, read: read, output)
    output.rejectsPath = options.rejectsPath
    try refuseShape(options, of: output)
    try refuseForeignFlags(options, of: output)
    try refuseDatabaseFlags(options, of: output)
    output.csv = options.csv
    output.shape = options.shape
    output.isASCII = options.isASCII
    output.typeKey = options.typeKey
    let isShown = (options.outputPath ?? "-") == "-" && console.outputIsTerminal
    output.isPretty = options.isPretty ?? isShown
    return output
  }

  /// The output of a run that is to write nothing; what it would be was asked for before.
  static func dryOutput(_ output: Output) -> Output {
    guard output.format != .sqlite, output.format != .sql else {
      var output = output
      output.rejectsPath = nil
      return output
    }
    return .nowhere
  }

  private static func refuseShape(
    _ options: Options,
    of output: Output
  ) throws(DiagnosticsError) {
    guard options.shape != .auto, output.format == .ndjson else { return }
    throw DiagnosticsError([
      Diagnostic(
        .flagValue,
        "--result \(options.shape.rawValue) shapes one JSON value, but the output is NDJSON",
        help: ["--to json writes one value; without --result there is a record a line"]
      )
    ])
  }

  /// Refuses outputs that lead to one another or to what is read; `includes` are what the spec includes, as
  /// soon as that is known.
  static func refuseSharedFiles(
    _ options: Options,
    spec: String,
    read: [String] = [],
    includes: [String] = [],
    _ output: Output
  ) throws(DiagnosticsError) {
    try options.report.refuseSharedFiles(
      spec: spec,
      read: read,
      includes: includes,
      records: options.outputPath ?? "-",
      isDatabase: output.format == .sqlite,
      rejects: options.rejectsPath
    )
  }

  /// Refuses a type key that is a member of some record already.
  static func refuseTypeKey(_ key: String?, _ mapper: Mapper) throws(DiagnosticsError) {
    guard let key, let target = mapper.targets(withMember: key).first else { return }
    throw DiagnosticsError([
      Diagnostic(
        .flagValue,
        "--type-key \(key) is a member of \(target) already",
        help: ["a name such as '@type' is seldom taken"]
      )
    ])
  }
}
