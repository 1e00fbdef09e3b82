/// How an input is read.
package struct ReadingOptions: Sendable {
  /// Bytes read at a time.
  package var blockSize = 256 * 1024
  /// What parts documents outside strings, if anything does.
  package var separator: UInt8?
  /// The outermost value is level 1.
  package var maximumDepth = 1024
  /// The most bytes that a window may hold: offsets in it are 32-bit.
  package var largestWindow = Int(UInt32.max) - 1024

  /// Places that are shown have a column in code units of UTF-16, too.
  package var countsCharacters = false

  package init() {}
}
