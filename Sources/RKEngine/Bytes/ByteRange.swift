/// A slice of a unit's bytes, as offset and length: the thing that may be stored, where a view may
/// only be looked through.
///
/// Offsets are 32-bit: no window, and so no record, is larger than 4 GiB; an element above that is
/// refused with a code.
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
