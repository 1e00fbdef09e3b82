package import RKDiagnostics

extension Mapping {
  /// What the mapping is compiled to, for people.
  ///
  /// Where descriptors are for different requests, and none is named, each has a plan of its own.
  package func planListing(
    ofDescriptor name: String? = nil,
    for context: RequestContext = RequestContext()
  ) throws(DiagnosticsError) -> String {
    do {
      let choice = try DescriptorChoice(named: name, for: context, of: graph)
      if choice.isNone { return "no descriptor of the spec is for \(context.description)\n" }
      return planListing(of: choice.descriptors)
    } catch {
      guard name == nil, context.isOpen else { throw error }
      var plans = graph.descriptors.prefix(Self.mostPlans).map { descriptor in
        let name = descriptor.name.map { "'\($0)' " } ?? ""
        let place = graph.location(of: descriptor.place).text
        return "descriptor \(name)at \(place)\n" + planListing(of: [descriptor])
      }
      let rest = graph.descriptors.count - plans.count
      if rest > 0 { plans.append("\(rest) more descriptors: --descriptor NAME shows one\n") }
      return plans.joined(separator: "\n")
    }
  }

  /// The most plans that are listed at once: each is made by itself, of the whole spec.
  private static let mostPlans = 500

  /// What each descriptor by itself is compiled to.
  package var plans: [String] { graph.descriptors.map { planListing(of: [$0]) } }

  private func planListing(of descriptors: [ResponseDescriptor]) -> String {
    PlanListing.text(of: PlanCompiler.compile(graph, descriptors: descriptors), graph)
  }
}
