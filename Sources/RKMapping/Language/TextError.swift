/// An error in a text of the spec's language, such as a key path, a pattern, or the name of a type.
package struct TextError: Error, Sendable, Hashable {
  package var message: String
  /// The offset of the error in the text, in bytes of UTF-8.
  package var offset: Int
  package var help: String?
  /// How it is reported, if not as other errors of its kind of text.
  package var code: DiagnosticCode?

  package init(
    _ message: String,
    at offset: Int = 0,
    help: String? = nil,
    code: DiagnosticCode? = nil
  ) {
    self.message = message
    self.offset = offset
    self.help = help
    self.code = code
  }
}
