/// Opens inputs for threads that map them ahead of the run.
package protocol InputOpener: AnyObject {
  /// The documents of an input; nil if the run should read it.
  ///
  /// Called from several threads at once, for different inputs.
  func documents(ofInput number: Int) -> DocumentSource?
}

/// Maps groups of small inputs, each group independently of the others.
///
/// A group is a segment whose offsets are the numbers of its inputs. The run uses it only if it
/// contains nothing to report or to stop for.
package final class InputMapper: RegionMapper {
  private let opener: any InputOpener
  private let count: Int

  /// The inputs of a group: enough that starting and delivering a group costs little.
  package static var groupSize: Int { 16 }
  /// Larger inputs are left to the run.
  static var largestInput: Int { 256 * 1024 }

  init(aheadOf run: Pipeline, opener: any InputOpener, count: Int) {
    self.opener = opener
    self.count = count
    super.init(aheadOf: run)
  }

  override func map(region: Int, into segment: MappedSegment) throws(SystemError) -> Bool {
    segment.start = region * Self.groupSize
    segment.end = segment.start + Self.groupSize
    let inputs = segment.start..<min(segment.end, count)
    return try pipeline.map(inputs, into: segment, opener, faults)
  }
}

extension Pipeline {
  /// Threads that map the inputs of a run ahead; nil if there are too few inputs, or if the result
  /// of one depends on those before it.
  package func workers(forInputs count: Int, _ opener: any InputOpener) -> RegionWorkers? {
    let groupCount = (count + InputMapper.groupSize - 1) / InputMapper.groupSize
    guard mapsAhead, options.mapping.coverage == nil, !options.locatesRecords,
      mapper.repeats == nil, groupCount > 2
    else { return nil }
    return RegionWorkers(0..<groupCount, ofSize: InputMapper.groupSize, aheadOf: self) {
      InputMapper(aheadOf: self, opener: opener, count: count)
    }
  }

  /// Uses the results of a group of inputs that was mapped ahead, and returns the group; nil if the
  /// run should map the inputs from `number` on.
  package func consume(inputsFrom number: Int, of workers: RegionWorkers)
    throws(SystemError) -> [MappedInput]?
  {
    let group = workers.segment(at: number)
    workers.note(isUsed: group != nil)
    guard let group else { return nil }
    if !group.isDelivered { try sink.append(group.part) }
    if let error = group.error { throw error }
    mapper.add(group.counts)
    mapper.merge(group.survey)
    documentCount += group.documentCount
    return group.inputs
  }

  /// Maps inputs; true if they contain nothing to report.
  func map(
    _ inputs: Range<Int>,
    into group: MappedSegment,
    _ opener: any InputOpener,
    _ faults: SegmentFaults
  ) throws(SystemError) -> Bool {
    mapper.beginSegment()
    batch.removeAll()
    documentCount = 0
    group.inputs.removeAll(keepingCapacity: true)
    let before = mapper.allCounts
    for number in inputs {
      guard let documents = opener.documents(ofInput: number),
        documents.bytes.remainingCount ?? 0 <= InputMapper.largestInput
      else { return false }
      beginInput(named: "")
      let declinedBefore = mapper.allCounts.allDeclined
      guard case .complete = try run(documents), !isInputEmpty, faults.isEmpty else {
        return false
      }
      group.inputs.append(
        MappedInput(
          byteCount: faults.byteOffset,
          readCount: readCount,
          declinedCount: mapper.allCounts.allDeclined - declinedBefore
        )
      )
    }
    group.counts = mapper.allCounts.since(before)
    group.survey = mapper.endSurvey()
    group.documentCount = documentCount
    return true
  }
}
