extension Span<UInt8> {
  /// The eight bytes at `offset`, the first one lowest.
  ///
  /// All eight must lie in the span: views of a window reach 64 bytes past its end for this.
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    // SAFETY: `unsafeLoadUnaligned` checks the bounds, and any eight bytes are a UInt64.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UInt64 {
  /// The lowest `count` bytes, 0 to 7, set.
  @inline(__always)
  package static func lowBytes(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }
}
