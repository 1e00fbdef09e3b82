internal import RKDiagnostics

extension FlagError {
  /// One of some words.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String,
    of _: Choice.Type,
    flag: String
  ) throws(FlagError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw unknown(text, among: Choice.allCases.map(\.rawValue), flag: flag)
  }

  /// The same of words that are no type.
  static func choice(_ text: String, among names: [String], flag: String) throws(FlagError)
    -> String
  {
    if names.contains(text) { return text }
    throw unknown(text, among: names, flag: flag)
  }

  private static func unknown(_ text: String, among names: [String], flag: String) -> FlagError {
    let suggestion = NearestName.suggestion(for: text, among: names, later: [])
    return FlagError(
      "--\(flag) does not know '\(text)'\(suggestion)",
      help: "it takes " + names.joined(separator: ", ")
    )
  }

  /// A whole number of at least `least`.
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
