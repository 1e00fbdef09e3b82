internal import RKDiagnostics

/// Chooses the descriptors that apply where nothing is known of the request.
enum DescriptorChoice {
  static func choose(
    named name: String?,
    of graph: MappingGraph
  ) throws(DiagnosticsError) -> [ResponseDescriptor] {
    if let name {
      let chosen = graph.descriptors.filter { $0.name == name }
      if chosen.isEmpty { throw DiagnosticsError([unknown(name, graph)]) }
      return chosen
    }
    // All that went before at one key path have one context.
    var firsts: [[SourceKeyPath.Component]: ResponseDescriptor] = [:]
    for descriptor in graph.descriptors {
      if let first = firsts[descriptor.keyPath.components] {
        guard first.hasSameContext(as: descriptor) else {
          throw DiagnosticsError([ambiguous(descriptor, first, graph)])
        }
      } else {
        firsts[descriptor.keyPath.components] = descriptor
      }
    }
    return graph.descriptors
  }

  private static func unknown(_ name: String, _ graph: MappingGraph) -> Diagnostic {
    let names = graph.descriptors.compactMap(\.name)
    let suggestion = NearestName.suggestion(for: name, among: names)
    return Diagnostic(
      .unknownDescriptor,
      "the spec has no descriptor '\(name)'\(suggestion)",
      help: names.isEmpty ? ["a descriptor is named by its \"name\""] : []
    )
  }

  private static func ambiguous(
    _ descriptor: ResponseDescriptor,
    _ rival: ResponseDescriptor,
    _ graph: MappingGraph
  ) -> Diagnostic {
    let keyPath = descriptor.keyPath.text
    let what = keyPath.isEmpty ? "the whole document" : "'\(keyPath)'"
    return Diagnostic(
      .ambiguousDescriptors,
      "two descriptors take \(what), but are for different requests",
      at: graph.location(of: descriptor.place),
      related: [
        Diagnostic.Related(
          location: graph.location(of: rival.place),
          subject: "the other descriptor"
        )
      ],
      help: ["name the one that is meant: --descriptor NAME"]
    )
  }
}
