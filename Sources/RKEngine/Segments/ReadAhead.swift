/// Produces the bytes of a stream, block by block.
package protocol BlockMaker: AnyObject {
  /// Appends about `size` bytes to an empty block; for a file fewer only at the end or before an
  /// error. Appends nothing at the end of the stream.
  func make(_ block: inout UniqueArray<UInt8>, size: Int) throws(SystemError)
}

/// A stream whose blocks are produced on their own thread while earlier ones are read.
///
/// At most a few blocks wait to be read. When the reader is gone the thread ends with its current
/// block; nobody waits for it, as it may wait for bytes that never come.
package final class ReadAhead: ByteStream {
  private let queue: BlockQueue
  private var thread: SystemThread?
  private var hasBegun: Bool
  private var block = UniqueArray<UInt8>(minimumCapacity: 1)
  /// The offset of the first unread byte in the block.
  private var place = 0
  /// No block follows this one.
  private var isLast = false
  private var failure: SystemError?

  /// Without a thread each block is produced on request, which is enough for few blocks.
  package init(_ maker: any BlockMaker, blockSize: Int = 256 * 1024, usesThread: Bool = true) {
    queue = BlockQueue(maker, blockSize: blockSize)
    hasBegun = !usesThread
  }

  deinit {
    queue.close()
    thread?.leave()
  }

  package func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    if place == block.count { try nextBlock() }
    let count = min(room, block.count - place)
    buffer.append(block.span.extracting(place..<(place + count)))
    place += count
    return count
  }

  private func nextBlock() throws(SystemError) {
    if let failure { throw failure }
    if isLast { return }
    if !hasBegun {
      hasBegun = true
      thread = SystemThread(running: queue)
    }
    place = 0
    block.removeAll()
    // If the system cannot create a thread, the blocks are produced on this one.
    failure = thread == nil ? queue.fill(&block) : queue.take(&block)
    isLast = block.isEmpty
    // Bytes before an error are still returned.
    if let failure, isLast { throw failure }
  }
}

/// The blocks that wait to be read.
private final class BlockQueue: ThreadJob {
  private static let mostWaiting = 4

  /// A block, and the error that ended the stream after it, if any.
  private final class Place {
    var block: UniqueArray<UInt8>
    var failure: SystemError?

    init(size: Int) { block = UniqueArray(minimumCapacity: size) }
  }

  private let maker: any BlockMaker
  private let blockSize: Int
  private let monitor = Monitor()
  /// A ring of blocks; those that wait begin at `first`.
  ///
  /// Protected by the monitor.
  private var places: [Place] = []
  private var first = 0
  private var count = 0
  private var isClosed = false

  init(_ maker: any BlockMaker, blockSize: Int) {
    self.maker = maker
    self.blockSize = blockSize
  }

  /// Produces a block; returns the error that ended the stream.
  func fill(_ block: inout UniqueArray<UInt8>) -> SystemError? {
    do {
      try maker.make(&block, size: blockSize)
      return nil
    } catch {
      return error
    }
  }

  /// Swaps an empty block for the next one; returns the error that ended the stream after it.
  func take(_ block: inout UniqueArray<UInt8>) -> SystemError? {
    monitor.lock()
    defer { monitor.unlock() }
    while count == 0 { monitor.wait() }
    let place = places[first]
    swap(&place.block, &block)
    let failure = place.failure
    first = (first + 1) % places.count
    count -= 1
    monitor.callAll()
    return failure
  }

  func close() {
    monitor.lock()
    isClosed = true
    monitor.callAll()
    monitor.unlock()
  }

  override func run() {
    for _ in 0..<Self.mostWaiting { places.append(Place(size: blockSize)) }
    var isDone = false
    while !isDone {
      monitor.lock()
      while count == places.count && !isClosed { monitor.wait() }
      if isClosed { isDone = true }
      // Nobody else touches a free place.
      let place = places[(first + count) % places.count]
      monitor.unlock()
      if isDone { break }
      place.block.removeAll()
      place.failure = fill(&place.block)
      isDone = place.failure != nil || place.block.isEmpty
      monitor.lock()
      count += 1
      monitor.callAll()
      monitor.unlock()
    }
  }
}
