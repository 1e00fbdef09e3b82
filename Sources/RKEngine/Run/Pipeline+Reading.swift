/// How the run, and the threads that map ahead of it, read inputs.
extension Pipeline {
  func window(
    on source: consuming InputSource,
    _ format: InputFormat,
    byteOffset: Int,
    isTranscoded: Bool = false
  ) -> InputWindow {
    var reading = options.reading
    reading.separator = format.separator
    // The transcoder checks the depth itself; it may wrap each level of the input in a list.
    if isTranscoded { reading.maximumDepth = 2 * reading.maximumDepth + 2 }
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
      isStream: isStream,
      givesListsOfScalars: options.mapping.takesElements,
      dividesLines: options.mapping.splitsLists
    )
  }

  /// A splitter for documents on lines, also used after a bad line.
  func lineSplitter(_ input: InputState) -> DocumentSplitter {
    DocumentSplitter(
      descriptor: options.mapping.splitsLists ? mapper.plan.descriptors.first : nil,
      plan: mapper.plan,
      separator: input.format.separator,
      dividesLines: options.mapping.splitsLists
    )
  }
}
