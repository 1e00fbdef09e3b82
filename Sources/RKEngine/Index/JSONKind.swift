/// The kinds of value that RFC 8259 knows.
package enum JSONKind: UInt8, Sendable, BitwiseCopyable {
  case null
  case boolean
  case number
  case string
  case array
  case object

  /// The kind of the value that begins with this byte.
  package init(firstByte byte: UInt8) {
    switch byte {
    case .quote: self = .string
    case .openObject: self = .object
    case .openArray: self = .array
    case .ascii("t"), .ascii("f"): self = .boolean
    case .ascii("n"): self = .null
    default: self = .number
    }
  }
}
