/// A thread that works on batches, one after the other, while the next ones are made.
///
/// A batch that is handed over is swapped for a finished one, so that memory is reused: there are
/// three, including the maker's. The thread starts with the first batch.
///
/// What the work uses belongs to the thread until `finish` or `abandon` has returned.
package final class WorkerThread<Batch: ~Copyable, Failure: Error> {
  private let queue: WorkQueue<Batch, Failure>
  private var thread: SystemThread?
  private var isStopped = false

  /// `spare` makes the first batches that are handed back.
  package init(
    spare: () -> Batch,
    work: @escaping (borrowing Batch) throws(Failure) -> Void
  ) {
    queue = WorkQueue(spares: [WorkPlace(spare()), WorkPlace(spare())], work: work)
  }

  deinit { abandon() }

  /// Passes a batch to the thread, and swaps it for another one with its old contents; waits until
  /// there is one.
  ///
  /// Throws the error of the work on an earlier batch; then this batch stays with the caller, and
  /// no further one is processed.
  package func handOver(_ batch: inout Batch) throws(Failure) {
    precondition(!isStopped, "a batch after the last one")
    if thread == nil { thread = SystemThread(running: queue) }
    // If the system cannot create a thread, the work runs on this one.
    if thread == nil { return try queue.work(batch) }
    try queue.enqueue(&batch)
  }

  /// Waits until all batches have been processed; throws the error of their work.
  package func finish() throws(Failure) {
    close(discarding: false)
    join()
    if let failure = queue.failure { throw failure }
  }

  /// Waits for the current batch, and discards the waiting ones.
  package func abandon() {
    close(discarding: true)
    join()
  }

  /// Ends the queue; with `discarding` the waiting batches are dropped.
  func close(discarding: Bool) {
    isStopped = true
    queue.close(discarding: discarding)
  }

  private func join() {
    thread?.join()
    thread = nil
  }
}

/// A batch's place while it waits, is processed, or is ready for reuse.
private final class WorkPlace<Batch: ~Copyable> {
  var batch: Batch

  init(_ batch: consuming Batch) { self.batch = batch }
}

/// The batches that wait for a thread.
private final class WorkQueue<Batch: ~Copyable, Failure: Error>: ThreadJob {
  let work: (borrowing Batch) throws(Failure) -> Void
  private let monitor = Monitor()
  private let places: [WorkPlace<Batch>]
  /// The slot of the current or next batch, and the number of batches.
  ///
  /// The monitor protects these and the following.
  private var first = 0
  private var count = 0
  private var isClosed = false
  private var isDiscarding = false
  private(set) var failure: Failure?

  init(
    spares: [WorkPlace<Batch>],
    work: @escaping (borrowing Batch) throws(Failure) -> Void
  ) {
    places = spares
    self.work = work
  }

  func enqueue(_ batch: inout Batch) throws(Failure) {
    monitor.lock()
    defer { monitor.unlock() }
    while count == places.count && failure == nil { monitor.wait() }
    if let failure { throw failure }
    swap(&places[(first + count) % places.count].batch, &batch)
    count += 1
    monitor.callAll()
  }

  func close(discarding: Bool) {
    monitor.lock()
    isClosed = true
    isDiscarding = discarding
    monitor.callAll()
    monitor.unlock()
  }

  override func run() {
    monitor.lock()
    while failure == nil {
      while count == 0 && !isClosed { monitor.wait() }
      if count == 0 || isDiscarding { break }
      // Nobody else touches the slot of a batch in the queue.
      let place = places[first]
      monitor.unlock()
      var reason: Failure?
      do { try work(place.batch) } catch { reason = error }
      monitor.lock()
      failure = reason
      first = (first + 1) % places.count
      count -= 1
      monitor.callAll()
    }
    monitor.unlock()
  }
}
