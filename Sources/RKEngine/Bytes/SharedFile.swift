/// A file that several threads read, each at its own places.
package final class SharedFile {
  private let file: FileDescriptor
  package let byteCount: Int

  /// Nil where its bytes have no places, or their number is not known.
  package init?(_ file: borrowing FileDescriptor) {
    guard let byteCount = file.byteCount, let copy = file.duplicate() else { return nil }
    self.file = copy
    self.byteCount = byteCount
  }

  /// A range of it in memory, where it is large enough to be worth that.
  func map(_ range: Range<Int>) -> FileMapping {
    range.count < 64 * 1024 ? FileMapping() : FileMapping(file, range)
  }

  /// Reads up to `room` bytes that stand at a place; 0 at the end of the file.
  package func read(at place: Int, into buffer: inout InputBuffer, upTo room: Int)
    throws(SystemError) -> Int
  {
    try buffer.append(from: file, at: place, upTo: room)
  }
}
