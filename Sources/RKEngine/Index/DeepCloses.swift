/// Where containers close that lie deeper than the levels that kernels know of.
///
/// To find where a container closes one goes over what is in it, 64 tokens a step; as often, for each
/// token, as there are containers around it. Of deep containers that would be too often. So for each
/// block of 64 tokens it is known where the outermost of those deep containers closes that are opened in
/// it and do not close in it: from there one goes on, and passes over a token at most for the containers
/// of one other block.
struct DeepCloses: ~Copyable {
  /// For each block the token, 0 for none; nothing for blocks after the last that has one.
  private var tokens = UniqueArray<UInt32>()

  /// Notes the close of the outermost of the containers that go on after the end of a block, which may
  /// have been dropped.
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
