/// Up to four bytes to search for, eight bytes of text at a time.
package struct ByteSet: Sendable, BitwiseCopyable {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64
  private var fourth: UInt64

  package init(
    _ first: UInt8,
    _ second: UInt8? = nil,
    _ third: UInt8? = nil,
    _ fourth: UInt8? = nil
  ) {
    self.first = Self.eightTimes(first)
    self.second = Self.eightTimes(second ?? first)
    self.third = Self.eightTimes(third ?? second ?? first)
    self.fourth = Self.eightTimes(fourth ?? third ?? second ?? first)
  }

  private static func eightTimes(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  package func contains(_ byte: UInt8) -> Bool {
    let word = Self.eightTimes(byte)
    return word == first || word == second || word == third || word == fourth
  }

  /// Whether one of a range of bytes is in the set.
  @inline(__always)
  package func isAmong(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    let wide = range.upperBound &- 32
    while at <= wide {
      // The top bits of the zero bytes of four words at once; which word has them does not matter
      // here.
      let found =
        zeros(bytes.word(at: at)) | zeros(bytes.word(at: at &+ 8))
        | zeros(bytes.word(at: at &+ 16)) | zeros(bytes.word(at: at &+ 24))
      if found != 0 { return true }
      at &+= 32
    }
    while at &+ 8 <= range.upperBound {
      if zeros(bytes.word(at: at)) != 0 { return true }
      at &+= 8
    }
    while at < range.upperBound {
      if contains(bytes[at]) { return true }
      at &+= 1
    }
    return false
  }

  /// Non-zero exactly when a byte of the word is in the set.
  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 {
    (word ^ first).zeroBytes | (word ^ second).zeroBytes | (word ^ third).zeroBytes
      | (word ^ fourth).zeroBytes
  }
}
