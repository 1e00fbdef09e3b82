internal import RKEngine

/// What `@metadata` has in a run, beside what every record has of its own.
struct RunMetadata {
  /// For each descriptor what is known before any input is.
  let descriptors: [Metadata]
  private let applying: [Int]
  private let filePattern: PathPattern?

  init(
    _ choice: DescriptorChoice,
    _ graph: MappingGraph,
    adding additions: [MetadataEntry],
    filePattern: PathPattern?
  ) {
    var added = Metadata()
    for entry in additions { added.set(.text(entry.text), at: entry.names) }
    descriptors = choice.chosen.map { candidate in
      var metadata = added
      metadata.merge(choice.context.metadata)
      metadata.merge(.routing(candidate, choice.context, graph))
      return metadata
    }
    applying = choice.chosen.indices.filter { choice.chosen[$0].applies }
    self.filePattern = filePattern
  }

  /// What is known of the documents of an input, `index` being its place among the inputs.
  func context(of input: Input, index: Int) -> DocumentContext {
    var file = Metadata()
    file.set(.text(input.name), at: ["file", "name"])
    file.set(.number(index), at: ["file", "index"])
    for binding in filePattern?.match(file: input.name) ?? [] {
      file.set(.text(binding.value), at: ["file", "parameters", binding.name])
    }
    let metadata = descriptors.map { known in
      var metadata = known
      metadata.merge(file)
      return metadata
    }
    return DocumentContext(descriptors: applying, metadata: metadata)
  }

  /// The inputs whose names do not have the form that is asked for.
  func unnamed(among inputs: [Input]) -> [Input] {
    guard let filePattern else { return [] }
    return inputs.filter { filePattern.match(file: $0.name) == nil }
  }
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

  /// Headers of one name are one, with their values in a list, as HTTP has it (RFC 9110, 5.3).
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
  /// What is known of the way to a descriptor.
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
  /// The name of the route that has its path, else its own name, else its path.
  fileprivate func route(of context: RequestContext, in graph: MappingGraph) -> String? {
    let route = graph.routes.first { route in
      guard let pathPattern, route.path.takesSamePaths(as: pathPattern) else { return false }
      guard let method = context.method, let methods = route.methods else { return true }
      return methods.contains { $0.rawValue == method }
    }
    return route?.name ?? name ?? pathPattern?.text
  }
}
