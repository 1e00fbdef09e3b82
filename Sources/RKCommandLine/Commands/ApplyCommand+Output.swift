internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKSQLite

extension ApplyCommand {
  /// The output that the flags request; `read` are the files that the run reads.
  static func output(
    _ options: Options,
    spec: String,
    read: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> Output {
    let path = options.outputPath == "-" ? nil : options.outputPath
    var output: Output =
      path.map { .file($0, options.outputFormat) } ?? .standardOutput(options.outputFormat)
    if let path, output.format == nil, options.emission == nil { try refuseUnknownEnding(of: path) }
    if let path { try refuseCompression(of: output, path) }
    output = try keyed(database(output, path, options), options)
    try refuseSharedFiles(options, spec: spec, read: read, output)
    (output.rejectsPath, output.group) = (options.rejectsPath, FileGroup())
    output.answersLines = options.isCoprocess
    try refuseForeignFlags(options, of: output)
    try refuseDatabaseFlags(options, of: output)
    output.csv = options.csv
    output.csv.width =
      options.csv.width ?? (isShown(options, console) ? console.outputColumns : nil)
    output.shape = options.shape
    output.isASCII = options.isASCII
    output.typeKey = options.typeKey
    output.isPretty = options.isPretty ?? isShown(options, console)
    if options.mapper.unifies, !options.isDryRun, output.folder != nil {
      if options.mapper.existingRecords != nil {
        throw .refusal(
          "--target cannot be used with --unify for a folder",
          help: ["the folder has the rows of a new database"]
        )
      }
      return try .unified(output)
    }
    return output
  }

  /// Whether the records are shown on a terminal.
  static func isShown(_ options: Options, _ console: any Console) -> Bool {
    (options.outputPath ?? "-") == "-" && console.outputIsTerminal
  }

  /// The output of a dry run, which writes nothing; the real output was checked before.
  static func dryOutput(_ output: Output) -> Output {
    guard output.writer.options != .database else {
      var output = output
      output.rejectsPath = nil
      return output
    }
    return .nowhere
  }

  /// Refuses a file name with the ending of another format, which would be written as JSON.
  private static func refuseUnknownEnding(of path: String) throws(DiagnosticsError) {
    let name = Output.nameOfContents(path).split(separator: "/").last ?? ""
    guard let dot = name.dropFirst().lastIndex(of: "."), name[dot...].count > 1,
      !FileDescriptor.isSeen(path, as: .other), !FileDescriptor.isSeen(path, as: .directory)
    else { return }
    let known = Output.fileEndings.filter { $0 != "/" }.joined(separator: " ")
    throw .refusal(
      "the ending '\(name[dot...])' of '\(path)' says no format; known are \(known)",
      help: ["--to FORMAT says the format of a file of any name"]
    )
  }

  /// Refuses a file that cannot be compressed although its name says that it is.
  private static func refuseCompression(
    of output: Output,
    _ path: String
  ) throws(DiagnosticsError) {
    guard let compression = Output.compression(ofFile: path) else { return }
    if let library = compression.missing {
      throw .refusal(
        "'\(path)' cannot be written: this program was built without \(library)",
        help: ["a name without \(compression.ending) is for a file that is not compressed"]
      )
    }
    guard output.format == .sqlite else { return }
    throw .refusal(
      "'\(path)' cannot be a database: those are changed in their place, and not compressed",
      help: ["-o \(shellWord(ofFile: Output.nameOfContents(path))) writes a database"]
    )
  }

  /// Refuses flags that do not apply to an output's format.
  private static func refuseForeignFlags(
    _ options: Options,
    of output: Output
  ) throws(DiagnosticsError) {
    let wanted = output.writer.options
    if let foreign = options.formatFlags.first(where: { flag in
      wanted.map { !flag.formats.contains($0) } ?? true
    }) {
      throw foreign.refusal
    }
    if wanted == .json && options.csv.targetName != nil && options.shape != .auto
      && options.shape != .array
    {
      throw .refusal(
        "--result \(options.shape.rawValue) does not apply to --target-name, which makes a list"
      )
    }
    if options.shape != .auto && output.format == .ndjson {
      throw .refusal(
        "--result \(options.shape.rawValue) shapes one JSON value, but the output is NDJSON",
        help: ["--to json writes one value; without --result each record is a line"]
      )
    }
    let isFolder = output.folder != nil
    if !isFolder { try refuseFolder(options, of: output) }
    if wanted == .json && !isFolder { return }
    // A folder names its files itself, and contains all targets.
    let foreign = [
      ("--result", options.shape != .auto), ("--type-key", options.typeKey != nil),
      ("--ascii", options.isASCII && wanted != .json), ("--pretty", options.isPretty == true),
      ("--target-name", isFolder && options.csv.targetName != nil),
      ("--separator", isFolder && options.csv.separator != nil),
    ]
    guard let flag = foreign.first(where: { $0.1 })?.0 else { return }
    let noun = isFolder ? "a folder of tables" : output.writer.noun
    throw .refusal("\(flag) does not apply to an output that is \(noun)")
  }

  /// Refuses a folder for a format that cannot be written to one.
  private static func refuseFolder(
    _ options: Options,
    of output: Output
  ) throws(DiagnosticsError) {
    guard let path = options.outputPath, path.hasSuffix("/") else { return }
    throw .refusal(
      "a folder holds a file for each target, and '\(path)' cannot be \(output.writer.noun)",
      help: [
        "--to csv and --to ndjson write a folder"
          + (output.format == .tsv ? "; for tab-separated files add --delimiter tab" : "")
      ]
    )
  }

  /// Refuses outputs that are the same file as one another or as a file that is read; `includes` are the
  /// spec's included files, once known.
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
      companionEndings: output.writer.companionEndings,
      rejects: options.rejectsPath
    )
  }

  /// Refuses a type key that is already a member of some record.
  static func refuseTypeKey(_ key: String?, _ mapper: Mapper) throws(DiagnosticsError) {
    guard let key, let target = mapper.targets(withMember: key).first else { return }
    throw .refusal(
      "--type-key \(key) is already a member of \(target)",
      help: ["a name such as '@type' is rarely taken"]
    )
  }
}
