package import RKDiagnostics
internal import RKEngine

/// Finds the paths of records by the routes of a spec (RestKit's RKRouter).
package struct RouteFinder {
  package struct Options: Sendable {
    package var method = "GET"
    /// The name of the route.
    package var name: String?
    /// The relationship that the route leads to.
    package var relationship: String?
    package var typeKey: String?
    /// Whether the paths are written as a JSON list instead of lines.
    package var isJSON = false
    package var reading = MapperOptions()

    package init() {}
  }

  private let graph: MappingGraph
  private let options: Options
  private let reader: Mapper
  private let routes: [NamedRoute]
  private let plan: PathPlan

  /// Chooses the routes.
  ///
  /// - Throws: A diagnostic if no route has the name or the relationship, or if the targets of the
  ///   records are unknown.
  package init(_ mapping: Mapping, options: Options) throws(DiagnosticsError) {
    graph = mapping.graph
    self.options = options
    var reading = options.reading
    reading.failedRecords = .skip
    reading.readsKeptValues = false
    reading.hasInputFlags = false
    // Each record has its own path, so that its finding is not merged with others.
    reading.groupsFindings = false
    reader = try RecordSerializer.reader(reading)
    let chosen = try Self.chosen(mapping.graph, options)
    routes = chosen
    plan = try Self.plan(chosen, mapping.graph, options)
  }

  /// Writes the paths of the records of an input; a record without a path does not stop the others.
  package func run(
    on input: Input,
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    let writer = PathWriter(
      plan,
      jsonMethod: options.isJSON ? JSONText.quoted(options.method) : nil
    )
    let taking = Mapper.Taking { compiled in
      PreparedOutput(compiled: compiled) { (_, _) in
        var records = RecordWriting { (_) throws(SystemError) in
          .make(PathSink(writer, output: try output.makeFile()))
        }
        records.admission = writer
        return records
      }
    } words: { detail, place in
      words(detail, place, writer)
    }
    return reader.apply(to: [input], into: output, reportingTo: receiver, taking: taking)
  }

  // MARK: - Routes

  private static func chosen(
    _ graph: MappingGraph,
    _ options: Options
  ) throws(DiagnosticsError) -> [NamedRoute] {
    if let name = options.name {
      let routes = graph.routes.filter { $0.name == name }
      if routes.isEmpty {
        throw unknown("route", name, graph.routes.compactMap(\.name))
      }
      return routes
    }
    if let name = options.relationship {
      let routes = graph.routes.filter { $0.relationship == name }
      if routes.isEmpty {
        throw unknown("route to the relationship", name, graph.routes.compactMap(\.relationship))
      }
      return routes
    }
    return graph.routes.filter { $0.target != nil && $0.relationship == nil }
  }

  private static func unknown(_ what: String, _ name: String, _ known: [String])
    -> DiagnosticsError
  {
    let suggestion = NearestName.suggestion(for: name, among: known)
    return .refusal("the spec has no \(what) '\(name)'\(suggestion)")
  }

  private static func plan(
    _ routes: [NamedRoute],
    _ graph: MappingGraph,
    _ options: Options
  ) throws(DiagnosticsError) -> PathPlan {
    var plan = PathPlan()
    plan.typeKey = options.typeKey.map { plan.add($0) }
    plan.routes = routes.map { route in
      PathPlan.Route(
        parts: route.template.map { plan.part($0) },
        name: route.name.map { JSONText.quoted($0) }
      )
    }
    plan.otherwise = best(of: routes, for: nil, options.method)
    let bases = graph.targetBases()
    for target in graph.targetNames {
      for place in [target] + bases[target, default: []] {
        guard let found = best(of: routes, for: place, options.method) else { continue }
        plan.byTarget[Array(target.utf8)] = found
        break
      }
    }
    let roots = graph.rootTargets
    if roots.count == 1, let only = roots.first { plan.onlyTarget = Array(only.utf8) }
    if roots.count > 1, options.typeKey == nil, plan.otherwise == nil {
      throw RecordSerializer.typeKeyNeeded
    }
    return plan
  }

  /// Returns the first route for a target (nil for any) that states the method, else the first that
  /// is for any method.
  private static func best(of routes: [NamedRoute], for target: String?, _ method: String) -> Int? {
    let own = routes.indices.filter { routes[$0].target == target }
    return own.first { number in
      routes[number].methods?.contains { $0.rawValue == method } == true
    } ?? own.first { routes[$0].methods == nil }
  }

  // MARK: - Words

  private func words(_ detail: UInt32, _ place: InputPlace, _ writer: PathWriter) -> Diagnostic {
    let number = WriteProblem.number(of: detail)
    var finding: Diagnostic
    let problem = WriteProblem(detail: detail)
    switch problem {
    case .noPathValue, .badPathValue:
      let route = routes[number >> 12]
      var name = ""
      if case .parameter(let parameter) = route.template[number & 0xFFF] { name = parameter }
      finding = Diagnostic(
        .noPathValue,
        "the path '\(route.path.text)' needs a value of '\(name)', and the record has "
          + (problem == .noPathValue ? "none" : place.description),
        related: [
          graph.related(route.pathPlace, route.name.map { "the route '\($0)'" } ?? "the route")
        ],
        help: ["a parameter is filled with text other than '.' and '..', a number or a boolean"]
      )
    case .noRoute:
      let target = String(decoding: writer.otherType(number), as: UTF8.self)
      let way = options.relationship.map { " to '\($0)'" } ?? ""
      let called = options.name.map { " '\($0)'" } ?? ""
      finding = Diagnostic(
        .noRoute,
        "no route\(called)\(way) is for records of '\(target)' and \(options.method)",
        help: ["'routes' of the spec says which paths the records of a target have"]
      )
    case .noType:
      finding = Diagnostic(
        .flagValue,
        "nothing says which type this record is of",
        help: ["--type-key NAME names the member that holds a record's type"]
      )
    default:
      finding = Diagnostic(
        .notWritable,
        "a record is an object, not \(place.description)",
        help: ["records are as 'apply' writes them"]
      )
    }
    finding.location = Location(place)
    return finding
  }
}

extension PathPlan {
  fileprivate mutating func add(_ key: String) -> ByteRange {
    text += Array(key.utf8)
    return ByteRange((text.count - key.utf8.count)..<text.count)
  }

  fileprivate mutating func part(_ part: PathPattern.Part) -> Part {
    switch part {
    case .literal(let literal): return .text(literal.bytes)
    case .parameter(let name):
      let components = (try? KeyPathParser.source(name))?.components ?? [.key(name)]
      return .value(
        components.map { component in
          switch component {
          case .key(let key): .key(add(key))
          case .index(let index): .index(index)
          case .all, .glob, .descendants, .collection: .key(add(name))
          }
        }
      )
    }
  }
}

extension MappingGraph {
  /// The targets of root records.
  fileprivate var rootTargets: Set<String> {
    var targets = Set(requests.compactMap(\.source))
    for descriptor in descriptors {
      targets.formUnion(records(of: descriptor.mapping).map(\.target))
    }
    return targets
  }
}
