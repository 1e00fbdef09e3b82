@testable import RKEngine
import TestSupport
import Testing

@Suite("Search in texts")
struct TextSearchTests {
  @Test(
    "a text is found in another exactly if it occurs there",
    arguments: 0..<20 as Range<UInt64>
  )
  func contains(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var foundCount = 0
    for _ in 0..<500 {
      // Few letters and repetitions make periods of all kinds.
      let letters = Array("ab".utf8) + (generator.oneIn(3) ? Array("c".utf8) : [])
      let unit = (0..<generator.pick([1, 2, 3, 7])).map { _ in generator.pick(letters) }
      var text: [UInt8] = []
      while text.count < 300 {
        text += generator.oneIn(30) ? [generator.pick(letters)] : unit
      }
      let start = Int.random(in: 0..<200, using: &generator)
      var wanted = Array(text[start..<(start + Int.random(in: 1...100, using: &generator))])
      if generator.oneIn(2) {
        wanted[generator.pick([0, wanted.count / 2, wanted.count - 1])] = generator.pick(letters)
      }
      let isThere = (0...(text.count - wanted.count)).contains { place in
        Array(text[place..<(place + wanted.count)]) == wanted
      }
      foundCount += isThere ? 1 : 0
      let isFound = TextSearch.contains(text.span, wanted.span)
      let isFoundTwoWay = TwoWaySearch(wanted.span).isFound(in: text.span)
      #expect(isFound == isThere && isFoundTwoWay == isThere, "seed \(seed): \(wanted)")
    }
    #expect(foundCount > 100 && foundCount < 500)
  }

  @Test("searching for a long text that almost matches everywhere takes linear time")
  func almostEverywhere() {
    let text = [UInt8](repeating: .ascii("a"), count: 400_000)
    let half = [UInt8](repeating: .ascii("a"), count: 200_000)
    let (unlike, before) = (half + [.ascii("b")], [.ascii("b")] + half)
    let hasHalf = TextSearch.contains(text.span, half.span)
    let hasUnlike = TextSearch.contains(text.span, unlike.span)
    let hasBefore = TextSearch.contains(text.span, before.span)
    #expect(hasHalf && !hasUnlike && !hasBefore)
  }

  @Test(
    "JSON text has escapes where needed, at any position",
    arguments: 0..<20
  )
  func quoting(place: Int) {
    for byte in 0..<128 as Range<UInt8> {
      var text = Array("abcdefghijklmnopqrst\u{E9}".utf8)
      text[place] = byte
      var output = UniqueArray<UInt8>()
      JSONText.append(quoting: text.span, 0..<text.count, to: &output)
      #expect((0..<output.count).map { output[$0] } == JSONText.quoted(text))
    }
  }
}
