/// The kinds of value in RFC 8259.
package enum JSONKind: String, Sendable, BitwiseCopyable, CaseIterable {
  case string
  case number
  case boolean
  case array
  case object
  case null

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
