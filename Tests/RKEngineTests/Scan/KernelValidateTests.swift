@testable import RKEngine
import TestSupport
import Testing

/// The kernels' grammar, block by block, compared with its twin and a reader of tokens.
@Suite("Grammar in the kernels")
struct KernelValidateTests {
  static let alphabet = Array("\":,{}[]1".utf8)

  /// All sequences of this many tokens.
  private static func runs(of count: Int, _ alphabet: [UInt8]) -> [[UInt8]] {
    var runs: [[UInt8]] = [[]]
    for _ in 0..<count { runs = runs.flatMap { run in alphabet.map { run + [$0] } } }
    return runs
  }

  /// The tokens of a text whose strings are empty and whose numbers have one digit.
  private static func tokens(of text: [UInt8]) -> [UInt8] {
    var tokens: [UInt8] = []
    for byte in text where byte != .space {
      if byte != .quote || tokens.last != .quote { tokens.append(byte) }
    }
    return tokens
  }

  private func expectRuns(
    _ runs: [[UInt8]],
    _ surroundings: Surroundings,
    at offset: Int,
    asksTwin: Bool
  ) {
    let before = Self.tokens(of: surroundings.before(64 + offset))
    let after = Self.tokens(of: surroundings.after(192))
    for run in runs {
      expectJudged(
        before + run + after[..<(256 - before.count - run.count)],
        separator: surroundings.separator,
        asksTwin: asksTwin,
        "\(surroundings) at \(offset)"
      )
    }
  }

  @Test(
    "any two tokens are validated like by a reader, at every position of a block",
    arguments: Surroundings.allCases,
    0..<64
  )
  func pairs(surroundings: Surroundings, offset: Int) {
    let alphabet = Self.alphabet + (surroundings == .lines ? [.lineFeed] : [])
    expectRuns(Self.runs(of: 2, alphabet), surroundings, at: offset, asksTwin: false)
  }

  @Test(
    "any three tokens are validated like by a reader and the twin, across two blocks",
    arguments: Surroundings.allCases,
    [61, 62, 63]
  )
  func triples(surroundings: Surroundings, offset: Int) {
    let alphabet = Self.alphabet + (surroundings == .lines ? [.lineFeed] : [])
    expectRuns(Self.runs(of: 3, alphabet), surroundings, at: offset, asksTwin: true)
  }

  @Test(
    "any four tokens are validated like by a reader",
    arguments: [Surroundings.elements, .members]
  )
  func fours(surroundings: Surroundings) {
    expectRuns(Self.runs(of: 4, Self.alphabet), surroundings, at: 30, asksTwin: false)
  }

  // MARK: - Depth

  /// Well-formed tokens, some of them in deep containers.
  private struct Nesting {
    var generator: SeededGenerator
    private(set) var tokens: [UInt8] = []
    private var open: [UInt8] = []

    init(seed: Int, count: Int, separator: UInt8?) {
      generator = SeededGenerator(seed: UInt64(seed))
      while tokens.count < count {
        // Deeper or shallower, steeply or gently.
        let likely = generator.pick([1, 3, 5, 6, 7])
        for _ in 0..<generator.pick([3, 20, 60]) {
          begin(likely)
          while !open.isEmpty && Int.random(in: 0..<8, using: &generator) >= likely { end() }
          if !open.isEmpty {
            tokens.append(.comma)
          } else if let separator {
            tokens.append(separator)
          }
        }
      }
    }

    private mutating func begin(_ likely: Int) {
      if open.last == .openObject { tokens += [.quote, .colon] }
      if Int.random(in: 0..<8, using: &generator) < likely {
        tokens.append(generator.pick([.openObject, .openArray]))
        open.append(tokens[tokens.count - 1])
        if generator.oneIn(4) { return end() }
        begin(likely - 1)
      } else {
        tokens.append(generator.pick([.quote, .ascii("1")]))
      }
    }

    private mutating func end() {
      tokens.append(open.removeLast() == .openObject ? .closeObject : .closeArray)
    }

    /// The tokens with one of them changed, dropped or doubled.
    mutating func damaged() -> [UInt8] {
      var tokens = tokens
      let place = Int.random(in: tokens.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(tokens[place], at: place)
      default: tokens[place] = generator.pick(KernelValidateTests.alphabet)
      }
      return tokens
    }
  }

  @Test(
    "nested containers are validated like by a reader and the twin",
    arguments: [nil, UInt8.lineFeed],
    0..<150
  )
  func nested(separator: UInt8?, seed: Int) {
    var nesting = Nesting(seed: seed, count: 400, separator: separator)
    let maximumDepth = nesting.generator.pick([5, 20, 63, 64, 65, 1024])
    for tokens in [nesting.tokens, nesting.damaged(), nesting.damaged()] {
      expectJudged(
        tokens,
        separator: separator,
        maximumDepth: maximumDepth,
        "\(nesting.generator.recreation), no deeper than \(maximumDepth)"
      )
    }
  }

  @Test("blocks are validated as deep as kernels track, and no deeper", arguments: 0...66)
  func depths(depth: Int) {
    var generator = SeededGenerator(seed: UInt64(depth))
    for openCount in 0...4 {
      let before = Self.block(after: depth, &generator)
      let deeper = [UInt8](repeating: .openArray, count: openCount) + [.quote]
      let closes = [UInt8](repeating: .closeArray, count: openCount)
      let after: [UInt8] = depth > 0 ? [.comma, .quote] : [.quote, .quote]
      var tokens = before + deeper + closes
      while tokens.count < before.count + 129 { tokens += after }
      for maximumDepth in [depth + openCount - 1, depth + openCount, 1024] where maximumDepth > 0 {
        expectJudged(tokens, maximumDepth: maximumDepth, "\(depth) and \(openCount) deep")
      }
    }
  }

  /// Whole blocks after which this many containers are open, and another value is allowed.
  private static func block(after depth: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    guard depth > 0 else { return [UInt8](repeating: .quote, count: 64) }
    var tokens: [UInt8] = []
    for _ in 1..<depth {
      tokens += generator.oneIn(2) ? [.openObject, .quote, .colon] : [.openArray]
    }
    tokens.append(.openArray)
    if tokens.count % 2 != 0 { tokens += [.openArray, .closeArray, .comma] }
    while tokens.count % 64 != 0 { tokens += [.quote, .comma] }
    return tokens
  }
}
