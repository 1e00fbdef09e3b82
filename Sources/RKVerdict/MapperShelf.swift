internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The mappers of a suite, one for each request that its fixtures answer.
struct MapperShelf {
  private struct Key: Hashable {
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
  private var mappers: [Key: Result<Mapper, DiagnosticsError>] = [:]

  init(_ mapping: Mapping, _ suite: TestSuite, _ options: TestRunner.Options) {
    self.mapping = mapping
    descriptorNames = Set(mapping.descriptorNames.map(\.exact))
    routeNames = Set(mapping.graph.routes.map(\.name.exact))
    var own = MapperOptions()
    // Fixtures are shared among threads.
    own.threadCount = 1
    own.isStrict = options.isStrict || suite.isStrict
    own.failedRecords = .skip
    own.reportLimit = options.reportLimit
    own.countsCharacters = options.countsCharacters
    self.options = own
  }

  /// What maps a fixture of a case: by the case's route, else by the fixture's name.
  mutating func mapper(
    for path: String,
    of testCase: TestCase
  ) -> Result<Mapper, DiagnosticsError> {
    var key = Key()
    key.takesArchives = Input.file(path).isArchive
    if let route = testCase.route {
      key.context = route
    } else if !key.takesArchives, let name = FixtureName(path) {
      key.context.method = name.method.rawValue
      key.context.statusCode = name.statusCode
      if descriptorNames.contains(name.name.exact) {
        key.descriptorName = name.name
      } else if routeNames.contains(name.name.exact) {
        key.routeName = name.name
      }
    }
    // Each of those that are listed has a place of its own.
    if case .listed = testCase.expectation.findings { key.groupsFindings = false }
    if let mapper = mappers[key] { return mapper }
    let mapper = make(key)
    mappers[key] = mapper
    return mapper
  }

  private func make(_ key: Key) -> Result<Mapper, DiagnosticsError> {
    var options = options
    options.context = key.context
    options.descriptorName = key.descriptorName
    options.routeName = key.routeName
    options.takesArchives = key.takesArchives
    options.groupsFindings = key.groupsFindings
    if !key.groupsFindings { options.reportLimit = .max }
    return Result { () throws(DiagnosticsError) in try Mapper(mapping, options: options) }
  }
}
