internal import RKDiagnostics
internal import RKEngine

extension MappingGraph {
  /// The hash of the bytes of the spec and its included files (64-bit FNV-1a), as 16 hexadecimal digits.
  ///
  /// It distinguishes specs, but gives no protection against deliberate collisions.
  var sourceHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    for file in files {
      for byte in file.bytes { add(byte) }
      // A separator between files: no UTF-8 text contains this byte.
      add(0xFF)
    }
    let digits = (0..<16).map { place in
      JSONText.hexadecimalDigit(UInt8(truncatingIfNeeded: hash >> UInt64(60 - place * 4)) & 0xF)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
