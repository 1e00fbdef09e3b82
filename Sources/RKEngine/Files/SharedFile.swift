/// A file that several threads read, each at its own positions.
package final class SharedFile {
  private let file: FileDescriptor
  private let memory: FileMemory?
  package let byteCount: Int

  /// Nil if the file's bytes have no positions, or its size is not known.
  init?(_ file: borrowing FileDescriptor, _ memory: FileMemory?) {
    guard let byteCount = file.byteCount, let copy = file.duplicate() else { return nil }
    self.file = copy
    self.memory = memory
    self.byteCount = byteCount
  }

  /// The mapping of a range, if that is in memory.
  func map(_ range: Range<Int>) -> FileMapping { FileMapping(range, of: memory) }

  /// Reads up to `room` bytes at a position; 0 at the end of the file.
  package func read(at place: Int, into buffer: inout InputBuffer, upTo room: Int)
    throws(SystemError) -> Int
  {
    try buffer.append(from: file, at: place, upTo: room)
  }
}
