internal import RKEngine

/// The text of a JSON object, member by member.
package struct JSONObjectText {
  private var members: [String] = []

  package init() {}

  package mutating func add(_ name: String, _ value: String) { add(name, raw: Self.visible(value)) }
  package mutating func add(_ name: String, number: Int) { add(name, raw: String(number)) }
  package mutating func add(_ name: String, raw: String) {
    members.append(Self.visible(name) + ":" + raw)
  }

  package var isEmpty: Bool { members.isEmpty }

  package var text: String { "{" + members.joined(separator: ",") + "}" }

  /// Text as a JSON string that even a terminal or a log shows unchanged: invisible characters and the
  /// beginnings of log commands are escaped.
  package static func visible(_ text: String) -> String {
    let string = quoted(text)
    guard string.unicodeScalars.contains(where: { $0 == "#" || VisibleText.isCommand($0) }) else {
      return string
    }
    let shown = string.unicodeScalars.map { scalar in
      guard VisibleText.isCommand(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return VisibleText.withoutLogCommands(shown.joined(), sign: "\\u0023")
  }

  package static func quoted(_ text: String) -> String {
    String(decoding: JSONText.quoted(text), as: UTF8.self)
  }
}
