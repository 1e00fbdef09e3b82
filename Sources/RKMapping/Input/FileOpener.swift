internal import RKEngine

/// Opens inputs for the threads that map them ahead.
///
/// It opens only ordinary JSON files that need no diagnostic.
final class FileOpener: InputOpener {
  private let inputs: [Input]
  private let reading: InputReading

  init(_ inputs: [Input], _ reading: InputReading) {
    self.inputs = inputs
    self.reading = reading
  }

  func documents(ofInput number: Int) -> DocumentSource? {
    let input = inputs[number]
    // A pipe can be opened only once.
    guard case .file(let path) = input.source, input.lines == nil,
      (input.door ?? JSONDoor.self) is JSONDoor.Type,
      FileDescriptor.isSeen(path, as: .regular),
      let opened = try? OpenInput(
        input,
        repairsUTF8: reading.repairsUTF8,
        kernel: reading.options.kernel
      ),
      opened.unpacking == nil, opened.foreign == nil, opened.foreignText == nil
    else { return nil }
    let turn = InputTurn(input: input, index: number, isStream: true, reading: reading)
    return opened.documents(isStream: true, context: turn.context)
  }
}
