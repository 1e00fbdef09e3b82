/// The requests that a descriptor is for, prepared for comparison with those of many others.
struct DescriptorRequests {
  private let methods: Set<RequestMethod>?
  private let statusCodes: StatusCodeSet
  private let path: PathPattern?
  private let components: [PathPattern.Component]

  init(_ descriptor: ResponseDescriptor) {
    methods = descriptor.methods
    statusCodes = descriptor.statusCodes
    path = descriptor.pathPattern
    components = path?.components ?? []
  }

  /// The components of its pattern; nil if it has none.
  var pathComponents: [PathPattern.Component]? { path == nil ? nil : components }

  /// Whether some request is for both descriptors.
  func overlaps(_ other: DescriptorRequests) -> Bool {
    sharesPaths(with: other) && sharesMethods(with: other)
      && Self.statusCodes.contains {
        statusCodes.contains($0) && other.statusCodes.contains($0)
      }
  }

  private func sharesMethods(with other: DescriptorRequests) -> Bool {
    guard let methods, let others = other.methods else {
      return methods?.isEmpty != true && other.methods?.isEmpty != true
    }
    return !methods.isDisjoint(with: others)
  }

  /// Whether a path is found that both patterns match.
  ///
  /// Literals between two parameters of one component are not compared, so that for such patterns a
  /// shared path may be missed.
  private func sharesPaths(with other: DescriptorRequests) -> Bool {
    guard let path, let otherPath = other.path else { return true }
    guard components.count == other.components.count,
      zip(components, other.components).allSatisfy({ $0.mayBe($1) })
    else { return false }
    if path.takesSamePaths(as: otherPath) { return true }
    let common = zip(components, other.components).map { $0.common(with: $1) }
      .joined(separator: "/")
    return path.match(request: common) != nil && otherPath.match(request: common) != nil
  }

  // MARK: - Whole specs

  /// A request with everything known that specificity depends on.
  static let known: RequestContext = {
    var context = RequestContext()
    context.method = "GET"
    context.path = "/"
    context.statusCode = 200
    return context
  }()

  static let statusCodes = 100...599

  /// The descriptors of a graph, grouped by key path, in the order of the spec.
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

  /// Whether it may be for a method; nil is a method that descriptors cannot name.
  func takes(_ method: RequestMethod?) -> Bool {
    guard let methods else { return true }
    return method.map { methods.contains($0) } ?? false
  }

  /// Whether it is for the same requests as another descriptor.
  func hasSameRequests(as other: ResponseDescriptor) -> Bool {
    methods == other.methods && statusCodes == other.statusCodes && hasSamePaths(as: other)
  }

  /// What messages call the descriptor.
  var title: String { name.map { "the descriptor '\($0)'" } ?? "this descriptor" }
}

extension PathPattern {
  /// A component of the paths that a pattern matches: a text, or its beginning and its end.
  struct Component {
    var first: [UInt8] = []
    var last: [UInt8] = []
    var isOpen = false

    /// Whether it may equal another component, by the texts at its ends.
    func mayBe(_ other: Component) -> Bool {
      switch (isOpen, other.isOpen) {
      case (false, false): first == other.first
      case (false, true): other.fits(first)
      case (true, false): fits(other.first)
      case (true, true):
        Self.agree(first, other.first) && Self.agree(last.reversed(), other.last.reversed())
      }
    }

    private func fits(_ text: [UInt8]) -> Bool {
      text.count > first.count + last.count && text.starts(with: first)
        && text.suffix(last.count) == last[...]
    }

    private static func agree(
      _ one: some Collection<UInt8>,
      _ other: some Collection<UInt8>
    ) -> Bool {
      zip(one, other).allSatisfy { $0 == $1 }
    }

    /// Returns a text that both components match.
    func common(with other: Component) -> String {
      if !isOpen { return String(decoding: first, as: UTF8.self) }
      if !other.isOpen { return String(decoding: other.first, as: UTF8.self) }
      let start = first.count > other.first.count ? first : other.first
      let end = last.count > other.last.count ? last : other.last
      return String(decoding: start + [UInt8(ascii: "x")] + end, as: UTF8.self)
    }
  }

  var components: [Component] {
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
