/// Writes the differences for people.
struct DifferenceText: DifferenceForm {
  /// Whether only the counts of each target are written.
  let isStat: Bool

  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String { "" }

  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String {
    var lines = [Self.title(of: change)]
    switch change.kind {
    case .add, .remove:
      if let record = change.record { lines.append("    \(record.jsonText)") }
      let place = places[change.kind == .add ? 1 : 0].place(of: change.offset)
      if let place { lines.append("      \(place.text)") }
    case .change:
      for attribute in change.attributes {
        lines.append(
          "    \(attribute.name): \(Self.text(attribute.old)) -> \(Self.text(attribute.new))"
        )
        for place in [
          places[0].place(of: attribute.oldOffset), places[1].place(of: attribute.newOffset),
        ] {
          if let place { lines.append("      \(place.text)") }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func title(of change: RecordChange) -> String {
    let sign =
      switch change.kind {
      case .add: "+"
      case .remove: "-"
      case .change: "~"
      }
    let count = change.count > 1 ? " (\(change.count) times)" : ""
    return "\(sign) \(name(of: change))\(count)"
  }

  /// The target and the key of a record.
  static func name(of change: RecordChange) -> String {
    let key = change.key.map { " \($0.path.joined(separator: "."))=\(word($0.value))" }
    return change.target + key.joined()
  }

  /// A value of a key as text, in quotes if it could be misread.
  private static func word(_ value: Value) -> String {
    guard case .string(let text) = value, Number(text) == nil, !text.isEmpty,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    else { return value.jsonText }
    return text
  }

  private static func text(_ value: Value?) -> String { value?.jsonText ?? "(absent)" }

  mutating func end(
    _ counts: [(target: String, counts: ChangeCounts)],
    leftOut: Int
  ) -> String {
    if isStat {
      return counts.map { "\($0.target): \(Self.text($0.counts))\n" }.joined()
    }
    let all = counts.map(\.counts).reduce(ChangeCounts(), +)
    let more =
      leftOut == 1
      ? "1 more difference is not shown\n" : "\(leftOut) more differences are not shown\n"
    return (leftOut > 0 ? more : "") + Self.text(all) + "\n"
  }

  private static func text(_ counts: ChangeCounts) -> String {
    "\(counts.added) added, \(counts.removed) removed, \(counts.changed) changed, \(counts.same) same"
  }
}
