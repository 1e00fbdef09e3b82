/// What is wrong with a text of the spec's language, as a key path, a pattern or the name of a type.
package struct TextError: Error, Sendable, Hashable {
  package var message: String
  /// The offset in the text, in bytes of UTF-8.
  package var offset: Int
  package var help: String?
  /// It is part of the language, but this version does not support it.
  package var isUnsupported: Bool

  package init(
    _ message: String,
    at offset: Int = 0,
    help: String? = nil,
    isUnsupported: Bool = false
  ) {
    self.message = message
    self.offset = offset
    self.help = help
    self.isUnsupported = isUnsupported
  }
}
