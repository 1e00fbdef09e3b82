// Compiled only on request: concurrency has a cost at each start that programs without this API are spared.
#if Concurrency
  public import RKDiagnostics
  internal import RKEngine

  extension Mapper {
    /// The root records of some inputs, in their order.
    ///
    /// They are mapped on a separate thread, at most a few hundred records ahead, so that memory is
    /// constant. Ending the loop, or cancelling its task, ends the reading. Each loop maps the
    /// inputs anew.
    ///
    /// ```swift
    /// for try await record in mapper.records(in: [.file("articles.ndjson")]) {
    ///   print(record["title"] ?? .null)
    /// }
    /// ```
    public func records(in inputs: [Input]) -> RecordSequence { RecordSequence(self, inputs) }
  }

  /// The root records of a run, for use in a `for` loop: see ``Mapper/records(in:)``.
  ///
  /// ```swift
  /// var iterator = mapper.records(in: inputs).makeAsyncIterator()
  /// if let first = try await iterator.next() { print(first.names) }
  /// ```
  public struct RecordSequence: AsyncSequence, Sendable {
    /// A root record.
    public typealias Element = Record
    /// All diagnostics of a run with an error.
    public typealias Failure = DiagnosticsError

    private let mapper: Mapper
    private let inputs: [Input]

    init(_ mapper: Mapper, _ inputs: [Input]) {
      self.mapper = mapper
      self.inputs = inputs
    }

    /// Starts a run.
    public func makeAsyncIterator() -> Iterator { Iterator(RecordReading(mapper, inputs)) }

    /// Iterates over the records of a run, which ends when the last copy of the iterator is released.
    ///
    /// ```swift
    /// while let record = try await iterator.next() { print(record.target) }
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
      private let reading: Reader

      /// Ends the run with the last copy of the iterator.
      private final class Reader {
        let reading: RecordReading
        /// Records that have been taken from the thread, the next of them last.
        var records: [Record] = []

        init(_ reading: RecordReading) { self.reading = reading }

        deinit { reading.stop() }
      }

      init(_ reading: RecordReading) { self.reading = Reader(reading) }

      /// Returns the next record; nil at the end, or if the task was cancelled.
      ///
      /// - Throws: All diagnostics of the run if at least one of them is an error, after the
      ///   records that were made before it ended.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation)
        async throws(DiagnosticsError) -> Record?
      {
        if reading.records.isEmpty { reading.records = try await reading.reading.next().reversed() }
        return reading.records.popLast()
      }
    }
  }

  /// A run on a separate thread, which waits while enough records are ready.
  final class RecordReading: @unchecked Sendable {
    private let mapper: Mapper
    private let inputs: [Input]
    private let monitor = Monitor()
    // The monitor protects the following properties.
    private var records: [Record] = []
    private var waiting: CheckedContinuation<Void, Never>?
    private var hasBegun = false
    private var hasEnded = false
    private var isStopped = false
    private var failure: DiagnosticsError?

    /// The most records to make ahead.
    private var mostAhead = 256

    init(_ mapper: Mapper, _ inputs: [Input]) {
      self.mapper = mapper
      self.inputs = inputs
    }

    // MARK: - Who asks

    /// Returns the next records, at least one; none at the end.
    func next() async throws(DiagnosticsError) -> [Record] {
      begin()
      await withTaskCancellationHandler {
        await withCheckedContinuation { wait($0) }
      } onCancel: {
        stop()
      }
      return try take()
    }

    private func begin() {
      monitor.lock()
      let begins = !hasBegun
      hasBegun = true
      monitor.unlock()
      guard begins, !SystemThread.detach({ self.run() }) else { return }
      // No thread could be started: make all records now.
      mostAhead = .max
      run()
    }

    /// Resumes as soon as there are records, or it is known that none will come.
    private func wait(_ continuation: CheckedContinuation<Void, Never>) {
      monitor.lock()
      let isReady = !records.isEmpty || hasEnded || isStopped
      if !isReady { waiting = continuation }
      monitor.unlock()
      if isReady { continuation.resume() }
    }

    private func take() throws(DiagnosticsError) -> [Record] {
      monitor.lock()
      defer { monitor.unlock() }
      var taken: [Record] = []
      swap(&taken, &records)
      if isStopped { return [] }
      if taken.isEmpty, let failure {
        // The failure is thrown once.
        self.failure = nil
        throw failure
      }
      monitor.callAll()
      return taken
    }

    /// Stops the run: no more records are wanted.
    func stop() {
      monitor.lock()
      isStopped = true
      monitor.callAll()
      resume()
    }

    /// Unlocks the monitor, and resumes the waiting task.
    private func resume() {
      let continuation = waiting
      waiting = nil
      monitor.unlock()
      continuation?.resume()
    }

    // MARK: - The thread

    private func run() {
      var failure: DiagnosticsError?
      do {
        try mapper.forEachRecord(in: inputs) { try self.give($0) }
      } catch let error as DiagnosticsError {
        failure = error
      } catch {
        // `give` throws when no more records are wanted.
      }
      monitor.lock()
      self.failure = failure
      hasEnded = true
      resume()
    }

    private func give(_ record: Record) throws(CancellationError) {
      monitor.lock()
      while records.count >= mostAhead && !isStopped { monitor.wait() }
      if isStopped {
        monitor.unlock()
        throw CancellationError()
      }
      records.append(record)
      resume()
    }
  }
#endif
