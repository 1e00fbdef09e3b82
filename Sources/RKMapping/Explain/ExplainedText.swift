internal import RKDiagnostics
internal import RKEngine

/// An explanation for people, with one step per line.
package struct ExplainedText {
  private let tellsDocuments: Bool

  package init(tellsDocuments: Bool) { self.tellsDocuments = tellsDocuments }

  /// The whole explanation.
  package func text(of explanation: Explanation) -> String {
    var parts: [String] = []
    if let (place, value) = explanation.asked {
      parts.append(line("\(whole(place))\(value.map { " = \($0)" } ?? "")"))
    }
    parts += explanation.cells.map(text)
    if explanation.asked != nil && !explanation.nowhere.isEmpty {
      parts.append(explanation.nowhere.map(text).joined())
    }
    return parts.joined(separator: "\n")
  }

  private func line(_ text: String, indent: Int = 0) -> String {
    String(repeating: " ", count: indent) + VisibleText.escaped(text) + "\n"
  }

  /// A place in the forms for editors and for jq.
  private func whole(_ place: ExplainedPlace) -> String {
    let document = tellsDocuments ? ", document \(place.document)" : ""
    let pointer = place.pointer.isEmpty ? "" : "  \(place.pointer)"
    return "\(place.text)\(document)  \(place.path)\(pointer)"
  }

  // MARK: - Cells

  private func text(of cell: ExplainedCell) -> String {
    let key = cell.key == "null" ? "" : " \(cell.key)"
    let value = cell.value ?? "(absent)"
    var text = line("\(cell.target)\(key) \(cell.attribute) = \(value)")
    var outputs: [String] = []
    if let json = cell.json { outputs.append("json \(json)") }
    if let table = cell.table, let column = cell.column {
      outputs.append("table \(table), column \(column)")
    }
    if let csv = cell.csv { outputs.append("csv \(csv)") }
    let place = cell.isHidden ? "hidden" : outputs.joined(separator: "; ")
    if !place.isEmpty { text += line(entry("output", place), indent: 2) }
    for step in cell.steps {
      let words = words(of: step)
      for (number, part) in words.enumerated() {
        text += line(entry(number == 0 ? step.name : "", part), indent: 2)
      }
    }
    for entry in cell.merge {
      let step = ExplainedStep(name: "merge", members: entry)
      let out = step["out"].map { ": the stored value is \($0)" } ?? ""
      let place = step.place.map { "  \(whole($0))" } ?? ""
      text += line(self.entry("merge", "\(plain(step["reason"]))\(out)\(place)"), indent: 2)
    }
    return text
  }

  /// What was done to the value of a cell, with one step per line.
  ///
  /// The steps that lead to its record are left out.
  package func steps(of cell: ExplainedCell) -> String {
    let way: Set<String> = ["descriptor", "relationship", "matcher", "mapper"]
    return cell.steps.filter { !way.contains($0.name) }.map { step in
      "\(step.name) \(words(of: step)[0])"
    }.joined(separator: "\n")
  }

  private func entry(_ name: String, _ words: String) -> String {
    name.padded(to: 12) + " " + words
  }

  private func plain(_ json: String?) -> String { json.map { Value(jsonText: $0).keyText } ?? "" }

  /// The lines that describe a step.
  private func words(of step: ExplainedStep) -> [String] {
    let change = [step["in"], step["out"] ?? (step["in"] == nil ? nil : "(absent)")]
      .compactMap { $0 }.joined(separator: " -> ")
    switch step.name {
    case "descriptor", "mapper", "relationship", "matcher":
      let others = step.list("others").map { other in
        let other = ExplainedStep(name: "", members: other)
        let got = other["got"].map { ", and it is \($0)" } ?? ""
        return "not \(plain(other["rule"])): \(plain(other["reason"]))\(got)"
      }
      let pointer = step["pointer"].map { plain($0) }.map { $0.isEmpty ? "" : "  at \($0)" } ?? ""
      return ["\(rule(step))\(pointer)"] + others
    case "source", "key":
      let name = step.name == "key" ? "the key" : plain(step["path"])
      let value = step["missing"] == nil ? "\(name) = \(step["out"] ?? "")" : "\(name) is missing"
      let place = step.place.map { [whole($0)] } ?? []
      return [value] + place + ["by \(rule(step))"]
    case "constant", "expression", "template":
      let reads = step.list("reads").map { read in
        let read = ExplainedStep(name: "", members: read)
        return "reads \(plain(read["path"])) = \(read["value"] ?? "(missing)")"
      }
      return ["\(plain(step["text"])) = \(step["out"] ?? "(absent)")"] + reads + [
        "by \(rule(step))"
      ]
    case "transform": return ["\(plain(step["name"])): \(change)"]
    case "map":
      let entry = step["entry"].map { ", entry \(plain($0))" } ?? ", no entry"
      return ["\(plain(step["map"]))\(entry): \(change)"]
    case "convert":
      let format = step["format"].map { ", format \(plain($0))" } ?? ""
      let result =
        step["failed"] == nil ? change : "\(step["in"] ?? "") cannot be converted"
      return ["to \(plain(step["type"]))\(format): \(result)"]
    case "default": return ["\(step["out"] ?? "(absent)"), because of \(plain(step["reason"]))"]
    case "validate":
      let then = step["then"].map { "fires, then \(plain($0)): \(change)" } ?? "does not fire"
      return ["\(rule(step)) \(then)"]
    case "connection":
      let found = step.list("found").map { record in
        let record = ExplainedStep(name: "", members: record)
        let place = record.place.map { "  \(whole($0))" } ?? ""
        return "finds \(plain(record["target"])) \(record["key"] ?? "")\(place)"
      }
      return ["keys \(step["keys"] ?? "[]")"] + (found.isEmpty ? ["finds nothing"] : found)
        + ["by \(rule(step))"]
    // A default needs no further words.
    case _ where step["policy"] == "\"default\"":
      return ["default instead of \(step["in"] ?? "nothing")"]
    default: return ["\(plain(step["policy"])): \(change)"]
    }
  }

  private func rule(_ step: ExplainedStep) -> String {
    let name = step["rule"] == "null" ? "no matcher" : plain(step["rule"])
    return name + (step.rulePlace.map { "  \($0)" } ?? "")
  }

  // MARK: - Nowhere

  private func text(of leaf: ExplainedLeaf) -> String {
    let rule = leaf.rule.map { " (\($0))" } ?? ""
    let nearest = leaf.nearest.map { "; nearest is \($0)" } ?? ""
    return line("\(leaf.place.path) went nowhere: \(leaf.reason.words)\(rule)\(nearest)")
  }
}

extension TracedLeaf.Reason {
  /// Why a value is in no cell.
  fileprivate var words: String {
    switch self {
    case .cell: "it went into a cell"
    case .unmapped: "no rule takes it"
    case .ignored: "it is ignored"
    case .unmatched: "it is outside of what the descriptors take"
    case .declined: "what it belongs to is declined"
    case .read: "a rule only reads it"
    case .failed: "its record has failed"
    case .rejected: "it was rejected"
    }
  }
}
