package import RKDiagnostics

extension Mapping {
  /// Returns the compiled mapping as text, for people.
  ///
  /// Descriptors for different requests are compiled to separate plans, unless one is named.
  package func planListing(
    ofDescriptor name: String? = nil,
    for context: RequestContext = RequestContext()
  ) throws(DiagnosticsError) -> String {
    try refuseSending()
    do {
      let choice = try DescriptorChoice(named: name, for: context, of: graph)
      if choice.isNone { return "no descriptor of the spec is for \(context.description)\n" }
      return planListing(of: choice.descriptors)
    } catch {
      guard name == nil, context.isOpen else { throw error }
      var plans: [String] = []
      var size = 0
      for descriptor in graph.descriptors.prefix(Self.mostPlans) where size < Self.largestListing {
        let name = descriptor.name.map { "'\($0)' " } ?? ""
        let place = graph.location(of: descriptor.place).text
        let plan = "descriptor \(name)at \(place)\n" + planListing(of: [descriptor])
        size += plan.utf8.count
        plans.append(plan)
      }
      let rest = graph.descriptors.count - plans.count
      if rest > 0 { plans.append("\(rest) more descriptors: --descriptor NAME shows one\n") }
      return plans.joined(separator: "\n")
    }
  }

  /// The most plans to list at once; each is compiled separately, from the whole spec.
  private static let mostPlans = 500

  /// The size of the listing, in bytes, after which no plan is added.
  ///
  /// A mapper that several descriptors use is listed for each of them.
  private static let largestListing = 4 << 20

  /// The listing of all descriptors compiled together.
  package var plan: String { planListing(of: graph.descriptors) }

  private func planListing(of descriptors: [ResponseDescriptor]) -> String {
    PlanListing.text(of: PlanCompiler.compile(graph, descriptors: descriptors), graph)
  }
}

extension Mapping {
  /// The rules, classified by whether they can be inverted.
  package var inverseClasses: [RuleClass] { graph.inverseClasses }
}
