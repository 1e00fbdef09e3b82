/// A thread that works on batches, one after the other, while the next ones are made.
///
/// A batch that is handed over is swapped for a finished one, so that memory is reused: there are
/// three, including the maker's. The thread starts with the first batch; without one there is none.
///
/// What the work uses belongs to the thread until `finish` or `abandon` has returned.
package final class WorkerThread<Batch: ~Copyable, Failure: Error> {
  private let queue: WorkQueue<Batch, Failure>
  private var thread: SystemThread?
  private var isStopped = false

  /// `spare` makes the batches that are handed back at first.
  package init(
    spare: () -> Batch,
    work: @escaping (borrowing Batch) throws(Failure) -> Void
  ) {
    queue = WorkQueue(spares: [WorkPlace(spare()), WorkPlace(spare())], work: work)
  }

  deinit { abandon() }

  /// Passes a batch to the thread, and returns another one for the next, with its old contents;
  /// waits while there is none.
  ///
  /// Throws the error of the work on an earlier one: then this one stays, and no further one is
  /// processed.
  package func handOver(_ batch: inout Batch) throws(Failure) {
    precondition(!isStopped, "a batch after the last one")
    if thread == nil { thread = SystemThread(running: queue) }
    // If the system cannot create a thread, the work is slow, not wrong.
    if thread == nil { return try queue.work(batch) }
    try queue.enqueue(&batch)
  }

  /// Waits until all batches have been processed; throws the error of that.
  package func finish() throws(Failure) {
    close(discarding: false)
    join()
    if let failure = queue.failure { throw failure }
  }

  /// Waits for the current batch, and discards those after it.
  package func abandon() {
    close(discarding: true)
    join()
  }

  /// No more batches will come, and those that wait may be discarded.
  func close(discarding: Bool) {
    isStopped = true
    queue.close(discarding: discarding)
  }

  private func join() {
    thread?.join()
    thread = nil
  }
}

/// Where a batch is while it waits, is processed, or is ready for reuse.
private final class WorkPlace<Batch: ~Copyable> {
  var batch: Batch

  init(_ batch: consuming Batch) { self.batch = batch }
}

/// The batches that wait for a thread.
private final class WorkQueue<Batch: ~Copyable, Failure: Error>: ThreadJob {
  let work: (borrowing Batch) throws(Failure) -> Void
  private let monitor = Monitor()
  private let places: [WorkPlace<Batch>]
  /// The slot of the current or next batch, and how many there are; these and what follows are
  /// protected by the monitor.
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
      // Nobody touches the slot of a batch that is in the queue.
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
