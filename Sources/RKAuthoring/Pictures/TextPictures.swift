internal import RKDiagnostics
internal import RKEngine

/// Pictures in the languages of other drawing programs.
extension MappingPicture {
  // MARK: - DOT

  var dotText: String {
    var lines = ["digraph \(Self.dot(title)) {", "  rankdir=LR;", "  node [shape=box];"]
    for node in nodes {
      let label = (node.title + node.rules.map(\.text)).joined(separator: "\n")
      var attributes = ["label=\(Self.dot(label))"]
      if node.isDescriptor { attributes.append("shape=oval") }
      if node.isDynamic { attributes.append("shape=diamond") }
      if !node.isReached { attributes.append("style=dotted") }
      lines.append("  \(dotName(of: node)) [\(attributes.joined(separator: ", "))];")
    }
    for edge in edges {
      var attributes = edge.label.isEmpty ? [] : ["label=\(Self.dot(edge.label))"]
      if edge.kind == .connection { attributes.append("style=dashed") }
      let ends = "\(dotName(of: nodes[edge.from])) -> \(dotName(of: nodes[edge.to]))"
      lines.append(
        "  \(ends)\(attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]");"
      )
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func dotName(of node: Node) -> String {
    Self.dot(node.isDescriptor ? node.name : "mapper:\(node.id)")
  }

  /// A quoted string of DOT, where a backslash is special in labels unless it precedes a quote.
  private static func dot(_ text: String) -> String {
    let lines = text.split(byte: .lineFeed, omittingEmptySubsequences: false).map { line in
      VisibleText.escaped(String(line)).replacing(bytes: "\\", with: "\\\\").replacing(
        bytes: "\"",
        with: "\\\""
      )
    }
    return "\"\(lines.joined(separator: "\\n"))\""
  }

  // MARK: - Mermaid

  var mermaidText: String {
    var lines = ["flowchart LR"]
    for node in nodes {
      let label = (node.title + node.rules.map(\.text)).map(Self.mermaid).joined(separator: "<br>")
      let (open, close) =
        switch node.kind {
        case .descriptor: ("([\"", "\"])")
        case .mapper: ("[\"", "\"]")
        case .dynamic: ("{\"", "\"}")
        }
      lines.append("  \(mermaidName(of: node))\(open)\(label)\(close)")
      if !node.isReached { lines.append("  style \(mermaidName(of: node)) stroke-dasharray: 2") }
    }
    for edge in edges {
      let arrow = edge.kind == .connection ? "-.->" : "-->"
      let label = edge.label.isEmpty ? "" : "|\"\(Self.mermaid(edge.label))\"|"
      let (from, to) = (mermaidName(of: nodes[edge.from]), mermaidName(of: nodes[edge.to]))
      lines.append("  \(from) \(arrow)\(label) \(to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func mermaidName(of node: Node) -> String {
    (node.isDescriptor ? "d" : "m") + "\(node.number)"
  }

  /// A quoted text, with the entities that Mermaid supports.
  private static func mermaid(_ text: String) -> String {
    VisibleText.escaped(text).replacing(bytes: "#", with: "#35;").replacing(
      bytes: "&",
      with: "#amp;"
    )
    .replacing(bytes: "\"", with: "#quot;")
    .replacing(bytes: "<", with: "#lt;").replacing(bytes: ">", with: "#gt;")
  }
}
