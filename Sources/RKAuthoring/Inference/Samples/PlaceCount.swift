/// Counts the places where values occur.
///
/// If there are very many, it decides how deep values are examined; this depends on all places, not on their
/// order.
struct PlaceCount {
  /// If there are more places than this, the deeper ones are left out at the end.
  static let most = 65_536
  /// The most places held until then; many of them become one when their keys turn out to be data.
  static let mostHeld = 131_072

  private var counts = [Int](repeating: 0, count: SampleWalk.deepest + 1)
  private var all = 0
  /// Whether places are not counted, because they are being merged with others.
  var isPaused = false
  /// Objects and lists at this depth or deeper are not examined.
  private(set) var deepest = SampleWalk.deepest

  /// Counts new places at a depth.
  mutating func add(_ count: Int, depth: Int) {
    if count == 0 || isPaused { return }
    counts[depth] += count
    all += count
    while all > Self.mostHeld, deepest > 1 {
      all -= counts[deepest]
      counts[deepest] = 0
      deepest -= 1
    }
  }

  /// The depth down to which documents have at most `most` places.
  static func depth(of roots: [Position]) -> Int {
    var level = roots
    var (depth, count) = (0, 0)
    while depth < SampleWalk.deepest, !level.isEmpty {
      level = level.flatMap(\.inner)
      count += level.count
      if count > most { return max(depth, 1) }
      depth += 1
    }
    return SampleWalk.deepest
  }
}

extension Position {
  /// The places directly inside of this one.
  fileprivate var inner: [Position] {
    let members = site.map { site in site.values.map { [$0] } ?? site.members } ?? []
    return element.map { members + [$0] } ?? members
  }

  /// Forgets the places below a depth.
  ///
  /// - Returns: Whether there were any.
  func cut(to depth: Int) -> Bool {
    if depth > 0 { return inner.reduce(false) { $1.cut(to: depth - 1) || $0 } }
    let isCut = !inner.isEmpty
    element = nil
    record = nil
    listLength = nil
    return isCut
  }
}
