@testable import RKAuthoring
import RKDiagnostics
import RKMapping
import TestSupport

/// The text of a spec with tolerated mistakes of all kinds, at random places, with the same
/// meaning.
struct SlippedText {
  private var generator: SeededGenerator
  private var text = ""
  private let hasComments: Bool

  static func of(_ value: JSONTree, hasComments: Bool, _ generator: SeededGenerator) -> String {
    var slipped = SlippedText(generator: generator, hasComments: hasComments)
    slipped.space()
    slipped.add(value, Place())
    slipped.space()
    return slipped.text
  }

  /// The context of a value.
  private struct Place {
    /// It is within the attributes of a mapper.
    var isAttribute = false
    /// Its members are not the format's.
    var isForeign = false
    var name: String?
  }

  /// The members that are lists of objects.
  private static let lists: Set = [
    "mappers", "maps", "descriptors", "relationships", "connections", "matchers", "validate",
    "routes", "requests",
  ]

  private mutating func add(_ value: JSONTree, _ place: Place) {
    switch value {
    case .literal, .text: text += spelling(value.line, place)
    case .list(let items):
      if !place.isForeign, let name = place.name, Self.lists.contains(name), items.count == 1,
        case .object(let members) = items[0], !members.isEmpty, generator.oneIn(2)
      {
        return addMembers(members, Place(isAttribute: name == "attributes"), "[", "]")
      }
      text += "["
      for (number, item) in items.enumerated() {
        space()
        add(item, Place(isAttribute: place.isAttribute, isForeign: place.isForeign))
        separate(isLast: number == items.count - 1)
      }
      space()
      text += "]"
    case .object(let members):
      // In a list of attributes pairs are never a full form.
      let isItem = place.isAttribute && place.name == nil
      let mayBePairs = !members.isEmpty && !isItem && place.name != nil
      if mayBePairs && generator.oneIn(6) { return addMembers(members, place, "[", "]") }
      addMembers(members, place, "{", "}")
    }
  }

  private mutating func addMembers(
    _ members: [JSONTree.Member],
    _ place: Place,
    _ opening: String,
    _ closing: String
  ) {
    text += opening
    for (number, member) in members.enumerated() {
      space()
      if !member.name.isEmpty && generator.oneIn(12) {
        // An unused one before it.
        text += "\(JSONObjectText.quoted(member.name)): [1, {\"a\": 'x',}]"
        separate(isLast: false)
        space()
      }
      text += name(member.name)
      space()
      text += ":"
      space()
      var inner = Place(name: member.name)
      inner.isAttribute = member.name == "attributes" || place.isAttribute && place.name == nil
      inner.isForeign =
        place.isForeign || ["value", "default", "expectValue"].contains(member.name)
        || member.name.hasPrefix("x-") || member.name.hasPrefix("$")
      add(member.value, inner)
      separate(isLast: number == members.count - 1)
    }
    space()
    text += closing
  }

  // MARK: - Mistakes

  private mutating func separate(isLast: Bool) {
    if isLast {
      if generator.oneIn(4) { text += "," }
    } else if generator.oneIn(4) {
      text += "\n"
    } else {
      space()
      text += ","
    }
  }

  private mutating func space() {
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      text += generator.pick([" ", "\n", "\r\n", "\t"])
    }
    guard hasComments, generator.oneIn(5) else { return }
    // A word, a colon and two slashes are an address.
    text += " "
    text += generator.pick([
      "// one, \"of\" [many]\n", "# a {\n", "/* long, 'er */", "/**\n * b\n */",
    ])
  }

  private mutating func name(_ name: String) -> String {
    if generator.oneIn(3), Self.isWord(name) { return name }
    return quoted(name)
  }

  private mutating func quoted(_ text: String) -> String {
    let quoted = JSONObjectText.quoted(text)
    guard generator.oneIn(3) else { return quoted }
    let inner = quoted.dropFirst().dropLast()
    return "'" + inner.replacing("\\\"", with: "\"").replacing("'", with: "\\'") + "'"
  }

  private mutating func spelling(_ scalar: String, _ place: Place) -> String {
    if scalar == "null" { return generator.oneIn(2) ? "nil" : scalar }
    guard scalar.hasPrefix("\""), let text = Self.plain(scalar) else { return scalar }
    let isBoolean = ["yes", "no"].contains(text.lowercased())
    if generator.oneIn(3), Self.isWord(text), !isBoolean { return text }
    return quoted(text)
  }

  /// The text of a string without escapes.
  private static func plain(_ scalar: String) -> String? {
    scalar.contains("\\") ? nil : String(scalar.dropFirst().dropLast())
  }

  /// Whether a text without quotes is read as a text.
  private static func isWord(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (0x61...0x7A).contains(letter) || byte == UInt8(ascii: "_")
    }
    return isPlain && !text.isEmpty && !["true", "false", "null", "nil"].contains(text)
  }
}
