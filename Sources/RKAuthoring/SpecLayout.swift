internal import RKDiagnostics
internal import RKMapping

/// Lays strict JSON out in lines.
///
/// A list or an object is on one line if it fits, has no comments, and contains at most one other list or
/// object, which itself has only scalars. Otherwise each item or member has a line of its own, indented by two
/// more spaces. The outermost object and lists of several comments are never on one line.
struct SpecLayout {
  /// The most characters of a line that has a list or an object.
  private static let width = 100

  private var text = ""
  /// The number of characters in the last line so far.
  private var column = 0

  static func text(of root: JSONTree) -> String {
    var layout = SpecLayout()
    layout.add(root, indent: 0, isRoot: true)
    return layout.text + "\n"
  }

  private mutating func add(_ text: String) {
    self.text += text
    column += text.unicodeScalars.count
  }

  private mutating func startLine(indent: Int) {
    text += "\n" + String(repeating: " ", count: indent)
    column = indent
  }

  /// Adds a value; `trailing` characters come after it.
  private mutating func add(
    _ value: JSONTree,
    indent: Int,
    trailing: Int = 0,
    isRoot: Bool = false,
    isComment: Bool = false
  ) {
    var room = Self.width - column - trailing
    let isBroken = value.isStructure && (isRoot || isComment && value.isSeveral)
    if !isBroken, let line = Self.line(of: value, levels: 2, &room) { return add(line) }
    switch value {
    case .literal, .text: add(value.line)
    case .list(let items):
      add("[")
      for (number, item) in items.enumerated() {
        startLine(indent: indent + 2)
        let isLast = number == items.count - 1
        add(item, indent: indent + 2, trailing: isLast ? 0 : 1)
        if !isLast { add(",") }
      }
      startLine(indent: indent)
      add("]")
    case .object(let members):
      add("{")
      for (number, member) in members.enumerated() {
        startLine(indent: indent + 2)
        let isLast = number == members.count - 1
        add(JSONObjectText.quoted(member.name) + ": ")
        add(
          member.value,
          indent: indent + 2,
          trailing: isLast ? 0 : 1,
          isComment: member.name == SpecMember.commentName
        )
        if !isLast { add(",") }
      }
      startLine(indent: indent)
      add("}")
    }
  }

  /// A value on one line; nil if that is not allowed or does not fit.
  ///
  /// It stops as soon as the line is full, so that the cost does not grow with the value.
  private static func line(of value: JSONTree, levels: Int, _ room: inout Int) -> String? {
    let text: String
    switch value {
    case .literal, .text: text = value.line
    case .list(let items) where items.isEmpty: text = "[]"
    case .object(let members) where members.isEmpty: text = "{}"
    case .list(let items):
      guard levels > 0 else { return nil }
      room -= 2
      var parts: [String] = []
      var structures = 0
      for item in items {
        structures += item.isStructure ? 1 : 0
        room -= parts.isEmpty ? 0 : 2
        guard structures <= 1, let part = line(of: item, levels: levels - 1, &room) else {
          return nil
        }
        parts.append(part)
      }
      return "[" + parts.joined(separator: ", ") + "]"
    case .object(let members):
      guard levels > 0 else { return nil }
      room -= 4
      var parts: [String] = []
      var structures = 0
      for member in members {
        let name = JSONObjectText.quoted(member.name) + ": "
        structures += member.value.isStructure ? 1 : 0
        room -= name.unicodeScalars.count + (parts.isEmpty ? 0 : 2)
        guard structures <= 1, member.name != SpecMember.commentName,
          let part = line(of: member.value, levels: levels - 1, &room)
        else { return nil }
        parts.append(name + part)
      }
      return "{ " + parts.joined(separator: ", ") + " }"
    }
    room -= text.unicodeScalars.count
    return room >= 0 ? text : nil
  }
}

extension JSONTree {
  /// Whether it is a list or object that is not empty.
  fileprivate var isStructure: Bool {
    switch self {
    case .literal, .text: false
    case .list(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// Whether it is a list of more than one item.
  fileprivate var isSeveral: Bool {
    if case .list(let items) = self { items.count > 1 } else { false }
  }
}
