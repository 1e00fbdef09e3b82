/// How the run, and the threads that map ahead of it, read.
extension Pipeline {
  func window(on source: consuming InputSource, _ format: InputFormat, byteOffset: Int)
    -> InputWindow
  {
    var reading = options.reading
    reading.separator = format.separator
    return InputWindow(
      source: source,
      options: reading,
      kernel: options.kernel,
      byteOffset: byteOffset
    )
  }

  func splitter(_ context: DocumentContext, _ format: InputFormat, isStream: Bool)
    -> DocumentSplitter
  {
    DocumentSplitter(
      descriptor: isStreamable && !context.descriptors.isEmpty
        ? mapper.plan.descriptors.first : nil,
      plan: mapper.plan,
      separator: format.separator,
      isStream: isStream
    )
  }

  /// For lines, also after a bad one.
  func lineSplitter(_ input: InputState) -> DocumentSplitter {
    DocumentSplitter(descriptor: nil, plan: mapper.plan, separator: input.format.separator)
  }
}
