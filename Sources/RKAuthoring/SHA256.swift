internal import RKEngine

/// The SHA-256 hash (FIPS 180-4).
package enum SHA256 {
  /// The hash of some bytes, as hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for byte in hash(bytes) {
      digits.append(JSONText.hexadecimalDigit(byte >> 4))
      digits.append(JSONText.hexadecimalDigit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The hash of some bytes, in base64.
  static func base64(_ bytes: [UInt8]) -> String {
    var coded = UniqueArray<UInt8>()
    TextTransform.base64Encode(hash(bytes).span, &coded)
    return coded.span.string(0..<coded.count)
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var words: [UInt32] = []
    words.reserveCapacity(64)
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    let text = padded(bytes)
    for block in stride(from: 0, to: text.count, by: 64) {
      words.removeAll(keepingCapacity: true)
      for at in stride(from: block, to: block + 64, by: 4) {
        words.append(text[at..<(at + 4)].reduce(0) { $0 << 8 | UInt32($1) })
      }
      extend(&words)
      mix(words, into: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The padded message: the bytes, a one bit, zeros, and the length in bits at the end of a block of 64 bytes.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes + [0x80]
    while text.count % 64 != 56 { text.append(0) }
    let bitCount = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      text.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    return text
  }

  private static func extend(_ words: inout [UInt32]) {
    for at in 16..<64 {
      let (early, late) = (words[at - 15], words[at - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[at - 16] &+ first &+ words[at - 7] &+ second)
    }
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for at in 0..<64 {
      let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let added = h &+ high &+ (e & f ^ ~e & g) &+ constants[at] &+ words[at]
      let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let sum = low &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ added, c, b, a, added &+ sum)
    }
    for (at, word) in [a, b, c, d, e, f, g, h].enumerated() { state[at] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
