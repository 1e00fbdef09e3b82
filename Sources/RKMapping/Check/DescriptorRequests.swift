/// Which requests descriptors are for, compared with one another.
struct DescriptorRequests {
  /// A request of which everything is known, as far as it matters how specific a descriptor is.
  static let known: RequestContext = {
    var context = RequestContext()
    context.method = "GET"
    context.path = "/"
    context.statusCode = 200
    return context
  }()

  static let statusCodes = 100...599

  /// The descriptors of a graph by their key paths, those of one path in the order of the spec.
  static func groups(of graph: MappingGraph) -> [[ResponseDescriptor]] {
    var places: [[SourceKeyPath.Component]: Int] = [:]
    var groups: [[ResponseDescriptor]] = []
    for descriptor in graph.descriptors {
      let keyPath = graph.keyNaming.folded(descriptor.keyPath.components)
      if let place = places[keyPath] {
        groups[place].append(descriptor)
      } else {
        places[keyPath] = groups.count
        groups.append([descriptor])
      }
    }
    return groups
  }
}

extension ResponseDescriptor {
  var specificity: DescriptorSpecificity { DescriptorSpecificity(self, DescriptorRequests.known) }

  /// It may be for a method; nil is one that descriptors have no name for.
  func takes(_ method: RequestMethod?) -> Bool {
    guard let methods else { return true }
    return method.map { methods.contains($0) } ?? false
  }

  /// Some requests are for it and for another one.
  func overlaps(_ other: ResponseDescriptor) -> Bool {
    let methods: [RequestMethod?] = RequestMethod.allCases + [nil]
    return methods.contains { takes($0) && other.takes($0) }
      && DescriptorRequests.statusCodes.contains {
        statusCodes.contains($0) && other.statusCodes.contains($0)
      }
      && sharesPaths(with: other)
  }

  private func sharesPaths(with other: ResponseDescriptor) -> Bool {
    guard let own = pathPattern, let others = other.pathPattern else { return true }
    return own.sharesPaths(with: others)
  }

  /// It is for the same requests as another one.
  func hasSameRequests(as other: ResponseDescriptor) -> Bool {
    methods == other.methods && statusCodes == other.statusCodes && hasSamePaths(as: other)
  }

  /// What it is called, for people.
  var title: String { name.map { "the descriptor '\($0)'" } ?? "this descriptor" }
}

extension PathPattern {
  /// A path is found that both patterns take.
  ///
  /// What literals hold between two parameters of one component is not looked for: such patterns
  /// may share paths that are not found.
  func sharesPaths(with other: PathPattern) -> Bool {
    if takesSamePaths(as: other) { return true }
    let (own, others) = (components, other.components)
    guard own.count == others.count else { return false }
    let path = zip(own, others).map { $0.common(with: $1) }.joined(separator: "/")
    return match(request: path) != nil && other.match(request: path) != nil
  }

  /// A component of a pattern's paths: a text, or what it begins and ends with.
  private struct Component {
    var first: [UInt8] = []
    var last: [UInt8] = []
    var isOpen = false

    /// A text that may be such a component and such another one.
    func common(with other: Component) -> String {
      if !isOpen { return String(decoding: first, as: UTF8.self) }
      if !other.isOpen { return String(decoding: other.first, as: UTF8.self) }
      let start = first.count > other.first.count ? first : other.first
      let end = last.count > other.last.count ? last : other.last
      return String(decoding: start + [UInt8(ascii: "x")] + end, as: UTF8.self)
    }
  }

  private var components: [Component] {
    var components = [Component()]
    for part in parts {
      switch part {
      case .parameter:
        components[components.count - 1].isOpen = true
        components[components.count - 1].last = []
      case .literal(let literal):
        let texts = literal.bytes.split(
          separator: Self.slash,
          omittingEmptySubsequences: false
        )
        for (number, text) in texts.enumerated() {
          if number > 0 { components.append(Component()) }
          if components[components.count - 1].isOpen {
            components[components.count - 1].last = Array(text)
          } else {
            components[components.count - 1].first += text
          }
        }
      }
    }
    return components
  }
}
