import RKEngine
import Testing

struct ProcessorsTests {
  @Test("a machine has at least one processor")
  func count() { #expect(Processors.count >= 1) }
}
