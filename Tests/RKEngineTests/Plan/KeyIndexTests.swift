@testable import RKEngine
import TestSupport
import Testing

@Suite("KeyIndex")
struct KeyIndexTests {
  /// The number of a key by both lookups, which must agree.
  private static func find(_ key: String, _ index: KeyIndex, _ table: KeyTable) throws -> Int {
    let (bytes, range) = padded(key)
    let byText = index.find(bytes.span, range, in: table)
    let byToken = try look(at: "[\"\(key)\"]") { view in
      let content = view.content(ofString: 1)
      return index.find(content.lowerBound, content.upperBound, view, in: table)
    }
    #expect(byText == byToken)
    return byText
  }

  @Test("keys are numbered by their places, and no other is found")
  func numbers() throws {
    var index = KeyIndex()
    let keys = ["id", "name", "", "a key of more than sixteen bytes", "created_at", "12345678"]
    let table = index.add(keys.map { Array($0.utf8) })
    for (number, key) in keys.enumerated() { #expect(try Self.find(key, index, table) == number) }
    let others = [
      "i", "idd", "ID", "names", "a key of more than sixteen byteS",
      "a key of more  than sixteen bytes",
      "a key of mOre than sixteen bytes", "created_a", "created_att", "1234567", "123456789", " ",
    ]
    for key in others { #expect(try Self.find(key, index, table) == -1, "\(key)") }
  }

  @Test("keys with equal beginnings, ends and lengths are distinguished")
  func alike() throws {
    var index = KeyIndex()
    let keys = [
      "in_reply_to_user_id_str", "in_reply_to_status_id_s", "in_reply_to_usex_id_str",
      "in_reply_to_user_id_stR", "in_reply_to_xser_id_str",
    ]
    let table = index.add(keys.map { Array($0.utf8) })
    for (number, key) in keys.enumerated() { #expect(try Self.find(key, index, table) == number) }
    #expect(try Self.find("in_reply_to_Xser_id_str", index, table) == -1)
  }

  @Test("keys that differ only in their middles are distinguished, whatever their number")
  func alikeButInside() throws {
    var index = KeyIndex()
    let keys = (100..<400).map { "a beginning, \($0) and so on, an end" }
    let table = index.add(keys.map { Array($0.utf8) })
    for (number, key) in keys.enumerated() { #expect(try Self.find(key, index, table) == number) }
    for number in 400..<420 {
      #expect(try Self.find("a beginning, \(number) and so on, an end", index, table) == -1)
    }
  }

  @Test("tables do not share keys")
  func tables() throws {
    var index = KeyIndex()
    let first = index.add([Array("a".utf8), Array("b".utf8)])
    let second = index.add([Array("c".utf8), Array("a".utf8)])
    #expect(try Self.find("a", index, first) == 0)
    #expect(try Self.find("a", index, second) == 1)
    #expect(try Self.find("b", index, second) == -1)
    #expect(index.spellings(of: first, 2) == [[Array("a".utf8)], [Array("b".utf8)]])
    #expect(index.spellings(of: second, 2) == [[Array("c".utf8)], [Array("a".utf8)]])
  }

  @Test("a table without keys finds none")
  func empty() throws {
    var index = KeyIndex()
    let table = index.add([])
    #expect(try Self.find("", index, table) == -1)
    #expect(try Self.find("a", index, table) == -1)
  }

  @Test("keys of every length are found", arguments: 0...70)
  func lengths(count: Int) throws {
    var index = KeyIndex()
    let key = String(repeating: "k", count: count)
    let table = index.add([Array(key.utf8)])
    #expect(try Self.find(key, index, table) == 0)
    #expect(try Self.find(key + "k", index, table) == -1)
    for place in 0..<count {
      var other = Array(key.utf8)
      other[place] = UInt8(ascii: "x")
      #expect(try Self.find(String(decoding: other, as: UTF8.self), index, table) == -1)
    }
  }

  @Test("many keys are found, and no other is", arguments: 0..<20)
  func many(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var keys: [String] = []
    for _ in 0..<generator.pick([3, 17, 100, 500]) {
      let count = generator.pick([1, 4, 8, 9, 16, 17, 30])
      // Few letters, so that keys share beginnings and ends.
      let key = (0..<count).map { _ in generator.pick(["a", "b", "_"]) }.joined()
      if !keys.contains(key) { keys.append(key) }
    }
    var index = KeyIndex()
    let table = index.add(keys.map { Array($0.utf8) })
    for (number, key) in keys.enumerated() {
      #expect(try Self.find(key, index, table) == number, "\(generator.recreation)")
      let other = key + "a"
      let wanted = keys.firstIndex(of: other) ?? -1
      #expect(try Self.find(other, index, table) == wanted, "\(generator.recreation)")
    }
  }

  @Test("keys that only differ in their middle share a slot and are distinguished")
  func collisions() throws {
    let keys = (0..<40).map { "beginning\($0 + 10)the very end" }
    var index = KeyIndex()
    let table = index.add(keys.map { Array($0.utf8) })
    for (number, key) in keys.enumerated() { #expect(try Self.find(key, index, table) == number) }
    #expect(try Self.find("beginning99the very end", index, table) == -1)
  }
}
