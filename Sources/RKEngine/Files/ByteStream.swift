/// Bytes that are produced while they are read, such as decompressed ones.
package protocol ByteStream: AnyObject {
  /// Appends about `room` bytes, and returns how many. Returns 0 at the end, or if the caller must
  /// do something before the stream continues.
  func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int

  /// Whether reading would wait, because nothing can be produced from the available input.
  var wouldWait: Bool { get }
}

extension ByteStream {
  package var wouldWait: Bool { false }

  /// Up to `count` more bytes; none at the end.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: count)
    _ = try read(into: &buffer, upTo: count)
    return buffer.bytesWithoutPadding
  }

  /// All remaining bytes.
  package func readAll() throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: 64 * 1024)
    while try read(into: &buffer, upTo: 64 * 1024) > 0 {}
    return buffer.bytesWithoutPadding
  }

  /// Reads all remaining bytes, and discards them.
  package func skipAll() throws(SystemError) {
    while try !read(upTo: 64 * 1024).isEmpty {}
  }
}
