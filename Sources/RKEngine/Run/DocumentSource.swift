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
  /// A second document is an error.
  let holdsOneDocument: Bool
  /// What is known of all its documents; nil if nothing is.
  package let context: DocumentContext?
  /// Maps positions in the documents to the input; nil if the documents are parts of the input
  /// itself.
  let origin: (any DocumentOrigin)?
  /// Produces the bytes from an input in another format, while they are read; nil if they are the
  /// input's own.
  let text: (any TranscodedText)?

  package init(
    _ bytes: consuming InputSource,
    format: InputFormat,
    byteOffset: Int = 0,
    isStream: Bool,
    mayBeLines: Bool = false,
    holdsOneDocument: Bool = false,
    context: DocumentContext? = nil,
    origin: (any DocumentOrigin)? = nil
  ) {
    self.bytes = bytes
    self.format = format
    self.byteOffset = byteOffset
    self.isStream = isStream
    self.mayBeLines = mayBeLines
    self.holdsOneDocument = holdsOneDocument
    self.context = context
    self.origin = origin
    text = nil
  }

  /// The part of a transcoded text that has not been read yet.
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
    holdsOneDocument = false
    self.context = context
    origin = text
    self.text = text
  }
}
