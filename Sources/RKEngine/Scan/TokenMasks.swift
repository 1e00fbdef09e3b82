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

/// The brackets among 64 tokens, one bit per token: the part of the masks that is kept after
/// validation.
///
/// The layout is that of `rk_token_brackets`, which the kernels fill.
package struct TokenBrackets: BitwiseCopyable, Sendable, Equatable {
  package var open: UInt64 = 0
  package var close: UInt64 = 0

  /// Removes all brackets except those at some positions.
  @inline(__always)
  mutating func keep(_ places: UInt64) {
    open &= places
    close &= places
  }

  /// Walks over the brackets inside `depth` containers: returns the one that closes the outermost
  /// of these, or 0.
  ///
  /// Afterwards `depth` is the number of those that are still open, and `open` has the brackets
  /// that open here and stay open.
  @inline(__always)
  mutating func close(outOf depth: inout Int) -> UInt64 {
    // `[]` and `{}` do not affect their surroundings.
    let empty = open & close &>> 1
    open &= ~empty
    close &= ~(empty &<< 1)
    while close != 0 {
      let first = close & (0 &- close)
      if open & (first &- 1) == 0 {
        depth &-= 1
        if depth == 0 { return first }
      } else {
        // It does not matter which of the earlier brackets it closes: there is one less.
        open &= open &- 1
      }
      close &= close &- 1
    }
    return 0
  }
}
