@testable import RKEngine
import Testing

@Suite("RecordIndex")
struct RecordIndexTests {
  @Test("finds the records of each hash, the last one first, whatever else is there")
  func chains() {
    var index = RecordIndex()
    var expected: [UInt64: [Int]] = [:]
    var numbers = UniqueArray<UInt32>()
    var hashes = UniqueArray<UInt64>()
    for number in 0..<5_000 {
      // Hashes whose lowest bits are equal lie in slots next to each other; 0 is a hash as well.
      let hash = UInt64(number % 1_700) << UInt64(number % 3 * 20)
      expected[hash, default: []].insert(number, at: 0)
      numbers.append(UInt32(number))
      hashes.append(hash)
      if hashes.count < RecordIndex.groupSize { continue }
      index.insert(numbers, hashes)
      numbers.removeAll()
      hashes.removeAll()
    }
    index.insert(numbers, hashes)
    for (hash, records) in expected {
      var found: [Int] = []
      var link = index.first(hash)
      while !link.isNone {
        found.append(link.record)
        link = index.next(after: link)
      }
      #expect(found == records)
    }
    #expect(index.first(1_699 << 41).isNone)
  }

  @Test("keys that differ, and equal ones of different kinds, have different hashes")
  func hashes() {
    var seen: Set<UInt64> = []
    var key = UniqueArray<UInt8>()
    for length in 0..<20 {
      for kind in -2...2 { #expect(seen.insert(RecordIndex.hash(key, kind: kind)).inserted) }
      key.append(UInt8(length == 7 ? 0 : 65))
    }
  }
}
