internal import RKDiagnostics
internal import RKEngine

/// An explanation as JSON.
package struct ExplainedJSON {
  private let tellsDocuments: Bool

  package init(_ explanation: Explanation) { tellsDocuments = explanation.hasDocuments }

  /// The whole explanation.
  package func text(of explanation: Explanation) -> String {
    var object = JSONObjectText()
    object.add("version", number: 1)
    if let (place, value) = explanation.asked {
      var members: [ExplainedMember] = [.place(place)]
      if let value { members.append(.value("value", value)) }
      object.add("at", raw: self.object(members))
    }
    object.add("cells", raw: Self.list(explanation.cells.map(text)))
    if explanation.asked != nil && !explanation.nowhere.isEmpty {
      object.add("nowhere", raw: Self.list(explanation.nowhere.map(text)))
    }
    return object.text + "\n"
  }

  /// The whole explanation as JSON lines: the cells, then the values that are in no cell.
  package func lines(of explanation: Explanation) -> String {
    var lines = explanation.cells.map(text)
    if explanation.asked != nil { lines += explanation.nowhere.map(text) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One cell.
  package func text(of cell: ExplainedCell) -> String {
    var object = JSONObjectText()
    object.add("target", raw: JSONObjectText.quoted(cell.target))
    object.add("key", raw: cell.key)
    object.add("attribute", raw: JSONObjectText.quoted(cell.attribute))
    if let value = cell.value { object.add("value", raw: value) }
    if cell.isHidden {
      object.add("hidden", raw: "true")
    } else {
      var outputs = JSONObjectText()
      if let json = cell.json { outputs.add("json", raw: JSONObjectText.quoted(json)) }
      if let table = cell.table { outputs.add("table", raw: JSONObjectText.quoted(table)) }
      if let column = cell.column { outputs.add("column", raw: JSONObjectText.quoted(column)) }
      if let csv = cell.csv { outputs.add("csv", raw: JSONObjectText.quoted(csv)) }
      object.add("outputs", raw: outputs.text)
    }
    object.add("steps", raw: Self.list(cell.steps.map(text)))
    if !cell.merge.isEmpty {
      object.add("merge", raw: Self.list(cell.merge.map(self.object)))
    }
    return object.text
  }

  private func text(of step: ExplainedStep) -> String {
    object([.text("step", step.name)] + step.members)
  }

  private func text(of leaf: ExplainedLeaf) -> String {
    var object = JSONObjectText()
    object.add("pointer", raw: JSONObjectText.quoted(leaf.place.pointer))
    object.add("reason", raw: JSONObjectText.quoted(leaf.reason.rawValue))
    if let rule = leaf.rule { object.add("rule", raw: JSONObjectText.quoted(rule)) }
    if let nearest = leaf.nearest { object.add("nearest", raw: JSONObjectText.quoted(nearest)) }
    return object.text
  }

  private func object(_ members: [ExplainedMember]) -> String {
    var object = JSONObjectText()
    for member in members {
      switch member {
      case .value(let name, let value): object.add(name, raw: value)
      case .list(let name, let items): object.add(name, raw: Self.list(items.map(self.object)))
      case .place(let place):
        object.add("file", raw: JSONObjectText.quoted(place.file))
        object.add("line", number: place.line)
        object.add("column", number: place.column)
        if tellsDocuments { object.add("document", number: place.document) }
        object.add("pointer", raw: JSONObjectText.quoted(place.pointer))
      }
    }
    return object.text
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
