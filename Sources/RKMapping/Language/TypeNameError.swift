/// What is wrong with the name of a type.
package struct TypeNameError: Error, Sendable, Hashable {
  package var message: String
  /// The offset in the text, in bytes of UTF-8.
  package var offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
