@testable import RKEngine
import Testing

@Suite("RowIdentities")
struct RowIdentitiesTests {
  private func buffer(_ text: String) -> OutputBuffer {
    var buffer = OutputBuffer(capacity: 16)
    buffer.append(Array(text.utf8).span)
    return buffer
  }

  private func insert(
    _ identities: inout RowIdentities,
    _ identity: String,
    _ row: String,
    table: UInt32 = 0
  ) -> RowIdentities.Answer {
    identities.insert(table: table, identity: buffer(identity), row: buffer(row))
  }

  @Test("distinguishes the same row, another of the same identity, and a new one")
  func answers() {
    var identities = RowIdentities()
    #expect(insert(&identities, "1,", "1,a\n") == .new)
    #expect(insert(&identities, "1,", "1,a\n") == .same)
    #expect(insert(&identities, "1,", "1,b\n") == .other)
    #expect(insert(&identities, "2,", "1,a\n") == .new)
    #expect(insert(&identities, "1,", "1,a\n", table: 1) == .new)
  }

  @Test("remembers every row of an identity, not only the first")
  func otherRows() {
    var identities = RowIdentities()
    #expect(insert(&identities, "1,", "1,\n") == .new)
    #expect(insert(&identities, "1,", "1,a\n") == .other)
    #expect(insert(&identities, "1,", "1,a\n") == .same)
    #expect(insert(&identities, "1,", "1,b\n") == .other)
    #expect(insert(&identities, "1,", "1,\n") == .same)
  }

  @Test("a row that cannot be remembered still counts for its identity")
  func otherRowBeyondLimit() {
    var identities = RowIdentities(limit: 1)
    #expect(insert(&identities, "1,", "1,\n") == .new)
    for _ in 0..<2 { #expect(insert(&identities, "1,", "1,a\n") == .other) }
    #expect(insert(&identities, "2,", "2,\n") == .full)
  }

  @Test("remembers up to its limit, and forgets none")
  func limit() {
    var identities = RowIdentities(limit: 5_000)
    for number in 0..<5_000 { #expect(insert(&identities, "\(number)", "r") == .new) }
    #expect(insert(&identities, "5000", "r") == .full)
    for number in 0..<5_000 { #expect(insert(&identities, "\(number)", "r") == .same) }
  }
}
