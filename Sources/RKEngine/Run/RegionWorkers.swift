/// Maps regions, the numbered parts of the inputs, each independently of the others.
///
/// It has a pipeline of its own, so that several can work at the same time.
package class RegionMapper {
  final let pipeline: Pipeline
  final let faults = SegmentFaults()
  final let sink: PartSink

  /// Its pipeline has the options of the run's.
  init(aheadOf run: Pipeline) {
    sink = run.sink.makePart() ?? PartSink()
    var options = run.options
    options.threadCount = 1
    pipeline = Pipeline(
      plan: run.mapper.plan,
      sink: sink,
      receiver: faults,
      admission: run.admission,
      repeats: run.mapper.repeats.map { _ in RepeatWatch(run.mapper.plan, isAhead: true) },
      options: options
    )
  }

  /// Maps regions of a queue until the queue is empty.
  final func map(_ queue: SegmentQueue) {
    while let (region, segment) = queue.begin() { map(region, segment, of: queue) }
  }

  /// Maps the segment that begins in a region.
  ///
  /// A segment that cannot be read, or is invalid, counts as incomplete: the run reads it again,
  /// and reports the fault.
  final func map(_ region: Int, _ segment: MappedSegment, of queue: SegmentQueue) {
    segment.begin()
    sink.part.removeAll()
    faults.removeAll()
    let isWhole = try? map(region: region, into: segment)
    segment.isWhole = isWhole == true && !faults.hasSyntaxError
    segment.faults = faults.faults
    queue.end(region, segment, &sink.part)
  }

  /// Maps the segment that begins in a region; true if it is complete.
  func map(region: Int, into segment: MappedSegment) throws(SystemError) -> Bool { false }
}

/// Threads that map regions ahead of the run.
package class RegionWorkers {
  private let queue: SegmentQueue
  private let mapper: RegionMapper
  private var threads: [SystemThread] = []
  /// How many segments in a row the run could not use.
  private var consecutiveMisses = 0

  /// After this many misses in a row the input counts as unsuitable.
  private static var mostMisses: Int { 16 }

  /// Nil if the run's output cannot be made in parts.
  ///
  /// `makeMapper` makes a mapper for each thread, and one for the run.
  init?(
    _ regions: Range<Int>,
    ofSize regionSize: Int,
    aheadOf run: Pipeline,
    makeMapper: () -> RegionMapper
  ) {
    guard run.sink.makePart() != nil else { return nil }
    queue = SegmentQueue(
      regions,
      reach: 2 * run.options.threadCount,
      regionSize: regionSize,
      deliveringTo: run.sink
    )
    mapper = makeMapper()
    for _ in 1..<run.options.threadCount {
      if let thread = SystemThread(running: RegionWork(queue, makeMapper())) {
        threads.append(thread)
      }
    }
    if threads.isEmpty { return nil }
  }

  /// Too many segments in a row could not be used; no more are mapped.
  final var isClosed: Bool { consecutiveMisses >= Self.mostMisses }

  /// The segment that begins at an offset that the run has reached; nil if the run should map it.
  final func segment(at start: Int) -> MappedSegment? {
    queue.forget(before: start)
    while true {
      switch queue.state(at: start) {
      case .open: return nil
      case .mapped(let segment): return segment.isWhole && segment.start == start ? segment : nil
      case .underWay:
        if let (region, segment) = queue.beginAtOnce() {
          mapper.map(region, segment, of: queue)
        } else {
          queue.wait(for: start)
        }
      }
    }
  }

  /// Records whether the run could use a segment.
  final func note(isUsed: Bool) {
    consecutiveMisses = isUsed ? 0 : consecutiveMisses + 1
    if consecutiveMisses == Self.mostMisses { queue.close() }
  }

  /// Waits until the threads have finished their current work.
  package final func end() {
    queue.close()
    for thread in threads { thread.join() }
    threads = []
  }
}

/// The work of one of the threads.
private final class RegionWork: ThreadJob {
  private let queue: SegmentQueue
  private let mapper: RegionMapper

  init(_ queue: SegmentQueue, _ mapper: RegionMapper) {
    self.queue = queue
    self.mapper = mapper
  }

  override func run() { mapper.map(queue) }
}
