import RKEngine
import Testing

struct TimestampTests {
  @Test("Time does not go backwards")
  func order() {
    let first = Timestamp.now
    let second = Timestamp.now
    #expect(first <= second)
    #expect(second.nanoseconds(since: first) >= 0)
  }

  @Test("A timestamp is later by the given time")
  func distance() {
    let first = Timestamp.now
    let later = first.advanced(by: .milliseconds(2500))
    #expect(first < later)
    #expect(later.nanoseconds(since: first) == 2_500_000_000)
    #expect(first.advanced(by: .zero) == first)
  }
}
