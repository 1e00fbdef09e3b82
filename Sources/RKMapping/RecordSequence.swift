// Whoever does not use it is spared what concurrency sets up at each start.
#if Concurrency
  public import RKDiagnostics
  internal import RKEngine

  extension Mapper {
    /// The root records of some inputs, in their order.
    ///
    /// They are mapped on a thread of their own while they are asked for, some hundred ahead at most, so
    /// that memory is constant. Ending the loop, or cancelling its task, ends the reading. Each loop maps
    /// the inputs anew.
    ///
    /// ```swift
    /// for try await record in mapper.records(in: [.file("articles.ndjson")]) {
    ///   print(record["title"] ?? .null)
    /// }
    /// ```
    public func records(in inputs: [Input]) -> RecordSequence { RecordSequence(self, inputs) }
  }

  /// The root records of a run, for a loop: see ``Mapper/records(in:)``.
  ///
  /// ```swift
  /// var iterator = mapper.records(in: inputs).makeAsyncIterator()
  /// if let first = try await iterator.next() { print(first.names) }
  /// ```
  public struct RecordSequence: AsyncSequence, Sendable {
    /// What a loop gets.
    public typealias Element = Record
    /// What it throws.
    public typealias Failure = DiagnosticsError

    private let mapper: Mapper
    private let inputs: [Input]

    init(_ mapper: Mapper, _ inputs: [Input]) {
      self.mapper = mapper
      self.inputs = inputs
    }

    /// Begins a run.
    public func makeAsyncIterator() -> Iterator { Iterator(RecordReading(mapper, inputs)) }

    /// A run that goes on as its records are asked for; when nobody has it any more, it ends.
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

      /// The next record; nil at the end, and where the task was cancelled.
      ///
      /// - Throws: All findings of the run, when at least one of them is an error, after the records that
      ///   were made before it ended.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation)
        async throws(DiagnosticsError) -> Record?
      {
        if reading.records.isEmpty { reading.records = try await reading.reading.next().reversed() }
        return reading.records.popLast()
      }
    }
  }

  /// A run on a thread of its own, which waits while enough records have not been asked for.
  final class RecordReading: @unchecked Sendable {
    private let mapper: Mapper
    private let inputs: [Input]
    private let monitor = Monitor()
    // Who holds the monitor may ask and change what follows.
    private var records: [Record] = []
    private var waiting: CheckedContinuation<Void, Never>?
    private var hasBegun = false
    private var hasEnded = false
    private var isStopped = false
    private var failure: DiagnosticsError?

    /// How many records may be made ahead.
    private var mostAhead = 256

    init(_ mapper: Mapper, _ inputs: [Input]) {
      self.mapper = mapper
      self.inputs = inputs
    }

    // MARK: - Who asks

    /// The records that come next, at least one; none at the end.
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
      // A system without room for a thread makes all records at once.
      mostAhead = .max
      run()
    }

    /// Goes on as soon as there are records, or will be none.
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
        // It is told once.
        self.failure = nil
        throw failure
      }
      monitor.callAll()
      return taken
    }

    /// No records are wanted any more.
    func stop() {
      monitor.lock()
      isStopped = true
      monitor.callAll()
      resume()
    }

    /// Lets go of the monitor, and on with who waits.
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
        // `give` throws where no records are wanted any more.
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
