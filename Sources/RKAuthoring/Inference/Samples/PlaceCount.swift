/// Counts the places where values occur, and decides how deep values are looked into where there are
/// very many: that depends on all places, not on which come first.
struct PlaceCount {
  /// Of more places than this the deeper ones are left out in the end.
  static let most = 65_536
  /// So many may be held until then: many of them are one when their keys turn out to be data.
  static let mostHeld = 131_072

  private var counts = [Int](repeating: 0, count: SampleWalk.deepest + 1)
  private var all = 0
  /// Places are not counted, as they are put together with others.
  var isPaused = false
  /// Objects and lists at this depth, and deeper ones, have no places in them.
  private(set) var deepest = SampleWalk.deepest

  /// Counts places at a depth.
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

  /// The depth to which some documents have no more places than there may be.
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
  /// The places directly in this one.
  fileprivate var inner: [Position] {
    let members = site.map { site in site.values.map { [$0] } ?? site.members } ?? []
    return element.map { members + [$0] } ?? members
  }

  /// Forgets what lies deeper.
  ///
  /// - Returns: Whether there was anything.
  func cut(to depth: Int) -> Bool {
    if depth > 0 { return inner.reduce(false) { $1.cut(to: depth - 1) || $0 } }
    let isCut = !inner.isEmpty
    element = nil
    record = nil
    listLength = nil
    return isCut
  }
}
