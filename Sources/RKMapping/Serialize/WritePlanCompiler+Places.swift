internal import RKEngine

/// Determines where members are written.
extension WritePlanCompiler {
  /// Returns the key that is read as a name; a name that no key is read as was reported before.
  mutating func written(_ name: String) -> String {
    let key = graph.keyNaming.written(name) ?? name
    guard graph.keyNaming.ignoresCase else { return key }
    let folded = graph.keyNaming.folded(key)
    let spelling = spellings[folded] ?? key
    spellings[folded] = spelling
    return spelling
  }

  /// Adds a member at the place of its source: in the same structure as earlier members, or in
  /// another one after it if they are in the way.
  mutating func place(_ member: Int, at source: SourceKeyPath, in node: Int) {
    // A source without an inverse was reported before.
    guard let components = components(of: source) else { return }
    let steps = components.compactMap(\.step)
    plan.nodes[node].members[member].places = [steps]
    places[node, default: []].append((member, steps))
    if components.isEmpty { return plan.nodes[node].pieces.append(.whole(member)) }
    if case .shape(let root)? = plan.nodes[node].pieces.last, hasRoom(for: components, in: root) {
      return insert(components[...], member, into: root)
    }
    plan.shapes.append(WritePlan.Shape(components[0].isKey ? .object : .list))
    plan.nodes[node].pieces.append(.shape(plan.shapes.count - 1))
    insert(components[...], member, into: plan.shapes.count - 1)
  }

  /// Notes the other places from which a member may be read.
  mutating func note(_ sources: some Sequence<SourceKeyPath>, of member: Int, in node: Int) {
    for source in sources {
      if let components = components(of: source) {
        plan.nodes[node].members[member].places.append(components.compactMap(\.step))
      } else {
        plan.nodes[node].members[member].isReadElsewhere = true
      }
    }
  }

  /// The keys and indexes of a source, as they are written; nil if it has other components.
  private mutating func components(of source: SourceKeyPath) -> [SourceKeyPath.Component]? {
    guard !source.climbs, !source.isNestingAttribute, source.components.allSatisfy(\.isPlace) else {
      return nil
    }
    return source.components.map { component in
      if case .key(let key) = component { .key(written(key)) } else { component }
    }
  }

  /// Whether nothing is written yet at these components, nor on the way there.
  private func hasRoom(for components: [SourceKeyPath.Component], in root: Int) -> Bool {
    var shape = root
    for component in components {
      switch plan.shapes[shape].kind {
      case .member: return false
      case .object: if !component.isKey { return false }
      case .list: if component.isKey { return false }
      }
      guard let part = plan.shapes[shape].parts.first(where: { $0.stands(at: component) }) else {
        return true
      }
      shape = part.shape
    }
    return false
  }

  private mutating func insert(
    _ components: ArraySlice<SourceKeyPath.Component>,
    _ member: Int,
    into shape: Int
  ) {
    guard let component = components.first else { return }
    let rest = components.dropFirst()
    if let part = plan.shapes[shape].parts.first(where: { $0.stands(at: component) }) {
      return insert(rest, member, into: part.shape)
    }
    let kind: WritePlan.Shape.Kind =
      rest.first.map { $0.isKey ? .object : .list } ?? .member(member)
    plan.shapes.append(WritePlan.Shape(kind))
    let part = WritePlan.Part(component, shape: plan.shapes.count - 1)
    // Elements are in the order of their indexes.
    let next = plan.shapes[shape].parts.firstIndex { !component.isKey && $0.index > part.index }
    plan.shapes[shape].parts.insert(part, at: next ?? plan.shapes[shape].parts.count)
    insert(rest, member, into: part.shape)
  }
}

extension WritePlan.Part {
  fileprivate init(_ component: SourceKeyPath.Component, shape: Int) {
    var label: [UInt8] = []
    if case .key(let key) = component { label = JSONText.quoted(key) + [UInt8(ascii: ":")] }
    self.init(label: label, index: component.place, shape: shape)
  }

  fileprivate func stands(at component: SourceKeyPath.Component) -> Bool {
    switch component {
    case .key(let key): label == JSONText.quoted(key) + [UInt8(ascii: ":")]
    case .index(let place): label.isEmpty && index == place
    case .all, .glob, .descendants, .collection: false
    }
  }
}

extension SourceKeyPath.Component {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }

  /// Whether a value can be written there.
  fileprivate var isPlace: Bool {
    switch self {
    case .key: true
    case .index(let index): index >= 0
    case .all, .glob, .descendants, .collection: false
    }
  }

  fileprivate var step: WritePlan.Step? {
    switch self {
    case .key(let key): .key(JSONText.quoted(key))
    case .index(let index): .index(index)
    case .all, .glob, .descendants, .collection: nil
    }
  }

  fileprivate var place: Int { if case .index(let index) = self { index } else { 0 } }
}
