/// How an input is read.
package struct ReadingOptions: Sendable {
  /// Bytes read at a time.
  package var blockSize = 256 * 1024
  /// The byte that separates documents outside strings, if any.
  package var separator: UInt8?
  /// The outermost value is level 1.
  package var maximumDepth = 1024
  /// The most bytes that a window may have: offsets in it have 32 bits.
  package var largestWindow = Int(UInt32.max) - 1024

  /// Whether positions that are shown also have a column in UTF-16 code units.
  package var countsCharacters = false

  package init() {}
}
