/// The part of a mapped file that is still to be read, from one position to another.
///
/// The owner that walks the whole file releases the pages that have been passed, also for threads
/// that read parts ahead: otherwise each of them would have to stop for each of its parts while the
/// system changes the shared page table.
struct FileMapping: ~Copyable {
  /// How much is passed before it is released.
  private static var releaseSize: Int { 2 * 1024 * 1024 }

  private let memory: FileMemory?
  /// Positions in the file: of what comes next, and after the last.
  private var place: Int
  private let end: Int
  /// Everything before this was released; nil if another owner does that.
  private var releasedPlace: Int?

  /// An empty mapping.
  init() {
    memory = nil
    (place, end) = (0, 0)
  }

  /// The rest of a file, all of which is walked here.
  init(_ memory: FileMemory?, from place: Int) {
    self.memory = memory
    self.place = place
    end = memory?.range.upperBound ?? place
    // Releasing what is soon unmapped is not worthwhile.
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

  /// The memory, for others to read other parts of it.
  var shared: FileMemory? { memory }

  /// How many bytes are left.
  var count: Int { memory == nil ? 0 : max(end - place, 0) }

  /// The first of the remaining bytes, if any; readers must expect the read to fail.
  @unsafe
  var start: UnsafePointer<UInt8>? {
    // SAFETY: the position lies in the memory.
    count > 0 ? unsafe memory?.start(at: place) : nil
  }

  /// Skips bytes that were read, in whatever way.
  mutating func skip(_ count: Int) {
    place += count
    release()
  }

  /// Continues at another position of the file; those who read other parts need nothing before it.
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
