import Testing

@testable import RKMapping

struct SpecHashTests {
  private static let text = #"{"mappers":[{"id":"a","attributes":["x"]}]}"#

  private static func hash(_ text: String) throws -> String {
    try Mapping(text: text).graph.sourceHash
  }

  @Test("A spec has the hash of its bytes")
  func hash() throws {
    #expect(try Self.hash(Self.text) == "c009a1dbf14a767d")
    #expect(try Self.hash(Self.text) != Self.hash(Self.text + "\n"))
  }
}
