@testable import RKEngine
import Testing

@Suite("RowIdentities")
struct RowIdentitiesTests {
  private func buffer(_ text: String) -> OutputBuffer {
    var buffer = OutputBuffer(capacity: 16)
    buffer.append(Array(text.utf8).span)
    return buffer
  }

  private func take(
    _ identities: inout RowIdentities,
    _ identity: String,
    _ row: String,
    table: UInt32 = 0
  ) -> RowIdentities.Answer {
    identities.take(table: table, identity: buffer(identity), row: buffer(row))
  }

  @Test("tells the same row, another of the same identity, and a new one apart")
  func answers() {
    var identities = RowIdentities()
    #expect(take(&identities, "1,", "1,a\n") == .new)
    #expect(take(&identities, "1,", "1,a\n") == .same)
    #expect(take(&identities, "1,", "1,b\n") == .other)
    #expect(take(&identities, "2,", "1,a\n") == .new)
    #expect(take(&identities, "1,", "1,a\n", table: 1) == .new)
  }

  @Test("knows every row of an identity, not the first alone")
  func otherRows() {
    var identities = RowIdentities()
    #expect(take(&identities, "1,", "1,\n") == .new)
    #expect(take(&identities, "1,", "1,a\n") == .other)
    #expect(take(&identities, "1,", "1,a\n") == .same)
    #expect(take(&identities, "1,", "1,b\n") == .other)
    #expect(take(&identities, "1,", "1,\n") == .same)
  }

  @Test("a row that cannot be remembered is one of its identity all the same")
  func otherRowBeyondLimit() {
    var identities = RowIdentities(limit: 1)
    #expect(take(&identities, "1,", "1,\n") == .new)
    for _ in 0..<2 { #expect(take(&identities, "1,", "1,a\n") == .other) }
    #expect(take(&identities, "2,", "2,\n") == .full)
  }

  @Test("remembers as many as it may, and those for good")
  func limit() {
    var identities = RowIdentities(limit: 5_000)
    for number in 0..<5_000 { #expect(take(&identities, "\(number)", "r") == .new) }
    #expect(take(&identities, "5000", "r") == .full)
    for number in 0..<5_000 { #expect(take(&identities, "\(number)", "r") == .same) }
  }
}
