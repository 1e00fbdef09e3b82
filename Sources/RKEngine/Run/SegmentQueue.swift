/// The segments that are mapped ahead: who maps which, and what came of those that nobody has come to
/// yet.
///
/// For use by several threads.
final class SegmentQueue {
  /// What is known of the segment of a region.
  enum State {
    /// Nobody has begun it.
    case open
    case underWay
    case mapped(MappedSegment)

    fileprivate var isUnderWay: Bool { if case .underWay = self { true } else { false } }
  }

  private let monitor = Monitor()
  /// How many regions may be ahead of the one that the run has come to.
  private let reach: Int
  /// What follows is asked and changed by who holds the monitor.
  private var current: Int
  /// The next region to be begun, and the one behind the last.
  private var next: Int
  private var end: Int
  private var states: [Int: State] = [:]
  private var spares: [MappedSegment] = []

  init(from region: Int, to end: Int, reach: Int) {
    current = region
    next = region
    self.end = end
    self.reach = reach
  }

  /// Takes a region to map; waits until there is one, nil when there will be none.
  func begin() -> (region: Int, segment: MappedSegment)? {
    monitor.lock()
    defer { monitor.unlock() }
    while next < end && next > current + reach { monitor.wait() }
    return take()
  }

  /// The same without waiting.
  func beginAtOnce() -> (region: Int, segment: MappedSegment)? {
    monitor.lock()
    defer { monitor.unlock() }
    return next > current + reach ? nil : take()
  }

  private func take() -> (region: Int, segment: MappedSegment)? {
    guard next < end else { return nil }
    let region = next
    next += 1
    states[region] = .underWay
    return (region, spares.popLast() ?? MappedSegment())
  }

  func end(_ region: Int, _ segment: MappedSegment) {
    monitor.lock()
    states[region] = .mapped(segment)
    monitor.callAll()
    monitor.unlock()
  }

  /// What has become of the segment of a region that the run has come to.
  ///
  /// One that nobody has begun is left to the run.
  func state(of region: Int) -> State {
    monitor.lock()
    defer { monitor.unlock() }
    current = max(current, region)
    monitor.callAll()
    if let state = states[region] { return state }
    next = max(next, region + 1)
    return .open
  }

  /// Waits until a segment that is under way has been mapped.
  func wait(for region: Int) {
    monitor.lock()
    while states[region]?.isUnderWay == true { monitor.wait() }
    monitor.unlock()
  }

  /// The run has come past all regions before `region`: their segments may be used again.
  func forget(before region: Int) {
    monitor.lock()
    for (number, state) in states where number < region {
      guard case .mapped(let segment) = state else { continue }
      states[number] = nil
      spares.append(segment)
    }
    monitor.unlock()
  }

  /// No segment is to be begun any more.
  func close() {
    monitor.lock()
    end = next
    monitor.callAll()
    monitor.unlock()
  }
}
