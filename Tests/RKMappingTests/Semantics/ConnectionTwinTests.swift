import Foundation
import RKMapping
import TestSupport
import Testing

/// Random humans and cats, connected as a naive twin says.
@Suite("Connections, against a twin")
struct ConnectionTwinTests {
  private enum Key {
    case missing
    case one(Int?)
    case list([Int?])

    init(by generator: inout SeededGenerator, isListed: Bool) {
      func value() -> Int? {
        Bool.random(using: &generator) && Bool.random(using: &generator)
          ? nil : Int.random(in: 0..<6, using: &generator)
      }
      switch Int.random(in: 0..<(isListed ? 4 : 3), using: &generator) {
      case 0: self = .missing
      case 3: self = .list((0..<Int.random(in: 0..<4, using: &generator)).map { _ in value() })
      default: self = .one(value())
      }
    }

    /// The values that it means; a list never for null.
    var values: [Int?] {
      switch self {
      case .missing: [nil]
      case .one(let value): [value]
      case .list(let values): values.compactMap { $0 }.map { Optional($0) }
      }
    }

    var isList: Bool { if case .list = self { true } else { false } }

    var isNothing: Bool {
      switch self {
      case .missing, .one(nil): true
      case .one, .list: false
      }
    }

    func member(_ name: String, _ quotes: Bool) -> String {
      func text(_ value: Int?) -> String {
        value.map { quotes ? "\"\($0)\"" : "\($0)" } ?? "null"
      }
      switch self {
      case .missing: return ""
      case .one(let value): return #","\#(name)":\#(text(value))"#
      case .list(let values):
        return #","\#(name)":[\#(values.map(text).joined(separator: ", "))]"#
      }
    }
  }

  private struct Cat {
    var number: Int
    var keys: [Key]
  }

  private static func found(_ human: [Key], _ cats: [Cat]) -> String? {
    if human.allSatisfy(\.isNothing) { return nil }
    var numbers: [Int] = []
    for first in human[0].values {
      for second in human.count > 1 ? human[1].values : [nil] {
        let wanted = human.count > 1 ? [first, second] : [first]
        for cat in cats where cat.keys.map({ $0.values[0] }) == wanted {
          if !numbers.contains(cat.number) { numbers.append(cat.number) }
        }
      }
    }
    let texts = numbers.map { #"{"n":\#($0)}"# }
    if human.contains(where: \.isList) { return "[" + texts.joined(separator: ",") + "]" }
    return texts.first ?? "null"
  }

  @Test("lookups agree with a search through all records", arguments: 0..<60)
  func twin(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let keyCount = Int.random(in: 1...2, using: &generator)
    let cats = (0..<Int.random(in: 0..<20, using: &generator)).map { number in
      Cat(number: number, keys: (0..<keyCount).map { _ in Key(by: &generator, isListed: false) })
    }
    let humans = (0..<Int.random(in: 1..<20, using: &generator)).map { _ in
      (0..<keyCount).map { _ in Key(by: &generator, isListed: true) }
    }
    func members(_ keys: [Key]) -> String {
      keys.enumerated().map { number, key in
        key.member("k\(number)", Bool.random(using: &generator))
      }.joined()
    }
    let catTexts = cats.map { #"{"n":\#($0.number)\#(members($0.keys))}"# }
    let humanTexts = humans.enumerated().map { #"{"n":\#($0)\#(members($1))}"# }
    let names = (0..<keyCount).map { "k\($0)" }
    let hidden = names.map { #"{"from": "\#($0)", "to": "\#($0)", "hidden": true}"# }
    let attributes = ([#""n""#] + hidden).joined(separator: ", ")
    let keys = names.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ")
    let spec = #"""
      {"descriptors": [{"keyPath": "h", "root-map-ref": "h"}, {"keyPath": "c", "root-map-ref": "c"}],
       "mappers": [{"id": "h", "target": "H", "attributes": [\#(attributes)],
         "connections": [{"to": "c", "target": "C", "where": {\#(keys)}}]},
        {"id": "c", "target": "C", "attributes": [\#(attributes)]}]}
      """#
    let input =
      #"{"c":[\#(catTexts.joined(separator: ","))],"h":[\#(humanTexts.joined(separator: ","))]}"#
    let records = humans.enumerated().map { number, human in
      #"{"n":\#(number)"# + (Self.found(human, cats).map { #","c":\#($0)"# } ?? "") + "}"
    }
    let trial = try MappingTrial(spec, input)
    let expected = #"{"h":[\#(records.joined(separator: ","))],"c":["#
    #expect(trial.output?.hasPrefix(expected) == true, "\(input)\n\(trial.output ?? "")")
  }
}
