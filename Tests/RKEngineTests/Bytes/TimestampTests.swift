import RKEngine
import Testing

struct TimestampTests {
  @Test("Time does not go back")
  func order() {
    let first = Timestamp.now
    let second = Timestamp.now
    #expect(first <= second)
    #expect(second.nanoseconds(since: first) >= 0)
  }

  @Test("A moment after another is as far away as was said")
  func distance() {
    let first = Timestamp.now
    let later = first.advanced(by: .milliseconds(2500))
    #expect(first < later)
    #expect(later.nanoseconds(since: first) == 2_500_000_000)
    #expect(first.advanced(by: .zero) == first)
  }
}
