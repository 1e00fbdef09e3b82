@testable import RKEngine
import TestSupport
import Testing

@Suite("Where segments begin")
struct SegmentCutterTests {
  private static let regionSize = 100
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func share(_ text: String) throws -> SharedFile {
    let path = try folder.write(text, to: "input")
    let file = try FileDescriptor.reading(path)
    let shared = InputSource(file: file).share(at: 0)
    return try #require(shared)
  }

  /// Lines with this many bytes each, including the line feed.
  private func cutter(lineSizes: [Int]) throws -> SegmentCutter {
    let lines = lineSizes.map { "[\(String(repeating: "1", count: $0 - 3))]\n" }
    return SegmentCutter(
      file: try share(lines.joined()),
      mark: .separator(.lineFeed),
      regionSize: Self.regionSize
    )
  }

  @Test("The first line that begins in a region is its segment, however often that is asked")
  func firstLines() throws {
    let sizes = (0..<1000).map { 10 + $0 * 37 % 60 }
    let cutter = try cutter(lineSizes: sizes)
    var starts = [0]
    for size in sizes { starts.append(starts.last! + size) }
    let regions = 1..<(starts.last! / Self.regionSize)
    // More regions than are remembered, and each of these again.
    for region in regions.flatMap({ [$0, $0, max($0 - 1, 1)] }) {
      let first = starts.first { $0 >= region * Self.regionSize }
      #expect(cutter.start(inRegion: region) == first)
    }
  }

  @Test("A region in which no line begins has no segment, and the next one after it has")
  func longLines() throws {
    let cutter = try cutter(lineSizes: [90, 320, 40, 60])
    for _ in 0..<2 {
      #expect((1...4).map { cutter.start(inRegion: $0) } == [nil, nil, nil, 410])
      #expect(cutter.firstSegment(from: 1)?.start == 410)
    }
  }

  @Test("A part of a file follows the requested spaces", arguments: [0, 1, 63])
  func blanks(count: Int) throws {
    let file = try share("0123456789")
    var source = InputSource(2..<8, of: file, after: count)
    var buffer = InputBuffer(capacity: 64)
    while try source.read(into: &buffer, upTo: 5) > 0 {}
    let expected = String(repeating: " ", count: count) + "234567"
    #expect(buffer.bytesWithoutPadding == Array(expected.utf8))
  }

  @Test("A mark is found wherever a read boundary splits it", arguments: 0...8)
  func markAcrossPieces(cut: Int) throws {
    let text = Array("},\n  {\"id\"".utf8.prefix(8))
    let before = 4096 - cut
    let file = String(repeating: " ", count: before) + String(decoding: text, as: UTF8.self) + "1}]"
    let cutter = SegmentCutter(
      file: try share(file + String(repeating: " ", count: 10_000)),
      mark: .text(text, offset: 5),
      regionSize: 100_000
    )
    #expect(cutter.start(inRegion: 0) == before + 5)
  }

  @Test("White space after a separator may cross such a boundary", arguments: 0...60)
  func blanksAcrossPieces(count: Int) throws {
    let line = "[" + String(repeating: "1", count: 4090 - 3) + "]\n"
    let text = line + String(repeating: " ", count: count) + "[2]\n[3]\n"
    let cutter = SegmentCutter(
      file: try share(text),
      mark: .separator(.lineFeed),
      regionSize: 100_000
    )
    #expect(cutter.start(inRegion: 0) == line.utf8.count + count)
  }
}
