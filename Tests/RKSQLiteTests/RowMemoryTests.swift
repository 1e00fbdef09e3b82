import RKEngine
import RKMapping
@testable import RKSQLite
import TestSupport
import Testing

/// What a run remembers of rows.
struct RowMemoryTests {
  private static func hash(_ start: KeyedHash, _ number: Int) -> RowHash {
    var hash = start
    hash.add(integer: Int64(number))
    return hash.finished()
  }

  @Test("The cache is never wrong about a row, and finds repeated ones")
  func cache() {
    var random = SeededGenerator(seed: 1)
    var cache = RowCache(tableCount: 2, key: KeyedHash.Key())
    var last: [Int: UInt64] = [:]
    var found = 0
    var unseen = 0
    for turn in 0..<120_000 {
      // New rows at first, until the cache gives up, then the same ones again.
      let row = turn < 40_000 ? turn : random.below(5000)
      let values = UInt64(random.below(3) + 1)
      defer { last[row] = values }
      // The pause of a table is longer than a test can wait: its rows come as another's.
      let table = turn < 60_000 ? 0 : 1
      if turn == 60_000 { last = [:] }
      guard let start = cache.hash(table: table) else {
        unseen += 1
        continue
      }
      let hash = Self.hash(start, row)
      switch cache.answer(hash, values: values, table: table) {
      case .same:
        found += 1
        #expect(last[row] == values)
      case .other: #expect(last[row] != nil && last[row] != values)
      case .unknown: break
      }
      cache.remember(hash, values: values)
    }
    #expect(unseen == 60_000 - 16_384)
    #expect(found > 10_000)
  }

  @Test("The cache does not know forgotten rows")
  func forgetting() throws {
    var cache = RowCache(tableCount: 1, key: KeyedHash.Key())
    var answers: [RowCache.Answer] = []
    let first = cache.hash(table: 0)
    let row = Self.hash(try #require(first), 1)
    cache.remember(row, values: 5)
    answers.append(cache.answer(row, values: 5, table: 0))
    cache.forget(row)
    answers.append(cache.answer(row, values: 5, table: 0))
    cache.remember(row, values: 5)
    cache.deletions.add(to: 0)
    let second = cache.hash(table: 0)
    answers.append(cache.answer(Self.hash(try #require(second), 1), values: 5, table: 0))
    #expect(answers == [.same, .unknown, .unknown])
  }

  @Test("Counts compare the rows before and after the run, whatever happened between")
  func counts() throws {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let rows = RunRows(tableCount: 1)
      rows.remember(table: 0)
      var before: [Int: UInt64] = [:]
      for row in 0..<1000 where random.below(2) == 0 { before[row] = UInt64(random.below(3)) }
      var now = before
      var met: Set<Int> = []
      for _ in 0..<4000 {
        let row = random.below(1000)
        let hash = Self.hash(rows.hash(table: 0), row)
        let contents = UInt64(random.below(3))
        guard let stored = now[row] else {
          try rows.didInsert(hash) { () throws(Database.Failure) in contents }
          now[row] = contents
          met.insert(row)
          continue
        }
        met.insert(row)
        if random.below(4) == 0 {
          rows.didDelete(hash, before: stored)
          now[row] = nil
        } else if stored == contents {
          rows.didMeet(hash)
        } else {
          rows.didChange(hash, before: stored, after: contents)
          now[row] = contents
        }
        #expect(rows.entry(of: hash)?.wasThere == (before[row] != nil))
      }
      var counts = RowCounts()
      for row in met {
        switch (before[row], now[row]) {
        case (nil, nil): break
        case (nil, _): counts.inserted += 1
        case (_, nil): counts.deleted += 1
        case (let before, let now):
          if before == now { counts.unchanged += 1 } else { counts.updated += 1 }
        }
      }
      #expect(rows.counts == counts, "seed \(seed)")
    }
  }

  @Test("Values that a database treats as equal have equal hashes, others do not")
  func hashes() {
    let key = KeyedHash.Key()
    func hash(_ values: [TrialValue]) -> RowHash {
      var hash = KeyedHash(key)
      let batch = RowBatch([TrialRow(values: values)])
      for place in 0..<batch.values.count { hash.add(batch.values[place], batch.bytes) }
      return hash.finished()
    }
    #expect(hash([1]) == hash([1.0]))
    let different: [[TrialValue]] = [
      [], [nil], [.absent], [1], ["1"], [1.5], [""], ["", ""], ["a", ""], ["", "a"], ["aa"],
      ["12345678"], ["12345678", "9"], ["123456789"], ["1234567", "89"], ["1", 1], [1, "1"],
    ]
    #expect(Set(different.map(hash)).count == different.count)
  }
}
