internal import RKEngine

/// The records with the smallest hashes of their bytes, so that the sample does not depend on order.
struct SampleOfRecords {
  enum Content {
    case text([UInt8])
    /// What was learned from an object that came in parts.
    case object(Position)
    case list(RowCells)
  }

  struct Record {
    var hash: UInt64
    var content: Content
    var group: SampleCollector.Group
    var isElement = false
    var isFirst: Bool
  }

  /// From this size in bytes, objects and lists of scalars may come in parts, and are never kept as text.
  static let leastSizeOfParts = 8 << 20

  private let capacity: Int
  private var records: [Record] = []
  private var limit = UInt64.max

  init(capacity: Int) { self.capacity = capacity }

  mutating func insert(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ group: SampleCollector.Group,
    isElement: Bool,
    isFirst: Bool
  ) {
    let hash = StableHash.of(text, range)
    guard hash <= limit else { return }
    // Wide loads need room after the end, and numbers end at a space.
    let bytes = text.bytes(range) + [UInt8](repeating: .space, count: OutputBuffer.slack)
    insert(
      Record(
        hash: hash,
        content: .text(bytes),
        group: group,
        isElement: isElement,
        isFirst: isFirst
      )
    )
  }

  mutating func insert(_ record: Record) {
    guard record.hash <= limit else { return }
    records.append(record)
    if records.count > 2 * capacity { shrink() }
  }

  /// The final sample, independent of the order of insertion.
  var settled: [Record] {
    var sample = self
    sample.shrink()
    return sample.records
  }

  private mutating func shrink() {
    records.sort { $0.hash < $1.hash }
    if records.count > capacity {
      records.removeLast(records.count - capacity)
      limit = records.last?.hash ?? 0
    }
  }
}
