@testable import RKEngine
import RKFormats

/// Unpacks the bytes in blocks of two sizes: there is the same, up to the same fault; and packs and unpacks
/// them, which gives them back.
///
/// More than a megabyte is not looked at: a few bytes can stand for any number of them.
func readPacked(_ bytes: [UInt8], _ form: Compression) {
  let small = PackedReading(bytes, blockSize: 64)
  let whole = PackedReading(bytes, blockSize: 1 << 20)
  precondition(
    small.agrees(with: whole) || whole.bytes.count > PackedReading.longest && small.fault == nil,
    "\(small.bytes.count) bytes, \(small.fault ?? ""), not \(whole.bytes.count), \(whole.fault ?? "")"
  )
  guard let packer = try? Packer(form) else { return }
  var packed = UniqueArray<UInt8>()
  do {
    try packer.take(bytes.span, into: &packed)
    try packer.finish(into: &packed)
    let again = try Unpacker.bytes(packed.span.indices.map { packed[$0] })
    precondition(again == bytes, "other bytes than those that were packed")
  } catch {
    preconditionFailure(error.reason)
  }
}

/// What comes of packed bytes.
private struct PackedReading {
  static let longest = 1 << 20

  var bytes: [UInt8] = []
  var fault: String?

  /// There are the same bytes, up to a fault.
  ///
  /// What stands before it may be given or not: that depends on the room there is. So does whether zstd sees that
  /// a frame whose last block is empty states another length than it has.
  func agrees(with other: PackedReading) -> Bool {
    if fault == nil && other.fault == nil { return bytes == other.bytes }
    return bytes.starts(with: other.bytes) || other.bytes.starts(with: bytes)
  }

  init(_ packed: [UInt8], blockSize: Int) {
    let unpacker = Unpacker(packed)
    var block = UniqueArray<UInt8>(minimumCapacity: blockSize)
    do {
      repeat {
        block.removeAll()
        defer { for place in block.span.indices { bytes.append(block[place]) } }
        try unpacker.make(&block, size: blockSize)
      } while !block.isEmpty && bytes.count <= Self.longest
    } catch {
      fault = error.reason
    }
  }
}
