import RKEngine
import TestSupport
import Testing

/// The engine compared with the single-pass scanner, by every kernel and in chunks of every kind.
@Suite("Engine and oracle")
struct TwinTests {
  @Test(
    "agree on what the fuzzer found",
    arguments: try Repository.names(in: "fixtures/fuzz")
  )
  func found(name: String) throws {
    let text = try Repository.bytes(of: "fixtures/fuzz/\(name)")
    for separator in [nil, .lineFeed, .recordSeparator] as [UInt8?] {
      expectTwins(text, separator: separator)
      // The fuzzer's own limit.
      expectTwins(text, separator: separator, maximumDepth: 100)
    }
  }

  @Test("agree on random documents", arguments: 0..<60)
  func random(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: json.generator.pick([10, 100, 400, 3000]))
    expectTwins(text, made: json.generator.recreation)
  }

  @Test("agree on damaged documents", arguments: 0..<300)
  func damaged(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: json.generator.pick([10, 100, 400]))
    expectTwins(Mutation.mutate(text, &json.generator), made: json.generator.recreation)
  }

  @Test("agree on long damaged documents", arguments: 0..<60)
  func longDamaged(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: 2000)
    expectTwins(Mutation.mutate(text, &json.generator), made: json.generator.recreation)
    let lines = json.documents(30, size: 60, separator: "\n")
    let damaged = Mutation.mutate(lines, &json.generator)
    expectTwins(damaged, separator: .lineFeed, made: json.generator.recreation)
  }

  @Test("agree on documents that are deep in places", arguments: 0..<130)
  func deep(count: Int) {
    let open = String(repeating: "[1,{\"a\":", count: count / 2)
    let close = String(repeating: "}]", count: count / 2)
    let flat = String(repeating: "[[],{},{\"b\":[]}],", count: 30)
    expectTwins(Array("[\(flat)\(open)0\(close),\(flat)1]".utf8))
    expectTwins(Array("[\(flat)\(open)0\(close),\(flat)1]".utf8), maximumDepth: 64)
    expectTwins(Array("[\(flat)\(open)0}\(close),\(flat)1]".utf8))
  }

  @Test("agree on lines, whole and damaged", arguments: 0..<150)
  func lines(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    json.breaksLines = json.generator.oneIn(10)
    var text = json.documents(5, size: 40, separator: json.generator.pick(["\n", "\r\n", "\n\n"]))
    if !json.generator.oneIn(3) { text = Mutation.mutate(text, &json.generator) }
    expectTwins(text, separator: .lineFeed, made: json.generator.recreation)
  }

  @Test("agree on text sequences", arguments: 0..<60)
  func sequences(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    var text = json.documents(5, size: 40, separator: "\u{1E}")
    if !json.generator.oneIn(3) { text = Mutation.mutate(text, &json.generator) }
    expectTwins(text, separator: .recordSeparator, made: json.generator.recreation)
  }

  @Test("agree under a small nesting limit", arguments: 0..<60)
  func nesting(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: 600)
    expectTwins(text, maximumDepth: 1 + seed % 12, made: json.generator.recreation)
  }
}

/// Expects every way of reading to find the oracle's tokens and its first fault.
func expectTwins(
  _ text: [UInt8],
  separator: UInt8? = nil,
  maximumDepth: Int = 1024,
  made recreation: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let expected = SinglePassScanner.scan(text, separator: separator, maximumDepth: maximumDepth)
  for way in EngineReading.Way.all {
    let found = EngineReading.read(text, way, separator: separator, maximumDepth: maximumDepth)
    let shown = String(decoding: text, as: UTF8.self)
    #expect(
      found.place?.offset == expected.firstFault,
      "\(way), \(recreation): \(shown.debugDescription)",
      sourceLocation: sourceLocation
    )
    #expect(
      found.agrees(with: expected.kind),
      "\(way), \(recreation): \(shown.debugDescription)",
      sourceLocation: sourceLocation
    )
    // A string that should have been a key, or a value, is not a token of the engine's.
    let mayLackString = expected.firstFault != nil && expected.tokens.last?.byte == .quote
    let isSame =
      found.tokens == expected.tokens
      || (mayLackString && found.tokens == Array(expected.tokens.dropLast()))
    #expect(
      isSame,
      "\(way), \(recreation): \(shown.debugDescription): \(found.tokens)",
      sourceLocation: sourceLocation
    )
  }
}
