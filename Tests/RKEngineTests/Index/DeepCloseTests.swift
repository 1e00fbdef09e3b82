@testable import RKEngine
import TestSupport
import Testing

@Suite("DeepCloses")
struct DeepCloseTests {
  /// Nested arrays, some of them in objects, with random depth changes and values between them.
  private struct Nesting {
    var generator: SeededGenerator
    private(set) var bytes: [UInt8] = []
    /// For each opening bracket, by its position, the closing one.
    private(set) var closes: [Int: Int] = [:]
    private var open: [Int] = []

    init(seed: Int) {
      generator = SeededGenerator(seed: UInt64(seed))
      for phase in 0..<generator.pick([2, 6, 12]) {
        // Deeper or shallower, steeply or gently.
        let likeliness = phase.isMultiple(of: 2) ? 4...8 : 0...4
        let likely = Int.random(in: likeliness, using: &generator)
        let valueCount = generator.pick([0, 0, 1, 20])
        for _ in 0..<Int.random(in: 1...400, using: &generator) {
          if Int.random(in: 0..<8, using: &generator) < likely || open.count < 3 {
            begin(isMember: generator.oneIn(3))
          } else {
            end()
          }
          for _ in 0..<valueCount { add(generator.pick(["1", "[]", "{}", "\"[\""])) }
        }
      }
      while !open.isEmpty { end() }
    }

    private mutating func add(_ text: String) {
      if let last = bytes.last, last != .openArray { bytes.append(.comma) }
      bytes += text.utf8
    }

    private mutating func begin(isMember: Bool) {
      add(isMember ? "{\"k\":[" : "[")
      if isMember { open.append(bytes.count - 6) }
      open.append(bytes.count - 1)
    }

    private mutating func end() {
      let start = open.removeLast()
      closes[start] = bytes.count
      bytes.append(.closeArray)
      guard start > 0, bytes[start - 1] == .colon else { return }
      closes[open.removeLast()] = bytes.count
      bytes.append(.closeObject)
    }
  }

  private static func window(_ bytes: [UInt8], _ way: EngineReading.Way) -> InputWindow {
    var options = ReadingOptions()
    options.blockSize = way.blockSize
    options.maximumDepth = 100_000
    return InputWindow(
      source: InputSource(bytes: bytes, chunkSize: way.chunkSize),
      options: options,
      kernel: way.kernel
    )
  }

  /// Expects exactly the closes of the window's containers.
  private func expectCloses(
    _ window: borrowing InputWindow,
    _ closes: [Int: Int],
    _ comment: String
  ) {
    let view = window.view
    let origin = window.byteOffset
    let known = Set((window.firstToken..<view.count).map { origin + view.position($0) })
    for token in window.firstToken..<view.count where TokenView.opens(view.token(token)) {
      let found = view.close(of: token).map { origin + view.position($0) }
      // The twin leaves out empty ones.
      guard let wanted = closes[origin + view.position(token)] else { continue }
      let expected = known.contains(wanted) ? wanted : nil
      #expect(found == expected, "\(comment), from \(origin + view.position(token))")
    }
  }

  @Test("deep containers close where a stack says, in one piece and in windows", arguments: 0..<24)
  func random(seed: Int) throws {
    var nesting = Nesting(seed: seed)
    for kernel in [ScanKernel.best, .portable] {
      for (chunkSize, blockSize) in [(Int.max, 1 << 20), (7, 64), (1000, 256), (.max, 1024)] {
        let way = EngineReading.Way(kernel, chunkSize: chunkSize, blockSize: blockSize)
        var window = Self.window(nesting.bytes, way)
        while try window.fill() != nil {
          let comment = "\(way), \(nesting.generator.recreation)"
          if nesting.generator.oneIn(chunkSize == 7 ? 40 : 3) {
            expectCloses(window, nesting.closes, comment)
          }
          let given = window.firstToken..<(window.view.count + 1)
          if nesting.generator.oneIn(2) {
            window.consume(upTo: Int.random(in: given, using: &nesting.generator))
          }
        }
        let fault = window.fault
        #expect(fault == nil)
        expectCloses(window, nesting.closes, nesting.generator.recreation)
      }
    }
  }

  @Test("each block of deep brackets records where to continue", arguments: [100, 1000, 30_000])
  func noted(depth: Int) throws {
    let brackets = [UInt8](repeating: .openArray, count: depth)
    let way = EngineReading.Way(.best)
    var window = Self.window(brackets + brackets.map { _ in .closeArray }, way)
    while try window.fill() != nil {}
    let closes = window.grammar.deepCloses.span
    #expect(closes.count == (depth - 1) / 64 + 1)
    for block in 1..<closes.count { #expect(Int(closes[block]) == 2 * depth - 1 - block * 64) }
  }

  @Test("nothing is recorded if containers are no deeper than kernels track")
  func shallow() throws {
    let brackets = [UInt8](repeating: .openArray, count: 64)
    var window = Self.window(brackets + brackets.map { _ in .closeArray }, .init(.best))
    while try window.fill() != nil {}
    let count = window.grammar.deepCloses.span.count
    #expect(count == 0)
  }

  @Test("a container in so many others that a part begins with closes at its bracket")
  func parts() throws {
    let text = "[1],[2],[[3]]" + String(repeating: "]", count: 101)
    let way = EngineReading.Way(.best)
    var window = Self.window([], way)
    window.begin(InputSource(bytes: Array(text.utf8)), at: 0, elementsBelow: 100)
    while try window.fill() != nil {}
    let closes = [0, 4, 8, 9].map { window.view.close(of: $0) }
    #expect(closes == [2, 6, 12, 11])
  }
}
