/// Samples the bytes around the beginning of a unit, from the last two units that were read.
enum UnitSample {
  /// The most bytes of a sample.
  private static var longestText: Int { 256 }

  /// The bytes from the end of the last unit but one to the first key of the last unit, if that is
  /// an object, otherwise to its opening brackets; nil if neither is visible.
  ///
  /// `end` is the token after the last unit, and after the comma that follows it in a list.
  static func mark(_ view: TokenView, before end: Int, at border: UnitBorder, from first: Int)
    -> SegmentCutter.Mark?
  {
    let isElement = border != .documents
    let last = isElement ? end - 2 : end - 1
    guard last > first, let open = open(of: last, view, from: first), open < last else {
      return nil
    }
    let close = view.token(last)
    var before = isElement ? open - 2 : open - 1
    guard before >= first, view.token(before) == close,
      !isElement || view.token(open - 1) == .comma
    else { return nil }
    var end = open + 2
    if close == .closeObject {
      guard view.token(open + 1) == .quote else { return nil }
    } else {
      // More brackets distinguish a unit from the arrays in it.
      while before > first && view.token(before - 1) == .closeArray { before -= 1 }
      end = open
      while view.token(end + 1) == .openArray { end += 1 }
    }
    let range = view.position(before)..<(view.position(end) + 1)
    guard range.count <= longestText else { return nil }
    return .text(
      range.map { view.padded[$0] },
      offset: view.position(open) - range.lowerBound
    )
  }

  /// The token that opens the object that token `last` closes.
  private static func open(of last: Int, _ view: TokenView, from first: Int) -> Int? {
    var depth = 0
    var token = last
    while token >= first {
      let byte = view.token(token)
      if byte == .closeObject || byte == .closeArray { depth += 1 }
      if TokenView.opens(byte) { depth -= 1 }
      if depth == 0 { return token }
      token -= 1
    }
    return nil
  }
}
