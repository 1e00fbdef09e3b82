internal import RKDiagnostics
internal import RKEngine

/// Lays a picture out in columns, and draws it.
///
/// An edge runs through the gaps between columns and, if its ends are not in neighbouring columns, below all
/// boxes, so that no edge crosses a box.
struct SVGPicture {
  private struct Box {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    var column = 0
    /// The edges that begin and end at it, in order.
    var outgoing: [Int] = []
    var incoming: [Int] = []
  }

  private enum Size {
    /// The width of a character; in the font of size 12 it is 7.2.
    static let character = 8
    static let line = 18
    static let padding = 8
    static let space = 24
    static let lane = 10
    static let margin = 16
  }

  private let picture: MappingPicture
  private var boxes: [Box]
  /// For each gap before a column, and for the gap after the last one, the edges that run vertically in it.
  private var lanes: [[Int]] = []
  private var gapStarts: [Int] = []
  /// The edges that run below all boxes.
  private var below: [Int] = []
  private var width = 0
  private var height = 0
  private var floor = 0

  init(_ picture: MappingPicture) {
    self.picture = picture
    boxes = picture.nodes.map { _ in Box() }
    for (number, edge) in picture.edges.enumerated() {
      boxes[edge.from].outgoing.append(number)
      boxes[edge.to].incoming.append(number)
    }
    setColumns()
    setSizes()
    setLanes()
    setPlaces()
  }

  // MARK: - Layout

  private mutating func setColumns() {
    let nodes = picture.nodes
    var isSeen = nodes.map(\.isDescriptor)
    var current = nodes.indices.filter { nodes[$0].isDescriptor }
    var column = 0
    // Nodes that no descriptor reaches come after the others.
    while !current.isEmpty || isSeen.contains(false) {
      if current.isEmpty {
        current = nodes.indices.filter { !isSeen[$0] && !nodes[$0].isReached }
        for node in current { isSeen[node] = true }
      }
      for node in current { boxes[node].column = column }
      var next: [Int] = []
      for node in current {
        for edge in boxes[node].outgoing where !isSeen[picture.edges[edge].to] {
          isSeen[picture.edges[edge].to] = true
          next.append(picture.edges[edge].to)
        }
      }
      current = next.sorted()
      column += 1
    }
    lanes = Array(repeating: [], count: column + 1)
  }

  private mutating func setSizes() {
    for number in boxes.indices {
      let node = picture.nodes[number]
      let texts = node.title + node.rules.map(\.text)
      let longest = texts.map { Self.columns(of: $0) }.max() ?? 0
      let edges = max(boxes[number].outgoing.count, boxes[number].incoming.count)
      boxes[number].width = longest * Size.character + 2 * Size.padding
      boxes[number].height = max(texts.count, edges) * Size.line + 2 * Size.padding
    }
  }

  private static func columns(of text: String) -> Int {
    TerminalWidth.columns(of: VisibleText.escaped(text))
  }

  private func isNeighbour(_ edge: Int) -> Bool {
    let ends = picture.edges[edge]
    return boxes[ends.to].column == boxes[ends.from].column + 1
  }

  private mutating func setLanes() {
    for number in picture.edges.indices {
      let edge = picture.edges[number]
      lanes[boxes[edge.from].column + 1].append(number)
      if !isNeighbour(number) {
        lanes[boxes[edge.to].column].append(number)
        below.append(number)
      }
    }
  }

  private mutating func setPlaces() {
    var x = Size.margin
    for column in lanes.indices {
      gapStarts.append(x)
      let labels = lanes[column].filter { boxes[picture.edges[$0].to].column == column }
        .map { Self.columns(of: picture.edges[$0].label) * Size.character }
      x += lanes[column].count * Size.lane + (labels.max() ?? 0) + Size.space
      guard column < lanes.count - 1 else { break }
      var y = Size.margin
      var widest = 0
      for number in boxes.indices where boxes[number].column == column {
        (boxes[number].x, boxes[number].y) = (x, y)
        y += boxes[number].height + Size.space
        widest = max(widest, boxes[number].width)
      }
      floor = max(floor, y)
      x += widest
    }
    width = x + Size.margin
    height = floor + below.count * Size.lane + Size.margin
  }

  private func lane(_ edge: Int, _ column: Int) -> Int {
    let number = lanes[column].firstIndex(of: edge) ?? 0
    return gapStarts[column] + Size.space / 2 + number * Size.lane
  }

  private func height(of edge: Int, among edges: [Int], at box: Box) -> Int {
    box.y + Size.padding + Size.line / 2 + (edges.firstIndex(of: edge) ?? 0) * Size.line
  }

  // MARK: - Drawing

