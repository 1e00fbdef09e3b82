/// Makes the bytes of a stream, a block after the other.
package protocol BlockMaker: AnyObject {
  /// Appends to an empty block, about `size` bytes: bytes of a file up to `size` and fewer only at the end or
  /// before an error; none when all were made.
  func make(_ block: inout UniqueArray<UInt8>, size: Int) throws(SystemError)
}

/// A stream whose blocks are made on a thread of its own, while those before are read.
///
/// A few blocks wait to be read, however many there are to come. When nobody reads any more the thread ends with the
/// block that it makes; it is not waited for, as it may wait for bytes that never come.
package final class ReadAhead: ByteStream {
  private let queue: BlockQueue
  private var thread: SystemThread?
  private var hasBegun: Bool
  private var block = UniqueArray<UInt8>(minimumCapacity: 1)
  /// What of the block was read.
  private var place = 0
  /// Nothing comes after the block.
  private var isLast = false
  private var failure: SystemError?

  /// Without a thread a block is made when it is asked for: where there are few.
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
    // A system without room for a thread makes slow, not wrong.
    failure = thread == nil ? queue.fill(&block) : queue.take(&block)
    isLast = block.isEmpty
    // What was made before an error counts.
    if let failure, isLast { throw failure }
  }
}

/// The blocks that wait to be read.
private final class BlockQueue: ThreadJob {
  private static let mostWaiting = 4

  /// A block, with what has ended the making after it.
  private final class Place {
    var block: UniqueArray<UInt8>
    var failure: SystemError?

    init(size: Int) { block = UniqueArray(minimumCapacity: size) }
  }

  private let maker: any BlockMaker
  private let blockSize: Int
  private let monitor = Monitor()
  /// Those that wait, from `first` on; who holds the monitor may ask and change these.
  private var places: [Place] = []
  private var first = 0
  private var count = 0
  private var isClosed = false

  init(_ maker: any BlockMaker, blockSize: Int) {
    self.maker = maker
    self.blockSize = blockSize
  }

  /// Makes a block; gives what has ended that.
  func fill(_ block: inout UniqueArray<UInt8>) -> SystemError? {
    do {
      try maker.make(&block, size: blockSize)
      return nil
    } catch {
      return error
    }
  }

  /// The next block in the place of an empty one, and what has ended the making after it.
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
      // Nobody else touches a place that is free.
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
