/// The classes of 64 tokens, one bit a token: what they are validated by.
///
/// A token in none of them begins a number or a literal.
///
/// The layout is that of `rk_token_masks`, which the kernels fill.
package struct TokenMasks: BitwiseCopyable, Sendable, Equatable {
  package var quote: UInt64 = 0
  package var colon: UInt64 = 0
  package var comma: UInt64 = 0
  package var separator: UInt64 = 0
  package var openObject: UInt64 = 0
  package var closeObject: UInt64 = 0
  package var openArray: UInt64 = 0
  package var closeArray: UInt64 = 0

  package var open: UInt64 { openObject | openArray }
  package var close: UInt64 { closeObject | closeArray }
  package var structure: UInt64 { quote | colon | comma | separator | open | close }
}

/// The brackets among 64 tokens, one bit a token: what is left of the masks when the tokens are validated.
///
/// The layout is that of `rk_token_brackets`, which the kernels fill.
package struct TokenBrackets: BitwiseCopyable, Sendable, Equatable {
  package var open: UInt64 = 0
  package var close: UInt64 = 0

  /// Takes away all but those at some places.
  @inline(__always)
  mutating func keep(_ places: UInt64) {
    open &= places
    close &= places
  }

  /// Goes over them inside of `depth` containers: gives the one that closes the outermost of these, or 0.
  ///
  /// Then `depth` containers are left of those, and in `open` there are as many as open here and stay
  /// open.
  @inline(__always)
  mutating func close(outOf depth: inout Int) -> UInt64 {
    // `[]` and `{}` change nothing for what stands around them.
    let empty = open & close &>> 1
    open &= ~empty
    close &= ~(empty &<< 1)
    while close != 0 {
      let first = close & (0 &- close)
      if open & (first &- 1) == 0 {
        depth &-= 1
        if depth == 0 { return first }
      } else {
        // Which of those before it is closed by it does not matter: there is one less.
        open &= open &- 1
      }
      close &= close &- 1
    }
    return 0
  }
}
