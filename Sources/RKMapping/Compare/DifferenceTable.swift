/// Writes the differences as tables in Markdown, for the page of a pull request.
struct DifferenceTable: DifferenceForm {
  /// Whether only the headings are written.
  let isStat: Bool
  let tellsPlaces: Bool
  private var counts: [(target: String, counts: ChangeCounts)] = []
  /// The target of the current table.
  private var current: String?

  init(isStat: Bool, tellsPlaces: Bool) {
    self.isStat = isStat
    self.tellsPlaces = tellsPlaces
  }

  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String {
    self.counts = counts.filter { !$0.counts.areSame }
    return self.counts.isEmpty ? "No differences.\n" : ""
  }

  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String {
    var text = ""
    if change.target != current {
      text += heading(of: change.target)
      text += tellsPlaces ? Self.wideHead : Self.head
      current = change.target
    }
    let key = change.key.isEmpty ? "" : Self.code(change.keyValue)
    let count = change.count > 1 ? " \u{D7} \(change.count)" : ""
    switch change.kind {
    case .add:
      let record = Self.code(change.record) + count
      text += row(["+", key, "", "", record], nil, places.last?.place(of: change.offset))
    case .remove:
      let record = Self.code(change.record) + count
      text += row(["-", key, "", record, ""], places.first?.place(of: change.offset), nil)
    case .change:
      for attribute in change.attributes {
        text += row(
          [
            "~", key, Self.escaped(attribute.name), Self.code(attribute.old),
            Self.code(attribute.new),
          ],
          places.first?.place(of: attribute.oldOffset),
          places.last?.place(of: attribute.newOffset)
        )
      }
    }
    return text
  }

  private static let head = """

    |   | key | attribute | old | new |
    |---|---|---|---|---|

    """
  private static let wideHead = """

    |   | key | attribute | old | new | old place | new place |
    |---|---|---|---|---|---|---|

    """

  /// The heading of a target, with the end of the table before it.
  private func heading(of target: String) -> String {
    let counts = counts.first { $0.target == target }?.counts ?? ChangeCounts()
    let title =
      "### \(Self.escaped(target)): \(counts.added) added, \(counts.removed) removed, \(counts.changed) changed"
    return (current == nil ? "" : "\n") + title + "\n"
  }

  private func row(
    _ cells: [String],
    _ old: InputPlaces.Place?,
    _ new: InputPlaces.Place?
  ) -> String {
    let places = tellsPlaces ? [old, new].map { Self.escaped($0?.text ?? "") } : []
    return "| " + (cells + places).joined(separator: " | ") + " |\n"
  }

  mutating func end(
    _ counts: [(target: String, counts: ChangeCounts)],
    leftOut: Int
  ) -> String {
    var text = ""
    // Targets without written changes also have a heading.
    for (target, _) in self.counts where isStat {
      text += heading(of: target)
      current = target
    }
    return text
  }

  /// A value as code; empty if it is absent.
  private static func code(_ value: Value?) -> String {
    guard let value else { return "" }
    let text = value.jsonText
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + escaped(text) + space + fence
  }

  /// Escapes text so that it ends neither a cell nor a row.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|": escaped.append(contentsOf: "\\|".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
      case "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        escaped.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
