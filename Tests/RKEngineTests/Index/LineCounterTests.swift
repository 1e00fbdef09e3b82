import Testing

@testable import RKEngine

@Suite("Counting lines")
struct LineCounterTests {
  @Test("places are counted forwards and backwards, and on in the next window")
  func counting() {
    let bytes = Array("a\nb\n\nc".utf8)
    var counter = LineCounter()
    counter.enter(origin: 0, firstLine: 1)
    #expect(counter.line(at: 5, in: bytes.span) == 4)
    #expect(counter.line(at: 0, in: bytes.span) == 1)
    #expect(counter.line(at: 2, in: bytes.span) == 2)
    // The window slides by two bytes.
    let rest = Array(bytes.dropFirst(2))
    counter.enter(origin: 2, firstLine: 2)
    #expect(counter.line(at: 3, in: rest.span) == 4)
    // And far on.
    counter.enter(origin: 100, firstLine: 9)
    #expect(counter.line(at: 2, in: bytes.span) == 10)
  }
}
