@testable import RKEngine
import Foundation
import Synchronization
import Testing

@Suite("WorkerThread")
struct WorkerThreadTests {
  private struct Refusal: Error, Equatable {
    var number: UInt8
  }

  /// What the thread has seen.
  private final class Log: Sendable {
    let numbers = Mutex<[UInt8]>([])

    func add(_ number: UInt8) { numbers.withLock { $0.append(number) } }
    var all: [UInt8] { numbers.withLock { $0 } }
  }

  /// A door that stays shut until it is opened.
  private final class Door: Sendable {
    private let isOpen = Atomic<Bool>(false)

    func open() { isOpen.store(true, ordering: .releasing) }
    func wait() { while !isOpen.load(ordering: .acquiring) { sched_yield() } }
  }

  private typealias Thread = WorkerThread<RowBatch, Refusal>

  private static func number(_ batch: borrowing RowBatch) -> UInt8 { batch.bytes[0] }

  private static func fill(_ batch: inout RowBatch, _ number: UInt8, size: Int = 1) {
    batch.removeAll()
    batch.bytes.append(repeating: number, count: size)
  }

  @Test("works on all batches, in their order", arguments: [0, 1, 2, 3, 4, 200])
  func order(count: Int) throws {
    let log = Log()
    let thread = Thread(spare: { RowBatch() }) { batch in log.add(Self.number(batch)) }
    var batch = RowBatch()
    for number in 0..<count {
      Self.fill(&batch, UInt8(number))
      try thread.handOver(&batch)
    }
    try thread.finish()
    #expect(log.all == (0..<count).map { UInt8($0) })
  }

  @Test("the maker waits for slow work: at most two batches are in flight")
  func slow() throws {
    let (log, door) = (Log(), Door())
    let handed = Atomic<Int>(0)
    let most = Mutex(0)
    let thread = Thread(spare: { RowBatch() }) { batch in
      if Self.number(batch) == 0 { door.wait() }
      let waiting = handed.load(ordering: .acquiring) - Int(Self.number(batch))
      most.withLock { $0 = max($0, waiting) }
      log.add(Self.number(batch))
    }
    var batch = RowBatch()
    for number in 0..<UInt8(50) {
      // The third one finds no slot before the first is finished.
      if number == 2 { door.open() }
      Self.fill(&batch, number)
      try thread.handOver(&batch)
      handed.store(Int(number) + 1, ordering: .releasing)
    }
    try thread.finish()
    #expect(log.all == (0..<50).map { UInt8($0) })
    #expect(most.withLock { $0 } <= 2)
  }

  @Test("the memory of three batches is reused")
  func memory() throws {
    let thread = Thread(spare: { RowBatch() }) { _ in }
    var batch = RowBatch()
    for number in 0..<UInt8(40) {
      Self.fill(&batch, number, size: 100_000)
      try thread.handOver(&batch)
      // After the first ones, a batch that was passed earlier comes back.
      if number >= 2 { #expect(batch.bytes.capacity >= 100_000) }
      if number >= 2 { #expect(batch.bytes[0] == number - 2) }
    }
    try thread.finish()
  }

  @Test("an error of the work is thrown with the next batch, which stays, or at the end")
  func failure() throws {
    let log = Log()
    let thread = Thread(spare: { RowBatch() }) { batch throws(Refusal) in
      log.add(Self.number(batch))
      if Self.number(batch) == 1 { throw Refusal(number: 1) }
    }
    var batch = RowBatch()
    var refused: UInt8?
    for number in 0..<UInt8(10) where refused == nil {
      Self.fill(&batch, number)
      do {
        try thread.handOver(&batch)
      } catch {
        #expect(error == Refusal(number: 1))
        refused = number
      }
    }
    let number = try #require(refused)
    #expect((2...4).contains(number))
    #expect(Self.number(batch) == number)
    #expect(throws: Refusal(number: 1)) { try thread.finish() }
    #expect(log.all == [0, 1])
  }

  @Test("an error of the last batch is thrown at the end")
  func lastFailure() throws {
    let thread = Thread(spare: { RowBatch() }) { batch throws(Refusal) in
      throw Refusal(number: Self.number(batch))
    }
    var batch = RowBatch()
    Self.fill(&batch, 7)
    try thread.handOver(&batch)
    #expect(throws: Refusal(number: 7)) { try thread.finish() }
  }

  @Test("abandoned in the middle it finishes the current batch and discards the rest")
  func abandoned() throws {
    let (log, begun, door) = (Log(), Door(), Door())
    let thread = Thread(spare: { RowBatch() }) { batch in
      begun.open()
      door.wait()
      log.add(Self.number(batch))
    }
    var batch = RowBatch()
    for number in 0..<UInt8(2) {
      Self.fill(&batch, number)
      try thread.handOver(&batch)
    }
    begun.wait()
    thread.close(discarding: true)
    door.open()
    thread.abandon()
    #expect(log.all == [0])
  }

  @Test("a released one has ended")
  func letGo() throws {
    let log = Log()
    do {
      let thread = Thread(spare: { RowBatch() }) { batch in log.add(Self.number(batch)) }
      var batch = RowBatch()
      Self.fill(&batch, 3)
      try thread.handOver(&batch)
    }
    let count = log.all.count
    #expect(count <= 1)
    #expect(log.all.count == count)
  }
}
