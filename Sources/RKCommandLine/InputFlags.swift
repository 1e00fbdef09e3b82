internal import RKMapping

/// The flags that say how inputs are read and judged, of every command that maps.
enum InputFlags {
  private enum InvalidUTF8: String, CaseIterable {
    case error
    case replace
  }

  /// Those that say how inputs are read, and which descriptors apply to them.
  static func all<Options>(
    format: WritableKeyPath<Options, Input.Format?>,
    mapper: WritableKeyPath<Options, MapperOptions>
  ) -> [Flag<Options>] {
    reading(format: format, mapper: mapper) + ContextFlags.metadata(at: mapper)
      + ContextFlags.request(at: mapper.appending(path: \.context))
  }

  private static func reading<Options>(
    format: WritableKeyPath<Options, Input.Format?>,
    mapper: WritableKeyPath<Options, MapperOptions>
  ) -> [Flag<Options>] {
    [
      Flag(
        "from",
        in: .input,
        "how the inputs hold their documents, instead of looking",
        later: ["xml", "form", "csv", "tsv"]
      ) { (options, choice: Input.Format) in options[keyPath: format] = choice },
      Flag(
        "duplicate-keys",
        in: .input,
        "what counts of a key that occurs twice in one object (default last, with one warning)"
      ) { (options, rule: MapperOptions.DuplicateKeys) in
        options[keyPath: mapper].duplicateKeys = rule
      },
      Flag("invalid-utf8", in: .input, "what becomes of bytes that are no UTF-8 (default error)") {
        (options, rule: InvalidUTF8) in
        options[keyPath: mapper].replacesInvalidUTF8 = rule == .replace
      },
      Flag(
        "max-depth",
        value: "N",
        in: .input,
        "how many arrays and objects may lie in each other (default 1024)"
      ) { (options, text) throws(FlagError) in
        options[keyPath: mapper].maximumDepth = try FlagError.number(
          text,
          flag: "max-depth",
          least: 1,
          most: MapperOptions.largestDepth
        )
      },
      Flag("descriptor", value: "NAME", in: .input, "apply only the descriptors of that name") {
        $0[keyPath: mapper].descriptorName = $1
      },
    ]
  }

  /// How many findings of an input are shown.
  static func reportLimit<Options>(
    at mapper: WritableKeyPath<Options, MapperOptions>
  ) -> Flag<Options> {
    Flag(
      "max-report",
      value: "N",
      in: .errors,
      """
      show so many kinds of errors and so many of warnings of an input, and count the rest (default \
      20); the first error is always shown
      """
    ) { (options, text) throws(FlagError) in
      options[keyPath: mapper].reportLimit = try FlagError.number(
        text,
        flag: "max-report",
        least: 0
      )
    }
  }
}
