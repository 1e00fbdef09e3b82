@testable import RKEngine
import TestSupport
import Testing

@Suite("ScanKernel")
struct ScanKernelTests {
  static let natives = ScanKernel.available.filter { $0.name != ScanKernel.portable.name }

  @Test("the portable kernel is available, last and by name")
  func portable() {
    #expect(ScanKernel.available.last?.name == "portable")
    #expect(ScanKernel.best.name == ScanKernel.available.first?.name)
    #expect(Set(ScanKernel.available.map(\.name)).count == ScanKernel.available.count)
  }

  @Test("masks have the layout that the kernels write")
  func layout() {
    #expect(MemoryLayout<TokenMasks>.size == 64)
    #expect(MemoryLayout<TokenMasks>.stride == 64)
    #expect(MemoryLayout<TokenBrackets>.size == 16)
    #expect(MemoryLayout<TokenBrackets>.stride == 16)
    #expect(MemoryLayout<DepthChange>.size == 2)
    #expect(MemoryLayout<DepthChange>.stride == 2)
    #expect(MemoryLayout<DepthChange>.offset(of: \.closed) == 0)
  }

  // MARK: - One block at a time

  @Test("each kind of token is found, noted and classified", arguments: ScanKernel.available)
  func tokens(kernel: ScanKernel) {
    let scan = Scan(#"{"a\n": [1, true], "\#u{E9}":"}"}"#, by: kernel)
    #expect(scan.positions == [0, 1, 6, 8, 9, 10, 12, 16, 17, 19, 23, 24, 27])
    #expect(scan.tokens == Array(#"{":[1,t],":"}"#.utf8))
    #expect(scan.notes == [3])
    let masks = scan.masks[0]
    #expect(masks.quote == 0b0_1010_0000_0010)
    #expect(masks.colon == 0b0_0100_0000_0100)
    #expect(masks.comma == 0b0_0001_0010_0000)
    #expect(masks.openObject == 0b1)
    #expect(masks.closeObject == 0b1_0000_0000_0000)
    #expect(masks.openArray == 0b1000)
    #expect(masks.closeArray == 0b1000_0000)
    #expect(masks.separator == 0)
    #expect(scan.brackets == [TokenBrackets(open: masks.open, close: masks.close)])
    #expect(scan.separators == [])
  }

  @Test("a separator is a token only outside strings", arguments: ScanKernel.available)
  func separator(kernel: ScanKernel) {
    let scan = Scan("1\n\"\n\"\n", by: kernel, separator: .lineFeed)
    #expect(scan.positions == [0, 1, 2, 5])
    #expect(scan.masks[0].separator == 0b1010)
    #expect(scan.separators == [0b1010])
    #expect(scan.newlineCount == 3)
  }

  @Test("notes of a block depend on that block alone", arguments: ScanKernel.available)
  func notes(kernel: ScanKernel) {
    let plain = String(repeating: "1", count: 64)
    let text = plain + "\"" + plain + "\\\\" + plain + "\u{E9}" + plain.dropLast(4) + "\""
    // Block 2 has the backslashes; the padding of block 4 is inside the string that the last quote
    // opens.
    let scan = Scan("\"" + text.dropFirst(), by: kernel)
    #expect(scan.notes.count == 5)
    #expect(scan.notes == [0, 0, 1, 0, 0])
  }

  // MARK: - Comparison with twins

  @Test("kernels agree on arbitrary bytes", arguments: natives, 0..<150)
  func arbitrary(kernel: ScanKernel, seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let alphabet: [UInt8] = Array("{}[]:,\"\\u09afx \n\t".utf8) + [0x1E, 0x0C, 0x1A, 0x01]
    let count = Int.random(in: 0...400, using: &generator)
    let bytes = (0..<count).map { _ in generator.pick(alphabet) }
    expectTwins(bytes, kernel, &generator)
  }

  @Test("kernels agree on random documents, whole and damaged", arguments: natives, 0..<100)
  func documents(kernel: ScanKernel, seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: json.generator.pick([50, 300, 2000]))
    expectTwins(text, kernel, &json.generator)
    expectTwins(Mutation.mutate(text, &json.generator), kernel, &json.generator)
  }

  @Test("kernels agree on bytes of any value in strings", arguments: natives, 0..<100)
  func anyBytes(kernel: ScanKernel, seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let upper: [UInt8] = [0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F]
    var bytes: [UInt8] = [.quote]
    for _ in 0..<Int.random(in: 0...200, using: &generator) {
      bytes += generator.oneIn(3) ? Array("\u{E9}\u{20AC}\u{1F600}x".utf8) : [generator.pick(upper)]
    }
    expectTwins(bytes, kernel, &generator)
  }

