@testable import RKEngine
import TestSupport
import Testing

/// The kernels' check of numbers and literals, compared with their twin, the oracle and a
/// definition.
@Suite("Numbers and literals in the kernels")
struct KernelCheckTests {
  /// The kernels that check numbers and literals.
  private static let kernels = ScanKernelTests.natives.filter { kernel in
    TokenTrial([UInt8](repeating: .ascii("1"), count: 1) + Array(" 1".utf8) * 70, by: kernel)
      .checkScalars(0..<1, by: kernel) > 0
  }

  // MARK: - Attempts

  private static let digits = Array("1234567890987654321023456789012345678901".utf8)

  /// Numbers of all lengths, with and without a point at every position.
  private static let numbers: [[UInt8]] = {
    var numbers: [[UInt8]] = []
    for count in 1...40 {
      var first = Array(digits[..<count])
      for begin in [UInt8.ascii("7"), .zero] {
        first[0] = begin
        numbers.append(first)
        for place in 0..<count where count < 20 || [1, 8, 16, 30, 31, count - 1].contains(place) {
          var pointed = first
          pointed[place] = .period
          numbers.append(pointed)
          if place > 0 && place + 1 < count {
            numbers.append(first[..<place] + [.period, .period])
          }
        }
      }
    }
    return numbers + numbers.map { [.minus] + $0 }
      + numbers.prefix(60).map { [.minus, .minus] + $0 }
  }()

  /// Bytes that are not digits, including their neighbours, and those that differ in one bit.
  private static let strange: [UInt8] =
    Array("/;-+eEx_".utf8) + [0x00, 0x01, 0x10, 0x1F, 0x2F, 0x70, 0x7F, 0x80, 0xB0, 0xB9, 0xFE]

  /// Numbers with a wrong byte at some position.
  private static let damaged: [[UInt8]] = {
    var damaged: [[UInt8]] = []
    for count in 1...34 {
      let number = Array(digits[..<count])
      for place in 0..<count where count < 11 || [0, 1, 7, 8, 30, 31, count - 1].contains(place) {
        for byte in strange {
          var wrong = number
          wrong[place] = byte
          damaged.append(wrong)
          if count < 11 { damaged.append([.minus] + wrong) }
        }
      }
      damaged.append(number + Array("e5".utf8))
      damaged.append(number + Array(".5E-1".utf8))
      for exponent in ["e", "E+", ".5e-", "e1.5", "e--1", "e+0005", "E1x", ".e1"] {
        damaged.append(number + Array(exponent.utf8))
      }
    }
    return damaged
  }()

  /// The literals, and similar words.
  private static let words: [[UInt8]] = {
    var words: [[UInt8]] = []
    for literal in ["null", "true", "false"].map({ Array($0.utf8) }) {
      words.append(literal)
      words.append([.minus] + literal)
      words.append(literal + literal)
      for place in literal.indices {
        words.append(Array(literal[..<place]) + [.ascii("x")])
        for bit in 0..<7 {
          var wrong = literal
          wrong[place] ^= 1 << UInt8(bit)
          // Separate tokens are tested elsewhere.
          if !Array(" \t\n\r\"{}[]:,\u{C}\u{1A}".utf8).contains(wrong[place]) {
            words.append(wrong)
          }
        }
      }
      for count in 1..<literal.count { words.append(Array(literal[..<count])) }
      for byte in strange + [.zero, .ascii("l"), .ascii("e")] { words.append(literal + [byte]) }
    }
    return words
  }()

  // MARK: - One among 64

  @Test(
    "a number or literal is checked in every lane, whatever follows it",
    arguments: [numbers, damaged, words].indices
  )
  func lanes(list: Int) {
    for (count, scalar) in [Self.numbers, Self.damaged, Self.words][list].enumerated() {
      let oracle = SinglePassScanner.scan([.openArray] + scalar + [.closeArray]).firstFault == nil
      let after = [",", " ", "\n ,", "\r", "\t \r\n  "][count % 5]
      let parting = after.hasSuffix(",") ? "," : " "
      for lane in 0..<4 {
        let text =
          Array("1\(parting)".utf8) * lane + scalar + Array((after + "1").utf8)
          + Array("\(parting)1".utf8) * 140
        for kernel in Self.kernels {
          let found = TokenTrial(text, by: kernel).checkScalars(0..<1, by: kernel) == 1
          if found != oracle { Issue.record("\(kernel.name), lane \(lane): \(scalar) \(after)") }
        }
        if lane == count % 4 {
          let place = parting == "," ? lane * 2 : lane
          let wanted = oracle ? nil : place
          for kernel in Self.kernels + [.portable] {
            let found = TokenTrial(text, by: .best).firstWrongScalar(by: kernel)
            if found != wanted { Issue.record("\(kernel.name): \(scalar) \(after)") }
          }
        }
      }
    }
  }

