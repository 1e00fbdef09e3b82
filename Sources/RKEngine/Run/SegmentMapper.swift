/// Maps segments of an input, each independently of the others.
final class SegmentMapper: RegionMapper {
  private var window: InputWindow
  private let cutter: SegmentCutter
  private let format: InputFormat
  private let border: UnitBorder
  private let context: DocumentContext

  init(
    aheadOf run: Pipeline,
    cutter: SegmentCutter,
    format: InputFormat,
    border: UnitBorder,
    context: DocumentContext
  ) {
    window = run.window(on: InputSource(bytes: []), format, byteOffset: 0)
    self.cutter = cutter
    self.format = format
    self.border = border
    self.context = context
    super.init(aheadOf: run)
  }

  /// Maps the segment that begins in a region.
  override func map(region: Int, into segment: MappedSegment) throws(SystemError) -> Bool {
    guard let start = cutter.start(inRegion: region),
      let end = cutter.firstSegment(from: region + 1)?.start
    else { return false }
    segment.start = start
    segment.end = end
    // Blocks are scanned whole, so slightly more is read than is mapped.
    let range = start..<min(end + 1024, cutter.file.byteCount)
    // The window has the file's alignment to cache lines, as memory is read in whole lines.
    let blankCount = start % 64
    window.begin(
      InputSource(range, of: cutter.file, after: blankCount),
      at: start - blankCount,
      elementsBelow: border.objectCount
    )
    return try pipeline.map(segment, &window, format, border, context)
  }
}
