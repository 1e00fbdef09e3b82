/// Up to sixteen bytes, padded with zeros, that are stored at once.
package struct ShortText: Sendable, BitwiseCopyable {
  package private(set) var bytes = SIMD16<UInt8>()
  package private(set) var count: UInt8 = 0

  package init() {}

  /// The first sixteen bytes of a text.
  package init(prefixOf text: [UInt8]) {
    count = UInt8(min(text.count, 16))
    for place in 0..<Int(count) { bytes[place] = text[place] }
  }
}
