/// Finds where segments of a file may begin, by their bytes alone.
///
/// The file is divided into regions of one size. A segment begins at the first offset in a region
/// that looks like the beginning of a unit, and ends where the next one begins. Whether it is one
/// is known only when the run gets there.
///
/// Thread-safe.
final class SegmentCutter {
  /// The bytes around the beginning of a unit.
  enum Mark {
    /// A byte that separates documents, which are objects or arrays.
    case separator(UInt8)
    /// The bytes around the beginning of a unit, which is at `offset` in them.
    case text([UInt8], offset: Int)
  }

  let file: SharedFile
  let mark: Mark
  let regionSize: Int
  private let monitor = Monitor()
  /// The latest results, by the region's number.
  ///
  /// Three threads need each result: the run, and those that map the segment and the one before it.
  private var found: [Found?] = Array(repeating: nil, count: 64)

  private struct Found {
    let region: Int
    let start: Int?
  }

  init(file: SharedFile, mark: Mark, regionSize: Int) {
    self.file = file
    self.mark = mark
    self.regionSize = regionSize
  }

  /// The most regions that are searched for the beginning of a segment: a longer unit is not worth
  /// a segment.
  static var longestReach: Int { 8 }
  private static var pieceSize: Int { 4096 }

  /// The region that contains an offset of the file.
  func region(of offset: Int) -> Int { offset / regionSize }

  /// The first segment that begins in a region or after it; nil if none is near.
  func firstSegment(from region: Int) -> (region: Int, start: Int)? {
    for region in region..<(region + Self.longestReach) {
      if let start = start(inRegion: region) { return (region, start) }
    }
    return nil
  }

  /// Where the segment of a region begins; nil if none does, or the file cannot be read.
  func start(inRegion region: Int) -> Int? {
    let place = region % found.count
    monitor.lock()
    let known = found[place]
    monitor.unlock()
    if let known, known.region == region { return known.start }
    let start = find(inRegion: region)
    monitor.lock()
    found[place] = Found(region: region, start: start)
    monitor.unlock()
    return start
  }

  private func find(inRegion region: Int) -> Int? {
    let limit = min((region + 1) * regionSize, file.byteCount)
    // The bytes before the beginning may be in the previous region.
    var place = max(region * regionSize - reach, 0)
    var buffer = InputBuffer(capacity: 2 * Self.pieceSize)
    while place < limit {
      guard
        let count = try? file.read(
          at: place + buffer.count,
          into: &buffer,
          upTo: Self.pieceSize
        ), count > 0
      else { return nil }
      if let found = find(in: buffer) {
        let start = place + found
        if start >= region * regionSize { return start < limit ? start : nil }
        place = start
        buffer.dropFirst(found)
      } else {
        // A match may continue in the next piece.
        let dropped = max(buffer.count - overlap, 0)
        place += dropped
        buffer.dropFirst(dropped)
      }
    }
    return nil
  }

  /// The distance from the beginning of the mark to that of the unit.
  private var reach: Int {
    switch mark {
    case .separator: 1
    case .text(_, let offset): offset
    }
  }

  private var overlap: Int {
    switch mark {
    case .separator: 64
    case .text(let text, _): text.count - 1
    }
  }

  /// The offset in the buffer of the first unit with the mark.
  private func find(in buffer: borrowing InputBuffer) -> Int? {
    let bytes = buffer.padded
    var place = 0
    switch mark {
    case .separator(let separator):
      while let found = bytes.first(separator, in: place..<buffer.count) {
        var start = found + 1
        while start < buffer.count && bytes[start].isWhitespace { start += 1 }
        if start < buffer.count && TokenView.opens(bytes[start]) { return start }
        // The bytes passed are separators and white space.
        place = start
      }
    case .text(let text, let offset):
      while place + text.count <= buffer.count,
        let found = bytes.first(text[0], in: place..<(buffer.count - text.count + 1))
      {
        var length = 1
        while length < text.count && bytes[found + length] == text[length] { length += 1 }
        if length == text.count { return found + offset }
        place = found + 1
      }
    }
    return nil
  }
}
