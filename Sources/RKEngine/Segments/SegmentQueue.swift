/// The segments that are mapped ahead: who maps which, what came of those that nobody has reached yet,
/// and who delivers what was made of them.
///
/// The run delivers, as it alone knows which segments count. While it waits for one, that is known,
/// too, of all after it that are whole and without faults: then whoever has mapped the next delivers
/// it at once, out of the memory that it has just written.
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

  /// Who delivers.
  private enum Delivery: Equatable {
    case run
    /// Whoever has mapped the segment that begins there.
    case next(Int)
    /// Somebody who is about it.
    case underWay
  }

  private let monitor = Monitor()
  private let sink: AnyRecordSink
  private let regionSize: Int
  /// How many regions may be ahead of the one that the run has reached.
  private let reach: Int
  /// What follows is asked and changed by who holds the monitor.
  private var current: Int
  /// The next region to be begun, and the one after the last.
  private var next: Int
  private var end: Int
  private var states: [Int: State] = [:]
  private var spares: [MappedSegment] = []
  private var delivery = Delivery.run

  init(
    from region: Int,
    to end: Int,
    reach: Int,
    regionSize: Int,
    deliveringTo sink: AnyRecordSink
  ) {
    current = region
    next = region
    self.end = end
    self.reach = reach
    self.regionSize = regionSize
    self.sink = sink
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

  /// A segment has been mapped, and this is what was made of it: it is delivered or kept, and the part
  /// is empty then.
  func end(_ region: Int, _ segment: MappedSegment, _ part: inout OutputPart) {
    monitor.lock()
    if delivery == .next(segment.start) && segment.isPlain {
      deliver(segment, part)
      part.removeAll()
    } else {
      swap(&segment.part, &part)
    }
    states[region] = .mapped(segment)
    deliverKept()
    monitor.callAll()
    monitor.unlock()
  }

  /// Delivers what was made of the next segment; others may hold the monitor meanwhile.
  private func deliver(_ segment: MappedSegment, _ part: borrowing OutputPart) {
    delivery = .underWay
    monitor.unlock()
    do throws(SystemError) {
      try sink.append(part)
    } catch {
      segment.error = error
    }
    monitor.lock()
    segment.isDelivered = true
    delivery = segment.error == nil ? .next(segment.end) : .run
  }

  /// Delivers the segments that come next and were kept.
  private func deliverKept() {
    while case .next(let start) = delivery, case let region = start / regionSize,
      case .mapped(let segment)? = states[region], segment.start == start, segment.isPlain
    {
      states[region] = .underWay
      deliver(segment, segment.part)
      states[region] = .mapped(segment)
    }
  }

  /// What happened to the segment at a place that the run has reached, which is the border of a unit.
  ///
  /// One that nobody has begun is left to the run. Of one that is under way what is made is delivered
  /// when that is there; what is made of others the run has to deliver, if it is not done.
  func state(at start: Int) -> State {
    let region = start / regionSize
    monitor.lock()
    defer { monitor.unlock() }
    current = max(current, region)
    monitor.callAll()
    switch states[region] {
    case .underWay?:
      if delivery == .run { delivery = .next(start) }
      return .underWay
    case .mapped(let segment)?:
      if delivery == .next(start) { delivery = .run }
      return .mapped(segment)
    case .open?, nil:
      if delivery == .next(start) { delivery = .run }
      next = max(next, region + 1)
      return .open
    }
  }

  /// Waits until the segment at a place, which is under way, has been mapped.
  func wait(for start: Int) {
    monitor.lock()
    while states[start / regionSize]?.isUnderWay == true { monitor.wait() }
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
