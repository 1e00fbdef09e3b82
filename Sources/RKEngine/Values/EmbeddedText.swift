/// Parses JSON documents inside text values.
enum EmbeddedText {
  /// Appends the one document in a text, without white space, and returns its kind; nil if the text
  /// is not JSON, or contains a lone surrogate.
  ///
  /// It is scanned and validated like any input, with the same depth limit.
  static func append(_ text: Span<UInt8>, to output: inout UniqueArray<UInt8>) -> Cell.Kind? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    guard let window = InputWindow(whole: bytes) else { return nil }
    let view = window.view
    guard view.count > 0, view.next(after: 0) == view.count else { return nil }
    let range = view.position(0)..<text.count
    if StringText.hasLoneSurrogate(view.padded, range) { return nil }
    CompactText.append(view.padded, range, to: &output)
    return Cell.Kind(firstByte: view.token(0))
  }
}
