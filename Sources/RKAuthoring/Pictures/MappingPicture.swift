internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// What a picture of a spec shows: its descriptors and mappers, and the references between them.
package struct MappingPicture: Sendable {
  /// A format of pictures.
  package enum Form: String, Sendable, CaseIterable {
    case svg
    case dot
    case mermaid
    case html
  }

  struct Node: Sendable {
    enum Kind: Sendable {
      case descriptor
      case mapper(target: String)
      case dynamic
    }

    var kind: Kind
    /// The id of the mapper, or the number of the descriptor.
    var id: String
    /// Its number among the descriptors, or among the mappers.
    var number: Int
    /// The lines of text in its box.
    var title: [String]
    var rules: [Rule] = []
    /// Whether some descriptor leads to it.
    var isReached = true

    /// The name by which edges refer to it.
    var name: String { isDescriptor ? "descriptor:\(id)" : id }

    var isDescriptor: Bool { if case .descriptor = kind { true } else { false } }
    var isDynamic: Bool { if case .dynamic = kind { true } else { false } }
  }

  struct Rule: Sendable {
    /// The name in findings and reports.
    var name: String
    var text: String
  }

  struct Edge: Sendable {
    enum Kind: String, Sendable {
      case entry
      case relationship
      case choice
      case connection
    }

    var kind: Kind
    var from: Int
    var to: Int
    var label: String
  }

  /// The nodes: descriptors first, each kind in the order of the spec.
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  let title: String
  private let graph: MappingGraph

  /// The picture of a mapping.
  package init(of mapping: Mapping) {
    graph = mapping.graph
    title = graph.name ?? "Mapping"
    for (number, descriptor) in graph.descriptors.enumerated() { add(descriptor, number) }
    let first = nodes.count
    for (number, mapping) in graph.mappings.enumerated() { add(mapping, number) }
    for (number, descriptor) in graph.descriptors.enumerated() {
      edges.append(
        Edge(kind: .entry, from: number, to: first + descriptor.mapping.index, label: "")
      )
    }
    for (number, mapping) in graph.mappings.enumerated() {
      addEdges(of: mapping, first + number, first)
    }
    markUnreached(first)
  }

  /// The picture in a format.
  package func text(_ form: Form) -> String {
    switch form {
    case .dot: dotText
    case .mermaid: mermaidText
    case .svg: SVGPicture(self).text(isInteractive: false) + "\n"
    case .html: htmlText
    }
  }

  // MARK: - Nodes

  private mutating func add(_ descriptor: ResponseDescriptor, _ number: Int) {
    var title: [String] = []
    if let name = descriptor.name { title.append(name) }
    let methods = descriptor.methods.map { $0.map(\.rawValue).sorted().joined(separator: ",") }
    if methods != nil || descriptor.pathPattern != nil {
      title.append(
        [methods, descriptor.pathPattern?.text].compactMap { $0 }.joined(separator: " ")
      )
    }
    let keyPath = descriptor.keyPath.text
    title.append(keyPath.isEmpty ? "the document" : keyPath)
    nodes.append(Node(kind: .descriptor, id: "\(number)", number: number, title: title))
  }

  private mutating func add(_ mapping: GraphMapping, _ number: Int) {
    switch mapping {
    case .object(let mapper):
      let title = mapper.id == mapper.target ? [mapper.id] : [mapper.id, mapper.target]
      var node = Node(
        kind: .mapper(target: mapper.target),
        id: mapper.id,
        number: number,
        title: title
      )
      let prefix = "mappers.\(mapper.id)"
      for attribute in mapper.attributes {
        let destination = attribute.destination.text
        let isNesting = destination == mapper.nestingAttribute
        let mark = mapper.identification.contains(destination) ? "# " : ""
        let type = attribute.type.map { "  \($0.name)" } ?? ""
        node.rules.append(
          Rule(
            name: isNesting ? "\(prefix).keyAttribute" : "\(prefix).attributes.\(destination)",
            text: "\(mark)\(destination) \u{2190} \(attribute.sourceText)\(type)"
          )
        )
      }
      for relationship in mapper.relationships {
        let destination = relationship.destination.text
        let source = relationship.source.text.isEmpty ? "self" : relationship.source.text
        let end = "\(graph[relationship.mapping].id)\(relationship.cardinality == .many ? "*" : "")"
        node.rules.append(
          Rule(
            name: "\(prefix).relationships.\(destination)",
            text: "\(destination) \u{2190} \(source)  \(end)"
          )
        )
      }
      for connection in mapper.connections {
        let destination = connection.destination.text
        let keys = connection.keys.map { "\($0.own) = \($0.other)" }.joined(separator: ", ")
        node.rules.append(
          Rule(
            name: "\(prefix).connections.\(destination)",
            text: "\(destination) \u{2190} \(keys)  \(connection.target)"
          )
        )
      }
      nodes.append(node)
    case .dynamic(let mapper):
      nodes.append(Node(kind: .dynamic, id: mapper.id, number: number, title: [mapper.id]))
    }
  }

  // MARK: - Edges

  private mutating func addEdges(of mapping: GraphMapping, _ node: Int, _ first: Int) {
    switch mapping {
    case .object(let mapper):
      for relationship in mapper.relationships {
        let mark = relationship.cardinality == .many ? "*" : ""
        let label = relationship.destination.text + mark
        edges.append(
          Edge(
            kind: .relationship,
            from: node,
            to: first + relationship.mapping.index,
            label: label
          )
        )
      }
      for connection in mapper.connections {
        let keys = connection.keys.map { "\($0.own) = \($0.other)" }.joined(separator: ", ")
        for (number, other) in graph.mappings.enumerated() {
          guard case .object(let target) = other, target.target == connection.target else {
            continue
          }
          edges.append(Edge(kind: .connection, from: node, to: first + number, label: keys))
        }
      }
    case .dynamic(let mapper):
      for matcher in mapper.matchers {
        for (condition, target) in matcher.conditions {
          guard let target else { continue }
          edges.append(
            Edge(kind: .choice, from: node, to: first + target.index, label: condition)
          )
        }
      }
      if let target = mapper.otherwise {
        edges.append(Edge(kind: .choice, from: node, to: first + target.index, label: "default"))
      }
    }
  }

  private mutating func markUnreached(_ first: Int) {
    var isReached = nodes.map(\.isDescriptor)
    var open = Array(0..<first)
    let outgoing = Dictionary(grouping: edges, by: \.from)
    while let node = open.popLast() {
      for edge in outgoing[node] ?? [] where !isReached[edge.to] {
        isReached[edge.to] = true
        open.append(edge.to)
      }
    }
    for number in nodes.indices { nodes[number].isReached = isReached[number] }
  }
}

extension AttributeMapping {
  /// Where the value comes from, in short.
  fileprivate var sourceText: String {
    if let constant { return constant.text }
    if let expression { return expression.text }
    if let template { return template.text }
    let texts = sources.map { $0.text.isEmpty ? "self" : $0.text }
    return texts.joined(separator: " | ")
  }
}
