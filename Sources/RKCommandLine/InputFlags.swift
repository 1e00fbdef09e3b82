internal import RKMapping

/// Options of a command that compiles specs.
protocol MappingOptions {
  var mapper: MapperOptions { get set }
}

/// Options of a command that maps inputs.
protocol InputOptions: MappingOptions {
  var inputFormat: Input.Format? { get set }
}

extension MappingOptions where Self: ReportingOptions {
  /// The options of a mapper for some inputs.
  func mapperOptions(for inputs: [Input]) -> MapperOptions {
    var mapperOptions = mapper
    mapperOptions.takesArchives = inputs.contains(where: \.isArchive)
    mapperOptions.countsCharacters = report.countsCharacters
    return mapperOptions
  }
}

/// The flags about reading and validating inputs, for all commands that map.
enum InputFlags {
  private enum InvalidUTF8: String, CaseIterable {
    case error
    case replace
  }

  /// All flags about reading inputs and about which descriptors apply to them.
  static func all<Options: InputOptions>() -> [Flag<Options>] {
    reading() + ContextFlags.metadata() + ContextFlags.request()
  }

  /// The flags about reading invalid JSON.
  static func tolerance<Options: MappingOptions>() -> [Flag<Options>] {
    [
      Flag(
        "duplicate-keys",
        in: .input,
        "which of two equal keys in one object counts (default last, with one warning)"
      ) { $0.mapper.duplicateKeys = $1 },
      Flag("invalid-utf8", in: .input, "what to do with bytes that are not UTF-8 (default error)") {
        (options, rule: InvalidUTF8) in
        options.mapper.replacesInvalidUTF8 = rule == .replace
      },
      Flag(
        "max-depth",
        from: 1,
        to: MapperOptions.largestDepth,
        in: .input,
        "how many levels deep arrays and objects may nest (default 1024)"
      ) { $0.mapper.maximumDepth = $1 },
    ]
  }

  /// The flags about the number of threads.
  static func jobs<Options: MappingOptions>(
    _ help: String = "how many threads map (default: one per core); the output never depends on it"
  ) -> Flag<Options> {
    Flag("jobs", short: "j", from: 1, to: 1024, in: .other, help) {
      $0.mapper.threadCount = $1
    }
  }

  /// The flag about data that deviates from the spec.
  static func drift<Options: MappingOptions>() -> Flag<Options> {
    Flag(
      "drift",
      in: .errors,
      "what to do with data that is not what the spec says, unless the spec states it or is stricter"
    ) { $0.mapper.drift = $1 }
  }

  /// The flags about the format of the inputs.
  static func format<Options: InputOptions>() -> [Flag<Options>] {
    [
      Flag(
        "from",
        in: .input,
        "the format of the inputs, instead of detecting it"
      ) { $0.inputFormat = $1 },
      Flag(
        "xml-form",
        in: .input,
        """
        what elements of XML become: texts and objects (compact, the default), objects alone (verbose), \
        or texts and objects with the attributes beside their elements (hoisted)
        """
      ) { $0.mapper.xmlForm = $1 },
    ]
  }

  private static func reading<Options: InputOptions>() -> [Flag<Options>] {
    format() + tolerance() + [
      Flag("descriptor", value: "NAME", in: .input, "apply only the descriptors of that name") {
        $0.mapper.descriptorName = $1
      }
    ]
  }

  /// The flags about reading CSV.
  static func csv<Options: InputOptions>() -> [Flag<Options>] {
    [
      Flag("no-header", in: .input, "CSV: rows without a header are lists") {
        $0.mapper.inputCSV.hasHeader = false
      },
      Flag(
        "delimiter",
        value: "CHAR",
        in: .input,
        "CSV: the delimiter of cells, tab or \\t for a tab (default: the first rows say it)"
      ) { (options, text) throws(FlagError) in
        options.mapper.inputCSV.delimiter = try delimiter(text)
      },
    ]
  }

  /// Parses a character that can separate cells.
  static func delimiter(_ text: String) throws(FlagError) -> Character {
    if text == "tab" || text == "\\t" { return "\t" }
    guard let character = text.first, text.unicodeScalars.count == 1 else {
      throw FlagError(
        "--delimiter takes one character, not '\(text)'",
        help: "tab or \\t is a tab"
      )
    }
    return character
  }

  /// The flag about how many diagnostics of an input are shown.
  static func reportLimit<Options: MappingOptions>() -> Flag<Options> {
    Flag(
      "max-report",
      from: 0,
      in: .errors,
      """
      show at most N kinds of errors and N of warnings per input, and count the rest (default 20); \
      the first error is always shown
      """
    ) { $0.mapper.reportLimit = $1 }
  }
}
