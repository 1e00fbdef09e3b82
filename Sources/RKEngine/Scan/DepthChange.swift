/// How 64 tokens change the depth, so that they can be skipped.
///
/// In `], [1], {"a": [` one container closes that was open before, and two stay open; `[1]` changes
/// nothing. The layout is that of `rk_depth_change`, which the kernels fill.
package struct DepthChange: BitwiseCopyable, Sendable, Equatable {
  /// The number of containers that close and were open before.
  package var closed: UInt8
  /// The number of containers that open and stay open.
  package var opened: UInt8

  package init(closed: UInt8, opened: UInt8) {
    self.closed = closed
    self.opened = opened
  }

  /// The change that some brackets make.
  init(_ brackets: TokenBrackets) {
    // Assumes more open containers than 64 tokens can close.
    var depth = 65
    var brackets = brackets
    _ = brackets.close(outOf: &depth)
    closed = UInt8(65 - depth)
    opened = UInt8(brackets.open.nonzeroBitCount)
  }
}
