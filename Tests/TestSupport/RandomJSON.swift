/// Random valid JSON text of about the requested size, with everything that the grammar allows.
package struct RandomJSON {
  package var generator: SeededGenerator
  /// Whether white space may contain line breaks.
  package var breaksLines = true
  private var bytes: [UInt8] = []

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// One document of about this many bytes.
  package mutating func document(size: Int) -> [UInt8] {
    bytes = []
    value(size: size, level: 0)
    return bytes
  }

  /// Several documents, separated by `separator`.
  package mutating func documents(_ count: Int, size: Int, separator: String) -> [UInt8] {
    var all: [UInt8] = []
    for _ in 0..<count { all += document(size: size) + Array(separator.utf8) }
    return all
  }

  // MARK: - Values

  private mutating func value(size: Int, level: Int) {
    blanks()
    if size > 8 && level < 40 && !generator.oneIn(8) {
      if generator.oneIn(2) { array(size: size, level) } else { object(size: size, level) }
    } else {
      scalar()
    }
    blanks()
  }

  private mutating func array(size: Int, _ level: Int) {
    append("[")
    let end = bytes.count + size
    let elementSize = generator.pick([2, 8, size / 4, size])
    while bytes.count < end {
      value(size: min(elementSize, end - bytes.count), level: level + 1)
      if bytes.count < end { append(",") }
    }
    if bytes.last == UInt8(ascii: ",") { scalar() }
    append("]")
  }

  private mutating func object(size: Int, _ level: Int) {
    append("{")
    let end = bytes.count + size
    let valueSize = generator.pick([2, 8, size / 4, size])
    repeat {
      if bytes.last != UInt8(ascii: "{") { append(",") }
      blanks()
      string()
      blanks()
      append(":")
      value(size: min(valueSize, end - bytes.count), level: level + 1)
    } while bytes.count < end
    append("}")
  }

  private mutating func scalar() {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: append("true")
    case 1: append("false")
    case 2: append("null")
    case 3: append(generator.pick(["[]", "{}", "[ ]", "{\t}"]))
    case 4, 5: number()
    default: string()
    }
  }

  private mutating func number() {
    if generator.oneIn(3) { append("-") }
    if generator.oneIn(4) {
      append("0")
    } else {
      append(generator.pick(["1", "4", "9"]))
      digits(0...generator.pick([2, 8, 16, 30]))
    }
    if generator.oneIn(3) {
      append(".")
      digits(1...generator.pick([2, 18]))
    }
    if generator.oneIn(5) {
      append(generator.pick(["e", "E", "e+", "E-"]))
      digits(1...3)
    }
  }

  private mutating func digits(_ counts: ClosedRange<Int>) {
    for _ in 0..<Int.random(in: counts, using: &generator) {
      bytes.append(UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &generator))
    }
  }

  private mutating func string() {
    append("\"")
    for _ in 0..<Int.random(in: 0...generator.pick([3, 12, 90]), using: &generator) {
      append(generator.pick(Self.pieces))
    }
    append("\"")
  }

  private static let pieces = [
    "a", "b", "key", " ", "{", "]", ",", ":", "0", "\\\"", "\\\\", "\\/", "\\n", "\\u00e9",
    "\\uD83D\\uDE00", "\\\\\\\\", "\u{E9}", "\u{7F}", "\u{7FF}", "\u{800}", "\u{FFFD}",
    "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "some plain text",
  ]

  private mutating func blanks() {
    guard generator.oneIn(4) else { return }
    append(generator.pick([" ", "\t", " \t "] + (breaksLines ? ["\n", "\r\n", "  \n    "] : [])))
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }
}

/// Small random damage to bytes.
package enum Mutation {
  /// The bytes after changing, dropping, doubling, moving or cutting off a few of them.
  package static func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<generator.pick([1, 1, 1, 2, 3]) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(generator.pick(telling), at: place)
      case 3: bytes[place] = generator.pick(telling)
      case 4: bytes.removeSubrange(place...)
      case 5: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      default:
        let end = min(bytes.count, place + Int.random(in: 1...70, using: &generator))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      }
    }
    return bytes
  }

  /// Bytes that have a meaning in JSON.
  private static let telling: [UInt8] =
    Array("{}[]:,\"\\-+.eE019tfnu/ \n".utf8)
    + [
      0x00, 0x0C, 0x1A, 0x1E, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4,
      0xFF,
    ]
}
