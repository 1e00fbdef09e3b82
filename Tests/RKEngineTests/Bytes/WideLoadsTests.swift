@testable import RKEngine
import Testing

@Suite("Wide loads")
struct WideLoadsTests {
  @Test("the first of equal bytes is found, and none outside the range", arguments: 0..<70)
  func first(place: Int) {
    for count in place...70 {
      var bytes = [UInt8](repeating: .ascii("a"), count: 74)
      bytes[place + 2] = .quote
      bytes[72] = .quote
      let found = bytes.span.first(.quote, in: 2..<(count + 2))
      #expect(found == (place < count ? place + 2 : nil))
    }
  }
}
