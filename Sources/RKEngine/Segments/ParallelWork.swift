/// Work of many parts, done by several threads, whose results are taken in the order of the parts.
package enum ParallelWork {
  /// Does the parts from 0 to `count`, and takes what comes of each as soon as all before it have been
  /// taken.
  ///
  /// Parts are begun in their order, each by the next thread that has nothing to do, so that what a
  /// part uses must be fit for several threads. Results are taken on the caller's own thread; when
  /// `take` says that it wants no more, no further part is begun.
  package static func run<Result>(
    count: Int,
    threadCount: Int,
    part: @escaping (Int) -> Result,
    take: (Int, Result) -> Bool
  ) {
    let queue = PartQueue(count: count, part: part)
    // With one of them there is nobody to wait for.
    let wanted = min(threadCount, count)
    let threads = wanted < 2 ? [] : (0..<wanted).compactMap { _ in SystemThread(running: queue) }
    for number in 0..<count {
      // A system without room for threads makes slow, not wrong.
      let result = threads.isEmpty ? part(number) : queue.result(of: number)
      if !take(number, result) { break }
    }
    queue.close()
    for thread in threads { thread.join() }
  }
}

/// The parts that wait for a thread, and the results that wait to be taken.
private final class PartQueue<Result>: ThreadJob {
  private let part: (Int) -> Result
  private let monitor = Monitor()
  private let count: Int
  /// The part that is begun next, and the results that nobody has taken; who holds the monitor may ask
  /// and change these.
  private var next = 0
  private var results: [Int: Result] = [:]

  init(count: Int, part: @escaping (Int) -> Result) {
    self.count = count
    self.part = part
  }

  /// What came of a part, to be asked once; waits for it.
  func result(of number: Int) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let result = results.removeValue(forKey: number) { return result }
      monitor.wait()
    }
  }

  /// No further part is to be begun.
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
