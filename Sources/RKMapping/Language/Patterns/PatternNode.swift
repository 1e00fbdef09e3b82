internal import RKEngine

/// A parsed part of a regular expression.
indirect enum PatternNode {
  enum Place {
    case textStart
    case textEnd
    case lastLineEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
  }

  case scalar(Unicode.Scalar)
  /// A scalar in one of the parser's classes.
  case set(Int)
  case sequence([PatternNode])
  case choice([PatternNode])
  case group(Int, PatternNode)
  /// At least `least` repetitions, at most `most` if given. `offset` is the position of the number.
  case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool, offset: Int)
  case place(Place)

  static var nothing: PatternNode { .sequence([]) }

  /// Whether it can match empty text.
  var canBeEmpty: Bool {
    switch self {
    case .scalar, .set: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let ways): ways.contains(where: \.canBeEmpty)
    case .group(_, let inner): inner.canBeEmpty
    case .repetition(let inner, let least, _, _, _): least == 0 || inner.canBeEmpty
    case .place: true
    }
  }

  /// Whether every match begins at the beginning of the text.
  var isAnchored: Bool {
    switch self {
    case .place(.textStart): true
    case .sequence(let parts): parts.first?.isAnchored ?? false
    case .choice(let ways): ways.allSatisfy(\.isAnchored)
    case .group(_, let inner): inner.isAnchored
    case .repetition(let inner, let least, _, _, _): least > 0 && inner.isAnchored
    case .scalar, .set, .place: false
    }
  }

  /// Adds the bytes with which its text can begin.
  ///
  /// Returns true if its text can be empty, so that the bytes of what follows count as well.
  func addStart(_ classes: [PatternClass], to start: inout PatternProgram.StartBytes) -> Bool {
    switch self {
    case .scalar(let scalar):
      if let byte = String(scalar).utf8.first { start.insert(byte) }
      return false
    case .set(let number):
      for byte in 0..<UInt8(0x80) where classes[number].contains(ascii: byte) {
        start.insert(byte)
      }
      if classes[number].beyond != .none { for byte in 0x80...UInt8.max { start.insert(byte) } }
      return false
    case .sequence(let parts):
      for part in parts where !part.addStart(classes, to: &start) { return false }
      return true
    case .choice(let ways):
      var canBeEmpty = false
      for way in ways where way.addStart(classes, to: &start) { canBeEmpty = true }
      return canBeEmpty
    case .group(_, let inner): return inner.addStart(classes, to: &start)
    case .repetition(let inner, let least, let most, _, _):
      if most == 0 { return true }
      return inner.addStart(classes, to: &start) || least == 0
    case .place: return true
    }
  }
}
