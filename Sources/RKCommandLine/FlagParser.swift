internal import RKDiagnostics

/// Parses the arguments of a command; nothing is opened before all of them are valid.
struct FlagParser<Options: CommandOptions> {
  private let command: String
  private let flags: [Flag<Options>]
  private var operands: [String] = []

  /// The arguments that are not flags; throws a diagnostic about the first invalid flag.
  static func parse(
    _ arguments: [String],
    of command: CommandPage,
    _ flags: [Flag<Options>],
    into options: inout Options
  ) throws(DiagnosticsError) -> [String] {
    var parser = FlagParser(command: command.name, flags: flags)
    try parser.parse(arguments[...], into: &options)
    return parser.operands
  }

  private mutating func parse(
    _ arguments: ArraySlice<String>,
    into options: inout Options
  ) throws(DiagnosticsError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let (name, joined) = Self.split(argument)
      let flag = try find(name)
      if flag.page.value == nil && joined != nil {
        throw error(.flagValue, "\(name) takes no value")
      }
      var value = joined ?? ""
      if flag.page.value != nil && joined == nil {
        guard let next = rest.popFirst() else { throw missingValue(flag.page, name) }
        value = next
      }
      do {
        options.note(flag.page)
        try flag.apply(&options, value)
      } catch {
        throw self.error(.flagValue, error.message, help: error.help)
      }
    }
  }

  /// Splits `--name=value`, `--name`, `-nvalue` or `-n`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    if argument.hasPrefix("--") {
      guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
      return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
    let value = argument.dropFirst(2)
    return (String(argument.prefix(2)), value.isEmpty ? nil : String(value))
  }

  private func find(_ name: String) throws(DiagnosticsError) -> Flag<Options> {
    let long = name.hasPrefix("--") ? String(name.dropFirst(2)) : nil
    let short = name.dropFirst().first
    let found = flags.first {
      if let long { $0.page.long == long } else { $0.page.short != nil && $0.page.short == short }
    }
    if let found { return found }
    let names = flags.map { "--\($0.page.long)" }
    let suggestion = NearestName.suggestion(forWord: name, among: names)
    throw error(
      .unknownFlag,
      "'\(command)' has no flag '\(name)'\(suggestion)",
      help: "rkmap help \(command)"
    )
  }

  private func missingValue(_ page: FlagPage, _ name: String) -> DiagnosticsError {
    error(.flagValue, "\(name) needs a value: \(page.valueName ?? "")")
  }

  private func error(
    _ code: DiagnosticCode,
    _ message: String,
    help: String? = nil
  ) -> DiagnosticsError {
    DiagnosticsError(code, message, help: help.map { [$0] } ?? [])
  }
}
