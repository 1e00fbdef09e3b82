internal import RKDiagnostics
internal import RKMapping

/// Options of a command that can write to a file.
protocol FileOutputOptions {
  var outputPath: String? { get set }
}

/// Options of a command that writes records, or documents made from them.
protocol RecordOutputOptions: FileOutputOptions, MappingOptions {
  var isPretty: Bool? { get set }
  var isASCII: Bool { get set }
  var rejectsPath: String? { get set }
  var failureLimit: MapperOptions.FailureLimit? { get set }
}

extension RecordOutputOptions {
  /// How many records may fail, if a flag says; throws unless failed records are left out.
  func checkedFailureLimit() throws(DiagnosticsError) -> MapperOptions.FailureLimit? {
    if failureLimit != nil && mapper.failedRecords != .skip {
      throw .refusal(
        "--max-errors counts the records that --on-error skip leaves out",
        help: ["--on-error skip --max-errors N"]
      )
    }
    return failureLimit
  }
}

/// The flags about what is written, and about failed records.
enum OutputFlags {
  static func file<Options: FileOutputOptions>(
    _ help: String =
      "write to a file, which is replaced only if the run succeeds (- is the standard output)"
  ) -> Flag<Options> {
    Flag("output", short: "o", value: "FILE", nameOf: "a file", in: .output, help) {
      $0.outputPath = $1
    }
  }

  static func pretty<Options: RecordOutputOptions>() -> Flag<Options> {
    Flag("pretty", in: .output, "lines and indentation (default on a terminal)") {
      $0.isPretty = true
    }
  }

  static func compact<Options: RecordOutputOptions>() -> Flag<Options> {
    Flag("compact", in: .output, "no white space outside strings") { $0.isPretty = false }
  }

  static func ascii<Options: RecordOutputOptions>() -> Flag<Options> {
    Flag("ascii", in: .output, "only ASCII, with \\u escapes for the rest") { $0.isASCII = true }
  }

  // MARK: - Records that fail

  static func maxErrors<Options: RecordOutputOptions>() -> Flag<Options> {
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
    }
  }

  static func rejects<Options: RecordOutputOptions>(_ help: String) -> Flag<Options> {
    Flag("rejects", value: "FILE", nameOf: "a file", in: .errors, help) { $0.rejectsPath = $1 }
  }

  /// Parses `3`, `5%` or `0.25%`; nil for anything else.
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
}
