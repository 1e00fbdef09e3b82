/// Work in many parts, done by several threads, whose results are consumed in the order of the
/// parts.
package enum ParallelWork {
  /// Runs the parts from 0 to `count`, and consumes the result of each as soon as all before it
  /// have been consumed.
  ///
  /// Parts begin in their order, each on the next free thread, so what a part uses must be
  /// thread-safe. Results are consumed on the caller's thread; when `take` returns that it wants no
  /// more, no further part begins.
  package static func run<Result>(
    count: Int,
    threadCount: Int,
    part: @escaping (Int) -> Result,
    take: (Int, Result) -> Bool
  ) {
    let queue = PartQueue(count: count, part: part)
    // A single thread has nothing to wait for.
    let wanted = min(threadCount, count)
    let threads = wanted < 2 ? [] : (0..<wanted).compactMap { _ in SystemThread(running: queue) }
    for number in 0..<count {
      // If the system cannot create threads, the parts run on this one.
      let result = threads.isEmpty ? part(number) : queue.result(of: number)
      if !take(number, result) { break }
    }
    queue.close()
    for thread in threads { thread.join() }
  }
}

/// The parts that wait for a thread, and the results that wait to be consumed.
private final class PartQueue<Result>: ThreadJob {
  private let part: (Int) -> Result
  private let monitor = Monitor()
  private let count: Int
  /// The next part to begin, and the results that have not been consumed; protected by the monitor.
  private var next = 0
  private var results: [Int: Result] = [:]

  init(count: Int, part: @escaping (Int) -> Result) {
    self.count = count
    self.part = part
  }

  /// The result of a part, for which it waits; may be requested once.
  func result(of number: Int) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let result = results.removeValue(forKey: number) { return result }
      monitor.wait()
    }
  }

  /// Prevents further parts from beginning.
  func close() {
    monitor.lock()
    next = count
    monitor.unlock()
  }

  override func run() {
    monitor.lock()
    while next < count {
      let number = next
      next += 1
      monitor.unlock()
      let result = part(number)
      monitor.lock()
      results[number] = result
      monitor.callAll()
    }
    monitor.unlock()
  }
}
