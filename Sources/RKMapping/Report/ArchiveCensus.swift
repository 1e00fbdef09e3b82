internal import RKFormats

/// How many of an archive's entries were mapped, and why the others were not.
struct ArchiveCensus {
  /// An entry that no descriptor is for.
  struct Miss {
    var index: Int
    var entry: HTTPArchiveEntry
    var choice: DescriptorChoice
  }

  /// The entries that were reached.
  var entryCount = 0
  var mappedCount = 0
  /// Those that have no content, and are to have none.
  var emptyCount = 0
  /// Those that are not for the requested request.
  var unwantedCount = 0
  private(set) var missCount = 0
  /// The first of those that no descriptor is for.
  private(set) var misses: [Miss] = []
  /// Why entries were not read, and how many; in order of appearance.
  private(set) var skips: [(reason: HTTPArchiveEntry.Reason, count: Int)] = []
  private var skipNumbers: [HTTPArchiveEntry.Reason: Int] = [:]

  private static let keptMissCount = 3

  var skipCount: Int { skips.reduce(0) { $0 + $1.count } }

  /// There are entries, but none was mapped.
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
