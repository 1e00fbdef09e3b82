/// Where containers below the levels that kernels handle close.
///
/// To find where a container closes, its contents are walked, 64 tokens a step. Each token would be
/// walked as often as there are containers around it, which is too often for deep ones. So for each
/// block of 64 tokens this stores where the outermost deep container closes that is opened in the
/// block and does not close in it. The walk continues from there, and passes a token at most for
/// the containers of one other block.
struct DeepCloses: ~Copyable {
  /// For each block the token, 0 for none; ends with the last block that has one.
  private var tokens = UniqueArray<UInt32>()

  /// Records the close of the outermost container that continues after the end of its block; the
  /// block may have been dropped.
  mutating func note(_ token: Int, openedIn block: Int) {
    guard block >= 0, block < token / 64 else { return }
    if block >= tokens.count { tokens.append(zeros: block + 1 - tokens.count) }
    tokens[block] = UInt32(token)
  }

  /// Forgets `count` tokens at the front, a multiple of 64.
  mutating func dropFirst(_ count: Int) {
    tokens.dropFirst(min(count / 64, tokens.count))
    for block in 0..<tokens.count where tokens[block] != 0 { tokens[block] -= UInt32(count) }
  }

  var span: Span<UInt32> {
    @_lifetime(borrow self)
    borrowing get { tokens.span }
  }
}