  /// The SVG element; with `isInteractive` its mappers can be reached by keyboard.
  func text(isInteractive: Bool) -> String {
    let size = "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    let role = isInteractive ? "group" : "img"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"\(role)\""
        + XMLText.attribute("aria-label", picture.title) + ">",
      "<title>\(XMLText.escaped(VisibleText.escaped(picture.title)))</title>",
    ]
    if !isInteractive { lines.append("<style>\(Self.style)</style>") }
    for number in picture.edges.indices { lines += drawn(edge: number) }
    for number in boxes.indices { lines.append(drawn(number, isInteractive)) }
    return lines.joined(separator: "\n") + "\n</svg>"
  }

  /// The style sheet; a page includes it in its own.
  static let style =
    "svg{font:12px monospace;color:#1b1f24}text{fill:currentColor}"
    + "rect{fill:#fff;stroke:currentColor}.descriptor rect{fill:#eef4fb}.dynamic rect{fill:#fbf4e6}"
    + ".unreached rect{stroke-dasharray:2}.title{font-weight:bold}.edge{fill:none;stroke:currentColor}"
    + ".connection{stroke-dasharray:5 3}.arrow,.diamond{fill:currentColor}"
    + "@media (prefers-color-scheme:dark){svg{color:#e6e8eb}rect{fill:#1f242a}"
    + ".descriptor rect{fill:#1c2a3a}.dynamic rect{fill:#332a17}}"

  private func drawn(edge number: Int) -> [String] {
    let edge = picture.edges[number]
    let (from, to) = (boxes[edge.from], boxes[edge.to])
    let start = height(of: number, among: from.outgoing, at: from)
    let end = height(of: number, among: to.incoming, at: to)
    let first = lane(number, from.column + 1)
    var way = "M\(from.x + from.width) \(start)H\(first)"
    if !isNeighbour(number) {
      let depth = floor + (below.firstIndex(of: number) ?? 0) * Size.lane
      way += "V\(depth)H\(lane(number, to.column))"
    }
    way += "V\(end)H\(to.x)"
    let names =
      XMLText.exactAttribute("data-from", picture.nodes[edge.from].name)
      + XMLText.exactAttribute("data-to", picture.nodes[edge.to].name)
      + XMLText.exactAttribute("data-label", edge.label)
    var lines = ["<path class=\"edge \(edge.kind.rawValue)\"\(names) d=\"\(way)\"/>"]
    let head = "\(to.x),\(end) \(to.x - 7),\(end - 4) \(to.x - 7),\(end + 4)"
    lines.append("<polygon class=\"arrow\" points=\"\(head)\"/>")
    if !edge.label.isEmpty {
      let label = XMLText.escaped(VisibleText.escaped(edge.label))
      lines.append("<text x=\"\(to.x - 10)\" y=\"\(end - 3)\" text-anchor=\"end\">\(label)</text>")
    }
    return lines
  }

  private func drawn(_ number: Int, _ isInteractive: Bool) -> String {
    let (node, box) = (picture.nodes[number], boxes[number])
    var open = "<g class=\"\(node.isDescriptor ? "descriptor" : "mapper")"
    if node.isDynamic { open += " dynamic" }
    if !node.isReached { open += " unreached" }
    open += "\""
    open += XMLText.exactAttribute(node.isDescriptor ? "data-descriptor" : "data-mapper", node.id)
    if case .mapper(let target) = node.kind {
      open += XMLText.exactAttribute("data-target", target)
    }
    if isInteractive && !node.isDescriptor {
      open += " tabindex=\"0\" role=\"button\" aria-pressed=\"false\""
      open += XMLText.attribute("aria-label", node.title.joined(separator: ", "))
    }
    let corner = node.isDescriptor ? " rx=\"9\"" : ""
    var parts = [
      open + ">",
      "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\"\(corner)/>",
    ]
    if node.isDynamic {
      let (x, y) = (box.x + box.width, box.y)
      parts.append(
        "<polygon class=\"diamond\" points=\"\(x),\(y - 6) \(x + 6),\(y) \(x),\(y + 6) \(x - 6),\(y)\"/>"
      )
    }
    var y = box.y + Size.padding + 13
    for line in node.title {
      parts.append(Self.line(line, " class=\"title\"", box.x + Size.padding, y))
      y += Size.line
    }
    for rule in node.rules {
      parts.append(
        Self.line(
          rule.text,
          XMLText.exactAttribute("data-rule", rule.name),
          box.x + Size.padding,
          y
        )
      )
      y += Size.line
    }
    return parts.joined() + "</g>"
  }

  private static func line(_ text: String, _ attributes: String, _ x: Int, _ y: Int) -> String {
    "<text x=\"\(x)\" y=\"\(y)\"\(attributes)>\(XMLText.escaped(VisibleText.escaped(text)))</text>"
  }
}
