/// Bytes that are made out of others while they are read.
package protocol ByteStream: AnyObject {
  /// Appends about as many bytes as there is room for, and says how many; 0 at the end, or where
  /// something is to be done before it goes on.
  func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int

  /// Whether nothing can be made of what is at hand, so that reading would wait for more.
  var wouldWait: Bool { get }
}

extension ByteStream {
  package var wouldWait: Bool { false }

  /// Up to `count` bytes that come next; none at the end.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: count)
    _ = try read(into: &buffer, upTo: count)
    return buffer.bytesWithoutPadding
  }

  /// All bytes that are left.
  package func readAll() throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: 64 * 1024)
    while try read(into: &buffer, upTo: 64 * 1024) > 0 {}
    return buffer.bytesWithoutPadding
  }

  /// Reads all bytes that are left, and keeps none.
  package func skipAll() throws(SystemError) {
    while try !read(upTo: 64 * 1024).isEmpty {}
  }
}
