/// JSON documents that are the text of a value.
enum EmbeddedText {
  /// Appends the one document that a text contains, without white space, and returns its kind; nil
  /// if the text is not JSON, or contains a lone surrogate.
  ///
  /// It is scanned and validated like any input, with the same limit of depth.
  static func append(_ text: Span<UInt8>, to output: inout UniqueArray<UInt8>) -> Cell.Kind? {
    var options = ReadingOptions()
    options.blockSize = min(options.blockSize, (text.count + 64) & ~63)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    var window = InputWindow(
      source: InputSource(bytes: bytes),
      options: options,
      kernel: .best
    )
    do {
      while try window.fill() != nil {}
    } catch {
      return nil
    }
    let view = window.view
    guard window.fault == nil, view.count > 0, view.next(after: 0) == view.count else {
      return nil
    }
    let range = view.position(0)..<text.count
    if StringText.hasLoneSurrogate(view.padded, range) { return nil }
    CompactText.append(view.padded, range, to: &output)
    return Cell.Kind(firstByte: view.token(0))
  }
}
