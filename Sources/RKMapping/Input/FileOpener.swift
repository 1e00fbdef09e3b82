internal import RKEngine

/// Opens inputs for the threads that map them ahead: ordinary files of JSON about which there is
/// nothing to report.
final class FileOpener: InputOpener {
  private let inputs: [Input]
  private let reading: InputReading

  init(_ inputs: [Input], _ reading: InputReading) {
    self.inputs = inputs
    self.reading = reading
  }

  func documents(ofInput number: Int) -> DocumentSource? {
    let input = inputs[number]
    // A pipe may be opened only once.
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

extension MappingRun {
  /// Uses what was mapped ahead of the inputs from `number` on, and gives how many these are; none
  /// if the run should map them.
  mutating func pass(
    _ inputs: [Input],
    from number: Int,
    _ workers: InputWorkers,
    _ pipeline: inout Pipeline
  ) throws(SystemError) -> Int {
    guard number.isMultiple(of: InputWorkers.groupSize),
      let mapped = try pipeline.consume(inputsFrom: number, of: workers)
    else { return 0 }
    for (input, made) in zip(inputs[number...], mapped) {
      counter.advance(to: made.byteCount, recordCount: pipeline.counts.records)
      counter.endInput(
        named: input.name,
        recordCount: made.readCount,
        declinedCount: made.declinedCount
      )
    }
    return mapped.count
  }
}
