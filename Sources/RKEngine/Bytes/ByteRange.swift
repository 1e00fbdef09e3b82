/// A slice of a unit's bytes as offset and length: a value that can be stored, unlike a view.
///
/// Offsets are 32-bit, so no window and no record is larger than 4 GiB; a larger element is refused
/// with a diagnostic.
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
