import RKMapping
import TestSupport
import Testing

@Suite("Key paths and their reference")
struct KeyPathTwinTests {
  @Test("agree on random documents with", arguments: 0..<120)
  func random(seed: Int) throws {
    var making = RandomPaths(generator: SeededGenerator(seed: UInt64(seed)))
    let document = making.document()
    let paths = (0..<25).map { _ in making.path() }
    let attributes = paths.enumerated().map { number, path in
      let text = String(path.map(\.text).joined().drop { $0 == "." && path[0].isPlain })
      return #"{"from": "\#(text)", "to": "p\#(number)"}"#
    }
    let spec = spec(attributes: "[\"k\", " + attributes.joined(separator: ",\n") + "]")
    var expected = [#""k":1"#]
    var failedCount = 0
    for (number, path) in paths.enumerated() {
      switch KeyPathReference.find(path[...], in: document) {
      case .value(let found): expected.append("\"p\(number)\":\(found.json)")
      case .uncomputed: failedCount += 1
      case .missing, .broken: break
      }
    }
    let trial = try MappingTrial(spec, document.json)
    let comment = "\(spec)\n\(document.json)\n\(making.generator.recreation)"
    #expect(trial.output == "{" + expected.joined(separator: ",") + "}", "\(comment)")
    #expect(
      trial.diagnostics.map(\.code) == Array(repeating: .conversionFailed, count: failedCount),
      "\(comment)"
    )
  }
}

extension KeyPathReference.Component {
  /// The dot before it is omitted at the beginning.
  fileprivate var isPlain: Bool {
    switch self {
    case .descendants: false
    default: true
    }
  }
}

/// Documents with few keys, so that paths lead somewhere, and such paths.
private struct RandomPaths {
  var generator: SeededGenerator

  mutating func document() -> Tree {
    var members: [(key: String, value: Tree)] = [("k", .number(1))]
    for key in ["a", "b", "x-1", "x-2"] where !generator.oneIn(5) {
      members.append((key, tree(level: 1)))
    }
    return .object(members)
  }

  private mutating func tree(level: Int) -> Tree {
    switch Int.random(in: 0..<(level < 5 ? 9 : 3), using: &generator) {
    case 0: return .null
    case 1: return .number(Int.random(in: -3..<10, using: &generator))
    case 2: return .text(generator.pick(["s", "t"]))
    case 3...5:
      let count = Int.random(in: 0..<4, using: &generator)
      return .array((0..<count).map { _ in tree(level: level + 1) })
    default:
      var members: [(key: String, value: Tree)] = []
      for key in ["a", "b", "x-1", "x-2"] where generator.oneIn(2) {
        members.append((key, tree(level: level + 1)))
      }
      return .object(members)
    }
  }

  mutating func path() -> [KeyPathReference.Component] {
    var path: [KeyPathReference.Component] = []
    let count = Int.random(in: 1..<5, using: &generator)
    while path.count < count {
      path.append(component())
      if case .collection("count") = path[path.count - 1] { break }
    }
    return path
  }

  private mutating func component() -> KeyPathReference.Component {
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...5: .key(generator.pick(["a", "b", "x-1"]))
    case 6: .index(generator.pick([0, 1, -1]))
    case 7, 8: .all
    case 9: .glob(generator.pick(["x-", "a"]))
    case 10: .descendants(generator.pick(["a", "b"]))
    default:
      .collection(
        generator.pick([
          "count", "first", "last", "keys", "values", "unionOfObjects", "distinctUnionOfObjects",
          "unionOfArrays", "distinctUnionOfArrays", "sum", "min", "max",
        ])
      )
    }
  }
}
