@testable import RKEngine
import TestSupport
import Testing

@Suite("InputBuffer")
struct InputBufferTests {
  @Test(
    "spaces follow the bytes, 128 of them, however it grows",
    arguments: [0, 1, 63, 64, 65, 500]
  )
  func padding(count: Int) {
    var buffer = InputBuffer(capacity: 16)
    for _ in 0..<count { buffer.append([.comma].span) }
    let padded = (0..<buffer.padded.count).map { buffer.padded[$0] }
    #expect(
      padded == [UInt8](repeating: .comma, count: count) + [UInt8](repeating: .space, count: 128)
    )
  }

  @Test("forgets its first bytes", arguments: [0, 1, 64, 70])
  func dropFirst(dropped: Int) {
    let bytes = (0..<70).map { UInt8($0) }
    var buffer = InputBuffer(capacity: 8)
    buffer.append(bytes.span)
    buffer.dropFirst(dropped)
    let left = buffer.bytesWithoutPadding
    #expect(left == Array(bytes.dropFirst(dropped)))
  }

  @Test("counts the lines that end in a range")
  func lines() {
    var buffer = InputBuffer(capacity: 8)
    buffer.append(Array("a\nb\n\nc".utf8).span)
    let counts = [0..<6, 0..<1, 1..<2, 2..<5].map { buffer.lineCount($0) }
    #expect(counts == [3, 0, 1, 2])
  }

  @Test("lines are found in every range", arguments: 0..<20)
  func longLines(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let bytes = (0..<100).map { _ in generator.pick([.lineFeed, 0x0B, 0x8A, 0, 0xFF]) as UInt8 }
    var buffer = InputBuffer(capacity: 100)
    buffer.append(bytes.span)
    for end in 0...100 {
      let start = (bytes[..<end].lastIndex(of: .lineFeed) ?? -1) + 1
      let found = buffer.lineStart(before: end)
      #expect(found == start)
      for first in 0...end {
        let count = buffer.lineCount(first..<end)
        #expect(count == bytes[first..<end].count { $0 == .lineFeed })
      }
    }
  }

  @Test("a line begins after the last line feed")
  func lineStarts() {
    var buffer = InputBuffer(capacity: 8)
    buffer.append(Array("ab\ncd\n".utf8).span)
    let starts = (0...6).map { buffer.lineStart(before: $0) }
    #expect(starts == [0, 0, 0, 3, 3, 3, 6])
  }

  @Test("text ends after the last byte that is not white space")
  func textEnds() {
    let ends = ["", " \n", "a", "a \t\r\n", "a b"].map { text in
      var buffer = InputBuffer(capacity: 8)
      buffer.append(Array(text.utf8).span)
      return buffer.textEnd
    }
    #expect(ends == [0, 0, 1, 1, 3])
  }

  @Test("reads a file to its end")
  func file() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("some text", to: "a.txt")
    let file = try FileDescriptor.reading(path)
    var buffer = InputBuffer(capacity: 4)
    let counts = try (0..<4).map { _ in try buffer.append(from: file, upTo: 5) }
    #expect(counts == [5, 4, 0, 0])
    let bytes = buffer.bytesWithoutPadding
    #expect(bytes == Array("some text".utf8))
  }

  @Test("reads wide words with the first byte lowest")
  func words() {
    let bytes = (1...12).map { UInt8($0) }
    #expect(bytes.span.word(at: 1) == 0x0908_0706_0504_0302)
    #expect(UInt64.lowBytes(0) == 0)
    #expect(UInt64.lowBytes(3) == 0xFF_FFFF)
    #expect(UInt64.lowBytes(7) == 0xFF_FFFF_FFFF_FFFF)
  }

  @Test("a word that leaves the bytes is refused")
  func wordBeyond() async {
    await #expect(processExitsWith: .failure) {
      _ = [UInt8](repeating: 0, count: 7).span.word(at: 0)
    }
  }
}
