/// Constants and names, one after the other, which other tables of a plan point into.
@usableFromInline
package protocol TextPool {
  /// The texts, plain.
  var text: [UInt8] { get set }
}

/// Only for arrays of bytes, and inlinable, so that nothing stays generic at run time.
extension TextPool {
  /// Appends bytes to the texts, and returns their range.
  @inlinable
  package mutating func add(text added: [UInt8]) -> ByteRange { text.add(text: added) }

  @inlinable
  package mutating func add(text added: ArraySlice<UInt8>) -> ByteRange { text.add(text: added) }

  @inlinable
  package mutating func add(text added: String.UTF8View) -> ByteRange { text.add(text: added) }
}

extension [UInt8] {
  @usableFromInline
  mutating func add(text added: [UInt8]) -> ByteRange {
    let start = count
    self += added
    return ByteRange(start..<count)
  }

  @usableFromInline
  mutating func add(text added: ArraySlice<UInt8>) -> ByteRange {
    let start = count
    self += added
    return ByteRange(start..<count)
  }

  @usableFromInline
  mutating func add(text added: String.UTF8View) -> ByteRange {
    let start = count
    self += added
    return ByteRange(start..<count)
  }
}
