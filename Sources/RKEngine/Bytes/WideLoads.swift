extension Span<UInt8> {
  /// The eight bytes at `offset`, first byte lowest.
  ///
  /// All eight must lie in the span; for this, views of a window reach 64 bytes past its end.
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    // SAFETY: `unsafeLoadUnaligned` checks the bounds, and any eight bytes are a UInt64.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension Span<UInt8> {
  /// Up to eight bytes at `offset`, first byte lowest, padded with zeros.
  @inline(__always)
  func word(at offset: Int, count: Int) -> UInt64 {
    if count == 8 { return word(at: offset) }
    let part = extracting(offset..<(offset &+ count))
    var word: UInt64 = 0
    for at in 0..<part.count { word |= UInt64(part[at]) &<< UInt64(at &* 8) }
    return word
  }
}

extension Span<UInt8> {
  /// Whether a range, after which eight more bytes can be read, contains a byte.
  @inline(__always)
  package func contains(_ byte: UInt8, padded range: Range<Int>) -> Bool {
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var at = range.lowerBound
    while at &+ 32 <= range.upperBound {
      if hasByte(of: wanted, in32At: at) { return true }
      at &+= 32
    }
    while at &+ 8 <= range.upperBound {
      if (word(at: at) ^ wanted).zeroBytes != 0 { return true }
      at &+= 8
    }
    if at == range.upperBound { return false }
    // Makes the bytes after the range differ from the byte.
    let after = ~UInt64.lowBytes(range.upperBound &- at)
    return ((word(at: at) ^ wanted) | after).zeroBytes != 0
  }
}

extension Span<UInt8> {
  /// The number of bytes that equal this one.
  package func count(of byte: UInt8) -> Int {
    var (at, found) = (0, 0)
    while at &+ 8 <= count {
      found &+= word(at: at).count(of: byte)
      at &+= 8
    }
    while at < count {
      if self[at] == byte { found &+= 1 }
      at &+= 1
    }
    return found
  }

  /// The position of the first such byte in a range.
  package func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var at = range.lowerBound
    while at &+ 32 <= range.upperBound, !hasByte(of: wanted, in32At: at) { at &+= 32 }
    while at &+ 8 <= range.upperBound {
      let found = (word(at: at) ^ wanted).zeroBytes
      if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < range.upperBound {
      if self[at] == byte { return at }
      at &+= 1
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether one of the 32 bytes at `offset` equals the byte repeated in `wanted`.
  @inline(__always)
  func hasByte(of wanted: UInt64, in32At offset: Int) -> Bool {
    let found =
      (word(at: offset) ^ wanted).zeroBytes | (word(at: offset &+ 8) ^ wanted).zeroBytes
      | (word(at: offset &+ 16) ^ wanted).zeroBytes | (word(at: offset &+ 24) ^ wanted).zeroBytes
    return found != 0
  }
}

extension UInt64 {
  /// Non-zero exactly when a byte is zero; the lowest set bit is the top bit of the first zero
  /// byte.
  @inline(__always)
  package var zeroBytes: UInt64 {
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }

  /// The number of bytes that equal this one.
  @inline(__always)
  func count(of byte: UInt8) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let others = self ^ (UInt64(byte) &* ones)
    // The highest bit of each byte that is not zero; then a one for each that is zero.
    let low = 0x7F &* ones
    let zeros = ~(((others & low) &+ low) | others) &>> 7 & ones
    return Int(truncatingIfNeeded: (zeros &* ones) &>> 56)
  }

  /// The lowest `count` bytes, 0 to 7, set to ones.
  @inline(__always)
  package static func lowBytes(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }
}
