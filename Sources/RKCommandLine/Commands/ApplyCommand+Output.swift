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
    var output = Output.standardOutput(options.outputFormat)
    if let path = options.outputPath, path != "-" {
      try refuseLaterForm(path, options)
      output = .file(path, options.outputFormat)
    }
    try options.report.refuseSharedFiles(
      spec: spec,
      read: read,
      records: options.outputPath ?? "-",
      rejects: options.rejectsPath
    )
    output.rejectsPath = options.rejectsPath
    try refuseShape(options, of: output)
    try refuseForeignFlags(options, of: output)
    output.csv = options.csv
    output.shape = options.shape
    output.isASCII = options.isASCII
    output.typeKey = options.typeKey
    let isShown = (options.outputPath ?? "-") == "-" && console.outputIsTerminal
    output.isPretty = options.isPretty ?? isShown
    return output
  }

  private static func refuseLaterForm(
    _ path: String,
    _ options: Options
  ) throws(DiagnosticsError) {
    let later = [".db", ".sqlite", ".sqlite3", ".sql"]
    guard options.outputFormat == nil, let suffix = later.first(where: { path.hasSuffix($0) })
    else { return }
    throw DiagnosticsError([
      Diagnostic(
        .unsupportedFlag,
        "this version does not write what -o \(path) asks for yet",
        help: ["a name that ends with '\(suffix)' means a database; --to says otherwise"]
      )
    ])
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
