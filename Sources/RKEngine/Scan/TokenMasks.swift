/// The classes of 64 tokens, one bit a token: what they are judged by.
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

/// The brackets among 64 tokens, one bit a token: what is left of the masks when the tokens are judged.
///
/// The layout is that of `rk_token_brackets`, which the kernels fill.
package struct TokenBrackets: BitwiseCopyable, Sendable, Equatable {
  package var open: UInt64 = 0
  package var close: UInt64 = 0
}
