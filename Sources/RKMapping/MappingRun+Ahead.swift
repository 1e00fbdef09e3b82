internal import RKEngine

extension MappingRun {
  /// Writes the records of inputs that were mapped ahead, from input `number` on.
  ///
  /// Returns the number of these inputs; 0 if the run must map them itself.
  mutating func pass(
    _ inputs: [Input],
    from number: Int,
    _ workers: RegionWorkers,
    _ pipeline: Pipeline
  ) throws(SystemError) -> Int {
    guard number.isMultiple(of: InputMapper.groupSize),
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
