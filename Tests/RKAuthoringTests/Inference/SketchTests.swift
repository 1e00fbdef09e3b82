import Testing

@testable import RKAuthoring

struct SketchTests {
  @Test("A sample of hashes is the same in any order, and in parts")
  func hashes() {
    let values = (0..<5000).map { StableHash.of("value \($0)") }
    var one = HashSample(capacity: 64)
    values.forEach { one.insert($0) }
    one.settle()
    var left = HashSample(capacity: 64)
    var right = HashSample(capacity: 64)
    for value in values.reversed() {
      if value % 3 == 0 { left.insert(value) } else { right.insert(value) }
    }
    left.merge(right)
    #expect(Set(one.hashes) == Set(left.hashes))
    #expect(Set(one.hashes) == Set(values.sorted().prefix(64)))
    #expect(!one.isWhole)
  }

  @Test("A small sample is the whole set")
  func small() {
    var sample = HashSample(capacity: 64)
    sample.insert(1)
    sample.insert(1)
    sample.settle()
    #expect(sample.isWhole)
    #expect(Array(sample.hashes) == [1])
  }

  @Test("A table has every value under its key, in the order in which they came")
  func table() {
    let keys = (0..<1000).map { StableHash.of("key \($0)") }
    var table = HashTable<Int>()
    for (number, key) in keys.enumerated() {
      #expect(table.find(key) == nil)
      table.add(key, number)
    }
    #expect(table.keys == keys)
    #expect(keys.indices.allSatisfy { table[keys[$0]] == $0 })
    #expect(table.filter { $1 % 2 == 0 }.values == Array(stride(from: 0, to: 1000, by: 2)))
  }

  private func record(_ members: [String: String]) -> Fingerprint {
    let scalars = members.map {
      Fingerprint.scalar(Fingerprint.name($0.key), StableHash.of($0.value))
    }
    return Fingerprint(hash: StableHash.of(members.description), scalars: scalars.sorted())
  }

  @Test("Records contradict each other that agree in less than half of what both have")
  func contradiction() {
    let id = Set([Fingerprint.name("id")])
    let one = record(["id": "1", "a": "x", "b": "y", "c": "z"])
    #expect(!one.contradicts(record(["id": "1", "a": "x", "b": "y", "c": "other"]), but: id))
    #expect(one.contradicts(record(["id": "1", "a": "p", "b": "q", "c": "z"]), but: id))
    #expect(!one.contradicts(record(["id": "1"]), but: id))
    #expect(!one.contradicts(record(["id": "1", "d": "new"]), but: id))
  }

  @Test("A key with two different records is contradicted, in any order of these")
  func keys() {
    let name = Fingerprint.name("id")
    let records = [
      record(["id": "1", "a": "x", "b": "y"]), record(["id": "1", "a": "p", "b": "q"]),
      record(["id": "2", "a": "x", "b": "y"]),
    ]
    for order in [records, records.reversed()] {
      var sample = KeySample()
      for record in order {
        let key: UInt64 = record.value(of: name) == records[2].value(of: name) ? 2 : 1
        sample.insert(key, record)
      }
      #expect(sample.contradictions([name]) == 1)
      #expect(sample.records.count == 2)
    }
  }

  @Test("Confidence grows with the values, and falls to nothing with contradictions")
  func confidence() {
    #expect(Identity(["id"], .strong, count: 1, contradicted: 0).confidence > 0.8)
    #expect(Identity(["id"], .strong, count: 90, contradicted: 0).confidence == 0.98)
    #expect(Identity(["id"], .strong, count: 100, contradicted: 2).confidence == 0)
    #expect(Identity(["name"], .weak, count: 100_000, contradicted: 0).confidence < 0.5)
  }

  @Test(
    "Names say how much they are identities",
    arguments: [
      ("id", Identity.Prior.strong), ("_id", .strong), ("userId", .strong), ("user_id", .strong),
      ("login", .medium), ("userCode", .medium), ("screenName", .medium), ("title", .weak),
      ("ordinal", .weak),
    ]
  )
  func priors(name: String, wanted: Identity.Prior) {
    #expect(Identity.prior(name, targets: ["user"]) == wanted)
  }
}
