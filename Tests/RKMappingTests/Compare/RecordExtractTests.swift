import Testing

@testable import RKEngine
@testable import RKMapping

@Suite("Extracts of inputs")
struct RecordExtractTests {
  private func extract(_ text: String, _ offsets: [Int], in all: [Int], isLines: Bool)
    -> RecordExtract
  {
    let roots = RecordPairing.Roots(
      offsets: offsets,
      first: all.first ?? 0,
      last: all.last ?? 0
    )
    var extract = RecordExtract(roots, isLines: isLines)
    extract.read(InputSource(bytes: Array(text.utf8)))
    return extract
  }

  @Test("whole lines, with the offsets that they came from")
  func lines() {
    let text = "{\"a\":1}\n {\"a\":[2]}\n{\"a\":3}\n{\"a\":4}"
    let extract = extract(text, [9, 27], in: [0, 9, 20, 27], isLines: true)
    #expect(String(decoding: extract.text, as: UTF8.self) == " {\"a\":[2]}\n{\"a\":4}")
    #expect(extract.pieces.original(of: 1) == 9)
    #expect(extract.pieces.original(of: 12) == 28)
  }

  @Test(
    "a document keeps what is around its records",
    arguments: [
      ([9], "{\"i\":[1, {\"a\":\"]\"}],\"z\":0}"),
      ([20], "{\"i\":[1, [{}]],\"z\":0}"),
      ([9, 27], "{\"i\":[1, {\"a\":\"]\"},\"x\\\"\"],\"z\":0}"),
      ([9, 20, 27], "{\"i\":[1, {\"a\":\"]\"},[{}],\"x\\\"\"],\"z\":0}"),
    ]
  )
  func document(offsets: [Int], wanted: String) {
    let text = "{\"i\":[1, " + "{\"a\":\"]\"}, [{}] , \"x\\\"\" ],\"z\":0}"
    let extract = extract(text, offsets, in: [9, 27], isLines: false)
    let compact = String(decoding: extract.text, as: UTF8.self).replacing(" ]", with: "]")
    #expect(compact == wanted)
    #expect(extract.pieces.original(of: 9) == offsets[0])
  }
}
