/// Threads that map segments of an input ahead of the run.
///
/// Only the run knows the context: what lines and records came before, what was reported already,
/// and whether an offset is the border of a unit. A segment that was mapped ahead is used only if
/// the run reaches its beginning as such a border, and if it contains nothing that the run would
/// have to report or to stop for; otherwise the run maps it itself. So the output and the
/// diagnostics are those of a run without threads.
final class SegmentWorkers {
  let cutter: SegmentCutter
  let border: UnitBorder
  private let threads: RegionWorkers
  /// The first region for which it is not known whether a segment begins there.
  private var firstUnknown = 0

  /// `makeMapper` makes one for each thread, and one for the run's own.
  init?(
    _ cutter: SegmentCutter,
    _ border: UnitBorder,
    from offset: Int,
    threadCount: Int,
    deliveringTo sink: AnyRecordSink,
    makeMapper: () -> SegmentMapper
  ) {
    let first = cutter.region(of: offset) + 1
    // The last segment ends with the file, so the run maps it itself.
    let end = cutter.region(of: cutter.file.byteCount) - 1
    guard end > first + 1 else { return nil }
    self.cutter = cutter
    self.border = border
    let queue = SegmentQueue(
      from: first,
      to: end,
      reach: 2 * threadCount,
      regionSize: cutter.regionSize,
      deliveringTo: sink
    )
    guard let threads = RegionWorkers(queue, threadCount: threadCount, makeMapper: makeMapper)
    else { return nil }
    self.threads = threads
  }

  /// The next offset after `offset` at which a segment begins; nil if the run should continue alone
  /// for now.
  func nextStart(after offset: Int) -> Int? {
    let region = cutter.region(of: offset) + 1
    guard !threads.isClosed, region >= firstUnknown else { return nil }
    if let segment = cutter.firstSegment(from: region) { return segment.start }
    firstUnknown = region + SegmentCutter.longestReach
    return nil
  }

  /// The segment that begins at an offset, which the run has reached; nil if the run should map it.
  func segment(at start: Int) -> MappedSegment? { threads.segment(at: start) }

  /// Records whether the run could use a segment.
  func note(isUsed: Bool) { threads.note(isUsed: isUsed) }

  /// Waits for the threads, which begin nothing more.
  func end() { threads.end() }
}
