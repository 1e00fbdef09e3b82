internal import RKFormats

/// How many of an archive's entries were mapped, and why the others were not.
struct ArchiveCensus {
  /// An entry for which there is no descriptor.
  struct Miss {
    var index: Int
    var entry: HTTPArchiveEntry
    var choice: DescriptorChoice
  }

  /// The number of entries reached.
  var entryCount = 0
  var mappedCount = 0
  /// The number of entries without content, which need none.
  var emptyCount = 0
  /// The number of entries that are not for the requested request.
  var unwantedCount = 0
  private(set) var missCount = 0
  /// The first entries without a descriptor.
  private(set) var misses: [Miss] = []
  /// The reasons why entries were not read, with counts, in order of appearance.
  private(set) var skips: [(reason: HTTPArchiveEntry.Reason, count: Int)] = []
  private var skipNumbers: [HTTPArchiveEntry.Reason: Int] = [:]

  private static let keptMissCount = 3

  var skipCount: Int { skips.reduce(0) { $0 + $1.count } }

  /// Whether there are entries, but none was mapped.
  var isMissed: Bool { entryCount > emptyCount && mappedCount == 0 }

  mutating func skip(_ reason: HTTPArchiveEntry.Reason) {
    let number = skipNumbers[reason] ?? skips.count
    if number == skips.count {
      skipNumbers[reason] = number
      skips.append((reason, 0))
    }
    skips[number].count += 1
  }

  mutating func miss(_ miss: Miss) {
    missCount += 1
    if misses.count < Self.keptMissCount { misses.append(miss) }
  }
}
