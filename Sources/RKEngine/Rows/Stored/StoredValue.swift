/// A value as a database stores it: 16 bytes without references; text lies in the bytes of its
/// batch.
package struct StoredValue: BitwiseCopyable, Sendable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// The column is not mentioned: null in a new row, unchanged in a stored one.
    case absent = 0
    case null
    case integer
    case real
    /// `bits` is the offset of the text in the batch's bytes, `count` its length.
    case text
    /// The number of the row that this one belongs to, assigned by the database.
    case ownerNumber
  }

  package var kind: Kind
  /// A default for a missing value, which applies to a new row only.
  package var isFallback = false
  /// The text is JSON other than a string, or the number is a truth value.
  package var isOther = false
  package var count: UInt32 = 0
  package var bits: UInt64 = 0

  package init(_ kind: Kind) { self.kind = kind }

  package init(integer: Int64) {
    kind = .integer
    bits = UInt64(bitPattern: integer)
  }

  package init(real: Double) {
    kind = .real
    bits = real.bitPattern
  }

  package init(textAt range: Range<Int>) {
    kind = .text
    bits = UInt64(range.lowerBound)
    count = UInt32(range.count)
  }

  package static var absent: StoredValue { StoredValue(.absent) }
  package static var null: StoredValue { StoredValue(.null) }

  package var integer: Int64 { Int64(bitPattern: bits) }
  package var real: Double { Double(bitPattern: bits) }
  /// The range of a text in the batch's bytes.
  package var textRange: Range<Int> { Int(bits)..<(Int(bits) + Int(count)) }
}
