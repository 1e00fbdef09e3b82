/// The classes of 64 tokens, one bit per token: the input of validation.
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

/// The brackets among 64 tokens, one bit per token: what is kept of the masks after validation.
///
/// The layout is that of `rk_token_brackets`, which the kernels fill.
package struct TokenBrackets: BitwiseCopyable, Sendable, Equatable {
  package var open: UInt64 = 0
  package var close: UInt64 = 0

  /// Removes all but those at some positions.
  @inline(__always)
  mutating func keep(_ places: UInt64) {
    open &= places
    close &= places
  }

  /// Walks them inside `depth` containers: returns the one that closes the outermost of these, or
  /// 0.
  ///
  /// Afterwards `depth` is how many of those are still open, and `open` has the ones that open here
  /// and stay open.
  @inline(__always)
  mutating func close(outOf depth: inout Int) -> UInt64 {
    // `[]` and `{}` do not affect what is around them.
    let empty = open & close &>> 1
    open &= ~empty
    close &= ~(empty &<< 1)
    while close != 0 {
      let first = close & (0 &- close)
      if open & (first &- 1) == 0 {
        depth &-= 1
        if depth == 0 { return first }
      } else {
        // Which of the earlier ones it closes does not matter: there is one less.
        open &= open &- 1
      }
      close &= close &- 1
    }
    return 0
  }
}
