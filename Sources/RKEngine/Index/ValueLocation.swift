/// Where a source led: to a token, a list that distribution made, or something that is not in the
/// document.
package struct ValueLocation: Sendable, BitwiseCopyable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Not looked for yet.
    case unknown
    case missing
    /// A component of the path was applied to a scalar or to null.
    ///
    /// Becomes `missing` at the end of the path.
    case broken
    /// An operator met a value that it cannot compute with, which begins with token `first`; 0 if
    /// it is not in the document.
    case uncomputed
    case null
    /// The value that begins with token `first`.
    ///
    /// If the path does not contain the key that it, or the list around it, was found under,
    /// `second` is the token of that key; otherwise 0.
    case token
    /// `second` locations from `first` on in the operation's lists.
    case list
    /// A JSON string among the plan's constants: `second` bytes from `first` on.
    case constant
    /// The number `first`, which is not part of any text.
    case number
    /// A number that an operator computed: `second` bytes from `first` on in the operation's
    /// numbers.
    case madeNumber
    /// A cell of the batch, at `first`.
    case cell
    /// The value `first` of those looked up in metadata.
    case metadata
  }

  package var kind: Kind
  package var first: UInt32
  package var second: UInt32

  package init(_ kind: Kind, _ first: UInt32 = 0, _ second: UInt32 = 0) {
    self.kind = kind
    self.first = first
    self.second = second
  }

  package init(token: Int) { self.init(.token, UInt32(truncatingIfNeeded: token)) }

  package static var missing: ValueLocation { ValueLocation(.missing) }
  package static var unknown: ValueLocation { ValueLocation(.unknown) }

  /// The token of a value, or of the first item of a list; nil for what is not in the document.
  ///
  /// `lists` are those that distribution made.
  func firstToken(_ lists: borrowing UniqueArray<ValueLocation>) -> UInt32? {
    switch kind {
    case .token: return first
    case .list:
      for number in Int(first)..<Int(first + second) {
        if let token = lists[number].firstToken(lists) { return token }
      }
      return nil
    default: return nil
    }
  }
}
