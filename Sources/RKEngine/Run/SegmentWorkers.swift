/// Threads that map segments of an input ahead of the run.
///
/// Only the run knows the context: the lines and records before a segment, what was reported
/// already, and whether an offset is the border of a unit. So the run uses a segment only if it
/// reaches the segment's beginning as the expected border, and if the segment contains nothing to
/// report or to stop for; otherwise the run maps it itself. Output and diagnostics are thus those
/// of a run without threads.
final class SegmentWorkers: RegionWorkers {
  let cutter: SegmentCutter
  let border: UnitBorder
  /// The first region that was not yet searched for the beginning of a segment.
  private var firstUnknown = 0

  init?(
    _ cutter: SegmentCutter,
    _ border: UnitBorder,
    from offset: Int,
    aheadOf run: Pipeline,
    makeMapper: () -> RegionMapper
  ) {
    let first = cutter.region(of: offset) + 1
    // The last segment ends with the file, so the run maps it itself.
    let end = cutter.region(of: cutter.file.byteCount) - 1
    guard end > first + 1 else { return nil }
    self.cutter = cutter
    self.border = border
    super.init(first..<end, ofSize: cutter.regionSize, aheadOf: run, makeMapper: makeMapper)
  }

  /// The next offset after `offset` at which a segment begins; nil if the run should continue alone
  /// for now.
  func nextStart(after offset: Int) -> Int? {
    let region = cutter.region(of: offset) + 1
    guard !isClosed, region >= firstUnknown else { return nil }
    if let segment = cutter.firstSegment(from: region) { return segment.start }
    firstUnknown = region + SegmentCutter.longestReach
    return nil
  }
}
