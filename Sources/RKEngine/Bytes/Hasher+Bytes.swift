extension Hasher {
  /// Hashes a range of bytes, eight at a time, and its length.
  mutating func combine(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    combine(range.count)
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      combine(bytes.word(at: at))
      at += 8
    }
    while at < range.upperBound {
      combine(bytes[at])
      at += 1
    }
  }
}
