/// How 64 tokens change the depth: enough to skip them.
///
/// In `], [1], {"a": [` one container closes that was open before, and two stay open; `[1]` changes nothing.
/// The layout is that of `rk_depth_change`, which the kernels fill.
package struct DepthChange: BitwiseCopyable, Sendable, Equatable {
  /// How many containers close that were open before.
  package var closed: UInt8
  /// How many open that stay open.
  package var opened: UInt8

  package init(closed: UInt8, opened: UInt8) {
    self.closed = closed
    self.opened = opened
  }

  /// The change that these make.
  init(_ brackets: TokenBrackets) {
    // Inside more containers than they could close.
    var depth = 65
    var brackets = brackets
    _ = brackets.close(outOf: &depth)
    closed = UInt8(65 - depth)
    opened = UInt8(brackets.open.nonzeroBitCount)
  }
}
