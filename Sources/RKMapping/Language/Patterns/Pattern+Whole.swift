internal import RKEngine

extension Pattern {
  /// Creates a pattern that must match a whole text, as for MATCHES.
  package init(whole text: String, ignoresCase: Bool) throws(TextError) {
    var flags = PatternParser.Flags()
    flags.ignoresCase = ignoresCase
    try self.init(text, flags, isWhole: true)
  }
}
