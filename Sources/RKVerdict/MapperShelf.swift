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
    var fixtureName: FixtureName?
    var takesArchives = false
    /// The records are kept in a snapshot, with the kinds of their values.
    var notesKinds = false
    var groupsFindings = true
  }

  private let mapping: Mapping
  private let options: MapperOptions
  private let redactions: [Redaction]
  private typealias Made = Result<Mapper, DiagnosticsError>
  /// The one that was asked for last comes first.
  private let kept = Mutex<[(request: Request, mapper: Made)]>([])

  private let mostKept: Int

  /// About 8 MB.
  private static let mostRules = 3 << 12
  private static let fewestKept = 3

  init(
    _ mapping: Mapping,
    _ suite: TestSuite,
    _ redactions: [Redaction],
    _ options: TestRunner.Options
  ) {
    self.mapping = mapping
    self.redactions = redactions
    mostKept = max(Self.fewestKept, Self.mostRules / max(1, mapping.graph.ruleCount))
    var own = options.mapper
    // Fixtures are shared among threads.
    own.threadCount = 1
    own.isStrict = options.isStrict || suite.isStrict
    own.drift = own.drift ?? (own.isStrict ? .fail : suite.drift)
    own.failedRecords = .skip
    own.expectsRecords = true
    own.looksIntoFailed = true
    own.reportLimit = options.reportLimit
    own.countsCharacters = options.countsCharacters
    own.statedDuplicateKeys = own.statedDuplicateKeys ?? suite.duplicateKeys
    self.options = own
  }

  /// What a fixture of a case is mapped for: the case's route, else what the fixture's name says.
  func request(of path: String, _ testCase: TestCase) -> Request {
    var request = Request()
    request.takesArchives = Input.file(path).isArchive
    if let route = testCase.route {
      request.context = route
    } else if !request.takesArchives, let name = FixtureName(path) {
      request.context = name.context
      request.fixtureName = name
    }
    request.notesKinds = testCase.hasSnapshot
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
    options.fixtureName = request.fixtureName
    options.notesKinds = request.notesKinds
    if request.notesKinds { options.redactions = redactions }
    options.takesArchives = request.takesArchives
    options.groupsFindings = request.groupsFindings
    if !request.groupsFindings { options.reportLimit = .max }
    return Result { () throws(DiagnosticsError) in try Mapper(mapping, options: options) }
  }
}
