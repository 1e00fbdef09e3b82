internal import RKDiagnostics

/// A flag of a command, declared once: parsing, help, completions and the manual page derive from it.
struct Flag<Options> {
  let page: FlagPage
  /// Stores the flag's value in the options; it is empty for a flag without one.
  var apply: (inout Options, String) throws(FlagError) -> Void

  /// A flag with a value; its name and choices are computed only when help shows them.
  init(
    _ long: String,
    short: Character? = nil,
    value: @autoclosure @escaping () -> String,
    choices: @autoclosure @escaping () -> [String] = [],
    in category: FlagPage.Category,
    _ help: String,
    apply: @escaping (inout Options, String) throws(FlagError) -> Void
  ) {
    page = FlagPage(
      long: long,
      short: short,
      value: FlagPage.Value(name: value, choices: choices),
      category: category,
      help: help
    )
    self.apply = apply
  }

  /// A flag whose value is a name, which must not be empty.
  init(
    _ long: String,
    short: Character? = nil,
    value: @autoclosure @escaping () -> String,
    nameOf kind: String,
    in category: FlagPage.Category,
    _ help: String,
    apply: @escaping (inout Options, String) -> Void
  ) {
    self.init(long, short: short, value: value(), in: category, help) {
      (options, name) throws(FlagError) in
      if name.isEmpty { throw FlagError("--\(long) takes the name of \(kind), not an empty one") }
      apply(&options, name)
    }
  }

  /// A flag whose value is a whole number within bounds.
  init(
    _ long: String,
    short: Character? = nil,
    value: @autoclosure @escaping () -> String = "N",
    from least: Int,
    to most: Int = .max,
    in category: FlagPage.Category,
    _ help: String,
    apply: @escaping (inout Options, Int) -> Void
  ) {
    self.init(long, short: short, value: value(), in: category, help) {
      (options, text) throws(FlagError) in
      apply(&options, try FlagError.number(text, flag: long, least: least, most: most))
    }
  }

  /// A flag without a value.
  init(
    _ long: String,
    in category: FlagPage.Category,
    _ help: String,
    apply: @escaping (inout Options) -> Void
  ) {
    page = FlagPage(
      long: long,
      short: nil,
      value: nil,
      category: category,
      help: help
    )
    self.apply = { (options: inout Options, _: String) throws(FlagError) in apply(&options) }
  }

  /// A flag whose value is one of several words.
  init<Choice: RawRepresentable & CaseIterable>(
    _ long: String,
    in category: FlagPage.Category,
    _ help: String,
    apply: @escaping (inout Options, Choice) -> Void
  ) where Choice.RawValue == String {
    self.init(
      long,
      value: Choice.allCases.map(\.rawValue).joined(separator: "|"),
      choices: Choice.allCases.map(\.rawValue),
      in: category,
      help
    ) { (options, text) throws(FlagError) in
      apply(&options, try FlagError.choice(text, of: Choice.self, flag: long))
    }
  }
}

struct FlagPage {
  enum Category: String, CaseIterable {
    case input = "Input"
    case request = "Request"
    case output = "Output"
    case errors = "Errors"
    case other = "Other"
  }

  /// What help says about a flag's value.
  struct Value {
    let name: () -> String
    /// All possible values, if they are words.
    let choices: () -> [String]
  }

  let long: String
  let short: Character?
  /// Nil for a flag without a value.
  let value: Value?
  let category: Category
  let help: String

  /// Nil for a flag without a value.
  var valueName: String? { value?.name() }
  /// All possible values, if they are words.
  var choices: [String] { value?.choices() ?? [] }

  /// The flag as help shows it: `-o, --output FILE`.
  var usage: String {
    let names = (short.map { "-\($0), " } ?? "    ") + "--\(long)"
    return valueName.map { "\(names) \($0)" } ?? names
  }
}

/// Why a flag cannot be accepted.
struct FlagError: Error {
  var message: String
  var help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension FlagError {
  /// Parses one of several words.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String,
    of _: Choice.Type,
    flag: String
  ) throws(FlagError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw unknown(text, among: Choice.allCases.map(\.rawValue), flag: flag)
  }

  /// Parses one of several words that are not the cases of a type.
  static func choice(_ text: String, among names: [String], flag: String) throws(FlagError)
    -> String
  {
    if names.contains(text) { return text }
    throw unknown(text, among: names, flag: flag)
  }

  private static func unknown(_ text: String, among names: [String], flag: String) -> FlagError {
    let suggestion = NearestName.suggestion(forWord: text, among: names)
    return FlagError(
      "--\(flag) does not know '\(text)'\(suggestion)",
      help: "it takes " + names.joined(separator: ", ")
    )
  }

  /// Parses a whole number of at least `least`.
  static func number(_ text: String, flag: String, least: Int, most: Int = .max)
    throws(FlagError) -> Int
  {
    guard let number = Int(text), number >= least, number <= most else {
      let range = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
      throw FlagError("--\(flag) takes a whole number \(range), not '\(text)'")
    }
    return number
  }
}
