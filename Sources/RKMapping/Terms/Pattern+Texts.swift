internal import RKEngine

extension Pattern {
  /// A pattern that matches a text only as a whole: that of MATCHES.
  package init(whole text: String, ignoresCase: Bool) throws(PatternError) {
    var flags = PatternParser.Flags()
    flags.ignoresCase = ignoresCase
    try self.init(text, flags, isWhole: true)
  }

  /// The pattern of LIKE: `?` is one character, `*` any number of them, and a backslash makes either
  /// stand for itself.
  package init(like text: String, ignoresCase: Bool) throws(PatternError) {
    var flags = PatternParser.Flags()
    flags.ignoresCase = ignoresCase
    flags.dotTakesBreaks = true
    var pattern = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: pattern += ".*"
      case "?" where !isEscaped: pattern += "."
      default:
        if Self.special.contains(scalar) { pattern += "\\" }
        pattern.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { pattern += "\\\\" }
    try self.init(pattern, flags, isWhole: true)
  }

  private static let special = Set("\\.[]{}()*+?^$|".unicodeScalars)
}
