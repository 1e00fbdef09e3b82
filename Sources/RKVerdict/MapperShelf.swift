internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import Synchronization

/// The mappers of a suite, one for each request that its fixtures answer, made as they are asked for.
///
/// Each holds all rules that its request reaches. So those that were asked for last are kept, as many as may have
/// `mostRules` together, and at least a few. Several threads may ask at once.
final class MapperShelf: Sendable {
  /// What a mapper is made for.
  struct Request: Hashable, Sendable {
    var context = RequestContext()
    var descriptorName: String?
    var routeName: String?
    var takesArchives = false
    var groupsFindings = true
  }

  private let mapping: Mapping
  private let options: MapperOptions
  private let descriptorNames: Set<ExactText>
  private let routeNames: Set<ExactText>
  private typealias Made = Result<Mapper, DiagnosticsError>
  /// The one that was asked for last comes first.
  private let kept = Mutex<[(request: Request, mapper: Made)]>([])

  private let mostKept: Int

  /// About 8 MB.
  private static let mostRules = 3 << 12
  private static let fewestKept = 3

  init(_ mapping: Mapping, _ suite: TestSuite, _ options: TestRunner.Options) {
    self.mapping = mapping
    mostKept = max(Self.fewestKept, Self.mostRules / max(1, mapping.graph.ruleCount))
    descriptorNames = Set(mapping.descriptorNames.map(\.exact))
    routeNames = Set(mapping.graph.routes.map(\.name.exact))
    var own = options.mapper
    // Fixtures are shared among threads.
    own.threadCount = 1
    own.isStrict = options.isStrict || suite.isStrict
    own.failedRecords = .skip
    own.expectsRecords = true
    own.reportLimit = options.reportLimit
    own.countsCharacters = options.countsCharacters
    self.options = own
  }

  /// What a fixture of a case is mapped for: the case's route, else what the fixture's name says.
  func request(of path: String, _ testCase: TestCase) -> Request {
    var request = Request()
    request.takesArchives = Input.file(path).isArchive
    if let route = testCase.route {
      request.context = route
    } else if !request.takesArchives, let name = FixtureName(path) {
      request.context.method = name.method.rawValue
      request.context.statusCode = name.statusCode
      if descriptorNames.contains(name.name.exact) {
        request.descriptorName = name.name
      } else if routeNames.contains(name.name.exact) {
        request.routeName = name.name
      }
    }
    // Each of those that are listed has a place of its own.
    if case .listed = testCase.expectation.findings { request.groupsFindings = false }
    return request
  }

  /// What maps the fixtures of a request, or why nothing can.
  func mapper(for request: Request) -> Result<Mapper, DiagnosticsError> {
    let known = kept.withLock { kept in
      let place = kept.firstIndex { $0.request == request }
      if let place { kept.insert(kept.remove(at: place), at: 0) }
      return place == nil ? nil : kept[0].mapper
    }
    if let known { return known }
    let made = make(request)
    kept.withLock { kept in
      // Another thread may have made it meanwhile.
      kept.removeAll { $0.request == request }
      kept = [(request, made)] + kept.prefix(mostKept - 1)
    }
    return made
  }

  private func make(_ request: Request) -> Made {
    var options = options
    options.context = request.context
    options.descriptorName = request.descriptorName
    options.routeName = request.routeName
    options.takesArchives = request.takesArchives
    options.groupsFindings = request.groupsFindings
    if !request.groupsFindings { options.reportLimit = .max }
    return Result { () throws(DiagnosticsError) in try Mapper(mapping, options: options) }
  }
}
