internal import RKEngine

/// The text of a JSON object, member by member.
package struct JSONObjectText {
  private var members: [String] = []

  package init() {}

  package mutating func add(_ name: String, _ value: String) { add(name, raw: Self.quoted(value)) }
  package mutating func add(_ name: String, number: Int) { add(name, raw: String(number)) }
  package mutating func add(_ name: String, raw: String) {
    members.append(Self.quoted(name) + ":" + raw)
  }

  package var isEmpty: Bool { members.isEmpty }

  package var text: String { "{" + members.joined(separator: ",") + "}" }

  package static func quoted(_ text: String) -> String {
    String(decoding: JSONText.quoted(text), as: UTF8.self)
  }
}
