/// A range of bytes as offset and length, which can be stored, unlike a span.
///
/// Offsets have 32 bits, so no window and no record is larger than 4 GiB; a larger element is
/// reported.
@usableFromInline
package struct ByteRange: Sendable, Hashable, BitwiseCopyable {
  package var offset: UInt32
  package var count: UInt32

  package init(offset: UInt32, count: UInt32) {
    self.offset = offset
    self.count = count
  }

  package init(_ range: Range<Int>) {
    self.init(offset: UInt32(range.lowerBound), count: UInt32(range.count))
  }

  package var lowerBound: Int { Int(offset) }
  package var upperBound: Int { Int(offset) + Int(count) }
  package var range: Range<Int> { lowerBound..<upperBound }
}
