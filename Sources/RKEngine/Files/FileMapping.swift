/// The unread part of a mapped file, between two positions.
///
/// The owner that walks the whole file releases the pages that have been passed, also for threads
/// that read parts ahead. Otherwise each of these threads would stop for each of its parts while
/// the system changes the shared page table.
struct FileMapping: ~Copyable {
  /// The number of passed bytes that are released at once.
  private static var releaseSize: Int { 2 * 1024 * 1024 }

  private let memory: FileMemory?
  /// Positions in the file of the next byte, and of the end.
  private var place: Int
  private let end: Int
  /// The position before which everything was released; nil if another owner does that.
  private var releasedPlace: Int?

  /// An empty mapping.
  init() {
    memory = nil
    (place, end) = (0, 0)
  }

  /// The rest of a file, all of which this owner walks.
  init(_ memory: FileMemory?, from place: Int) {
    self.memory = memory
    self.place = place
    end = memory?.range.upperBound ?? place
    // Memory that is soon unmapped need not be released.
    let range = memory?.range ?? place..<place
    releasedPlace = range.count > 2 * Self.releaseSize ? range.lowerBound : nil
  }

  /// A part of a file that another owner walks, if that part is in memory.
  init(_ range: Range<Int>, of memory: FileMemory?) {
    let holds = memory.map { range.clamped(to: $0.range) == range } ?? false
    self.memory = holds ? memory : nil
    place = range.lowerBound
    end = range.upperBound
  }

  /// The memory, for owners that read other parts of it.
  var shared: FileMemory? { memory }

  /// How many bytes are left.
  var count: Int { memory == nil ? 0 : max(end - place, 0) }

  /// The first of the remaining bytes, if any; readers must expect the read to fail.
  @unsafe
  var start: UnsafePointer<UInt8>? {
    // SAFETY: the position lies in the memory.
    count > 0 ? unsafe memory?.start(at: place) : nil
  }

  /// Skips bytes that were used or read.
  mutating func skip(_ count: Int) {
    place += count
    release()
  }

  /// Continues at another position of the file; nothing before it is needed by owners of other
  /// parts.
  mutating func move(to place: Int) {
    self.place = place
    release()
  }

  private mutating func release() {
    guard let memory, let releasedPlace else { return }
    if place < releasedPlace { self.releasedPlace = memory.range.lowerBound }
    guard place - releasedPlace >= Self.releaseSize else { return }
    self.releasedPlace = memory.release(from: releasedPlace, to: place)
  }
}
