internal import RKDiagnostics

/// A command: its page, its flags, and what it does.
protocol Command {
  associatedtype Options: CommandOptions
  static var page: CommandPage { get }
  static var flags: [Flag<Options>] { get }

  /// Runs it; the operands are the arguments that are not flags.
  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus
}

/// What the flags of a command say; made anew, what holds without any.
protocol CommandOptions {
  init()
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
  /// The documentation of its flags.
  static var flagPages: [FlagPage] { flags.map(\.page) }

  /// Runs it with its arguments.
  static func run(_ arguments: [String], _ console: any Console) throws(DiagnosticsError)
    -> ExitStatus
  {
    var options = Options()
    let operands = try FlagParser.parse(arguments, of: page, flags, into: &options)
    return try run(options, operands: operands, console)
  }

  /// Refuses too few operands; `names` are those of the ones that it needs, with their articles.
  ///
  /// `usage` says how the command is called, if not with all of its operands.
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

/// The documentation of a command.
struct CommandPage: Sendable {
  let name: String
  /// One line, without a full stop.
  let summary: String
  /// The operands, as in `SPEC [INPUT...]`.
  let operands: String
  /// What it does, in paragraphs.
  let description: String
  private let makeExamples: @Sendable () -> [Example]
  /// Not in the list of commands.
  let isHidden: Bool

  typealias Example = (command: String, meaning: String)

  /// The examples are made on demand: a run of the command shows none.
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

  /// Commands to try, with a line on each.
  var examples: [Example] { makeExamples() }
}
