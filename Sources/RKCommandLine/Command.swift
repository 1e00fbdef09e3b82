internal import RKDiagnostics

/// A command: its documentation, its flags, and its code.
protocol Command {
  associatedtype Options: CommandOptions
  static var page: CommandPage { get }
  static var flags: [Flag<Options>] { get }

  /// Runs the command; the operands are the arguments that are not flags.
  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus

  /// Runs the command with its arguments.
  ///
  /// A requirement, so that each command parses its flags by code of its own: generic code would make
  /// the start a third more expensive.
  static func run(_ arguments: [String], _ console: any Console) throws(DiagnosticsError)
    -> ExitStatus
}

/// The options that a command's flags set; a new instance holds the defaults.
protocol CommandOptions {
  init()

  /// Called for each flag that is given, before its value is set.
  mutating func note(_ flag: FlagPage)
}

extension CommandOptions {
  mutating func note(_: FlagPage) {}
}

/// The options of a command without flags.
struct NoOptions: CommandOptions {}

extension Command where Options == NoOptions {
  static var flags: [Flag<NoOptions>] { [] }
}

extension Command {
  /// Refuses operands that the command does not take.
  static func refuse(_ operands: some Collection<String>) throws(DiagnosticsError) {
    guard let operand = operands.first else { return }
    throw DiagnosticsError(
      .unexpectedArgument,
      "'\(page.name)' takes no argument '\(operand)'",
      help: ["rkmap \(page.name) \(page.operands)"]
    )
  }
}

extension Command {
  /// The documentation of the command's flags.
  static var flagPages: [FlagPage] { flags.map(\.page) }

  static func run(_ arguments: [String], _ console: any Console) throws(DiagnosticsError)
    -> ExitStatus
  {
    var options = Options()
    let operands = try FlagParser.parse(arguments, of: page, flags, into: &options)
    return try run(options, operands: operands, console)
  }

  /// Refuses too few operands; `names` are the required ones, with articles.
  ///
  /// `usage` is the synopsis to show, if not the command with all of its operands.
  static func require(
    _ names: [String],
    in operands: [String],
    usage: String? = nil
  ) throws(DiagnosticsError) {
    guard operands.count < names.count else { return }
    throw DiagnosticsError(
      .missingArgument,
      "'\(page.name)' needs \(names[operands.count])",
      help: ["rkmap \(page.name) \(usage ?? page.operands)"]
    )
  }
}

struct CommandPage: Sendable {
  let name: String
  /// One line, without a full stop.
  let summary: String
  /// The operands, such as `SPEC [INPUT...]`.
  let operands: String
  /// What the command does, in paragraphs.
  let description: String
  private let makeExamples: @Sendable () -> [Example]
  /// Whether the list of commands leaves it out.
  let isHidden: Bool

  typealias Example = (command: String, meaning: String)

  /// The examples are made on demand, as a run of the command shows none.
  init(
    name: String,
    summary: String,
    operands: String,
    description: String,
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    isHidden: Bool = false
  ) {
    (self.name, self.summary, self.operands) = (name, summary, operands)
    (self.description, self.isHidden) = (description, isHidden)
    makeExamples = examples
  }

  /// Commands to try, each with a line of explanation.
  var examples: [Example] { makeExamples() }
}
