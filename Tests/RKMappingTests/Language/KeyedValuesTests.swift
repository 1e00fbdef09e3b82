import RKMapping
import Testing

@Suite("Values by keys")
struct KeyedValuesTests {
  /// One hash for all.
  private struct Colliding: Hashable {
    var number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test(
    "they are those of a dictionary, in insertion order",
    arguments: [0, 8, 9, 17, 300]
  )
  func twin(count: Int) {
    var values = KeyedValues<String, Int>()
    var twin: [String: Int] = [:]
    var order: [String] = []
    for number in 0..<(count * 3) {
      let key = "k\(number * 7919 % max(count, 1))"
      #expect(values[key] == twin[key])
      if twin[key] == nil { order.append(key) }
      values[key] = number
      twin[key] = number
    }
    #expect(values.keys == order)
    #expect(values.values == order.map { twin[$0] })
    #expect(values.count == count && values.isEmpty == (count == 0))
    #expect(values["other"] == nil && values.number(of: "other") == nil)
  }

  @Test("a key without a value gets the default")
  func missing() {
    var values = KeyedValues<String, [Int]>()
    for number in 0..<6 { values[number < 3 ? "low" : "high", default: []].append(number) }
    #expect(values["low"] == [0, 1, 2] && values["high"] == [3, 4, 5])
    #expect(values["none", default: [9]] == [9] && values.count == 2)
  }

  @Test("keys with equal hashes are distinguished")
  func collisions() {
    var values = KeyedValues<Colliding, Int>()
    for number in 0..<20 { values[Colliding(number: number)] = number }
    #expect((0..<20).allSatisfy { values[Colliding(number: $0)] == $0 })
    #expect(values.number(of: Colliding(number: 20)) == nil)
  }
}
