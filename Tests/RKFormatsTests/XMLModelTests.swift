import TestSupport
import Testing

@testable import RKEngine
@testable import RKFormats

/// Compares what is made of random elements with what is made of them as a tree.
@Suite("XMLReader and a tree", .enabled(if: Machine.has("expat"), "this build lacks expat"))
struct XMLModelTests {
  /// A linear congruence: each run is the same.
  private struct Numbers {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private indirect enum Content {
    case text(String)
    case element(Element)
  }

  private struct Element {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var contents: [Content] = []

    static let names = ["a", "b", "text", "\u{E9}"]
    static let texts = [" ", "x", "\n y \"", "&lt;", "<![CDATA[ ]]>", "<!-- -->", "\\z", "&#32;"]

    init(_ numbers: inout Numbers, depth: Int) {
      name = Self.names[numbers.next(below: Self.names.count)]
      for attribute in Self.names where numbers.next(below: 4) == 0 {
        attributes.append((attribute, " v"))
      }
      for _ in 0..<numbers.next(below: depth == 0 ? 3 : 6) {
        if depth > 0 && numbers.next(below: 2) == 0 {
          contents.append(.element(Element(&numbers, depth: depth - 1)))
        } else {
          contents.append(.text(Self.texts[numbers.next(below: Self.texts.count)]))
        }
      }
    }

    var xml: String {
      let start = "<\(name)" + attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
      if contents.isEmpty { return start + "/>" }
      let inner = contents.map { content in
        switch content {
        case .text(let text): text
        case .element(let element): element.xml
        }
      }
      return start + ">" + inner.joined() + "</\(name)>"
    }

    var json: String {
      var members: [(name: String, values: [String])] = []
      func add(_ name: String, _ value: String) {
        if let place = members.firstIndex(where: { $0.name == name }) {
          members[place].values.append(value)
        } else {
          members.append((name, [value]))
        }
      }
      for attribute in attributes { add(attribute.name, Self.quoted(attribute.value)) }
      var text = ""
      for content in contents {
        switch content {
        case .text(let piece): text += Self.plain[piece] ?? piece
        case .element(let element): add(element.name, element.json)
        }
      }
      let isSpace = { (character: Character) in character == " " || character == "\n" }
      var trimmed = text.drop(while: isSpace)
      while trimmed.last.map(isSpace) == true { trimmed.removeLast() }
      if members.isEmpty { return Self.quoted(String(trimmed)) }
      if !trimmed.isEmpty { add("text", Self.quoted(String(trimmed))) }
      let all = members.map { member in
        let value =
          member.values.count == 1
          ? member.values[0] : "[" + member.values.joined(separator: ",") + "]"
        return "\"\(member.name)\":\(value)"
      }
      return "{" + all.joined(separator: ",") + "}"
    }

    private static let plain = [
      "&lt;": "<", "<![CDATA[ ]]>": " ", "<!-- -->": "", "&#32;": " ",
    ]

    private static func quoted(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"" + escaped.replacing("\n", with: "\\n") + "\""
    }
  }

  @Test("Both say the same, in chunks of any size", arguments: 0..<8)
  func agree(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    for _ in 0..<60 {
      let element = Element(&numbers, depth: 4)
      for chunkSize in [1, 5, Int.max] {
        let reader = try XMLReaderTests.reader(Array(element.xml.utf8), chunkSize: chunkSize)
        let text = try XMLReaderTests.text(reader, room: 1 + numbers.next(below: 50))
        #expect(reader.failure == nil)
        #expect(text == "{\"\(element.name)\":\(element.json)}")
      }
    }
  }

  @Test("Every value has the place of what it was made of", arguments: 0..<4)
  func places(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed) + 100)
    for _ in 0..<30 {
      let xml = Array(Element(&numbers, depth: 4).xml.utf8)
      let reader = try XMLReaderTests.reader(xml)
      let text = Array(try XMLReaderTests.text(reader).utf8)
      for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "{") && offset > 0 {
        let place = InputPlace(
          input: "",
          byteOffset: offset,
          line: 1,
          column: 1,
          pointer: nil,
          excerpt: [],
          excerptOffset: 0,
          markedCount: 1,
          value: []
        )
        #expect(xml[reader.locate(place).byteOffset] == UInt8(ascii: "<"))
      }
    }
  }
}
