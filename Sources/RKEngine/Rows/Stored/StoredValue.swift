/// A value as a database stores it: 16 bytes, no reference; text lies in the bytes of its batch.
package struct StoredValue: BitwiseCopyable, Sendable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Nothing is said of the column: it is null in a new row, and unchanged in a stored one.
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
  /// It applies to a new row only: a default that replaces a missing value.
  package var isFallback = false
  /// A text is JSON that is no string, or a number is a truth value.
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
