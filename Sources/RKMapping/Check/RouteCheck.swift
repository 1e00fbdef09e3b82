/// Finds routes that cannot be told apart.
enum RouteCheck {
  /// What a route is chosen by: its name, or else its target and relationship, and its method,
  /// which is nil for any.
  private struct Key: Hashable {
    var name: String?
    var target: String?
    var relationship: String?
    var method: RequestMethod?
  }

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    var known: [Key: SpecPlace] = [:]
    for route in graph.routes {
      let methods: [RequestMethod?] =
        route.methods.map { $0.sorted { $0.rawValue < $1.rawValue } } ?? [nil]
      var isTold = false
      for method in methods {
        let isNamed = route.name != nil
        let key = Key(
          name: route.name,
          target: isNamed ? nil : route.target,
          relationship: isNamed ? nil : route.relationship,
          method: method
        )
        guard let other = known[key] else {
          known[key] = route.place
          continue
        }
        if isTold { continue }
        isTold = true
        findings.report(
          .repeatedRoute,
          "there is another route \(route.subject) for \(method?.rawValue ?? RequestMethod.any)",
          at: route.place,
          related: [(other, "the other one")],
          help: "leave one of them out, or give it other methods or a name of its own"
        )
      }
    }
  }
}

extension NamedRoute {
  fileprivate var subject: String {
    if let name { return "'\(name)'" }
    let owner = "of '\(target ?? "")'"
    return relationship.map { "\(owner) to '\($0)'" } ?? owner
  }
}
