@testable import RKEngine
import Testing

@Suite("OutputBuffer")
struct OutputBufferTests {
  private static func contents(_ buffer: borrowing OutputBuffer) -> [UInt8] {
    (0..<buffer.count).map { buffer[$0] }
  }

  @Test("keeps what is appended while it grows", arguments: [0, 1, 15, 16, 17, 1000])
  func growth(capacity: Int) {
    var buffer = OutputBuffer(capacity: capacity)
    for number in 0..<600 { buffer.append(UInt8(truncatingIfNeeded: number)) }
    #expect(Self.contents(buffer) == (0..<600).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test("copies a slice of any length unchanged", arguments: 0...200)
  func slices(length: Int) {
    let source = (0..<(length + 56)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for start in [0, 1, 15, 16, 24] {
      var buffer = OutputBuffer(capacity: 1)
      buffer.append(.comma)
      buffer.append(padded: source.span, start, length)
      buffer.append(.colon)
      let expected = [.comma] + source[start..<(start + length)] + [.colon]
      #expect(Self.contents(buffer) == expected, "from \(start)")
    }
  }

  @Test("a short text keeps sixteen bytes at most", arguments: 0...20)
  func shortTexts(count: Int) {
    let text = (0..<count).map { UInt8($0 + 100) }
    var buffer = OutputBuffer(capacity: 1)
    buffer.append(.comma)
    buffer.append(ShortText(prefixOf: text))
    buffer.append(.colon)
    #expect(Self.contents(buffer) == [.comma] + text.prefix(16) + [.colon])
  }

  @Test(
    "a short slice is copied if there is room, and otherwise nothing happens",
    arguments: 0...16
  )
  func shortSlices(count: Int) {
    let source = (0..<120).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let label = ShortText(prefixOf: (0..<count).map { UInt8($0 + 100) })
    for length in [0, 1, 16, 31, 32, 33, 63, 64, 65] {
      for capacity in [1, count + length, count + length + 1, 100] {
        var buffer = OutputBuffer(capacity: capacity)
        buffer.append(.comma)
        let isDone = buffer.appendShort(label, then: source.span, 3, UInt32(length))
        #expect(isDone == (length <= 64 && max(capacity, 1) > count + length))
        let expected = (0..<count).map { UInt8($0 + 100) } + source[3..<(3 + length)]
        #expect(Self.contents(buffer) == [.comma] + (isDone ? expected : []), "of \(length) bytes")
      }
    }
    var buffer = OutputBuffer()
    let isDone = [
      buffer.appendShort(label, then: source.span, 80, 9),
      buffer.appendShort(label, then: source.span, .max, 9),
      buffer.appendShort(label, then: source.span, 9, .max),
    ]
    #expect(isDone == [false, false, false])
    #expect(buffer.count == 0)
  }

  @Test("a wide copy needs 32 readable bytes after its slice")
  func room() async {
    await #expect(processExitsWith: .failure) {
      var buffer = OutputBuffer(capacity: 64)
      let source = [UInt8](repeating: 0, count: 36)
      buffer.append(padded: source.span, 0, 5)
    }
  }

  @Test("appends spans and words")
  func words() {
    var buffer = OutputBuffer(capacity: 1)
    buffer.append("null")
    buffer.append([UInt8]().span)
    buffer.append(Array(", true".utf8).span)
    #expect(Self.contents(buffer) == Array("null, true".utf8))
  }

  @Test("a byte that was appended can be changed")
  func change() {
    var buffer = OutputBuffer()
    buffer.append(",1}")
    buffer[0] = .openObject
    #expect(Self.contents(buffer) == Array("{1}".utf8))
  }

  @Test("forgets what is after a count")
  func truncate() {
    var buffer = OutputBuffer()
    buffer.append("abc")
    buffer.truncate(to: 1)
    #expect(Self.contents(buffer) == Array("a".utf8))
    buffer.removeAll()
    #expect(Self.contents(buffer) == [])
  }

  @Test("its span is what was appended")
  func span() {
    var buffer = OutputBuffer(capacity: 0)
    buffer.append("xyz")
    let copy = (0..<buffer.span.count).map { buffer.span[$0] }
    #expect(copy == Array("xyz".utf8))
  }
}
