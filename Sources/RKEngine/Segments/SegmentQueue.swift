/// The segments that are mapped ahead: which thread maps which, the results that the run has not
/// reached yet, and which thread delivers their output.
///
/// Only the run knows which segments count, so it delivers them. But while it waits for a segment,
/// all later ones that are complete and without faults will count, too: then the thread that mapped
/// the next one delivers it at once, from memory that it has just written.
///
/// Thread-safe.
final class SegmentQueue {
  /// The state of the segment of a region.
  enum State {
    /// No thread has begun it.
    case open
    case underWay
    case mapped(MappedSegment)

    fileprivate var isUnderWay: Bool { if case .underWay = self { true } else { false } }
  }

  /// Who delivers the next output.
  private enum Delivery: Equatable {
    case run
    /// The thread that has mapped the segment at this offset.
    case next(Int)
    /// A thread is delivering.
    case underWay
  }

  private let monitor = Monitor()
  private let sink: AnyRecordSink
  private let regionSize: Int
  /// The most regions ahead of the one that the run has reached.
  private let reach: Int
  /// The region that the run has reached.
  ///
  /// The monitor protects it and the following.
  private var current: Int
  /// The next region to begin, and the one after the last.
  private var next: Int
  private var end: Int
  private var states: [Int: State] = [:]
  private var spares: [MappedSegment] = []
  private var delivery = Delivery.run

  init(
    _ regions: Range<Int>,
    reach: Int,
    regionSize: Int,
    deliveringTo sink: AnyRecordSink
  ) {
    current = regions.lowerBound
    next = regions.lowerBound
    end = regions.upperBound
    self.reach = reach
    self.regionSize = regionSize
    self.sink = sink
  }

  /// Takes a region to map, waiting until there is one; nil if there will be none.
  func begin() -> (region: Int, segment: MappedSegment)? {
    monitor.lock()
    defer { monitor.unlock() }
    while next < end && next > current + reach { monitor.wait() }
    return beginNext()
  }

  /// Takes a region to map without waiting.
  func beginAtOnce() -> (region: Int, segment: MappedSegment)? {
    monitor.lock()
    defer { monitor.unlock() }
    return next > current + reach ? nil : beginNext()
  }

  private func beginNext() -> (region: Int, segment: MappedSegment)? {
    guard next < end else { return nil }
    let region = next
    next += 1
    states[region] = .underWay
    return (region, spares.popLast() ?? MappedSegment())
  }

  /// Ends the mapping of a segment, whose output is delivered or kept; `part` is empty afterwards.
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

  /// Delivers the output of the next segment, during which other threads may hold the monitor.
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

  /// Delivers the next segments that were kept.
  private func deliverKept() {
    while case .next(let start) = delivery, case let region = start / regionSize,
      case .mapped(let segment)? = states[region], segment.start == start, segment.isPlain
    {
      states[region] = .underWay
      deliver(segment, segment.part)
      states[region] = .mapped(segment)
    }
  }

  /// The state of the segment at an offset that the run has reached, and which is the border of a
  /// unit.
  ///
  /// A segment that no thread has begun is left to the run. The output of a segment that is being
  /// mapped is delivered when it is finished; that of a finished one must be delivered by the run,
  /// unless it was already.
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

  /// Waits until the segment at an offset, which is being mapped, is finished.
  func wait(for start: Int) {
    monitor.lock()
    while states[start / regionSize]?.isUnderWay == true { monitor.wait() }
    monitor.unlock()
  }

  /// Reuses the segments before an offset, whose regions the run has passed.
  func forget(before start: Int) {
    let region = start / regionSize
    monitor.lock()
    for (number, state) in states where number < region {
      guard case .mapped(let segment) = state else { continue }
      states[number] = nil
      spares.append(segment)
    }
    monitor.unlock()
  }

  /// Prevents further segments from beginning.
  func close() {
    monitor.lock()
    end = next
    monitor.callAll()
    monitor.unlock()
  }
}
