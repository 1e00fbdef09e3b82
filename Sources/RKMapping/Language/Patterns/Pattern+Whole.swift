internal import RKEngine

extension Pattern {
  /// A pattern that matches a text only as a whole: that of MATCHES.
  package init(whole text: String, ignoresCase: Bool) throws(TextError) {
    var flags = PatternParser.Flags()
    flags.ignoresCase = ignoresCase
    try self.init(text, flags, isWhole: true)
  }
}
