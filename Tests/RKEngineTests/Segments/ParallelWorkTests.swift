import Foundation
import RKEngine
import Synchronization
import Testing

@Suite("ParallelWork")
struct ParallelWorkTests {
  @Test(
    "results are taken in the order of the parts, whatever the number of threads",
    arguments: [0, 1, 2, 3, 50],
    [1, 2, 7, 100]
  )
  func order(count: Int, threadCount: Int) {
    var taken: [Int] = []
    ParallelWork.run(
      count: count,
      threadCount: threadCount,
      part: { number in
        // The first ones are the slowest.
        for _ in 0..<(count - number) { sched_yield() }
        return number * number
      },
      take: { number, result in
        #expect(result == number * number)
        taken.append(number)
        return true
      }
    )
    #expect(taken == Array(0..<count))
  }

  @Test("each part is done once")
  func once() {
    let counts = Mutex([Int](repeating: 0, count: 200))
    ParallelWork.run(
      count: 200,
      threadCount: 4,
      part: { number in counts.withLock { $0[number] += 1 } },
      take: { _, _ in true }
    )
    #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
  }

  @Test("a consumer that has enough gets no more, and no further part begins", arguments: [1, 3])
  func enough(threadCount: Int) {
    let begun = Atomic<Int>(0)
    var taken = 0
    ParallelWork.run(
      count: 1_000_000,
      threadCount: threadCount,
      part: { _ in _ = begun.wrappingAdd(1, ordering: .relaxed) },
      take: { number, _ in
        taken += 1
        return number < 2
      }
    )
    #expect(taken == 3)
    #expect(begun.load(ordering: .relaxed) < 1_000_000)
  }

  @Test("several threads work at once: each part waits for the other")
  func together() {
    let arrived = Atomic<Int>(0)
    ParallelWork.run(
      count: 2,
      threadCount: 2,
      part: { _ in
        _ = arrived.wrappingAdd(1, ordering: .sequentiallyConsistent)
        while arrived.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
      },
      take: { _, _ in true }
    )
    #expect(arrived.load(ordering: .sequentiallyConsistent) == 2)
  }
}
