@testable import RKEngine
import TestSupport
import Testing

@Suite("DepthChange")
struct DepthChangeTests {
  /// The depth change of tokens, bracket by bracket.
  private static func change(_ tokens: some Sequence<UInt8>) -> DepthChange {
    var (depth, lowest) = (0, 0)
    for token in tokens {
      if TokenView.opens(token) { depth += 1 }
      if token == .closeObject || token == .closeArray { depth -= 1 }
      lowest = min(lowest, depth)
    }
    return DepthChange(closed: UInt8(-lowest), opened: UInt8(depth - lowest))
  }

  /// Expects the change of each block that was validated as a whole to agree with its brackets.
  private func expectChanges(_ window: borrowing InputWindow, _ comment: String) {
    let changes = window.grammar.depthChanges.span
    let blockCount = window.grammar.checkedCount / 64
    #expect(changes.count == blockCount, "\(comment)")
    for block in 0..<changes.count {
      let tokens = (block * 64..<block * 64 + 64).map { window.index.tokens[$0] }
      #expect(changes[block] == Self.change(tokens), "\(comment), block \(block)")
    }
  }

  @Test("closes and opens are counted as a walk over the brackets does", arguments: 0..<200)
  func blocks(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let likeliness = generator.pick([1, 3, 8, 64])
    let letters = Array((generator.oneIn(3) ? "[]" : "[[]{}:,1\"").utf8)
    let tokens = (0..<64).map { _ in
      generator.oneIn(likeliness) ? generator.pick(letters) : .comma
    }
    var brackets = TokenBrackets()
    for (place, token) in tokens.enumerated() {
      let bit: UInt64 = 1 << UInt64(place)
      if TokenView.opens(token) { brackets.open |= bit }
      if token == .closeObject || token == .closeArray { brackets.close |= bit }
    }
    let change = Self.change(tokens)
    #expect(DepthChange(brackets) == change, "\(generator.recreation)")
    // Inside few containers the bracket that closes the outermost is found.
    for depth in 1...64 {
      var (brackets, left) = (brackets, depth)
      let found = brackets.close(outOf: &left)
      guard depth <= Int(change.closed) else {
        #expect(found == 0 && left == depth - Int(change.closed), "\(generator.recreation)")
        continue
      }
      let upTo = Self.change(tokens[0...found.trailingZeroBitCount])
      let before = Self.change(tokens[0..<found.trailingZeroBitCount])
      #expect(Int(upTo.closed) == depth && Int(before.closed) == depth - 1)
    }
  }

  @Test("whole blocks cover all changes", arguments: [UInt8.openArray, .closeObject])
  func extremes(byte: UInt8) {
    let isOpen = TokenView.opens(byte)
    let change = DepthChange(TokenBrackets(open: isOpen ? ~0 : 0, close: isOpen ? 0 : ~0))
    #expect(change == DepthChange(closed: isOpen ? 0 : 64, opened: isOpen ? 64 : 0))
  }

  @Test("every kernel and the twin record the same for random documents", arguments: 0..<16)
  func random(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let separator = json.generator.pick([nil, UInt8.lineFeed])
    json.breaksLines = separator == nil
    let bytes = json.documents(json.generator.pick([1, 4, 40]), size: 2000, separator: "\n")
    for way in EngineReading.Way.all {
      var options = ReadingOptions()
      options.blockSize = way.blockSize
      options.separator = separator
      options.maximumDepth = json.generator.pick([64, 100, 1024])
      var window = InputWindow(
        source: InputSource(bytes: bytes, chunkSize: way.chunkSize),
        options: options,
        kernel: way.kernel
      )
      while try window.fill() != nil {
        let comment = "\(way), \(json.generator.recreation)"
        if way.chunkSize > 7 || json.generator.oneIn(40) { expectChanges(window, comment) }
        let count = window.view.count
        if json.generator.oneIn(2) { window.consume(upTo: count) }
      }
      let fault = window.fault
      #expect(fault == nil)
      expectChanges(window, "\(way), \(json.generator.recreation)")
    }
  }

  @Test("a faulty block is not recorded", arguments: ScanKernel.available)
  func fault(kernel: ScanKernel) throws {
    let bytes = Array(("[" + String(repeating: "[1],", count: 40) + "1:2]").utf8)
    var window = InputWindow(
      source: InputSource(bytes: bytes),
      options: ReadingOptions(),
      kernel: kernel
    )
    while try window.fill() != nil {}
    let fault = window.fault
    #expect(fault != nil)
    let count = window.view.count
    #expect(count == 162)
    let closes = [157, 0].map { window.view.close(of: $0) }
    #expect(closes == [159, nil])
    expectChanges(window, kernel.name)
  }

  @Test("what is skipped in parts ends at its last bracket", arguments: 0..<24)
  func parts(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let bytes = Array("[[".utf8) + json.document(size: 3000) + Array("],1]".utf8)
    var options = ReadingOptions()
    options.blockSize = 64 * json.generator.pick([1, 3, 16])
    var window = InputWindow(
      source: InputSource(bytes: bytes, chunkSize: json.generator.pick([5, 64, 1000])),
      options: options,
      kernel: json.generator.pick([.best, .portable])
    )
    // Inside both arrays, from the token after them; what was skipped is discarded.
    var (next, depth) = (2, 1)
    var found: Int?
    while let moved = try window.fill() {
      next -= moved
      guard window.view.count > next else { continue }
      if let close = window.view.unwind(from: next, depth: &depth) {
        found = window.byteOffset + window.view.position(close)
        break
      }
      next = window.view.count
      if json.generator.oneIn(2) { window.consume(upTo: next) }
    }
    #expect(found == bytes.count - 4, "\(json.generator.recreation)")
  }
}