  @Test("numbers of all forms and lengths are told from what is none", arguments: 0..<100)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var number = generator.oneIn(3) ? "-" : ""
      func addDigits(_ generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...generator.pick([1, 3, 17, 40, 120]), using: &generator) {
          number += String(Int.random(in: 0...9, using: &generator))
        }
      }
      addDigits(&generator)
      if generator.oneIn(2) {
        number += "."
        addDigits(&generator)
      }
      if generator.oneIn(2) {
        number += generator.pick(["e", "E", "e+", "E-"])
        addDigits(&generator)
      }
      var scalar = Array(number.utf8)
      if generator.oneIn(2) {
        let wrong = generator.pick(Array("eE+-.0x".utf8))
        scalar[Int.random(in: 0..<scalar.count, using: &generator)] = wrong
      }
      let after = generator.pick([",", " ,", "\n\t,"])
      let text = scalar + Array(after.utf8) + Array("1,".utf8) * 70
      let oracle = ScalarCheck.isNumber(scalar.span, 0..<scalar.count)
      for kernel in Self.kernels {
        let found = TokenTrial(text, by: kernel).checkScalars(0..<1, by: kernel) == 1
        if found != oracle { Issue.record("\(kernel.name): \(number) \(generator.recreation)") }
      }
    }
  }

  // MARK: - Many

  /// Elements in several blocks of 64 tokens, with more numbers than are checked together.
  private struct Elements {
    /// The text of each, and the tokens that it has.
    let texts: [(text: [UInt8], tokenCount: Int)]
    /// Those that are one number.
    let places: [Int]
    let separator: UInt8?

    init(_ kind: Int) {
      var generator = SeededGenerator(seed: UInt64(kind))
      let texts: [(text: [UInt8], tokenCount: Int)] = (0..<(kind == 0 ? 800 : 500)).map { _ in
        switch kind {
        case 0: return (Array("1 ".utf8), 1)
        case 1: return (Array("12,".utf8), 2)
        case 2: return (Array("-3.5\n".utf8), 2)
        default:
          let text = generator.pick([
            "7,", "[],", "\"\",", "{\"\":1},", "[[0]],", "\"\",\"\",", "null,",
          ])
          let strings = text.utf8.count { $0 == .quote } / 2
          return (
            Array(text.utf8),
            text.utf8.count - strings - (text.hasPrefix("null") ? 3 : 0)
          )
        }
      }
      self.texts = texts
      places = texts.indices.filter { place in
        let text = texts[place].text
        return text.count <= 5 && text[0] != .quote && text[0] != .openArray
      }
      separator = kind == 2 ? .lineFeed : nil
    }

    /// The text with replacements at some positions, each of which is one token.
    func text(_ others: [Int: [UInt8]]) -> [UInt8] {
      var text: [UInt8] = []
      for (place, element) in texts.enumerated() {
        text += others[place].map { $0 + [element.text[element.text.count - 1]] } ?? element.text
      }
      return text
    }

    /// The block of 64 tokens that an element begins in.
    func block(of place: Int) -> Int {
      texts[..<place].reduce(0) { $0 + $1.tokenCount } / 64
    }

    var blockCount: Int { texts.reduce(0) { $0 + $1.tokenCount } / 64 }
  }

  /// What kernels must not skip.
  private static let refused = [
    "01", "1.", "-", "nul", "123456789x", "0123456789", "123456789.",
    "1234567890123456789012345678901234567890.", "1e", "-12.5E+", "1e5.5",
  ].map { Array($0.utf8) }

  @Test("one among hundreds is found at any position", arguments: 0..<4)
  func anywhere(kind: Int) {
    let elements = Elements(kind)
    let plain = elements.text([:])
    for kernel in Self.kernels {
      let trial = TokenTrial(plain, by: kernel, separator: elements.separator)
      for first in 0..<elements.blockCount {
        let found = trial.checkScalars(first..<elements.blockCount, by: kernel)
        #expect(found == elements.blockCount - first)
      }
    }
    for (count, place) in elements.places.enumerated()
    where elements.block(of: place) < elements.blockCount {
      let text = elements.text([place: Self.refused[count % Self.refused.count]])
      for kernel in Self.kernels {
        let trial = TokenTrial(text, by: kernel, separator: elements.separator)
        let block = elements.block(of: place)
        let found = trial.checkScalars(0..<elements.blockCount, by: kernel)
        if found != block { Issue.record("\(kernel.name), \(kind): \(found), not \(block)") }
        let rest = trial.checkScalars(min(block, 2)..<elements.blockCount, by: kernel)
        if rest != block - min(block, 2) { Issue.record("\(kernel.name), \(kind): \(rest)") }
      }
    }
  }

  @Test("the first of several is found", arguments: 0..<4, 0..<25)
  func several(kind: Int, seed: Int) {
    let elements = Elements(kind)
    var generator = SeededGenerator(seed: UInt64(seed))
    var others: [Int: [UInt8]] = [:]
    for _ in 0..<generator.pick([2, 3, 10]) {
      others[generator.pick(elements.places)] = generator.pick(Self.refused)
    }
    for _ in 0..<100 {
      let place = generator.pick(elements.places)
      if others[place] == nil {
        others[place] = Array(generator.pick(["123456789.5", "-0.25", "false", "98765432"]).utf8)
      }
    }
    let wrong = others.keys.filter { Self.refused.contains(others[$0] ?? []) }
    let block = wrong.map(elements.block).min() ?? 0
    for kernel in Self.kernels {
      let trial = TokenTrial(elements.text(others), by: kernel, separator: elements.separator)
      let found = trial.checkScalars(0..<elements.blockCount, by: kernel)
      #expect(found == min(block, elements.blockCount))
    }
  }
}

/// Some bytes, repeated.
private func * (bytes: [UInt8], count: Int) -> [UInt8] {
  var repeated: [UInt8] = []
  for _ in 0..<count { repeated += bytes }
  return repeated
}

extension TokenTrial {
  /// How many blocks have no number or literal that is wrong.
  fileprivate func checkScalars(_ blocks: Range<Int>, by kernel: ScanKernel) -> Int {
    kernel.check(index, buffer, blocks)
  }

  /// The first wrong number or literal, according to the engine.
  fileprivate func firstWrongScalar(by kernel: ScanKernel) -> Int? {
    ScalarCheck.check(index, buffer, from: 0, upTo: index.count - 1, by: kernel)?.token
  }
}
