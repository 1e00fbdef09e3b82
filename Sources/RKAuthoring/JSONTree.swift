internal import RKDiagnostics

/// A JSON document whose members keep their order.
indirect enum JSONTree: Sendable, Equatable {
  /// A literal as written.
  case literal(String)
  case text(String)
  case list([JSONTree])
  case object([Member])

  struct Member: Sendable, Equatable {
    var name: String
    var value: JSONTree
  }

  static let anything = JSONTree.literal("true")
  static let nothing = JSONTree.literal("false")

  static func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  static func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }

  /// The document for people: indented by two spaces per level, short lists on one line, a line feed at the
  /// end.
  var document: String { text(depth: 0) + "\n" }

  private static let lineWidth = 100

  private func text(depth: Int) -> String {
    let line = self.line
    if depth * 2 + line.utf8.count <= Self.lineWidth && isShort { return line }
    let indent = String(repeating: "  ", count: depth + 1)
    let items: [String]
    switch self {
    case .literal, .text: return line
    case .list(let values): items = values.map { $0.text(depth: depth + 1) }
    case .object(let members):
      items = members.map {
        JSONObjectText.quoted($0.name) + ": " + $0.value.text(depth: depth + 1)
      }
    }
    let (open, close) = brackets
    return open + "\n" + items.map { indent + $0 }.joined(separator: ",\n") + "\n"
      + String(indent.dropLast(2)) + close
  }

  /// The document on one line.
  var line: String {
    switch self {
    case .literal(let literal): return literal
    case .text(let text): return JSONObjectText.quoted(text)
    case .list(let values): return "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object([]): return "{}"
    case .object(let members):
      let texts = members.map { JSONObjectText.quoted($0.name) + ": " + $0.value.line }
      return "{ " + texts.joined(separator: ", ") + " }"
    }
  }

  /// Whether it is easy to read on one line.
  private var isShort: Bool {
    switch self {
    case .literal, .text: true
    case .list(let values): values.allSatisfy(\.isShort)
    case .object(let members): members.count <= 2 && members.allSatisfy(\.value.isShort)
    }
  }

  private var brackets: (String, String) {
    if case .list = self { ("[", "]") } else { ("{", "}") }
  }
}
