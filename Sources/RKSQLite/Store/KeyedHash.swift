package import RKEngine

/// A hash of 128 bits, large enough that different values can be taken to have different hashes.
package struct RowHash: BitwiseCopyable, Hashable, Sendable {
  package var low: UInt64
  package var high: UInt64
}

/// Hashes values with a key that differs in each run (SipHash-1-3 with 128 bits), so that nobody
/// can construct two rows that collide.
package struct KeyedHash: BitwiseCopyable, Sendable {
  package struct Key: BitwiseCopyable, Sendable {
    fileprivate var low = UInt64.random(in: .min ... .max)
    fileprivate var high = UInt64.random(in: .min ... .max)

    package init() {}
  }

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  /// Begins a hash.
  ///
  /// Hashes of different kinds are unrelated.
  @inline(__always)
  package init(_ key: Key, kind: Int = 0) {
    v0 = key.low ^ 0x736f_6d65_7073_6575
    v1 = key.high ^ 0x646f_7261_6e64_6f83
    v2 = key.low ^ 0x6c79_6765_6e65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
    add(UInt64(bitPattern: Int64(kind)))
  }

  @inline(__always)
  private mutating func mix() {
    v0 = v0 &+ v1
    v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
    v0 = v0 &<< 32 | v0 &>> 32
    v2 = v2 &+ v3
    v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
    v0 = v0 &+ v3
    v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
    v2 = v2 &+ v1
    v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
    v2 = v2 &<< 32 | v2 &>> 32
  }

  @inline(__always)
  package mutating func add(_ word: UInt64) {
    v3 ^= word
    mix()
    v0 ^= word
  }

  // MARK: - Values

  /// The first word of each value, chosen so that no two sequences of values have the same words.
  private enum Mark {
    static let absent: UInt64 = 0
    static let null: UInt64 = 1
    static let integer: UInt64 = 2
    static let real: UInt64 = 3
    static let text: UInt64 = 4
    static let blob: UInt64 = 5
  }

  /// Adds a value.
  ///
  /// An integer and a real number of the same value are equal, as in a database.
  @inline(__always)
  package mutating func add(_ value: StoredValue, _ bytes: borrowing UniqueArray<UInt8>) {
    switch value.kind {
    case .absent: add(Mark.absent)
    case .null, .ownerNumber: add(Mark.null)
    case .integer: add(integer: value.integer)
    case .real: add(real: value.real)
    case .text:
      add(Mark.text | UInt64(value.count) &<< 8)
      add(bytes.span, value.textRange)
    }
  }

  @inline(__always)
  package mutating func add(integer: Int64) {
    add(Mark.integer)
    add(UInt64(bitPattern: integer))
  }

  private mutating func add(real: Double) {
    if let integer = Int64(exactly: real) { return add(integer: integer) }
    add(Mark.real)
    add(real.bitPattern)
  }

  private mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      add(bytes.word(at: at))
      at &+= 8
    }
    if at == range.upperBound { return }
    if at &+ 8 <= bytes.count {
      return add(bytes.word(at: at) & .lowBytes(range.upperBound &- at))
    }
    var rest: UInt64 = 0
    for place in (at..<range.upperBound).reversed() { rest = rest &<< 8 | UInt64(bytes[place]) }
    add(rest)
  }

  /// Adds the value of a column of a statement's current row.
  package mutating func add(_ column: Int, of row: Statement) {
    switch row.kind(column) {
    case .null: add(Mark.null)
    case .integer: add(integer: row.integer(column))
    case .real: add(real: row.real(column))
    case .text, .blob:
      let isText = row.kind(column) == .text
      let bytes = row.bytes(column)
      add((isText ? Mark.text : Mark.blob) | UInt64(bytes.count) &<< 8)
      add(bytes.span, 0..<bytes.count)
    }
  }

  // MARK: - The hash

  /// The hash of everything that was added.
  @inline(__always)
  package func finished() -> RowHash {
    var end = self
    end.v2 ^= 0xee
    end.mix()
    end.mix()
    end.mix()
    let low = end.v0 ^ end.v1 ^ end.v2 ^ end.v3
    end.v1 ^= 0xdd
    end.mix()
    end.mix()
    end.mix()
    return RowHash(low: low, high: end.v0 ^ end.v1 ^ end.v2 ^ end.v3)
  }
}
