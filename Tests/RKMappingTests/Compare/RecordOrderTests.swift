import Testing

@testable import RKMapping

@Suite("The order of records by their keys")
struct RecordOrderTests {
  @Test("whole numbers by their value, before texts by their bytes")
  func order() {
    let keys: [[Value]] = [
      [-10], [-9], [0], [9], [10], [.number(Number(known: "1e2"))], [123_456_789],
      [.number(Number(known: "1.5"))], ["10"], ["B"], ["a"], ["\u{E9}"],
    ]
    let orders = keys.map { RecordOrder($0) }
    for (number, order) in orders.enumerated() {
      for (other, later) in orders.enumerated() { #expect((order < later) == (number < other)) }
    }
  }

  @Test("parts count from the first, and equal numbers are equal")
  func parts() {
    #expect(RecordOrder([1, "b"]) < RecordOrder([2, "a"]))
    #expect(RecordOrder([1, "a"]) < RecordOrder([1, "b"]))
    #expect(RecordOrder([.number(Number(known: "1.0"))]) == RecordOrder([1]))
  }
}
