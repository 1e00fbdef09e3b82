internal import RKDiagnostics
internal import RKEngine

extension MappingGraph {
  /// A hash of what the spec and the files that it includes say, byte for byte, as 16 hexadecimal
  /// digits: FNV-1a with 64 bits.
  ///
  /// It tells specs apart for people; it is none against those who want two that are alike.
  var sourceHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    for file in files {
      for byte in file.bytes { add(byte) }
      // No text has this byte: where a file ends makes a difference.
      add(0xFF)
    }
    let digits = (0..<16).map { place in
      JSONText.hexadecimalDigit(UInt8(truncatingIfNeeded: hash >> UInt64(60 - place * 4)) & 0xF)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
