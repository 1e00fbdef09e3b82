/// An error in a text of the spec's language, such as a key path, a pattern, or the name of a type.
package struct TextError: Error, Sendable, Hashable {
  package var message: String
  /// The offset of the error in the text, in bytes of UTF-8.
  package var offset: Int
  package var help: String?
  /// Whether the text is valid, but not supported by this version.
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
