/// A hash of 128 bits, seeded with numbers that differ in each process, so that nobody can
/// construct collisions.
struct RecordHash: BitwiseCopyable {
  private struct Secret {
    let low = UInt64.random(in: .min ... .max)
    let high = UInt64.random(in: .min ... .max)
    let first = UInt64.random(in: .min ... .max) | 1
    let second = UInt64.random(in: .min ... .max) | 1
  }

  private static let secret = Secret()

  private let first: UInt64
  private let second: UInt64
  private(set) var low: UInt64
  private(set) var high: UInt64

  /// An empty hash.
  init() {
    let secret = Self.secret
    (first, second) = (secret.first, secret.second)
    (low, high) = (secret.low, secret.high)
  }

  /// Adds a word.
  @inline(__always)
  mutating func add(_ word: UInt64) {
    low = Self.fold(low ^ word, first)
    high = Self.fold(high ^ word, second)
  }

  @inline(__always)
  private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low ^ (value &<< 32 | value &>> 32)
  }

  /// Adds a range of bytes, and its length.
  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    add(UInt64(range.count))
    var at = range.lowerBound
    while at &+ 16 <= range.upperBound {
      let (word, next) = (bytes.word(at: at), bytes.word(at: at &+ 8))
      low = Self.fold(low ^ word, first ^ next)
      high = Self.fold(high ^ next, second ^ word)
      at &+= 16
    }
    if at &+ 8 <= range.upperBound {
      add(bytes.word(at: at))
      at &+= 8
    }
    if at == range.upperBound { return }
    let count = range.upperBound &- at
    let isPadded = at &+ 8 <= bytes.count
    add(isPadded ? bytes.word(at: at) & .lowBytes(count) : bytes.word(at: at, count: count))
  }

  /// Adds another hash.
  @inline(__always)
  mutating func add(_ key: RecordKey) {
    let (low, high) = key.words
    add(low)
    add(high)
  }

  /// The hash as a key.
  var key: RecordKey {
    RecordKey(low: Int(bitPattern: UInt(low)), high: Int(bitPattern: UInt(high)))
  }
}
