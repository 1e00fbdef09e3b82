/// Looks for a key that occurs twice in one object, in a value that is known to be JSON.
///
/// Used only when duplicate keys are errors, for every object whether mapped or not.
enum DuplicateKeyCheck {
  /// The second occurrence of a key, as a token; nil if all keys of every object are unique.
  static func check(_ view: TokenView, from first: Int, to last: Int) -> Int? {
    var open: [Set<[UInt8]>] = []
    var token = first
    while token <= last {
      switch view.token(token) {
      case .openObject, .openArray: open.append([])
      case .closeObject, .closeArray: open.removeLast()
      case .quote where token < last && view.token(token + 1) == .colon:
        guard open[open.count - 1].insert(view.text(ofString: token)).inserted else { return token }
      default: break
      }
      token += 1
    }
    return nil
  }
}
