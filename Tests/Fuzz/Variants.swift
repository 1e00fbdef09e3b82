import TestSupport

/// Makes many inputs like a given one.
///
/// The fuzzer takes much longer for an input than most readers do, so each input is used for many
/// like it, which depend only on the input.
struct Variants {
  /// Bytes that are inserted more often than others.
  let letters: [UInt8]
  /// The first bytes choose the operation, and are not varied.
  let fixedCount: Int

  static var count: Int { 64 }

  init(letters: String, fixedCount: Int = 0) {
    self.letters = Array(letters.utf8)
    self.fixedCount = fixedCount
  }

  /// Passes the input, and then its variants, to a reader.
  func forEach(_ bytes: [UInt8], _ read: ([UInt8], _ isVariant: Bool) -> Void) {
    read(bytes, false)
    guard bytes.count > fixedCount else { return }
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    for byte in bytes { generator = SeededGenerator(seed: generator.next() ^ UInt64(byte)) }
    var variant: [UInt8] = []
    for _ in 1..<Self.count {
      vary(bytes, &variant, &generator)
      read(variant, true)
    }
  }

  private func vary(
    _ bytes: [UInt8],
    _ variant: inout [UInt8],
    _ generator: inout SeededGenerator
  ) {
    let random = generator.next()
    let length = bytes.count - fixedCount
    let place = fixedCount + Int(random >> 32) % length
    let other = fixedCount + Int(random >> 48) % length
    variant.removeAll(keepingCapacity: true)
    variant.append(contentsOf: bytes[..<place])
    let byte = letters[Int(random >> 24 & 0xFF) % letters.count]
    switch random & 7 {
    // A byte is replaced by any or by a special one, inserted, removed, or several are repeated.
    case 0: variant.append(UInt8(truncatingIfNeeded: random >> 56))
    case 1, 2, 3: variant.append(byte)
    case 4, 5: variant += [byte, bytes[place]]
    case 6: break
    default: variant.append(contentsOf: bytes[min(place, other)...])
    }
    variant.append(contentsOf: bytes[(place + 1)...])
  }
}
