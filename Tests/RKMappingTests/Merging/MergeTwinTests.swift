import Foundation
import TestSupport
import Testing

/// Merging again, on trees and one record after the other: slow and simple.
///
/// Records are of the two mappers of `MergeTwinTests`, as they are written.
private enum TreeMerge {
  typealias Tree = [String: Any]

  static func merged(_ older: Tree, _ newer: Tree) -> Tree {
    let isFull = newer["k"] as? Int == 1
    var result = older
    let isOld = isFull && isNotNewer(newer["t"], than: older["t"])
    if isOld { return result }
    for (name, value) in newer {
      switch name {
      case "one", "many", "rep", "all":
        let isUnion = name == "all" && isFull
        if isUnion && value is NSNull { continue }
        result[name] = related(older[name], value, isUnion: isUnion)
      case "g":
        var group = older[name] as? Tree ?? [:]
        for (inner, value) in value as? Tree ?? [:] { group[inner] = value }
        result[name] = group
      default: result[name] = value
      }
    }
    return result
  }

  private static func isNotNewer(_ new: Any?, than old: Any?) -> Bool {
    if new is NSNull { return old != nil && !(old is NSNull) }
    guard let new = new as? Int, let old = old as? Int else { return false }
    return old >= new
  }

  private static func related(_ old: Any?, _ new: Any, isUnion: Bool) -> Any {
    if new is NSNull { return new }
    let (former, added) = (members(old), members(new))
    let isSingle = { (value: Any?) in value is Tree }
    guard isUnion else {
      let result = added.map { member -> Tree in
        guard let key = key(member), let same = former.first(where: { Self.key($0) == key }) else {
          return member
        }
        return merged(same, member)
      }
      return isSingle(new) ? result[0] : result
    }
    var result = former
    for member in added {
      if !former.isEmpty, let key = key(member),
        let place = result.firstIndex(where: { Self.key($0) == key })
      {
        result[place] = merged(result[place], member)
      } else {
        result.append(member)
      }
    }
    let staysSingle = isSingle(new) && !(old is [Any]) && result.count == 1
    return staysSingle ? result[0] : result
  }

  private static func members(_ value: Any?) -> [Tree] {
    if let single = value as? Tree { return [single] }
    return value as? [Tree] ?? []
  }

  private static func key(_ record: Tree) -> String? {
    switch record["id"] {
    case let text as String: text
    case let number as Int: String(number)
    default: nil
    }
  }
}

@Suite("Merging records, done twice")
struct MergeTwinTests {
  /// Two mappers of one target, that share some attributes, and have other rules.
  private static let spec = """
    { "root-map-ref": "any", "mappers": [
      { "id": "full", "target": "Node", "identification": "id", "modification": "t",
        "attributes": ["id", "k", "x", {"y": "g.y"}, {"to": "t", "type": "integer"}],
        "relationships": [
          { "from": "one", "to": "one", "map-ref": "any" },
          { "from": "many", "to": "many", "map-ref": "any", "many": true },
          { "from": "all", "to": "all", "map-ref": "any", "assignmentPolicy": "union" },
          { "from": "rep", "to": "rep", "map-ref": "any", "assignmentPolicy": "replace" }] },
      { "id": "short", "target": "Node", "identification": "id",
        "attributes": ["k", "q", "id", {"z": "g.z"}],
        "relationships": [
          { "from": "all", "to": "all", "map-ref": "any" },
          { "from": "one", "to": "one", "map-ref": "any" }] },
      { "id": "any", "dynamic": true, "default": "short",
        "matchers": [{ "keyPath": "k", "expectValue": 1, "map-ref": "full" }] }] }
    """

  /// A representation, and the record that is made from it.
  private static func pair(_ random: inout SeededGenerator, depth: Int) -> (Any, [String: Any]) {
    let isFull = random.oneIn(2)
    var source: [String: Any] = ["k": isFull ? 1 : 2]
    var record = source
    func put(_ name: String, _ choices: [Any], in group: String? = nil) {
      if random.oneIn(3) { return }
      let value: Any = random.oneIn(5) ? NSNull() : random.pick(choices)
      source[name] = value
      if let group { record[group] = [name: value] } else { record[name] = value }
    }
    put("id", [1, 2, "1", "2", 3])
    put(isFull ? "x" : "q", [1, "a\\u00e9", true, ["s": [1]]])
    put(isFull ? "y" : "z", [1, "b"], in: "g")
    if isFull { put("t", [1, 2, 3]) }
    for name in isFull ? ["one", "many", "all", "rep"] : ["all", "one"] {
      if depth == 0 || random.oneIn(2) { continue }
      let isMany = name == "many" || name != "one" && !random.oneIn(4)
      let pairs = (0..<(isMany ? Int.random(in: 0...3, using: &random) : 1)).map { _ in
        pair(&random, depth: depth - 1)
      }
      if random.oneIn(6) {
        (source[name], record[name]) = (NSNull(), NSNull())
      } else if isMany {
        (source[name], record[name]) = (pairs.map(\.0), pairs.map(\.1))
      } else {
        (source[name], record[name]) = (pairs[0].0, pairs[0].1)
      }
    }
    return (source, record)
  }

  private static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("both make the same record", arguments: 0..<400 as Range<UInt64>)
  func twins(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var documents: [String] = []
    var expected: [String: Any] = [:]
    for number in 0..<Int.random(in: 2...5, using: &random) {
      let (source, record) = Self.pair(&random, depth: 3)
      documents.append(try Self.text(source))
      expected = number == 0 ? record : TreeMerge.merged(expected, record)
    }
    let made = try MergeTrial(Self.spec, documents).text
    let tree = try JSONSerialization.jsonObject(with: Data(made.utf8))
    let (one, other) = (try Self.text(tree), try Self.text(expected))
    #expect(one == other, "\(random.recreation) \(documents)")
  }
}
