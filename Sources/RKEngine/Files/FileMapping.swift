/// What is to be taken of a file's memory, from one place on to another.
///
/// Pages that are passed are given back by the one who goes over the whole file, for those, too, who
/// look at parts of it that lie ahead: others then need not stop for each of their parts while the
/// system changes the table of pages that all threads have.
struct FileMapping: ~Copyable {
  /// How much is passed before it is given back.
  private static var releaseSize: Int { 2 * 1024 * 1024 }

  private let memory: FileMemory?
  /// Places in the file: what comes next, and after the last.
  private var place: Int
  private let end: Int
  /// Before what all was given back; nil where another sees to that.
  private var releasedPlace: Int?

  /// Nothing.
  init() {
    memory = nil
    (place, end) = (0, 0)
  }

  /// What is left of a file, all of which is passed here.
  init(_ memory: FileMemory?, from place: Int) {
    self.memory = memory
    self.place = place
    end = memory?.range.upperBound ?? place
    // What is soon to be unmapped is not worth it.
    let range = memory?.range ?? place..<place
    releasedPlace = range.count > 2 * Self.releaseSize ? range.lowerBound : nil
  }

  /// A part of a file that another passes, where that is in memory.
  init(_ range: Range<Int>, of memory: FileMemory?) {
    let holds = memory.map { range.clamped(to: $0.range) == range } ?? false
    self.memory = holds ? memory : nil
    place = range.lowerBound
    end = range.upperBound
  }

  /// The memory, for others to look at other parts of it.
  var shared: FileMemory? { memory }

  /// How many bytes are left.
  var count: Int { memory == nil ? 0 : max(end - place, 0) }

  /// The first of the bytes that are left, where there are any; whoever reads them expects to fail.
  @unsafe
  var start: UnsafePointer<UInt8>? {
    // SAFETY: the place lies in the memory.
    count > 0 ? unsafe memory?.start(at: place) : nil
  }

  /// Passes over bytes that were read, in whatever way.
  mutating func skip(_ count: Int) {
    place += count
    release()
  }

  /// Goes on at another place of the file; nothing that stands before is wanted of those who look at
  /// other parts.
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