  @Test("kernels agree on a text at every place of a block", arguments: natives)
  func everyOffset(kernel: ScanKernel) {
    let texts = [
      "\"a\\\"b\"", "\"\\\\\\\\\"", "\"\\u00e9\\uD83D\\uDE00\"", "\"\u{1F600}\"", "-12.5e10",
      "null",
      "{\"a\":[1]}", "\"\\", "\"\\u12", "\"\\x\"", "\\\\\\\\\\\"",
    ]
    for text in texts {
      for count in 0..<130 {
        let bytes = [UInt8](repeating: .space, count: count) + Array(text.utf8) + [.comma]
        #expect(Scan(bytes, by: kernel) == Scan(bytes, by: .portable), "\(count) before \(text)")
      }
    }
  }

  @Test("runs of backslashes of every length agree", arguments: natives)
  func backslashes(kernel: ScanKernel) {
    for count in 0..<200 {
      let bytes = [.quote] + [UInt8](repeating: .backslash, count: count) + Array("\",\"x\"".utf8)
      #expect(Scan(bytes, by: kernel) == Scan(bytes, by: .portable), "\(count)")
    }
  }

  @Test(
    "a scan does not depend on the number of blocks per call",
    arguments: ScanKernel.available
  )
  func calls(kernel: ScanKernel) {
    var json = RandomJSON(seed: 7)
    let text = json.document(size: 5000)
    let whole = Scan(text, by: kernel)
    for blocksPerCall in 1...5 {
      let parts = Scan(text, by: kernel, blocksPerCall: blocksPerCall)
      #expect(parts == whole)
    }
  }

  private func expectTwins(
    _ bytes: [UInt8],
    _ kernel: ScanKernel,
    _ generator: inout SeededGenerator,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for separator in [nil, .lineFeed, .recordSeparator] as [UInt8?] {
      let calls = generator.pick([1, 2, 3, 100])
      #expect(
        Scan(bytes, by: kernel, separator: separator, blocksPerCall: calls)
          == Scan(bytes, by: .portable, separator: separator),
        "\(generator.recreation)",
        sourceLocation: sourceLocation
      )
    }
  }
}

/// All results of a kernel for some bytes.
private struct Scan: Equatable {
  var positions: [UInt32] = []
  var tokens: [UInt8] = []
  var notes: [UInt8] = []
  var masks: [TokenMasks] = []
  var brackets: [TokenBrackets] = []
  var separators: [UInt64] = []
  var newlineCount = 0
  var isFaulty = false
  var isInString = false
  var isEscaped = false

  init(_ text: String, by kernel: ScanKernel, separator: UInt8? = nil) {
    self.init(Array(text.utf8), by: kernel, separator: separator)
  }

  init(_ bytes: [UInt8], by kernel: ScanKernel, separator: UInt8? = nil, blocksPerCall: Int = 1000)
  {
    var buffer = InputBuffer(capacity: bytes.count)
    buffer.append(bytes.span)
    var index = StructuralIndex()
    var state = ScanState(separator: separator)
    let blockCount = bytes.count / 64 + 1
    for first in stride(from: 0, to: blockCount, by: blocksPerCall) {
      let count = min(blocksPerCall, blockCount - first)
      let before = index.count
      kernel.scan(buffer, at: first * 64, blockCount: count, into: &index, state: &state)
      kernel.classify(&index, from: before, separator: state.separator)
    }
    positions = (0..<index.count).map { index.positions[$0] }
    tokens = (0..<index.count).map { index.tokens[$0] }
    notes = (0..<index.notes.count).map { index.notes[$0] }
    masks = (0..<index.masks.count).map { index.masks[$0].limited(to: index.count - $0 * 64) }
    for block in 0..<index.brackets.count {
      let valid = TokenMasks.bits(index.count - block * 64)
      let found = index.brackets[block]
      brackets.append(TokenBrackets(open: found.open & valid, close: found.close & valid))
      if separator != nil { separators.append(index.separators[block] & valid) }
    }
    newlineCount = state.newlineCount
    isFaulty = state.isFaulty
    isInString = state.isInString
    isEscaped = state.isEscaped
  }
}

extension TokenMasks {
  /// This many bits, at most 64, the lowest first.
  fileprivate static func bits(_ count: Int) -> UInt64 {
    count < 64 ? (1 << UInt64(max(count, 0))) - 1 : ~0
  }

  /// Without the meaningless bits after the last token.
  fileprivate func limited(to count: Int) -> TokenMasks {
    let valid = Self.bits(count)
    var masks = self
    masks.quote &= valid
    masks.colon &= valid
    masks.comma &= valid
    masks.separator &= valid
    masks.openObject &= valid
    masks.closeObject &= valid
    masks.openArray &= valid
    masks.closeArray &= valid
    return masks
  }
}
