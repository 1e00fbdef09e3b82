/// Documents of an input, and what is known of them before they are read.
package struct DocumentSource: ~Copyable {
  let bytes: InputSource
  let format: InputFormat
  /// Where the bytes begin in their file.
  let byteOffset: Int
  /// There are several documents, or this is one of several.
  let isStream: Bool
  /// The first line was too long to see whether others follow.
  let mayBeLines: Bool
  /// What is known of all documents; nil for nothing.
  package let context: DocumentContext?
  /// The document's origin, if it is not part of the input as it is.
  let origin: (any DocumentOrigin)?
  /// What makes the bytes, where they are made of an input in another format while they are read.
  let text: (any TranscodedText)?

  package init(
    _ bytes: consuming InputSource,
    format: InputFormat,
    byteOffset: Int = 0,
    isStream: Bool,
    mayBeLines: Bool = false,
    context: DocumentContext? = nil,
    origin: (any DocumentOrigin)? = nil
  ) {
    self.bytes = bytes
    self.format = format
    self.byteOffset = byteOffset
    self.isStream = isStream
    self.mayBeLines = mayBeLines
    self.context = context
    self.origin = origin
    text = nil
  }

  /// What follows of a text that is made.
  package init(
    _ text: any TranscodedText,
    format: InputFormat,
    isStream: Bool,
    context: DocumentContext? = nil
  ) {
    bytes = InputSource(stream: text)
    self.format = format
    byteOffset = text.madeCount
    self.isStream = isStream
    mayBeLines = false
    self.context = context
    origin = text
    self.text = text
  }
}
