internal import RKEngine

/// The metadata that a run provides to `@metadata`, besides the metadata of each record.
struct RunMetadata {
  /// For each descriptor, the metadata known before any input is read.
  let descriptors: [Metadata]
  /// Metadata that the run adds for all descriptors.
  let added: Metadata
  private let applying: [Int]
  private let expected: [Int]
  private let filePattern: PathPattern?

  init(
    _ choice: DescriptorChoice,
    _ graph: MappingGraph,
    adding additions: [MetadataEntry],
    filePattern: PathPattern?
  ) {
    var added = Metadata()
    for entry in additions { added.set(.text(entry.text), at: entry.names) }
    self.added = added
    descriptors = Self.descriptors(choice, added, graph)
    applying = choice.applying
    expected = choice.expected
    self.filePattern = filePattern
  }

  private static func descriptors(
    _ choice: DescriptorChoice,
    _ added: Metadata,
    _ graph: MappingGraph
  ) -> [Metadata] {
    var known = added
    known.merge(choice.context.metadata)
    return choice.chosen.map { candidate in
      var metadata = known
      metadata.merge(.routing(candidate, choice.context, graph))
      return metadata
    }
  }

  /// The context of the documents of an input.
  ///
  /// `index` is its index among the inputs; `isRead` says whether metadata is read.
  func context(of input: Input, index: Int, isRead: Bool) -> DocumentContext {
    guard isRead else { return DocumentContext(descriptors: applying, chosen: expected) }
    return DocumentContext(
      descriptors: applying,
      metadata: Self.merged(descriptors, file(input, index: index)),
      chosen: expected
    )
  }

  /// The context of the documents of an input that has its own request; `isRead` says whether
  /// metadata is read.
  func context(
    of choice: DescriptorChoice,
    in file: Metadata,
    _ graph: MappingGraph,
    isRead: Bool
  ) -> DocumentContext {
    guard isRead else {
      return DocumentContext(descriptors: choice.applying, chosen: choice.expected)
    }
    return DocumentContext(
      descriptors: choice.applying,
      metadata: Self.merged(Self.descriptors(choice, added, graph), file),
      chosen: choice.expected
    )
  }

  /// Metadata about an input itself.
  func file(_ input: Input, index: Int) -> Metadata {
    var file = Metadata()
    file.set(.text(input.name), at: ["file", "name"])
    file.set(.number(index), at: ["file", "index"])
    for binding in filePattern?.match(file: input.name) ?? [] {
      file.set(.text(binding.value), at: ["file", "parameters", binding.name])
    }
    return file
  }

  private static func merged(_ descriptors: [Metadata], _ file: Metadata) -> [Metadata] {
    descriptors.map { known in
      var metadata = known
      metadata.merge(file)
      return metadata
    }
  }

  /// The inputs whose names do not match the file pattern.
  func unnamed(among inputs: [Input]) -> [Input] {
    guard let filePattern else { return [] }
    return inputs.filter { filePattern.match(file: $0.name) == nil }
  }
}

extension DescriptorChoice {
  /// The indices of the descriptors that apply.
  fileprivate var applying: [Int] { chosen.indices.filter { chosen[$0].applies } }
}

extension RequestContext {
  fileprivate var metadata: Metadata {
    var metadata = Metadata()
    if let method { metadata.set(.text(method), at: ["HTTP", "request", "method"]) }
    if let path { metadata.set(.text(path), at: ["HTTP", "request", "URL"]) }
    if let statusCode { metadata.set(.number(statusCode), at: ["HTTP", "response", "statusCode"]) }
    let (request, response) = (Self.group(requestHeaders), Self.group(responseHeaders))
    if let request { metadata.set(request, at: ["HTTP", "request", "headers"]) }
    if let response { metadata.set(response, at: ["HTTP", "response", "headers"]) }
    return metadata
  }

  /// Combines the values of headers with the same name in a list, as in HTTP (RFC 9110, 5.3).
  private static func group(_ headers: [Header]) -> Metadata.Value? {
    var group = Metadata(ignoresCase: true)
    for header in headers {
      if case .text(let before) = group[header.name] {
        group[header.name] = .text(before + ", " + header.value)
      } else {
        group[header.name] = .text(header.value)
      }
    }
    return group.isEmpty ? nil : .group(group)
  }
}

extension Metadata {
  /// Metadata about the route to a descriptor.
  fileprivate static func routing(
    _ candidate: DescriptorChoice.Candidate,
    _ context: RequestContext,
    _ graph: MappingGraph
  ) -> Metadata {
    var metadata = Metadata()
    for binding in candidate.match.bindings ?? [] {
      metadata.set(.text(binding.value), at: ["routing", "parameters", binding.name])
    }
    if let route = candidate.descriptor.route(of: context, in: graph) {
      metadata.set(.text(route), at: ["routing", "route"])
    }
    return metadata
  }
}

extension ResponseDescriptor {
  /// The name of the route with the same path, else the descriptor's name, else its path.
  fileprivate func route(of context: RequestContext, in graph: MappingGraph) -> String? {
    let route = graph.routes.first { route in
      guard let pathPattern, route.path.takesSamePaths(as: pathPattern) else { return false }
      guard let method = context.method, let methods = route.methods else { return true }
      return methods.contains { $0.rawValue == method }
    }
    return route?.name ?? name ?? pathPattern?.text
  }
}
